import { useQuery } from "@tanstack/react-query";
import { get, query } from "../../api/client";
import { KEYS, useAssistants } from "../../api/queries";
import type { Assistant, FileEntry, Paged } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useIsOn, useMay } from "../../shell/account";
import { matching } from "../assistants";
import { chatWords } from "../words";
import { plain } from "./plain";
import type { Trigger } from "./trigger";

export type Command = "new" | "stop" | "rename" | "export" | "share" | "knowledge";

export type Suggestion =
  | { kind: "command"; id: string; label: string; hint: string; command: Command }
  | { kind: "assistant"; id: string; label: string; hint: string; assistant: Assistant | null }
  | { kind: "document"; id: string; label: string; hint: string; file: FileEntry };

export function useSuggestions(trigger: Trigger | null, hasSession: boolean): Suggestion[] {
  const words = useWords(chatWords);
  const may = useMay();
  const mayShare = useIsOn("share_links");
  const assistants = useAssistants();
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
    const any: Suggestion = { kind: "assistant", id: "", label: words.automatic, hint: words.automaticHint, assistant: null };
    const ready = matching(assistants.data?.items ?? [], trigger.query).filter((assistant) => assistant.isReady);
    const named = ready.map((assistant): Suggestion => ({ kind: "assistant", id: assistant.name, label: assistant.title, hint: assistant.description, assistant }));
    return [...(fits(any.label) ? [any] : []), ...named];
  }
  const commands: [Command, string, boolean][] = [
    ["new", words.commandNew, true],
    ["stop", words.commandStop, hasSession],
    ["rename", words.commandRename, hasSession],
    ["share", words.commandShare, hasSession && mayShare],
    ["export", words.commandExport, hasSession],
    ["knowledge", words.commandKnowledge, may("knowledge:read")],
  ];
  return commands
    .filter(([name, label, isThere]) => isThere && (fits(name) || fits(label)))
    .map(([name, label]) => ({ kind: "command", id: name, label: `/${name}`, hint: label, command: name }));
}
