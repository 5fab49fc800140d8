import { readable, type Names } from "../api/names";
import type { Span, WireEvent } from "../api/types";

export function eventsByTurn(events: WireEvent[]): Map<string, WireEvent[]> {
  const turns = new Map<string, WireEvent[]>();
  for (const event of events) {
    if (!event.turnId) continue;
    turns.set(event.turnId, [...(turns.get(event.turnId) ?? []), event]);
  }
  return turns;
}

/** What a step was, in words; its name stays with it for those who know it. */
export function spanTitle({ kind, name }: Pick<Span, "kind" | "name">, names: Names): string {
  if (kind === "tool" || kind === "wait") return names.tool(name);
  if (kind === "guard") return name.split(", ").map(readable).join(", ");
  if (kind !== "route") return name;
  const [agent = "", intent] = name.split(" · ");
  return intent ? `${names.agent(agent)} (${readable(intent)})` : names.agent(agent);
}

/** What the calls of models cost together. */
export function costOf(spans: Span[]): number {
  return spans.reduce((total, { detail }) => {
    const { cost } = detail as { cost?: unknown };
    return total + (typeof cost === "number" ? cost : 0);
  }, 0);
}
