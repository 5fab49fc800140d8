// Pinned sessions: the server's where it keeps them, this browser's where it does not.
import { useSyncExternalStore } from "react";
import { request } from "../api/client";
import { KEYS, useRefresh } from "../api/queries";
import type { Session } from "../api/types";
import { useHasFeature } from "../shell/account";

const KEPT = "conserje.pins";
const listeners = new Set<() => void>();

function kept(): string {
  return localStorage.getItem(KEPT) ?? "[]";
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener("storage", tell);
  return () => {
    listeners.delete(tell);
    removeEventListener("storage", tell);
  };
}

export function usePins(): { isPinned: (session: Session) => boolean; toggle: (session: Session) => Promise<void> } {
  const onServer = useHasFeature("pins");
  const refresh = useRefresh();
  const local = JSON.parse(useSyncExternalStore(subscribe, kept)) as string[];
  const isPinned = (session: Session) => (onServer ? Boolean(session.pinnedAt) : local.includes(session.id));
  async function toggle(session: Session) {
    const pinned = !isPinned(session);
    if (onServer) {
      await request("PATCH", `/api/chat/sessions/${session.id}`, { body: { pinned } });
      refresh(KEYS.sessions);
      return;
    }
    const others = local.filter((id) => id !== session.id);
    localStorage.setItem(KEPT, JSON.stringify(pinned ? [...others, session.id] : others));
    listeners.forEach((tell) => tell());
  }
  return { isPinned, toggle };
}
