// Sessions by how long ago something happened in them.
import type { Session } from "../api/types";

export type GroupName = "pinned" | "today" | "yesterday" | "week" | "older";

export interface SessionGroup {
  name: GroupName;
  sessions: Session[];
}

const ORDER: GroupName[] = ["pinned", "today", "yesterday", "week", "older"];
const DAY = 86_400_000;

export function groupOf(session: Session, now: Date): GroupName {
  if (session.pinnedAt) return "pinned";
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const at = new Date(session.updatedAt).getTime();
  if (at >= midnight) return "today";
  if (at >= midnight - DAY) return "yesterday";
  return at >= midnight - 7 * DAY ? "week" : "older";
}

export function grouped(sessions: Session[], now = new Date()): SessionGroup[] {
  const groups = new Map<GroupName, Session[]>();
  for (const session of sessions) {
    const name = groupOf(session, now);
    groups.set(name, [...(groups.get(name) ?? []), session]);
  }
  return ORDER.flatMap((name) => {
    const found = groups.get(name);
    return found ? [{ name, sessions: found }] : [];
  });
}
