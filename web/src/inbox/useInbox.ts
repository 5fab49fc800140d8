// The inbox as it stands, and the conversation of one entry as it goes on.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, query, Refusal } from "../api/client";
import { KEYS } from "../api/queries";
import { frames } from "../api/sse";
import type { Escalation, EscalationDetail, Inbox, WireEvent } from "../api/types";
import { EMPTY_LOG, take, type Log } from "../chat/log/turns";

export type Filter = "open" | "mine" | "closed";

const COME_BACK = 2000;

export function useInbox(filter: Filter) {
  return useInfiniteQuery({
    queryKey: [...KEYS.inbox, "list", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => get<Inbox>(`/api/inbox${query({ filter, cursor: pageParam, limit: 50 })}`, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function useEscalation(id: string) {
  return useQuery({ queryKey: [...KEYS.inbox, "one", id], queryFn: ({ signal }) => get<EscalationDetail>(`/api/inbox/${id}`, signal) });
}

/** Reads the lists again whenever the server says that something changed. */
export function useInboxNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const closed = new AbortController();
    void (async () => {
      while (!closed.signal.aborted) {
        try {
          for await (const frame of frames("/api/inbox/stream", { signal: closed.signal })) {
            if (frame.event === "inbox") void queries.invalidateQueries({ queryKey: KEYS.inbox });
          }
        } catch {
          // What was missed is read below.
        }
        if (closed.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, COME_BACK));
        void queries.invalidateQueries({ queryKey: KEYS.inbox });
      }
    })();
    return () => closed.abort();
  }, [queries]);
}

/** All that was said, and what comes. */
export function useEscalatedLog(id: string): Log {
  const [log, setLog] = useState<Log>(EMPTY_LOG);
  useEffect(() => {
    const closed = new AbortController();
    let last = 0;
    void (async () => {
      while (!closed.signal.aborted) {
        try {
          for await (const frame of frames(`/api/inbox/${id}/events/stream?after=${last}`, { signal: closed.signal })) {
            const event = JSON.parse(frame.data) as WireEvent;
            last = Math.max(last, event.sequenceNumber ?? 0);
            setLog((before) => take(before, event));
          }
        } catch (error) {
          if (error instanceof Refusal && error.status === 404) return;
        }
        if (closed.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, COME_BACK));
      }
    })();
    return () => closed.abort();
  }, [id]);
  return log;
}

export function nameOf(escalation: Escalation, someone: string): string {
  const { name, phone, email } = escalation.customer;
  return name || phone || email || someone;
}
