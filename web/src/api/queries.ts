// What the page asks for again and again, under names that changes can refer to.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, getIfThere, query, rememberCsrfToken } from "./client";
import type { Account, Agent, Collection, FileEntry, ModelsInForce, Paged, Session } from "./types";

export const KEYS = {
  account: ["account"],
  agents: ["agents"],
  models: ["models"],
  sessions: ["sessions"],
  approvals: ["approvals"],
  collections: ["collections"],
  files: ["files"],
  synonyms: ["synonyms"],
} as const;

export function useAccountQuery() {
  return useQuery({
    queryKey: KEYS.account,
    queryFn: async ({ signal }) => {
      const account = await get<Account>("/api/auth/me", signal);
      rememberCsrfToken(account.csrfToken);
      return account;
    },
    staleTime: 60_000,
  });
}

interface OpenAiModels {
  data: { id: string; owned_by: string }[];
}

/** Assistants to choose from. A server without the list of its own tells their names to OpenAI's clients. */
export function useAgents() {
  return useQuery({
    queryKey: KEYS.agents,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Agent[]> => {
      const told = await getIfThere<Paged<Agent>>("/api/agents", signal);
      if (told) return told.items;
      const models = await get<OpenAiModels>("/v1/models", signal);
      const own = models.data.filter((model) => model.owned_by === "conserje" && !BUILT_IN.includes(model.id));
      return own.map((model) => ({ name: model.id, description: "" }));
    },
  });
}

const BUILT_IN = ["extractive", "scripted"];

export function useModels() {
  return useQuery({
    queryKey: KEYS.models,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ModelsInForce> => {
      const told = await getIfThere<ModelsInForce>("/api/models", signal);
      if (told) return told;
      const models = await get<OpenAiModels>("/v1/models", signal);
      const foreign = models.data.filter((model) => model.owned_by !== "conserje" || model.id === "scripted");
      return {
        isConfigured: foreign.length > 0,
        items: models.data.filter((model) => model.owned_by !== "conserje" || BUILT_IN.includes(model.id)).map((model) => ({ name: model.id, provider: model.owned_by })),
        tiers: {},
      };
    },
  });
}

export function useSessions(search: string) {
  return useInfiniteQuery({
    queryKey: [...KEYS.sessions, search],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      get<Paged<Session>>(`/api/chat/sessions${query({ q: search, cursor: pageParam, limit: 50 })}`, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function useCollections() {
  return useQuery({
    queryKey: KEYS.collections,
    queryFn: ({ signal }) => get<{ items: Collection[] }>("/api/collections", signal),
    select: (reply) => reply.items,
  });
}

export interface FileFilter {
  collection?: string | null;
  status?: string | null;
  name?: string | null;
}

export function useFiles(filter: FileFilter) {
  return useInfiniteQuery({
    queryKey: [...KEYS.files, filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      get<Paged<FileEntry>>(`/api/files${query({ ...filter, cursor: pageParam, limit: 100 })}`, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function useFile(id: string | null) {
  return useQuery({
    queryKey: [...KEYS.files, "one", id],
    queryFn: ({ signal }) => get<FileEntry>(`/api/files/${id ?? ""}`, signal),
    enabled: id !== null,
  });
}

/** Forgets what was read under a name, so that it is read again. */
export function useRefresh() {
  const queries = useQueryClient();
  return (key: readonly unknown[]) => void queries.invalidateQueries({ queryKey: key });
}
