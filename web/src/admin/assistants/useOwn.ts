import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { get, post, request, send } from "../../api/client";
import { KEYS } from "../../api/queries";
import { useLanguage } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import type { About, AssistantForm, Detail, Own, Tool } from "./own";

const OWN = ["own-assistants"];
export const pathOf = (name: string) => `/api/assistants/own/${encodeURIComponent(name)}`;
export const pageOf = (name: string) => `/admin/assistants/own/${encodeURIComponent(name)}`;
export const detailKey = (name: string) => [...OWN, "one", name];

/** Those that the tenant made itself, for whoever may manage them. */
export function useOwn(enabled = true) {
  const { language } = useLanguage();
  return useQuery({ queryKey: [...OWN, "all", language], queryFn: ({ signal }) => get<{ items: Own[] }>("/api/assistants/own", signal), select: (reply) => reply.items, enabled });
}

export function useDetail(name: string) {
  return useQuery({ queryKey: detailKey(name), queryFn: ({ signal }) => get<Detail>(pathOf(name), signal) });
}

/** All that an agent can be given. */
export function useTools() {
  const { language } = useLanguage();
  return useQuery({ queryKey: ["assistant-tools", language], queryFn: ({ signal }) => get<{ items: Tool[] }>("/api/assistants/tools", signal), select: (reply) => reply.items, staleTime: 60_000 });
}

/** Who answers follows from what is live: all that shows it is read again. */
export function readAgain(queries: QueryClient): void {
  for (const queryKey of [OWN, ["packs"], ["agents"], KEYS.assistants]) void queries.invalidateQueries({ queryKey });
}

export type Beginning = { name: string; from: string } | { name: string; about: About };

/** Begins one; what is wrong is told where its name is asked for. */
export function useBegin(begun: (detail: Detail) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (beginning: Beginning) => post<Detail>("/api/assistants/own", beginning),
    onSuccess(detail) {
      queries.setQueryData(detailKey(detail.name), detail);
      readAgain(queries);
      begun(detail);
    },
  });
}

/** Takes a pack folder that somebody zipped as the draft. */
export function useImport(taken: (detail: Detail) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, file }: { name: string; file: File }) => (await send("POST", `${pathOf(name)}/import`, { bytes: file })).json() as Promise<Detail>,
    onSuccess(detail) {
      queries.setQueryData(detailKey(detail.name), detail);
      readAgain(queries);
      taken(detail);
    },
  });
}

export type DraftBody = { after: number; form: AssistantForm } | { after: number; files: Record<string, string> };

export function putDraft(name: string, body: DraftBody): Promise<Detail> {
  return request<Detail>("PUT", `${pathOf(name)}/draft`, { body });
}

/** Takes an assistant out of the list, or throws its draft away. */
export function useRemove() {
  const queries = useQueryClient();
  const told = useProblemText();
  return useMutation({
    mutationFn: ({ name, what }: { name: string; what: "all" | "draft" }) => request("DELETE", what === "all" ? pathOf(name) : `${pathOf(name)}/draft`),
    onSuccess: () => readAgain(queries),
    onError: (error) => toast(told(error), "problem"),
  });
}
