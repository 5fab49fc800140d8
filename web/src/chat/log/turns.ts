// A session's log as turns that can be shown. Pure: the same events give the same turns, in whatever pieces and
// however often they arrive.
import type { Attachment, Citation, EventOf, Usage, WireEvent } from "../../api/types";

export interface UserMessage {
  messageId: string;
  content: string;
  sequence: number;
  at: string;
  attachments: Attachment[];
}

export interface ThinkingPart {
  kind: "thinking";
  id: string;
  content: string;
}
export interface TextPart {
  kind: "text";
  id: string;
  messageId: string;
  content: string;
  agent: string;
  model: string;
  stopReason: string;
  usage: Usage;
  /** Given before, without asking a model. */
  isCached: boolean;
  citations: Citation[];
  at: string;
}
export interface ToolPart {
  kind: "tool";
  id: string;
  name: string;
  args: unknown;
  result: unknown;
  state: "running" | "done" | "failed";
  durationMs: number | null;
}
export interface ApprovalPart {
  kind: "approval";
  id: string;
  toolName: string;
  args: unknown;
  expiresAt: string;
  resolution: { decision: string; editedArgs: unknown; reason: string | null } | null;
}
/** Said for the business without a turn: by a person, or as a notice. */
export interface SpokenPart {
  kind: "spoken";
  id: string;
  messageId: string;
  content: string;
  /** Who said it; none for a notice. */
  operator: string | null;
  at: string;
}
export interface NotePart {
  kind: "note";
  id: string;
  note: { type: "escalated" } | { type: "taken"; by: string } | { type: "given_back"; by: string } | { type: "handoff"; from: string; to: string } | { type: "refused"; reason: string } | { type: "remembered"; text: string } | { type: "erased" };
}
export interface ErrorPart {
  kind: "error";
  id: string;
  code: string;
  message: string;
}
export type Part = ThinkingPart | TextPart | ToolPart | ApprovalPart | SpokenPart | NotePart | ErrorPart;

export type TurnState = "running" | "paused" | "done" | "failed";

export interface Turn {
  id: string;
  traceId: string;
  user: UserMessage | null;
  parts: Part[];
  state: TurnState;
  /** Who answers it; nobody until that is decided. */
  agent: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Texts recorded since the turn was last taken up; what streams is ahead of it. */
  settled: string;
  /** Thoughts recorded since then. */
  settledThoughts: string;
}

export interface Log {
  /** The number of the last event that was taken in. */
  last: number;
  turns: Turn[];
  /** Ids of turns that an edited message replaced; what is still told of them is not shown. */
  replaced: string[];
}

export const EMPTY_LOG: Log = { last: 0, turns: [], replaced: [] };

export function isRunning(log: Log): boolean {
  return log.turns.at(-1)?.state === "running";
}

/** The log with one more event; the same object when the event tells nothing new. */
export function take(log: Log, event: WireEvent): Log {
  const sequence = event.sequenceNumber;
  if (typeof sequence === "number") {
    // A replay after a reconnect may tell what is known.
    if (sequence <= log.last) return log;
    return { ...applied(log, event), last: sequence };
  }
  return applied(log, event);
}

export function takeAll(log: Log, events: WireEvent[]): Log {
  return events.reduce(take, log);
}

function applied(log: Log, event: WireEvent): Log {
  if (event.type === "user_message_confirmed") return begun(log, event);
  if (event.turnId && log.replaced.includes(event.turnId)) return log;
  const place = placeOf(log, event);
  if (place < 0) {
    // Something of a turn whose beginning is not known, such as an erased message.
    if (event.type === "session_start" || event.type === "complete") return log;
    const turn = changed(emptyTurn(event), event);
    // What belongs to no turn does not begin one.
    return { ...log, turns: [...log.turns, event.turnId ? turn : ended(turn, "done", event.timestamp)] };
  }
  const before = log.turns[place];
  if (!before) return log;
  const after = changed(before, event);
  if (after === before) return log;
  return { ...log, turns: log.turns.map((turn, index) => (index === place ? after : turn)) };
}

