// The page: who is here, which chats there are, and the one that is open.
import { fillWords, switchLanguage, word } from "./words.js";
import { request, setCsrfToken } from "./server.js";
import { Conversation } from "./conversation.js";
import { element } from "./view.js";

const $ = (id) => document.getElementById(id);
let open = null;

const tell = {
  title: (title) => { $("title").textContent = title ?? word("untitled"); },
  running: (running) => { $("stop").hidden = !running; },
  connected(connected) {
    $("connection").hidden = connected;
    $("connection").textContent = connected ? "" : word("reconnecting");
    tell.changed();
  },
  problem: (text) => { $("problem").textContent = text; },
  changed() {
    $("empty").hidden = $("messages").childElementCount > 0;
    const log = $("log");
    // Who has scrolled up to read is left there.
    if (log.scrollHeight - log.scrollTop - log.clientHeight < 160) requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
  },
  completed: () => listSessions(),
  signedOut: () => start(),
};

function show(id) {
  open?.close();
  open = null;
  $("messages").replaceChildren();
  tell.problem("");
  tell.connected(true);
  tell.running(false);
  tell.title(null);
  tell.changed();
  document.body.classList.remove("menu-open");
  $("menu").setAttribute("aria-expanded", "false");
  if (!id) return;
  open = new Conversation(id, $("messages"), tell);
  open.open().catch((error) => tell.problem(error.status === 404 ? word("gone") : error.message));
}

async function listSessions() {
  const { items } = await request("GET", "/api/chat/sessions");
  const links = items.map((session) => {
    const link = element("a", { href: `#${session.id}`, textContent: session.title ?? word("untitled") });
    if (session.id === open?.id) {
      link.setAttribute("aria-current", "page");
      tell.title(session.title);
    }
    return element("li", {}, link);
  });
  $("sessions").replaceChildren(...(links.length ? links : [element("li", { className: "soft", textContent: word("noSessions") })]));
}

async function goTo(id) {
  show(id);
  await listSessions();
  $("text").focus();
}

function writeWords() {
  fillWords();
  $("language").textContent = word("language");
  $("language").title = word("otherLanguage");
  $("text").placeholder = word("placeholder");
  $("empty").textContent = word("empty");
  $("menu").setAttribute("aria-label", word("menu"));
}

async function start() {
  writeWords();
  show(null);
  try {
    const me = await request("GET", "/api/auth/me");
    setCsrfToken(me.csrfToken);
    $("who").textContent = me.user.email;
    [$("door").hidden, $("app").hidden] = [true, false];
    await goTo(location.hash.slice(1));
  } catch (error) {
    [$("door").hidden, $("app").hidden] = [false, true];
    if (error.status !== 401) $("login-problem").textContent = error.message;
    $("email").focus();
  }
}

function grow() {
  const text = $("text");
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight + 2}px`;
}

async function say(message) {
  if (!open) {
    const session = await request("POST", "/api/chat/sessions", {});
    history.pushState(null, "", `#${session.id}`);
    show(session.id);
  }
  const sending = open.send(message);
  listSessions().catch(() => {});
  await sending;
}

$("composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const message = $("text").value;
  if (!message.trim()) return;
  $("text").value = "";
  grow();
  tell.problem("");
  try {
    await say(message);
  } catch (error) {
    tell.problem(error.message);
    $("text").value ||= message;
  }
});
$("text").addEventListener("input", grow);
$("text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  $("composer").requestSubmit();
});
$("stop").addEventListener("click", () => open?.cancel().catch((error) => tell.problem(error.message)));
$("new").addEventListener("click", () => {
  history.pushState(null, "", "/");
  goTo("");
});
addEventListener("hashchange", () => goTo(location.hash.slice(1)));
addEventListener("popstate", () => goTo(location.hash.slice(1)));
$("menu").addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("menu-open");
  $("menu").setAttribute("aria-expanded", String(isOpen));
});
document.addEventListener("click", (event) => {
  if (!document.body.classList.contains("menu-open") || $("side").contains(event.target) || $("menu").contains(event.target)) return;
  document.body.classList.remove("menu-open");
  $("menu").setAttribute("aria-expanded", "false");
});
$("language").addEventListener("click", () => {
  switchLanguage();
  start();
});
$("logout").addEventListener("click", async () => {
  await request("POST", "/api/auth/logout").catch(() => {});
  start();
});
$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("login-problem").textContent = "";
  try {
    await request("POST", "/api/auth/login", { email: $("email").value, password: $("password").value });
    $("password").value = "";
    await start();
  } catch (error) {
    $("login-problem").textContent = error.message;
  }
});
start();
