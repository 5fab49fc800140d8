// What the page asks for again and again, under names that changes can refer to.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, hasApiKey, query, rememberCsrfToken, send } from "./client";
import { useLanguage } from "../i18n/language";
import type { Account, Assistants, Collection, FileEntry, Inbox, Models, Paged, Session, SessionRecord, TenantSettings, Trace, User } from "./types";

export const KEYS = {
  account: ["account"],
  settings: ["settings"],
  assistants: ["assistants"],
  models: ["models"],
  sessions: ["sessions"],
  records: ["records"],
  users: ["users"],
  approvals: ["approvals"],
  collections: ["collections"],
  files: ["files"],
  synonyms: ["synonyms"],
  inbox: ["inbox"],
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

/** What the tenant says of itself, and how it looks. */
export function useSettings() {
  return useQuery({ queryKey: KEYS.settings, staleTime: 60_000, queryFn: ({ signal }) => get<TenantSettings>("/api/settings", signal) });
}

/** From where a picture of the server is shown: somebody with a key has it fetched, for a picture's request carries none. */
export function usePicture(address: string | null): string | null {
  const fetched = useQuery({
    queryKey: ["picture", address],
    queryFn: async ({ signal }) => URL.createObjectURL(await (await send("GET", address ?? "", { signal })).blob()),
    enabled: address !== null && hasApiKey(),
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return hasApiKey() ? (fetched.data ?? null) : address;
}

/** Assistants to choose from, and what their agents and tools are called; in the reader's language. */
export function useAssistants() {
  const { language } = useLanguage();
  return useQuery({
    queryKey: [...KEYS.assistants, language],
    staleTime: 60_000,
    queryFn: ({ signal }) => get<Assistants>("/api/assistants", signal),
    placeholderData: (before) => before,
  });
}

/** Models, tiers, and whether calls get through to them; looked at again and again where that matters. */
export function useModels({ again = false } = {}) {
  return useQuery({
    queryKey: KEYS.models,
    staleTime: 60_000,
    refetchInterval: again && 5000,
    queryFn: ({ signal }) => get<Models>("/api/models", signal),
  });
}

/** Everybody's sessions, for operators. */
export function useSessionRecords(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: KEYS.records,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => get<Paged<SessionRecord>>(`/api/operate/sessions${query({ cursor: pageParam, limit: 50 })}`, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled,
  });
}

export function traceQuery(session: string, turn: string) {
  return {
    queryKey: ["trace", session, turn],
    queryFn: ({ signal }: { signal: AbortSignal }) => get<Trace>(`/api/chat/sessions/${session}/turns/${turn}/trace`, signal),
  };
}

/** People's addresses by their ids, as far as the reader may know them. */
export function usePeople(mayRead: boolean) {
  return useQuery({
    queryKey: KEYS.users,
    queryFn: ({ signal }) => get<Paged<User>>("/api/users", signal),
    select: (reply) => new Map(reply.items.map((user) => [user.id, user.email])),
    enabled: mayRead,
  });
}

/** How many wait for a person, for those who could be it. */
export function useWaiting(mayWork: boolean): number {
  const inbox = useQuery({
    queryKey: [...KEYS.inbox, "waiting"],
    queryFn: ({ signal }) => get<Inbox>("/api/inbox?limit=1", signal),
    refetchInterval: 15_000,
    enabled: mayWork,
  });
  return inbox.data?.waiting ?? 0;
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

/** One's own session. */
export function useSession(id: string | null, enabled = true) {
  return useQuery({
    queryKey: [...KEYS.sessions, "one", id],
    queryFn: ({ signal }) => get<Session>(`/api/chat/sessions/${id ?? ""}`, signal),
    enabled: id !== null && enabled,
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
