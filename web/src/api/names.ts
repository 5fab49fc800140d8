// What agents and tools are called in front of people. Events, traces and sums keep the names that programs use; whoever
// shows one asks here.
import { useMemo } from "react";
import { useWords } from "../i18n/language";
import { partsWords } from "../parts/words";
import { useAssistants } from "./queries";
import type { Assistant, Assistants } from "./types";

export interface Names {
  /** “Recepción · citas”. */
  agent: (name: string) => string;
  /** “Buscar huecos libres”. */
  tool: (name: string) => string;
  assistant: (name: string) => string;
  /** Of which assistant an agent is. */
  whose: (agent: string) => Assistant | null;
}

/** `check_dental_urgency` → “check dental urgency”: for what nobody has named. Never nothing. */
export function readable(name: string): string {
  return name.replace(/[_-]+/g, " ").trim() || name || "–";
}

/** A title inside a sentence: “Buscar huecos” → “buscar huecos”; what is spelt in capitals stays. */
export function inSentence(title: string): string {
  const [first = "", second = ""] = title;
  return second === second.toLowerCase() ? first.toLowerCase() + title.slice(first.length) : title;
}

export function namesOf(known: Assistants | undefined): Names {
  const titles = (named: { name: string; title: string }[]) => {
    const given = named.filter(({ name, title }) => title.trim() !== "" && title !== name);
    const byName = new Map(given.map(({ name, title }) => [name, title]));
    return (name: string) => byName.get(name) ?? readable(name);
  };
  const items = known?.items ?? [];
  return {
    agent: titles(items.flatMap((assistant) => assistant.agents)),
    tool: titles(known?.tools ?? []),
    assistant: titles(items),
    whose: (agent) => items.find(({ agents }) => agents.some(({ name }) => name === agent)) ?? null,
  };
}

export function useNames(): Names {
  const { data } = useAssistants();
  return useMemo(() => namesOf(data), [data]);
}

/** Where documents are that nobody has filed; the server makes it. */
const UNFILED = "default";

/** What a collection is called in front of people. */
export function useCollectionTitle(): (name: string) => string {
  const words = useWords(partsWords);
  return (name) => (name === UNFILED ? words.documents : name);
}