function placeOf(log: Log, event: WireEvent): number {
  if (!event.turnId) return log.turns.length - 1;
  return log.turns.findLastIndex((turn) => turn.id === event.turnId);
}

function emptyTurn(event: WireEvent): Turn {
  return {
    id: event.turnId ?? event.eventId,
    traceId: event.traceId,
    user: null,
    parts: [],
    state: "running",
    agent: null,
    startedAt: event.timestamp,
    endedAt: null,
    settled: "",
    settledThoughts: "",
  };
}

function begun(log: Log, event: EventOf<"user_message_confirmed">): Log {
  const user: UserMessage = {
    messageId: event.messageId,
    content: event.content,
    sequence: event.sequenceNumber ?? 0,
    at: event.timestamp,
    attachments: event.attachments ?? [],
  };
  const known = log.turns.findIndex((turn) => turn.user?.messageId === event.messageId);
  if (known >= 0) return log;
  const place = event.replaces ? log.turns.findIndex((turn) => turn.user?.messageId === event.replaces) : -1;
  const kept = place >= 0 ? log.turns.slice(0, place) : log.turns;
  const gone = place >= 0 ? log.turns.slice(place).map((turn) => turn.id) : [];
  const turn = { ...emptyTurn(event), user, agent: event.routing?.agent ?? null };
  // While a person has the session, no agent answers.
  const next = event.heldBy ? ended(turn, "done", event.timestamp) : turn;
  return { ...log, turns: [...kept, next], replaced: [...log.replaced, ...gone] };
}

const ended = (turn: Turn, state: TurnState, at: string): Turn => ({ ...turn, state, endedAt: at });
const withPart = (turn: Turn, part: Part): Turn => ({ ...turn, parts: [...turn.parts, part] });

function changed(turn: Turn, event: WireEvent): Turn {
  switch (event.type) {
    case "session_start":
    case "user_message_confirmed":
      return turn;
    case "thinking_complete":
      return { ...withPart(turn, { kind: "thinking", id: event.eventId, content: event.content }), settledThoughts: turn.settledThoughts + event.content };
    case "message":
      return said(turn, event);
    case "citations_created":
      return cited(turn, event.messageId, event.citations);
    case "tool_use":
      return called(turn, event);
    case "tool_result":
      return answered(turn, event);
    case "approval_requested":
      return withPart(turn, {
        kind: "approval",
        id: event.approvalId,
        toolName: event.toolName,
        args: event.args,
        expiresAt: event.expiresAt,
        resolution: null,
      });
    case "approval_resolved":
      return resolved(turn, event);
    case "turn_paused":
      return { ...turn, state: "paused" };
    case "turn_resumed":
      return { ...turn, state: "running", settled: "", settledThoughts: "", endedAt: null };
    case "handoff":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "handoff", from: event.from, to: event.to } });
    case "content_refused":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "refused", reason: event.reason } });
    case "operator_message_sent":
      return spoken(turn, event, event.operator.name);
    case "notice_sent":
      return spoken(turn, event, null);
    case "escalation_opened":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "escalated" } });
    case "session_taken":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "taken", by: event.operator.name } });
    case "session_given_back":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "given_back", by: event.operator.name } });
    case "memory_written":
      return withPart(turn, { kind: "note", id: event.eventId, note: { type: "remembered", text: event.text } });
    case "erased":
      return ended(withPart(turn, { kind: "note", id: event.eventId, note: { type: "erased" } }), "done", event.timestamp);
    case "error":
      return ended(withPart(turn, { kind: "error", id: event.eventId, code: event.code, message: event.message }), "failed", event.timestamp);
    case "complete":
      return turn.state === "running" && event.stopReason !== "tool_use" ? ended(turn, "done", event.timestamp) : turn;
  }
}

function said(turn: Turn, event: EventOf<"message">): Turn {
  const part: TextPart = {
    kind: "text",
    id: event.eventId,
    messageId: event.messageId,
    content: event.content,
    agent: event.agent,
    model: event.model,
    stopReason: event.stopReason,
    usage: event.usage,
    isCached: event.cached ?? false,
    citations: [],
    at: event.timestamp,
  };
  // Who was meant may have turned out to be another; after a handoff it is, and that is shown where it happens.
  const isFirst = !turn.parts.some((other) => other.kind === "text" || (other.kind === "note" && other.note.type === "handoff"));
  const after = { ...withPart(turn, part), settled: turn.settled + event.content, agent: isFirst ? event.agent : turn.agent };
  return event.stopReason === "tool_use" ? after : ended(after, "done", event.timestamp);
}

