import type { Span, WireEvent } from "../api/types";

export function eventsByTurn(events: WireEvent[]): Map<string, WireEvent[]> {
  const turns = new Map<string, WireEvent[]>();
  for (const event of events) {
    if (!event.turnId) continue;
    turns.set(event.turnId, [...(turns.get(event.turnId) ?? []), event]);
  }
  return turns;
}

/** What the calls of models cost together. */
export function costOf(spans: Span[]): number {
  return spans.reduce((total, { detail }) => {
    const { cost } = detail as { cost?: unknown };
    return total + (typeof cost === "number" ? cost : 0);
  }, 0);
}
