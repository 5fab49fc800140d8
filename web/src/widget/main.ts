// The conversation of a visitor, in a frame on a page of the business. Without the libraries of the page: it is loaded by
// people who came for something else.
import "./widget.css";
import { actAs, get, post, Refusal, speak } from "../api/client";
import type { Paged, Session, VisitReply, WidgetReply } from "../api/types";
import { LiveSession, type LiveState } from "../chat/log/live";
import { render } from "./format";
import { bubblesOf, type Bubble } from "./bubbles";
import type { Told } from "./told";
import { languageOf, WORDS } from "./words";

const language = languageOf(location.search, navigator.language);
const words = WORDS[language];
const site = location.pathname.split("/")[2] ?? "";
const KEY = `conserje.visitor.${site}`;

document.documentElement.lang = language;
speak(language);

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** What the browser keeps for us, if it keeps anything in a frame of another site. */
const kept = {
  token(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  keep(token: string | null): void {
    try {
      if (token) localStorage.setItem(KEY, token);
      else localStorage.removeItem(KEY);
    } catch {
      // This visit only, then.
    }
  },
};

const tell = (told: Told) => window.parent.postMessage(told, "*");

class Widget {
  private readonly log = element("div", "log");
  private readonly status = element("p", "status");
  private readonly field = element("textarea", "field");
  private readonly form = element("form", "composer");
  private live: LiveSession | null = null;
  private starting: Promise<LiveSession> | null = null;
  private shown = new Map<string, { text: string; row: HTMLElement }>();
  private answers = 0;
  private readonly looks: WidgetReply;

  constructor(root: HTMLElement, looks: WidgetReply) {
    this.looks = looks;
    document.title = looks.title;
    document.documentElement.style.setProperty("--brand", looks.color);
    root.append(this.head(), this.log, this.status, this.composer());
    this.log.setAttribute("role", "log");
    this.log.setAttribute("aria-label", words.log);
    this.log.tabIndex = 0;
    this.status.setAttribute("role", "status");
    this.show({ id: "greeting", side: "them", text: looks.greeting || words.greeting, state: "said" });
    window.addEventListener("message", (event: MessageEvent<Told>) => {
      if (event.source === window.parent && event.data.conserje === "shown") this.field.focus();
    });
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape") tell({ conserje: "close" });
    });
  }

  private head(): HTMLElement {
    const head = element("header", "head");
    const fresh = element("button", "plain", "+");
    fresh.type = "button";
    fresh.title = words.fresh;
    fresh.setAttribute("aria-label", words.fresh);
    fresh.addEventListener("click", () => this.begin(null));
    const close = element("button", "plain", "×");
    close.type = "button";
    close.title = words.close;
    close.setAttribute("aria-label", words.close);
    close.addEventListener("click", () => tell({ conserje: "close" }));
    head.append(element("h1", "title", this.looks.title), fresh);
    if (window.parent !== window) head.append(close);
    return head;
  }

  private composer(): HTMLElement {
    this.field.rows = 1;
    this.field.maxLength = 4000;
    this.field.placeholder = words.message;
    this.field.setAttribute("aria-label", words.message);
    this.field.addEventListener("input", () => this.grow());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.form.requestSubmit();
    });
    const send = element("button", "send", "➤");
    send.type = "submit";
    send.setAttribute("aria-label", words.send);
    this.form.append(this.field, send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (!text) return;
      this.field.value = "";
      this.grow();
      void this.say(text);
    });
    return this.form;
  }

  private grow(): void {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 120)}px`;
  }

  /** Goes on with a visitor's newest conversation. */
  async resume(): Promise<void> {
    const token = kept.token();
    if (!token) return;
    actAs(token);
    try {
      const sessions = await get<Paged<Session>>("/api/chat/sessions?limit=1");
      const newest = sessions.items[0];
      if (newest) this.begin(newest.id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      // Known no more, so somebody new.
      kept.keep(null);
      actAs(null);
    }
  }

  /** Shows a conversation; with none, an empty one that is made with its first message. */
  private begin(session: string | null): void {
    this.live?.close();
    this.starting = null;
    this.shown.forEach(({ row }, id) => id === "greeting" || row.remove());
    this.shown = new Map([...this.shown].filter(([id]) => id === "greeting"));
    this.answers = 0;
    this.status.textContent = "";
    this.live = session ? this.followed(session) : null;
    this.field.focus();
  }

  private followed(session: string): LiveSession {
    const live = new LiveSession(session);
    live.subscribe(() => this.live === live && this.draw(live.snapshot()));
    live.open();
    return live;
  }

  private start(): Promise<LiveSession> {
    this.starting ??= (async () => {
      if (!kept.token()) {
        const visit = await post<VisitReply>(`/api/widget/${site}/visits`);
        kept.keep(visit.token);
        actAs(visit.token);
      }
      const session = await post<Session>("/api/chat/sessions", {}, { idempotencyKey: crypto.randomUUID() });
      this.live = this.followed(session.id);
      return this.live;
    })();
    return this.starting;
  }

  private async say(text: string): Promise<void> {
    try {
      const live = this.live ?? (await this.start());
      await live.say({ text, agent: null, attachments: [], replaces: null });
    } catch {
      this.starting = null;
      this.status.textContent = words.trouble;
      if (!this.field.value) this.field.value = text;
    }
  }

  private draw(state: LiveState): void {
    const bubbles = bubblesOf(state, words);
    const wanted = new Set(bubbles.map((bubble) => bubble.id));
    for (const [id, { row }] of this.shown) {
      if (id === "greeting" || wanted.has(id)) continue;
      row.remove();
      this.shown.delete(id);
    }
    bubbles.forEach((bubble) => this.show(bubble));
    this.status.textContent = state.connection === "lost" ? words.lost : state.connection === "gone" ? words.gone : "";
    const answers = bubbles.filter((bubble) => bubble.side === "them" && bubble.state === "said").length;
    if (answers > this.answers && this.answers > 0) tell({ conserje: "news" });
    this.answers = answers;
  }

  private show(bubble: Bubble): void {
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80;
    const known = this.shown.get(bubble.id);
    const row = known?.row ?? element("div", "");
    row.className = `row ${bubble.side} ${bubble.state}`;
    const text = `${bubble.state} ${bubble.text}`;
    if (known?.text !== text) {
      const content = element("div", "bubble");
      if (bubble.state === "writing" && !bubble.text) content.append(...[0, 1, 2].map(() => element("span", "dot")));
      else if (bubble.side === "them") content.append(render(bubble.text));
      else content.append(...bubble.text.split("\n").flatMap((line, at) => (at > 0 ? [document.createElement("br"), line] : [line])));
      row.replaceChildren(content);
      const again = bubble.again;
      if (again) {
        const retry = element("button", "again", `${words.failed} ${words.again}`);
        retry.type = "button";
        retry.addEventListener("click", () => void this.live?.sayAgain(again));
        row.append(retry);
      }
      this.shown.set(bubble.id, { text, row });
    }
    this.log.append(row);
    if (isAtEnd || bubble.side === "us") this.log.scrollTop = this.log.scrollHeight;
  }
}

async function begin(): Promise<void> {
  const root = document.getElementById("widget");
  if (!root) return;
  try {
    const widget = new Widget(root, await get<WidgetReply>(`/api/widget/${site}`));
    await widget.resume();
  } catch {
    root.replaceChildren(element("p", "closed", words.gone));
  }
}

void begin();
