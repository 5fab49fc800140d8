// One session as it happens: the recorded log, then what comes, resumed after every break; words that are being said
// ahead of the record; and what was sent but is not confirmed.
import { get, post, Refusal } from "../../api/client";
import { newId } from "../../api/id";
import { frames } from "../../api/sse";
import type { EventOf, Paged, SendReply, Session, Spoken, WireEvent } from "../../api/types";
import { isEntrusted, keepOutbox, keptOutbox, withoutConfirmed, type Outgoing } from "./outbox";
import { EMPTY_LOG, isRunning, take, type Log } from "./turns";

export type Connection = "loading" | "live" | "lost" | "gone" | "failed";

export interface LiveState {
  log: Log;
  heard: string;
  /** What is being thought, ahead of the record. */
  thoughts: string;
  outbox: Outgoing[];
  connection: Connection;
  problem: string | null;
  /** Events that came in with the last reconnect, if the reader had to wait for it. */
  caughtUp: number;
}

const PAGE = 200;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** A break shorter than this is not worth a word. */
const NOTICED = 3000;
/** A hidden tab gives its connection back after this: browsers allow only a few per server. */
const NAP_AFTER = 120_000;
/** A frame that is not shown is never drawn, without being hidden: it is told after this. */
const UNDRAWN = 300;
/** Longer than the server's heartbeat: silence past this is a dead connection. */
const SILENCE = 40_000;

export class LiveSession {
  readonly id: string;
  private state: LiveState;
  private readonly listeners = new Set<() => void>();
  private closed = new AbortController();
  private frame: number | null = null;
  private undrawn: ReturnType<typeof setTimeout> | undefined;
  private listening: AbortController | null = null;
  private wake: (() => void) | null = null;

  constructor(id: string) {
    this.id = id;
    this.state = { log: EMPTY_LOG, heard: "", thoughts: "", outbox: keptOutbox(id), connection: "loading", problem: null, caughtUp: 0 };
  }

  subscribe = (tell: () => void): (() => void) => {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  };

  snapshot = (): LiveState => this.state;

  /** May be closed and opened again: what is known by then is kept. */
  open(): void {
    this.closed = new AbortController();
    window.addEventListener("online", this.hurry);
    window.addEventListener("online", this.sayHeld);
    document.addEventListener("visibilitychange", this.hurry);
    void this.follow(this.closed.signal);
    this.sayHeld();
    for (const message of this.state.outbox) if (isEntrusted(message.key)) void this.sayAgain(message.key);
  }

  close(): void {
    this.closed.abort();
    this.listening?.abort();
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("online", this.sayHeld);
    document.removeEventListener("visibilitychange", this.hurry);
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
    clearTimeout(this.undrawn);
  }

  private hurry = () => {
    if (!document.hidden) this.wake?.();
  };

  /** What was said offline, in the order in which it was said. */
  private sayHeld = () => {
    if (!navigator.onLine) return;
    const held = this.state.outbox.filter((message) => message.state === "held");
    void held.reduce((before, message) => before.then(() => this.sayAgain(message.key)), Promise.resolve());
  };

  /** Tells at most once a frame: words come faster than a screen can show. */
  private change(part: Partial<LiveState>): void {
    this.state = { ...this.state, ...part };
    if (this.frame !== null || this.closed.signal.aborted) return;
    const tell = () => {
      if (this.frame !== null) cancelAnimationFrame(this.frame);
      this.frame = null;
      clearTimeout(this.undrawn);
      this.listeners.forEach((listener) => listener());
    };
    // A hidden tab gets no frames, but must not fall behind.
    if (document.hidden) tell();
    else {
      this.frame = requestAnimationFrame(tell);
      this.undrawn = setTimeout(tell, UNDRAWN);
    }
  }

  private takeIn(event: WireEvent): void {
    let outbox = this.state.outbox;
    if (event.type === "user_message_confirmed") outbox = this.confirmed(event, outbox);
    const log = take(this.state.log, event);
    const startsAnew = event.type === "user_message_confirmed" || event.type === "turn_resumed";
    this.change({ log, outbox, ...(startsAnew && log !== this.state.log ? { heard: "", thoughts: "" } : {}) });
  }

  private confirmed(event: EventOf<"user_message_confirmed">, outbox: Outgoing[]): Outgoing[] {
    const left = withoutConfirmed(outbox, event.messageId, event.content);
    if (left !== outbox) keepOutbox(this.id, left);
    return left;
  }

  private async load(signal: AbortSignal): Promise<void> {
    const path = `/api/chat/sessions/${this.id}`;
    let log = this.state.log;
    for (let after: string | null = String(log.last); after !== null; ) {
      const page: Paged<WireEvent> = await get(`${path}/events?after=${after}&limit=${PAGE}`, signal);
      for (const event of page.items) {
        if (event.type === "user_message_confirmed") this.change({ outbox: this.confirmed(event, this.state.outbox) });
        log = take(log, event);
      }
      after = page.nextCursor ?? null;
    }
    const session = await get<Session>(path, signal);
    const last = log.turns.at(-1);
    if (last?.state === "running" && session.turn?.running === false && session.lastSequence === log.last) {
      log = { ...log, turns: [...log.turns.slice(0, -1), { ...last, state: "done", endedAt: last.startedAt }] };
    }
    this.change({ log });
  }

