// Where a turn's time went, from the times in its record. Used where the server keeps no trace of its own.
import type { Span, WireEvent } from "../api/types";

const at = (event: WireEvent) => new Date(event.timestamp).getTime();

export function eventsByTurn(events: WireEvent[]): Map<string, WireEvent[]> {
  const turns = new Map<string, WireEvent[]>();
  for (const event of events) {
    if (!event.turnId) continue;
    turns.set(event.turnId, [...(turns.get(event.turnId) ?? []), event]);
  }
  return turns;
}

/** Steps of one turn, in milliseconds since it began. */
export function spansOf(events: WireEvent[]): Span[] {
  const first = events[0];
  if (!first) return [];
  const origin = at(first);
  const spans: Span[] = [];
  const asked = new Map<string, number>();
  for (const event of events) {
    const now = at(event) - origin;
    const span = (part: Pick<Span, "kind" | "name" | "startMs" | "durationMs"> & Partial<Span>): void => {
      spans.push({ id: event.eventId, parentId: null, status: "ok", detail: {}, ...part });
    };
    if (event.type === "message") {
      const took = event.usage.latencyMs;
      span({ kind: "model", name: event.model, startMs: Math.max(0, now - took), durationMs: took, detail: { agent: event.agent, stopReason: event.stopReason, ...event.usage } });
    } else if (event.type === "tool_result") {
      span({
        kind: "tool",
        name: event.toolName,
        startMs: Math.max(0, now - event.durationMs),
        durationMs: event.durationMs,
        status: event.success ? "ok" : "error",
        detail: { args: event.args },
      });
    } else if (event.type === "approval_requested") {
      asked.set(event.approvalId, now);
    } else if (event.type === "approval_resolved") {
      const since = asked.get(event.approvalId) ?? now;
      asked.delete(event.approvalId);
      span({ kind: "wait", name: event.decision, startMs: since, durationMs: now - since });
    } else if (event.type === "handoff") {
      span({ kind: "route", name: `${event.from} → ${event.to}`, startMs: now, durationMs: 0 });
    } else if (event.type === "content_refused") {
      span({ kind: "guard", name: event.rules.join(", ") || event.reason, startMs: now, durationMs: 0, status: "error" });
    } else if (event.type === "error") {
      span({ kind: "record", name: event.code, startMs: now, durationMs: 0, status: event.code === "turn_cancelled" ? "cancelled" : "error" });
    }
  }
  for (const [id, since] of asked) {
    spans.push({ id, parentId: null, kind: "wait", name: "…", startMs: since, durationMs: null, status: "ok", detail: {} });
  }
  return spans.toSorted((a, b) => a.startMs - b.startMs);
}
