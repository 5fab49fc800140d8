// One session on the screen. The durable events are the truth; words that stream in are shown ahead of
// them, and give way to them as they arrive.
import { word } from "./words.js";
import { Refusal, events, request } from "./server.js";
import * as view from "./view.js";

const COME_BACK = 3000;

export class Conversation {
  constructor(id, list, tell) {
    Object.assign(this, { id, list, tell, last: 0, tools: new Map(), approvals: new Map() });
    this.heard = "";   // streamed since the turn was last taken up
    this.settled = ""; // of that, what the log has
    this.draft = null;
    this.running = false;
    this.closed = new AbortController();
  }

  /** What the log has, and then what comes. */
  async open() {
    const path = `/api/chat/sessions/${this.id}`;
    for (let cursor = 0; cursor !== null;) {
      const page = await request("GET", `${path}/events?after=${cursor}&limit=200`);
      if (this.closed.signal.aborted) return;
      page.items.forEach((event) => this.apply(event));
      cursor = page.nextCursor;
    }
    const session = await request("GET", path);
    if (this.closed.signal.aborted) return;
    this.tell.title(session.title);
    this.setRunning(session.turn.running && this.running);
    this.follow();
    if (this.running) this.listen(events("GET", `/api/rag-agent/${this.id}/stream`, undefined, this.closed.signal));
  }

  close() {
    this.closed.abort();
    this.source?.close();
    clearTimeout(this.timer);
  }

  /** The browser reconnects by itself with `Last-Event-ID`; when it gives up, we do. */
  follow() {
    this.source = new EventSource(`/api/chat/sessions/${this.id}/events/stream?after=${this.last}`);
    this.source.addEventListener("agent:event", (message) => this.apply(JSON.parse(message.data)));
    this.source.onopen = () => this.tell.connected(true);
    this.source.onerror = () => {
      this.tell.connected(false);
      if (this.source.readyState !== EventSource.CLOSED || this.closed.signal.aborted) return;
      this.timer = setTimeout(async () => {
        try {
          await request("GET", `/api/chat/sessions/${this.id}`);
        } catch (error) {
          if (error.status === 401) return this.tell.signedOut();
          if (error.status === 404) return this.tell.problem(word("gone"));
        }
        if (!this.closed.signal.aborted) this.follow();
      }, COME_BACK);
    };
  }

  async send(message) {
    this.heard = "";
    const pending = this.add(view.item("user pending", message));
    this.setRunning(true);
    await this.listen(events("POST", "/api/rag-agent", { message, threadId: this.id }, this.closed.signal), () => {
      pending.remove();
      this.setRunning(false);
    });
  }

  async cancel() {
    await request("POST", `/api/chat/sessions/${this.id}/cancel`);
  }

  async decide(id, decision) {
    try {
      await request("POST", `/api/approvals/${id}/respond`, { decision });
    } catch (error) {
      this.tell.problem(error.message);
      return false;
    }
    this.setRunning(true);
    this.listen(events("GET", `/api/rag-agent/${this.id}/stream`, undefined, this.closed.signal));
    return true;
  }

  /** Words as they are said. How the turn ends is told by the log. */
  async listen(stream, refused = () => {}) {
    this.heard = "";
    try {
      for await (const { name, data } of stream) {
        if (name === "token") {
          this.heard += data.text;
          this.showDraft();
        }
      }
    } catch (error) {
      if (error instanceof Refusal) {
        refused();
        if (error.status === 401) this.tell.signedOut();
        else this.tell.problem(error.message);
      }
      // Else the connection was lost: the turn goes on, and the log tells the rest.
    } finally {
      this.heard = "";
      this.showDraft();
    }
  }

  showDraft() {
    const ahead = this.heard.startsWith(this.settled) ? this.heard.slice(this.settled.length) : "";
    if (!ahead.trim()) {
      this.draft?.remove();
      this.draft = null;
      return;
    }
    this.draft ??= view.item("draft");
    this.draft.textContent = ahead;
    this.add(this.draft);
  }

  setRunning(running) {
    this.running = running;
    this.tell.running(running);
  }

  add(shown) {
    const pending = this.list.querySelector(".pending");
    if (pending && pending !== shown && !shown.classList.contains("draft")) pending.before(shown);
    else this.list.append(shown);
    this.tell.changed();
    return shown;
  }

  apply(event) {
    if (event.sequenceNumber !== undefined) {
      // A replay after a reconnect may tell what is known.
      if (event.sequenceNumber <= this.last) return;
      this.last = event.sequenceNumber;
    }
    const show = SHOWN[event.type];
    if (show) show(this, event);
    this.showDraft();
  }
}

/** What each kind of event does to the screen. */
const SHOWN = {
  user_message_confirmed(talk, event) {
    talk.list.querySelector(".pending")?.remove();
    talk.settled = "";
    talk.add(view.item("user", event.content));
    talk.setRunning(true);
  },
  thinking_complete: (talk, event) => talk.add(view.thinking(event.content)),
  message(talk, event) {
    talk.settled += event.content;
    talk.add(view.item("assistant", event.content));
    if (event.stopReason !== "tool_use") talk.setRunning(false);
  },
  tool_use(talk, event) {
    if (!talk.tools.has(event.toolUseId)) talk.tools.set(event.toolUseId, talk.add(view.tool(event.toolName, event.args)));
  },
  tool_result(talk, event) {
    SHOWN.tool_use(talk, event);
    view.toolResult(talk.tools.get(event.toolUseId), event.result, event.success);
  },
  approval_requested(talk, event) {
    talk.approvals.set(event.approvalId, talk.add(view.approval(event, (id, decision) => talk.decide(id, decision))));
  },
  approval_resolved(talk, event) {
    const card = talk.approvals.get(event.approvalId);
    if (card) view.settleApproval(card, event);
  },
  turn_paused: (talk) => talk.setRunning(false),
  turn_resumed(talk) {
    talk.settled = "";
    talk.setRunning(true);
  },
  handoff: (talk, event) => talk.add(view.item("note", word("handoff", event.from, event.to))),
  content_refused: (talk, event) => talk.add(view.item("note", word("refused", event.reason))),
  memory_written: (talk, event) => talk.add(view.item("note", word("remembered", event.text))),
  erased: (talk) => talk.add(view.item("note", word("erased"))),
  error(talk, event) {
    talk.add(view.item("error", event.message));
    talk.setRunning(false);
  },
  complete(talk) {
    talk.setRunning(false);
    talk.tell.completed();
  },
};