  private async follow(signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE;
    let wasLive = false;
    let lostAt = 0;
    while (!signal.aborted) {
      const before = this.state.log.last;
      try {
        await this.load(signal);
        this.change({ connection: "live", problem: null, caughtUp: wasLive && Date.now() - lostAt > NOTICED ? this.state.log.last - before : 0 });
        wasLive = true;
        pause = FIRST_PAUSE;
        this.listen();
        await this.stream(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.status === 404) return this.change({ connection: "gone" });
        if (error instanceof Refusal && error.status === 401) return;
        const refused = error instanceof Refusal && error.status > 0 && error.status < 500;
        if (refused && !wasLive) return this.change({ connection: "failed", problem: error.message });
      }
      if (signal.aborted) return;
      this.listening?.abort();
      if (document.hidden && wasLive) {
        // Nobody looks: come back when somebody does.
        await untilVisible(signal);
        lostAt = Date.now();
        continue;
      }
      lostAt = Date.now();
      this.change({ connection: wasLive ? "lost" : "loading", heard: "", thoughts: "" });
      await this.rest(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  private rest(milliseconds: number): Promise<void> {
    return new Promise<void>((done) => {
      const timer = setTimeout(done, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    }).then(() => {
      this.wake = null;
    });
  }

  private async stream(signal: AbortSignal): Promise<void> {
    const silent = new AbortController();
    const stop = () => silent.abort();
    signal.addEventListener("abort", stop);
    const path = `/api/chat/sessions/${this.id}/events/stream?after=${this.state.log.last}`;
    let timer = setTimeout(stop, SILENCE);
    const awake = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
    };
    // A network that went away may leave the connection open for minutes.
    const offline = () => silent.abort();
    window.addEventListener("offline", offline);
    let nap: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(nap);
      if (document.hidden) nap = setTimeout(() => isRunning(this.state.log) || stop(), NAP_AFTER);
    };
    document.addEventListener("visibilitychange", onVisibility);
    try {
      for await (const frame of frames(path, { signal: silent.signal, onBytes: awake })) {
        this.takeIn(JSON.parse(frame.data) as WireEvent);
        this.listen();
      }
    } finally {
      clearTimeout(timer);
      clearTimeout(nap);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("offline", offline);
      signal.removeEventListener("abort", stop);
    }
  }

  /** Words of the running turn, as they are said. How it ends is told by the log. */
  private listen(): void {
    if (this.listening || !isRunning(this.state.log)) return;
    const listening = new AbortController();
    this.listening = listening;
    void this.hear(listening).finally(() => {
      if (this.listening === listening) this.listening = null;
    });
  }

  private async hear(listening: AbortController): Promise<void> {
    let heard = "";
    let thoughts = "";
    try {
      for await (const frame of frames(`/api/rag-agent/${this.id}/stream`, { signal: listening.signal })) {
        if (frame.event !== "token" && frame.event !== "thinking") continue;
        const { text } = JSON.parse(frame.data) as Spoken;
        if (frame.event === "token") heard += text;
        else thoughts += text;
        this.change({ heard, thoughts });
      }
    } catch {
      // The turn goes on without us; the log tells the rest.
    }
  }

  /** Shows the message at once; the promise ends when the server has it or has refused it. */
  async say(message: Pick<Outgoing, "text" | "assistant" | "attachments" | "replaces">): Promise<void> {
    await this.deliver({ ...message, key: newId(), state: "sending", messageId: null, problem: null });
  }

  async sayAgain(key: string): Promise<void> {
    const message = this.state.outbox.find((other) => other.key === key);
    if (message) await this.deliver({ ...message, state: "sending", problem: null });
  }

  forget(key: string): void {
    this.setOutbox(this.state.outbox.filter((message) => message.key !== key));
  }

  private setOutbox(outbox: Outgoing[]): void {
    keepOutbox(this.id, outbox);
    this.change({ outbox });
  }

  private async deliver(message: Outgoing): Promise<void> {
    const others = this.state.outbox.filter((other) => other.key !== message.key);
    if (!navigator.onLine) return this.setOutbox([...others, { ...message, state: "held" }]);
    this.setOutbox([...others, message]);
    const body = {
      message: message.text,
      ...(message.assistant ? { assistant: message.assistant } : {}),
      ...(message.attachments.length > 0 ? { attachments: message.attachments } : {}),
      ...(message.replaces ? { replaces: message.replaces } : {}),
    };
    const update = (part: Partial<Outgoing>) =>
      this.setOutbox(this.state.outbox.map((other) => (other.key === message.key ? { ...other, ...part } : other)));
    try {
      const reply = await post<SendReply>(`/api/chat/sessions/${this.id}/messages`, body, { idempotencyKey: message.key });
      const known = this.state.log.turns.some((turn) => turn.user?.messageId === reply.id);
      if (known) this.forget(message.key);
      else update({ messageId: reply.id, state: "waiting" });
    } catch (error) {
      update({ state: "failed", problem: error instanceof Error ? error.message : "" });
    }
  }

  async stop(): Promise<void> {
    await post(`/api/chat/sessions/${this.id}/cancel`);
  }

  async decide(approval: string, decision: "approve" | "reject", editedArgs?: unknown, reason?: string): Promise<void> {
    await post(`/api/approvals/${approval}/respond`, {
      decision,
      ...(editedArgs === undefined ? {} : { editedArgs }),
      ...(reason ? { reason } : {}),
    });
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      done();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}
