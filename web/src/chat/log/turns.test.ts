import { describe, expect, it } from "vitest";
import type { WireEvent } from "../../api/types";
import { ahead, EMPTY_LOG, filesOf, isRunning, takeAll, thoughtsAhead, todoOf, usageOf } from "./turns";

const USAGE = { inputTokens: 10, outputTokens: 5, thinkingTokens: 1, cachedTokens: 0, latencyMs: 20 };

/** Events of one turn, numbered unless told otherwise. */
function events(...bodies: Record<string, unknown>[]): WireEvent[] {
  return bodies.map((body, index) => ({
    eventId: `evt_${index}`,
    sessionId: "ses_1",
    timestamp: `2026-11-16T10:00:0${index}Z`,
    eventIndex: index + 1,
    persistenceState: "persisted",
    sequenceNumber: index + 1,
    turnId: "trn_1",
    traceId: "trc_1",
    ...body,
  })) as unknown as WireEvent[];
}

const asked = { type: "user_message_confirmed", messageId: "msg_1", content: "tea?" };
const message = (content: string, stopReason = "end_turn") => ({ type: "message", messageId: "msg_2", content, agent: "clerk", model: "m", stopReason, usage: USAGE });
const use = { type: "tool_use", toolUseId: "c1", toolName: "price", args: { item: "tea" } };
const result = { type: "tool_result", toolUseId: "c1", toolName: "price", args: { item: "tea" }, result: { price: 2 }, success: true, durationMs: 3 };

describe("a log", () => {
  it("is the same however often events are told", () => {
    const all = events(asked, use, result, message("2 €"));
    const once = takeAll(EMPTY_LOG, all);
    expect(takeAll(once, all)).toBe(once);
    expect(takeAll(EMPTY_LOG, [...all.slice(0, 2), ...all])).toEqual(once);
  });

  it("shows a call once that was told as pending and then as recorded", () => {
    const pending = events({ ...use, sequenceNumber: undefined }, { ...result, sequenceNumber: undefined });
    const recorded = events(asked, use, result);
    const log = takeAll(EMPTY_LOG, [...recorded.slice(0, 1), ...pending, ...recorded.slice(1)]);
    expect(log.turns[0]?.parts).toHaveLength(1);
    expect(log.turns[0]?.parts[0]).toMatchObject({ kind: "tool", state: "done", durationMs: 3 });
  });

  it("ends a turn with its last message, not with one that goes on to tools", () => {
    expect(isRunning(takeAll(EMPTY_LOG, events(asked, message("One moment.", "tool_use"))))).toBe(true);
    expect(isRunning(takeAll(EMPTY_LOG, events(asked, message("Done."))))).toBe(false);
  });

  it("waits while a person decides and goes on when they have", () => {
    const requested = { type: "approval_requested", approvalId: "apr_1", toolName: "order", args: {}, summary: "s", expiresAt: "2026-11-16T11:00:00Z" };
    const paused = takeAll(EMPTY_LOG, events(asked, requested, { type: "turn_paused", reason: "approval" }));
    expect(paused.turns[0]?.state).toBe("paused");
    const resolved = { type: "approval_resolved", approvalId: "apr_1", decision: "approved", editedArgs: null, reason: null };
    const all = events(asked, requested, { type: "turn_paused", reason: "approval" }, resolved, { type: "turn_resumed", reason: "approved" });
    const resumed = takeAll(EMPTY_LOG, all);
    expect(resumed.turns[0]?.state).toBe("running");
    expect(resumed.turns[0]?.parts[0]).toMatchObject({ resolution: { decision: "approved" } });
  });

  it("knows who answers, from whoever was meant to whoever did", () => {
    const agentOf = (...bodies: Record<string, unknown>[]) => takeAll(EMPTY_LOG, events(...bodies)).turns[0]?.agent;
    const routed = { ...asked, routing: { agent: "desk", by: "rule", confidence: 1, intent: "tea", rules: [] } };
    expect(agentOf(asked)).toBeNull();
    expect(agentOf(routed)).toBe("desk");
    expect(agentOf(routed, message("2 €"))).toBe("clerk");
    // Whoever took over is shown where that happened.
    expect(agentOf(routed, { type: "handoff", from: "desk", to: "clerk" }, message("2 €"))).toBe("desk");
  });

  it("puts citations to their message", () => {
    const citation = { fileName: "a.pdf", marker: 1 };
    const log = takeAll(EMPTY_LOG, events(asked, message("Yes. [1]"), { type: "citations_created", messageId: "msg_2", citations: [citation] }));
    expect(log.turns[0]?.parts[0]).toMatchObject({ citations: [citation] });
  });

  it("leaves out what an edited message replaced", () => {
    const again = { ...asked, messageId: "msg_9", content: "coffee?", replaces: "msg_1", turnId: "trn_2" };
    const log = takeAll(EMPTY_LOG, events(asked, message("2 €"), again));
    expect(log.turns.map((turn) => turn.user?.content)).toEqual(["coffee?"]);
  });

  it("leaves out all that followed a replaced message, and keeps what went before", () => {
    const second = { ...asked, messageId: "msg_3", content: "and milk?", turnId: "trn_2" };
    const third = { ...asked, messageId: "msg_5", content: "sugar?", turnId: "trn_3" };
    const edited = { ...asked, messageId: "msg_7", content: "and lemon?", replaces: "msg_3", turnId: "trn_4" };
    const again = { ...edited, messageId: "msg_8", replaces: "msg_7", turnId: "trn_5" };
    const log = takeAll(EMPTY_LOG, events(asked, second, third, edited, again));
    expect(log.turns.map((turn) => turn.user?.messageId)).toEqual(["msg_1", "msg_8"]);
  });

  it("does not bring a replaced turn back for what is told of it later", () => {
    const again = { ...asked, messageId: "msg_9", content: "coffee?", replaces: "msg_1", turnId: "trn_2" };
    const late = { type: "citations_created", messageId: "msg_2", citations: [] };
    const log = takeAll(EMPTY_LOG, events(asked, message("2 €"), again, late));
    expect(log.turns.map((turn) => turn.id)).toEqual(["trn_2"]);
  });

  it("does not take a message for a replacement of one it does not know", () => {
    const log = takeAll(EMPTY_LOG, events(asked, { ...asked, messageId: "msg_9", replaces: "msg_0", turnId: "trn_2" }));
    expect(log.turns).toHaveLength(2);
  });

  it("keeps what an unknown turn says", () => {
    expect(takeAll(EMPTY_LOG, events({ type: "erased", was: "user_message_sent" })).turns).toHaveLength(1);
  });
});

