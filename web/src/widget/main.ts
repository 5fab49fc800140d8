// The conversation of a visitor, in a frame on a page of the business. Without the libraries of the page: it is loaded by
// people who came for something else.
import "./widget.css";
import { actAs, get, post, Refusal, speak } from "../api/client";
import { newId } from "../api/id";
import type { Paged, Session, VisitReply, WidgetReply } from "../api/types";
import { LiveSession } from "../chat/log/live";
import { render } from "./format";
import { bubblesOf, type Bubble } from "./bubbles";
import { inkOn } from "./ink";
import { Memory } from "./memory";
import type { Told } from "./told";
import { languageOf, WORDS } from "./words";

const language = languageOf(location.search, navigator.language);
const words = WORDS[language];
const site = location.pathname.split("/")[2] ?? "";
const LOGO_SIZE = 32;
const isFramed = window.parent !== window;

document.documentElement.lang = language;
speak(language);

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function symbol(path: string): SVGElement {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

function pressable(className: string, label: string, path: string): HTMLButtonElement {
  const button = element("button", className);
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.append(symbol(path));
  return button;
}

/** Of the business: it says nothing that the title does not. Its place is kept until it is there. */
function picture(address: string): HTMLImageElement {
  const image = element("img", "logo");
  image.alt = "";
  image.width = LOGO_SIZE;
  image.height = LOGO_SIZE;
  image.addEventListener("error", () => image.remove());
  image.src = address;
  return image;
}

const tell = (told: Told) => window.parent.postMessage(told, "*");

class Widget {
  private readonly log = element("div", "log");
  private readonly status = element("p", "status");
  private readonly field = element("textarea", "field");
  private readonly form = element("form", "composer");
  private live: LiveSession | null = null;
  private starting: Promise<LiveSession> | null = null;
  private shown = new Map<string, { text: string; row: HTMLElement }>();
  private isShown = !isFramed;
  private readonly looks: WidgetReply;
  private readonly memory: Memory;

  constructor(root: HTMLElement, looks: WidgetReply, memory: Memory) {
    this.looks = looks;
    this.memory = memory;
    document.title = looks.title;
    document.documentElement.style.setProperty("--brand", looks.color);
    document.documentElement.style.setProperty("--on-brand", inkOn(looks.color));
    // The page around has a main part of its own.
    root.setAttribute("aria-label", looks.title);
    root.append(this.head(), this.log, this.status, this.composer());
    this.log.setAttribute("role", "log");
    this.log.setAttribute("aria-label", words.log);
    this.log.tabIndex = 0;
    this.status.setAttribute("role", "status");
    this.show({ id: "greeting", side: "them", text: looks.greeting || words.greeting, state: "said" });
    window.addEventListener("message", (event: MessageEvent<Told | null>) => {
      if (isFramed && event.source === window.parent && event.data) this.hear(event.data, event.origin);
    });
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape") tell({ conserje: "close" });
    });
  }

  private hear(told: Told, page: string): void {
    if (told.conserje === "kept" && this.memory.fades) {
      this.memory.recall(page, told.text);
      if (!this.live && !this.starting) void this.resume();
    } else if (told.conserje === "hidden") this.isShown = false;
    else if (told.conserje === "shown") {
      this.isShown = true;
      this.field.focus();
      this.log.scrollTop = this.log.scrollHeight;
      if (this.live) this.draw(this.live);
    }
  }

  private head(): HTMLElement {
    const head = element("header", "head");
    const fresh = pressable("plain", words.fresh, "M12 5v14M5 12h14");
    fresh.addEventListener("click", () => {
      this.begin(null);
      this.field.focus();
    });
    const close = pressable("plain", words.close, "M6 6l12 12M18 6L6 18");
    close.addEventListener("click", () => tell({ conserje: "close" }));
    if (this.looks.logo) head.append(picture(this.looks.logo));
    head.append(element("h1", "title", this.looks.title), fresh);
    if (isFramed) head.append(close);
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
    const send = pressable("send", words.send, "M12 19V5M5 12l7-7 7 7");
    send.type = "submit";
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
    const { token } = this.memory.known;
    if (!token) return;
    actAs(token);
    try {
      const sessions = await get<Paged<Session>>("/api/chat/sessions?limit=1");
      const newest = sessions.items[0];
      // Unless the visitor was faster.
      if (newest && !this.live && !this.starting) this.begin(newest.id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) {
        this.status.textContent = words.lost;
        return;
      }
      // Known no more, so somebody new.
      this.memory.keep({ token: null });
      actAs(null);
    }
  }

  /** Shows a conversation; with none, an empty one that is made with its first message. */
  private begin(session: string | null): void {
    this.live?.close();
    this.starting = null;
    this.shown.forEach(({ row }, id) => id === "greeting" || row.remove());
    this.shown = new Map([...this.shown].filter(([id]) => id === "greeting"));
    this.status.textContent = "";
    this.live = session ? this.followed(session) : null;
  }

  private followed(session: string): LiveSession {
    const live = new LiveSession(session);
    live.subscribe(() => this.live === live && this.draw(live));
    live.open();
    return live;
  }

  private start(): Promise<LiveSession> {
    this.starting ??= (async () => {
      if (!this.memory.known.token) {
        const visit = await post<VisitReply>(`/api/widget/${site}/visits`);
        this.memory.keep({ token: visit.token });
        actAs(visit.token);
      }
      const session = await post<Session>("/api/chat/sessions", {}, { idempotencyKey: newId() });
      this.live = this.followed(session.id);
      return this.live;
    })();
    return this.starting;
  }

  private async say(text: string): Promise<void> {
    try {
      const live = this.live ?? (await this.start());
      await live.say({ text, assistant: null, attachments: [], replaces: null });
    } catch {
      this.starting = null;
      this.status.textContent = words.trouble;
      if (!this.field.value) this.field.value = text;
    }
  }

  private draw(live: LiveSession): void {
    const state = live.snapshot();
    const bubbles = bubblesOf(state, words);
    const wanted = new Set(bubbles.map((bubble) => bubble.id));
    for (const [id, { row }] of this.shown) {
      if (id === "greeting" || wanted.has(id)) continue;
      row.remove();
      this.shown.delete(id);
    }
    bubbles.forEach((bubble, place) => this.show(bubble, place + 1));
    this.status.textContent = state.connection === "lost" ? words.lost : state.connection === "gone" ? words.gone : "";
    if (state.connection !== "loading") this.count(live.id, bubbles.filter((bubble) => bubble.side === "them" && bubble.state === "said").length);
  }

  /** What came while nobody looked is news, also to somebody who comes back days later. */
  private count(session: string, answers: number): void {
    const { known } = this.memory;
    const seen = known.session === session ? known.seen : 0;
    if (!this.isShown) tell({ conserje: "news", unseen: Math.max(0, answers - seen) });
    else if (answers !== seen) this.memory.keep({ session, seen: answers });
  }

  private show(bubble: Bubble, place = 0): void {
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80;
    const known = this.shown.get(bubble.id);
    const row = known?.row ?? element("div", "");
    row.className = `row ${bubble.side} ${bubble.state}`;
    // Read out once it is whole: word by word would never stop talking.
    row.ariaHidden = bubble.state === "writing" ? "true" : null;
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
    // Only what is new is put in: what is put in again is read out again.
    const there = this.log.children.item(place);
    if (there !== row) this.log.insertBefore(row, there);
    if (isAtEnd || (bubble.side === "us" && !known)) this.log.scrollTop = this.log.scrollHeight;
  }
}

async function begin(): Promise<void> {
  const root = document.getElementById("widget");
  if (!root) return;
  try {
    const looks = await get<WidgetReply>(`/api/widget/${site}`);
    const memory = new Memory(`conserje.visitor.${site}`);
    const widget = new Widget(root, looks, memory);
    tell({ conserje: "ready", color: looks.color, ink: inkOn(looks.color), fades: memory.fades });
    await widget.resume();
  } catch {
    root.replaceChildren(element("p", "closed", words.gone));
  }
}

void begin();