function spoken(turn: Turn, event: EventOf<"operator_message_sent"> | EventOf<"notice_sent">, operator: string | null): Turn {
  const { eventId: id, messageId, text: content, timestamp: at } = event;
  return withPart(turn, { kind: "spoken", id, messageId, content, operator, at });
}

function cited(turn: Turn, messageId: string, citations: Citation[]): Turn {
  const parts = turn.parts.map((part) => (part.kind === "text" && part.messageId === messageId ? { ...part, citations } : part));
  return { ...turn, parts };
}

/** Told twice where a call only reads: when it starts, and when it is recorded. */
function called(turn: Turn, event: EventOf<"tool_use">): Turn {
  if (turn.parts.some((part) => part.kind === "tool" && part.id === event.toolUseId)) return turn;
  return withPart(turn, {
    kind: "tool",
    id: event.toolUseId,
    name: event.toolName,
    args: event.args,
    result: undefined,
    state: "running",
    durationMs: null,
  });
}

function answered(turn: Turn, event: EventOf<"tool_result">): Turn {
  const known = turn.parts.find((part) => part.kind === "tool" && part.id === event.toolUseId);
  const part: ToolPart = {
    kind: "tool",
    id: event.toolUseId,
    name: event.toolName,
    args: event.args,
    result: event.result,
    state: event.success ? "done" : "failed",
    durationMs: event.durationMs,
  };
  if (!known) return withPart(turn, part);
  return { ...turn, parts: turn.parts.map((other) => (other === known ? part : other)) };
}

function resolved(turn: Turn, event: EventOf<"approval_resolved">): Turn {
  const resolution = { decision: event.decision, editedArgs: event.editedArgs ?? null, reason: event.reason ?? null };
  const parts = turn.parts.map((part) => (part.kind === "approval" && part.id === event.approvalId ? { ...part, resolution } : part));
  return { ...turn, parts };
}

/** Words that were heard but are not recorded yet. */
export function ahead(turn: Turn | undefined, heard: string): string {
  return turn?.state === "running" ? beyond(turn.settled, heard) : "";
}

/** Thoughts that were heard but are not recorded yet. */
export function thoughtsAhead(turn: Turn | undefined, heard: string): string {
  return turn?.state === "running" ? beyond(turn.settledThoughts, heard) : "";
}

function beyond(settled: string, heard: string): string {
  return heard.startsWith(settled) ? heard.slice(settled.length) : "";
}

/** What a message was sent with, to be sent with it again; not what was found for it. */
export function filesOf(message: UserMessage): string[] {
  return message.attachments.filter((file) => file.source === "attachment").map((file) => file.fileId);
}

export interface TodoItem {
  text: string;
  status: "pending" | "in_progress" | "completed";
}

/** The plan an assistant last showed in a turn; each replaces the one before. */
export function todoOf(turn: Turn): TodoItem[] | null {
  const last = turn.parts.findLast((part): part is ToolPart => part.kind === "tool" && part.name === "todo");
  const items = (last?.args as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) && items.length > 0 ? (items as TodoItem[]) : null;
}

/** What the turn's texts took together. */
export function usageOf(turn: Turn): Usage | null {
  const texts = turn.parts.filter((part): part is TextPart => part.kind === "text");
  if (texts.length === 0) return null;
  const sum = (pick: (usage: Usage) => number) => texts.reduce((total, text) => total + pick(text.usage), 0);
  return {
    inputTokens: sum((usage) => usage.inputTokens),
    outputTokens: sum((usage) => usage.outputTokens),
    thinkingTokens: sum((usage) => usage.thinkingTokens),
    cachedTokens: sum((usage) => usage.cachedTokens),
    latencyMs: sum((usage) => usage.latencyMs),
  };
}
