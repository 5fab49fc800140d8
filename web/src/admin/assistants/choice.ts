// What a tenant says about an assistant, while it is typed; and why somebody would answer.
import type { Pack, PackSettings, Served } from "../../api/types";

/** As the server counts: characters, not the units of a script. */
export const LONGEST = 20_000;

export interface Draft {
  enabled: boolean;
  /** Empty: as the pack says. */
  name: string;
  brandVoice: string;
  vertical: string;
  /** By the agent's name; one that is not here has the pack's own. */
  prompts: Readonly<Record<string, string>>;
}

export interface Choice {
  enabled: boolean;
  settings: PackSettings;
}

export function draftOf({ enabled, settings }: { enabled: boolean; settings: PackSettings }): Draft {
  const { name, brandVoice, vertical, prompts } = settings;
  return { enabled, name: name ?? "", brandVoice: brandVoice ?? "", vertical: vertical ?? "", prompts: { ...prompts } };
}

/** What this form does not show stays. What is left empty is as the pack says. */
export function choiceOf(draft: Draft, kept: PackSettings): Choice {
  const text = (value: string) => value.trim() || null;
  const prompts = Object.fromEntries(Object.entries(draft.prompts).filter(([, prompt]) => prompt.trim() !== ""));
  const { instructions } = kept;
  return {
    enabled: draft.enabled,
    settings: { name: text(draft.name), brandVoice: text(draft.brandVoice), vertical: text(draft.vertical), prompts, ...(instructions ? { instructions } : {}) },
  };
}

/** As it is kept now: what takes a change back. */
export function choiceNow({ enabled, settings }: Pick<Pack, "enabled" | "settings">): Choice {
  return { enabled, settings };
}

/** In one order, whoever wrote it. */
function plain({ enabled, name, brandVoice, vertical, prompts }: Draft): string {
  const said = Object.entries(prompts)
    .filter(([, prompt]) => prompt.trim() !== "")
    .toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify([enabled, name.trim(), brandVoice.trim(), vertical.trim(), said]);
}

export function isChanged(draft: Draft, pack: Pack): boolean {
  return plain(draft) !== plain(draftOf(pack));
}

export function lengthOf(text: string): number {
  return [...text].length;
}

export function isTooLong(text: string): boolean {
  return lengthOf(text) > LONGEST;
}

export function isSaveable({ name, brandVoice, prompts }: Draft): boolean {
  return ![name, brandVoice, ...Object.values(prompts)].some(isTooLong);
}

/** Gives an agent another prompt; none for the pack's own. */
export function withPrompt(draft: Draft, agent: string, prompt: string | null): Draft {
  const rest = Object.fromEntries(Object.entries(draft.prompts).filter(([name]) => name !== agent));
  return { ...draft, prompts: prompt === null ? rest : { ...rest, [agent]: prompt } };
}

/** Whether nobody would be left if this one were switched off. */
export function isLastOn(packs: Pick<Pack, "name" | "enabled">[], name: string): boolean {
  return !packs.some((pack) => pack.enabled && pack.name !== name);
}

/** Whether what the server says is about the trade. */
export function isAboutVertical(detail: string): boolean {
  return detail.includes(" for the vertical ");
}

export interface Reasons {
  words: string[];
  rules: string[];
}

/** Of what the server names, that which a person can make something of; the assistant is told beside it. */
export function reasonsOf(reasons: string[]): Reasons {
  const words = reasons.filter((reason) => reason.startsWith("word:")).map((reason) => reason.slice("word:".length));
  const rules = reasons.filter((reason) => !/^(word|assistant):/.test(reason));
  return { words: [...new Set(words)], rules: [...new Set(rules)] };
}

/** Whom it serves, in one word; every assistant serves somebody. */
export function servedBy(serves: Served[]): "both" | "members" | "guests" {
  if (!serves.includes("guests")) return "members";
  return serves.includes("members") ? "both" : "guests";
}

/** What agents are called; those of one title, which stand in for each other, with their names. */
export function titlesOf(agents: string[], title: (agent: string) => string): Map<string, string> {
  const titles = agents.map(title);
  const isShared = (one: string) => titles.indexOf(one) !== titles.lastIndexOf(one);
  return new Map(agents.map((agent) => [agent, isShared(title(agent)) ? `${title(agent)} (${agent})` : title(agent)]));
}