describe("what is said without a turn", () => {
  const operator = { id: "usr_1", name: "Ana" };
  const notice = { type: "notice_sent", messageId: "msg_7", text: "Moved to Tuesday.", about: "appointment", turnId: undefined };
  const reply = { type: "operator_message_sent", messageId: "msg_8", text: "Ana here.", operator, turnId: undefined };

  it("stands after the turn that came before it, and ends none", () => {
    const log = takeAll(EMPTY_LOG, events(asked, notice, reply));
    expect(log.turns).toHaveLength(1);
    expect(isRunning(log)).toBe(true);
    expect(log.turns[0]?.parts).toMatchObject([
      { kind: "spoken", content: "Moved to Tuesday.", operator: null },
      { kind: "spoken", content: "Ana here.", operator: "Ana" },
    ]);
  });

  it("does not begin a turn where there is none", () => {
    expect(isRunning(takeAll(EMPTY_LOG, events(notice)))).toBe(false);
  });

  it("waits for no agent while a person has the session", () => {
    const log = takeAll(EMPTY_LOG, events({ type: "session_taken", operator, turnId: undefined }, { ...asked, heldBy: operator }));
    expect(isRunning(log)).toBe(false);
    expect(log.turns.map((turn) => turn.state)).toEqual(["done", "done"]);
  });
});

describe("words ahead of the record", () => {
  it("give way to what is recorded", () => {
    const turn = takeAll(EMPTY_LOG, events(asked, message("One moment. ", "tool_use"))).turns[0];
    expect(ahead(turn, "One moment. It is")).toBe("It is");
    expect(ahead(turn, "Something else")).toBe("");
  });

  it("are thoughts, too, until those are recorded", () => {
    const turn = takeAll(EMPTY_LOG, events(asked, { type: "thinking_complete", content: "Hm. " })).turns[0];
    expect(thoughtsAhead(turn, "Hm. And then")).toBe("And then");
  });

  it("are not shown once the turn has ended", () => {
    const turn = takeAll(EMPTY_LOG, events(asked, message("Done."))).turns[0];
    expect(ahead(turn, "Done. And more")).toBe("");
  });
});

it("the plan is the last one that was shown", () => {
  const plan = (toolUseId: string, status: string) => ({ type: "tool_use", toolUseId, toolName: "todo", args: { items: [{ text: "a", status }] } });
  const turn = takeAll(EMPTY_LOG, events(asked, plan("c1", "pending"), plan("c2", "completed"))).turns[0];
  expect(turn && todoOf(turn)).toEqual([{ text: "a", status: "completed" }]);
});

it("an answer that was given before says so", () => {
  const turn = takeAll(EMPTY_LOG, events(asked, { ...message("a"), cached: true }, message("b"))).turns[0];
  expect(turn?.parts).toMatchObject([{ isCached: true }, { isCached: false }]);
});

it("usage is the sum of a turn's texts", () => {
  const turn = takeAll(EMPTY_LOG, events(asked, message("a", "tool_use"), message("b"))).turns[0];
  expect(turn && usageOf(turn)).toMatchObject({ inputTokens: 20, outputTokens: 10, latencyMs: 40 });
});

it("a message is said again with the files it was sent with, not with those that were found for it", () => {
  const file = (fileId: string, source: string) => ({ fileId, fileName: fileId, source, strategy: "EXTRACTED_TEXT", isCut: false });
  const turn = takeAll(EMPTY_LOG, events({ ...asked, attachments: [file("fil_1", "attachment"), file("fil_2", "semantic_search")] })).turns[0];
  expect(turn?.user && filesOf(turn.user)).toEqual(["fil_1"]);
});
