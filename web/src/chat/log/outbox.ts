// Messages that were sent but are not in the log yet. Kept in the browser until they are, so that neither a reload
// nor a broken connection loses one; each carries a key that makes sending it again the same message.
import { newId } from "../../api/id";
import { kept } from "../../api/kept";

export interface Outgoing {
  /** Idempotency key. */
  key: string;
  text: string;
  assistant: string | null;
  attachments: string[];
  replaces: string | null;
  /** Held: said offline, sent as soon as the browser is online. */
  state: "sending" | "waiting" | "failed" | "held";
  /** Once the server has it. */
  messageId: string | null;
  problem: string | null;
}

const place = (session: string) => `conserje.outbox.${session}`;

export function keptOutbox(session: string): Outgoing[] {
  try {
    const messages = JSON.parse(kept.read(place(session)) ?? "[]") as Outgoing[];
    // Whether they arrived is not known: the log will tell, or the reader sends them again.
    return messages.map((message) => ({ ...message, state: message.messageId ? "waiting" : message.state === "held" ? "held" : "failed" }));
  } catch {
    return [];
  }
}

export function keepOutbox(session: string, messages: Outgoing[]): void {
  kept.keep(place(session), messages.length === 0 ? null : JSON.stringify(messages));
}

/** The outbox without the message that the log now has. */
export function withoutConfirmed(outbox: Outgoing[], messageId: string, content: string): Outgoing[] {
  const byId = outbox.findIndex((message) => message.messageId === messageId);
  // The log may be faster than the reply that tells the id.
  const place = byId >= 0 ? byId : outbox.findIndex((message) => message.messageId === null && message.text === content);
  return place < 0 ? outbox : outbox.filter((_, index) => index !== place);
}

const entrusted = new Set<string>();

/** Leaves a message for a session that was only just made; whoever opens it sends it. */
export function entrust(session: string, message: Pick<Outgoing, "text" | "assistant" | "attachments">): void {
  const key = newId();
  entrusted.add(key);
  keepOutbox(session, [{ ...message, key, replaces: null, state: "sending", messageId: null, problem: null }]);
}

/** Whether the message is to be sent now; true once. */
export function isEntrusted(key: string): boolean {
  return entrusted.delete(key);
}
