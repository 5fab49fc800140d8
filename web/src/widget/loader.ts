// What a page of the business takes in with one script tag: a button, and a frame that holds the conversation. It is a
// classic script on somebody else's page, so it keeps its names to itself, touches nothing there, and styles what it adds
// through the object model, which a strict content policy allows.
import type { Told } from "./told";

(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const site = script.dataset.site ?? "";
  if (!site || document.getElementById(`conserje-${site}`)) return;
  const server = new URL(script.src).origin;
  const spanish = (script.dataset.language ?? document.documentElement.lang ?? navigator.language).toLowerCase().startsWith("es");
  const language = spanish ? "es" : "en";
  const words = spanish ? { open: "Abrir el chat", close: "Cerrar el chat", title: "Chat" } : { open: "Open chat", close: "Close chat", title: "Chat" };
  const color = /^#[0-9a-f]{6}$/i.test(script.dataset.color ?? "") ? script.dataset.color : "#0f766e";
  const been = `conserje.visited.${site}`;

  const styled = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: Partial<CSSStyleDeclaration>): HTMLElementTagNameMap[Tag] => {
    const element = document.createElement(tag);
    Object.assign(element.style, style);
    return element;
  };

  const root = styled("div", { position: "fixed", right: "20px", bottom: "20px", zIndex: "2147483000" });
  root.id = `conserje-${site}`;
  const button = styled("button", {
    width: "58px", height: "58px", borderRadius: "29px", border: "0", padding: "0", margin: "0", cursor: "pointer", color: "#fff",
    background: color, boxShadow: "0 6px 20px rgba(0,0,0,.25)", display: "grid", placeItems: "center", position: "relative",
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
  root.append(button);

  let frame: HTMLIFrameElement | null = null;
  let isOpen = false;

  const place = () => {
    if (!frame) return;
    const small = window.innerWidth <= 520;
    Object.assign(frame.style, small
      ? { position: "fixed", inset: "0", width: "100%", height: "100%", borderRadius: "0" }
      : { position: "absolute", inset: "auto 0 72px auto", width: "384px", height: `${Math.min(640, window.innerHeight - 112)}px`, borderRadius: "16px" });
    frame.style.display = isOpen ? "block" : "none";
    button.style.display = isOpen && small ? "none" : "grid";
  };
  const load = () => {
    if (frame) return;
    frame = styled("iframe", { border: "0", boxShadow: "0 12px 40px rgba(0,0,0,.28)", background: "Canvas", colorScheme: "light dark" });
    frame.title = words.title;
    frame.src = `${server}/widget/${encodeURIComponent(site)}?language=${language}`;
    root.prepend(frame);
  };
  const show = (open: boolean) => {
    isOpen = open;
    if (open) {
      load();
      badge.style.display = "none";
      try {
        localStorage.setItem(been, "1");
      } catch {
        // A page without storage: the visitor opens the chat again to see what came.
      }
    }
    button.setAttribute("aria-expanded", String(open));
    button.setAttribute("aria-label", open ? words.close : words.open);
    path.setAttribute("d", open ? "M6 9l6 6 6-6" : "M21 12a8 8 0 0 1-8 8H4l2.2-3.2A8 8 0 1 1 21 12z");
    place();
    if (open) frame?.contentWindow?.postMessage({ conserje: "shown" } satisfies Told, server);
    else button.focus({ preventScroll: true });
  };

  button.addEventListener("click", () => show(!isOpen));
  window.addEventListener("resize", place);
  window.addEventListener("message", (event: MessageEvent<Told>) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== server) return;
    if (event.data.conserje === "close") show(false);
    else if (event.data.conserje === "news" && !isOpen) {
      badge.textContent = "1";
      badge.style.display = "block";
    }
  });

  const begin = () => {
    document.body.append(root);
    isOpen = false;
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", words.open);
    path.setAttribute("d", "M21 12a8 8 0 0 1-8 8H4l2.2-3.2A8 8 0 1 1 21 12z");
    try {
      // Somebody who wrote before hears of what came since.
      if (localStorage.getItem(been)) load();
    } catch {
      // No storage, no visit before.
    }
    place();
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
})();
