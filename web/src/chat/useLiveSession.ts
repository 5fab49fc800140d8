import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { KEYS } from "../api/queries";
import { LiveSession, type LiveState } from "./log/live";
import { EMPTY_LOG } from "./log/turns";

const NOTHING: LiveState = { log: EMPTY_LOG, heard: "", thoughts: "", outbox: [], connection: "live", problem: null, caughtUp: 0 };

/** A session that is followed as long as it is on the screen. */
export function useLiveSession(id: string | null): [LiveSession | null, LiveState] {
  const queries = useQueryClient();
  const live = useMemo(() => (id ? new LiveSession(id) : null), [id]);
  useEffect(() => {
    if (!live) return undefined;
    live.open();
    return () => live.close();
  }, [live]);
  const state = useSyncExternalStore(
    (tell) => live?.subscribe(tell) ?? (() => undefined),
    () => live?.snapshot() ?? NOTHING,
  );
  // Titles, order and what waits for a decision follow from how turns go.
  const last = state.log.turns.at(-1);
  const progress = `${id ?? ""} ${last?.id ?? ""} ${last?.state ?? ""}`;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: KEYS.sessions });
    void queries.invalidateQueries({ queryKey: KEYS.approvals });
  }, [queries, progress]);
  return [live, state];
}
