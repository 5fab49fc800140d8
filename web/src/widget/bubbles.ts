// A session as a visitor sees it: what was said, by whom. How an answer came about stays inside.
import type { LiveState } from "../chat/log/live";

export interface Bubble {
  id: string;
  side: "us" | "them" | "note";
  text: string;
  state: "said" | "sending" | "failed" | "writing";
  /** What to try again by. */
  again?: string;
}

export interface Words {
  trouble: string;
  person: string;
}

export function bubblesOf(state: LiveState, words: Words): Bubble[] {
  const bubbles: Bubble[] = [];
  for (const turn of state.log.turns) {
    if (turn.user) bubbles.push({ id: turn.user.messageId, side: "us", text: turn.user.content, state: "said" });
    for (const part of turn.parts) {
      if (part.kind === "text" && part.content.trim()) bubbles.push({ id: part.id, side: "them", text: part.content, state: "said" });
      else if (part.kind === "spoken") bubbles.push({ id: part.id, side: "them", text: part.content, state: "said" });
      else if (part.kind === "note" && part.note.type === "taken") bubbles.push({ id: part.id, side: "note", text: words.person, state: "said" });
      else if (part.kind === "error") bubbles.push({ id: part.id, side: "note", text: words.trouble, state: "said" });
      else if (part.kind === "note" && part.note.type === "refused") bubbles.push({ id: part.id, side: "them", text: part.note.reason, state: "said" });
    }
    if (turn.state === "running" && turn === state.log.turns.at(-1)) {
      const ahead = state.heard.startsWith(turn.settled) ? state.heard.slice(turn.settled.length) : "";
      bubbles.push({ id: `${turn.id} writing`, side: "them", text: ahead.trim(), state: "writing" });
    }
  }
  for (const message of state.outbox)
    bubbles.push({
      id: message.key,
      side: "us",
      text: message.text,
      state: message.state === "failed" ? "failed" : "sending",
      ...(message.state === "failed" ? { again: message.key } : {}),
    });
  return bubbles;
}
