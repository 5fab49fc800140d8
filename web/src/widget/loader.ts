// What a page of the business takes in with one script tag: a button, and a frame that holds the conversation. It is a
// classic script on somebody else's page, so it imports nothing, keeps its names to itself, touches nothing there, stays
// out of reach of that page's styles, and styles what it adds through the object model, which a strict content policy
// allows.
import type { Told } from "./told";

(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const site = script.dataset.site ?? "";
  if (!site || document.getElementById(`conserje-${site}`)) return;
  const server = new URL(script.src).origin;
  const asked = script.dataset.language || document.documentElement.lang || navigator.language;
  const language = asked.toLowerCase().startsWith("es") ? "es" : "en";
  const words = {
    es: { open: "Abrir el chat", close: "Cerrar el chat", title: "Chat", unseen: "sin leer" },
    en: { open: "Open chat", close: "Close chat", title: "Chat", unseen: "unread" },
  }[language];
  const visited = `conserje.visited.${site}`;
  const visitor = `conserje.visitor.${site}`;
  const BUBBLE = "M21 12a8 8 0 0 1-8 8H4l2.2-3.2A8 8 0 1 1 21 12z";
  const DOWN = "M6 9l6 6 6-6";

  /** Of this page's own; some pages, and some people, allow none. */
  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (key: string, value: string) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // For this visit only, then.
    }
  };
  const styled = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: Partial<CSSStyleDeclaration>): HTMLElementTagNameMap[Tag] => {
    const element = document.createElement(tag);
    Object.assign(element.style, style);
    return element;
  };

  const root = styled("div", { all: "initial", position: "fixed", right: "20px", bottom: "20px", zIndex: "2147483000" });
  root.id = `conserje-${site}`;
  const place = styled("div", {});
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", words.title);
  root.attachShadow({ mode: "open" }).append(place);
  const button = styled("button", {
    width: "58px", height: "58px", borderRadius: "29px", border: "0", padding: "0", margin: "0", cursor: "pointer",
    boxShadow: "0 6px 20px rgba(0,0,0,.25)", display: "grid", placeItems: "center", position: "relative",
  });
  button.type = "button";
  const badge = styled("span", {
    position: "absolute", top: "-2px", right: "-2px", minWidth: "20px", height: "20px", borderRadius: "10px", background: "#c92a2a", color: "#fff",
    font: "600 12px/20px system-ui, sans-serif", textAlign: "center", display: "none",
  });
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ width: "26", height: "26", viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }))
    icon.setAttribute(name, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  icon.append(path);
  button.append(icon, badge);
  place.append(button);

  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  let isOpen = false;
  let unseen = 0;

  const paint = (color: string, ink: string) => Object.assign(button.style, { background: color, color: ink });
  const draw = () => {
    const isSmall = window.innerWidth <= 520;
    if (frame) {
      Object.assign(frame.style, isSmall
        ? { position: "fixed", inset: "0", width: "100%", height: "100%", borderRadius: "0" }
        : { position: "absolute", inset: "auto 0 72px auto", width: "384px", height: `${Math.min(640, window.innerHeight - 112)}px`, borderRadius: "16px" });
      frame.style.display = isOpen ? "block" : "none";
    }
    button.style.display = isOpen && isSmall ? "none" : "grid";
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", isOpen ? words.close : unseen > 0 ? `${words.open} (${unseen} ${words.unseen})` : words.open);
    path.setAttribute("d", isOpen ? DOWN : BUBBLE);
    badge.textContent = unseen > 9 ? "9+" : String(unseen);
    badge.style.display = unseen > 0 && !isOpen ? "block" : "none";
  };
  const tell = (told: Told) => {
    // Before that there is an empty page in the frame.
    if (isReady) frame?.contentWindow?.postMessage(told, server);
  };
  const load = () => {
    if (frame) return;
    frame = styled("iframe", { border: "0", boxShadow: "0 12px 40px rgba(0,0,0,.28)", background: "Canvas", colorScheme: "light dark" });
    frame.title = words.title;
    frame.src = `${server}/widget/${encodeURIComponent(site)}?language=${language}`;
    place.prepend(frame);
  };
  const show = (open: boolean) => {
    isOpen = open;
    if (open) {
      unseen = 0;
      load();
      keep(visited, "1");
    }
    draw();
    tell({ conserje: open ? "shown" : "hidden" });
    if (open) frame?.focus({ preventScroll: true });
    else button.focus({ preventScroll: true });
  };

  button.addEventListener("click", () => show(!isOpen));
  place.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen) show(false);
  });
  window.addEventListener("resize", draw);
  window.addEventListener("message", (event: MessageEvent<Told>) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== server) return;
    const told = event.data;
    if (told.conserje === "ready") {
      isReady = true;
      paint(told.color, told.ink);
      if (told.fades) tell({ conserje: "kept", text: kept(visitor) });
      if (isOpen) tell({ conserje: "shown" });
    } else if (told.conserje === "keep") keep(visitor, told.text);
    else if (told.conserje === "close") show(false);
    else if (told.conserje === "news" && !isOpen) {
      unseen = told.unseen;
      draw();
    }
  });

  const begin = () => {
    document.body.append(root);
    // Until the frame says how it looks.
    const color = /^#[0-9a-f]{6}$/i.test(script.dataset.color ?? "") ? (script.dataset.color ?? "") : "#0f766e";
    const isBright = [1, 3, 5].reduce((sum, at, part) => sum + parseInt(color.slice(at, at + 2), 16) * ([0.3, 0.59, 0.11][part] ?? 0), 0) > 120;
    paint(color, isBright ? "#000" : "#fff");
    // Somebody who wrote before hears of what came since.
    if (kept(visited)) load();
    draw();
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
})();
