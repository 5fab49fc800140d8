import { useQuery } from "@tanstack/react-query";
import { get, query } from "../../api/client";
import { KEYS, useAgents } from "../../api/queries";
import type { FileEntry, Paged } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useMay } from "../../shell/account";
import { chatWords } from "../words";
import type { Trigger } from "./trigger";

export type Command = "new" | "stop" | "rename" | "export" | "share" | "knowledge";

export type Suggestion =
  | { kind: "command"; id: string; label: string; hint: string; command: Command }
  | { kind: "agent"; id: string; label: string; hint: string; agent: string | null }
  | { kind: "document"; id: string; label: string; hint: string; file: FileEntry };

/** Lower case without accents, so that “pagina” finds “Página”. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function useSuggestions(trigger: Trigger | null, hasSession: boolean): Suggestion[] {
  const words = useWords(chatWords);
  const may = useMay();
  const agents = useAgents();
  const wantsDocuments = trigger?.sign === "#" && may("knowledge:read");
  const documents = useQuery({
    queryKey: [...KEYS.files, "named", trigger?.query ?? ""],
    queryFn: ({ signal }) => get<Paged<FileEntry>>(`/api/files${query({ name: trigger?.query, status: "completed", limit: 8 })}`, signal),
    enabled: wantsDocuments,
    placeholderData: (before) => before,
  });
  if (!trigger) return [];
  const fits = (text: string) => plain(text).includes(plain(trigger.query));
  if (trigger.sign === "#") {
    return (documents.data?.items ?? []).map((file) => ({ kind: "document", id: file.id, label: file.fileName, hint: file.title ?? "", file }));
  }
  if (trigger.sign === "@") {
    const any: Suggestion = { kind: "agent", id: "any", label: words.anyAssistant, hint: words.anyAssistantHint, agent: null };
    const named = (agents.data ?? []).map((agent): Suggestion => ({ kind: "agent", id: agent.name, label: agent.name, hint: agent.description, agent: agent.name }));
    return [any, ...named].filter((item) => fits(item.label));
  }
  const commands: [Command, string, boolean][] = [
    ["new", words.commandNew, true],
    ["stop", words.commandStop, hasSession],
    ["rename", words.commandRename, hasSession],
    ["share", words.commandShare, hasSession],
    ["export", words.commandExport, hasSession],
    ["knowledge", words.commandKnowledge, may("knowledge:read")],
  ];
  return commands
    .filter(([name, label, isThere]) => isThere && (fits(name) || fits(label)))
    .map(([name, label]) => ({ kind: "command", id: name, label: `/${name}`, hint: label, command: name }));
}
