// Elements of a conversation. What people and models wrote goes in as text, never as markup.
import { word } from "./words.js";

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

export const item = (kind, ...children) => element("li", { className: kind }, ...children);

export function thinking(text) {
  return item("thinking", element("details", {}, element("summary", { textContent: word("thinking") }), element("p", { textContent: text })));
}

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

export function tool(name, args) {
  return item("tool", element("details", {},
    element("summary", { textContent: name }),
    element("p", { className: "caption", textContent: word("arguments") }), element("pre", { textContent: pretty(args) }),
    element("p", { className: "caption result", textContent: word("running") })));
}

export function toolResult(shown, result, success) {
  shown.classList.add(success ? "good" : "bad");
  shown.querySelector(".result").textContent = word("result");
  if (!shown.querySelector("pre + .result + pre")) shown.firstChild.append(element("pre", { textContent: pretty(result) }));
}

export function approval(event, decide) {
  const card = item("approval");
  const answer = (decision, className) => element("button", {
    type: "button", className, textContent: word(decision),
    onclick: async () => {
      for (const button of card.querySelectorAll("button")) button.disabled = true;
      if (!(await decide(event.approvalId, decision))) for (const button of card.querySelectorAll("button")) button.disabled = false;
    },
  });
  const countdown = element("span", { className: "soft" });
  countdown.dataset.expires = event.expiresAt;
  card.append(element("p", { textContent: event.summary }),
    element("details", {}, element("summary", { textContent: word("arguments") }), element("pre", { textContent: pretty(event.args) })),
    element("div", { className: "row" }, answer("approve", ""), answer("reject", "quiet"), countdown));
  count(countdown);
  return card;
}

export function settleApproval(card, event) {
  card.classList.add("settled");
  const said = word(event.decision in { approved: 1, rejected: 1, expired: 1, cancelled: 1 } ? event.decision : "expired");
  card.querySelector(".row").replaceChildren(element("strong", { textContent: event.reason ? `${said}: ${event.reason}` : said }));
}

function count(shown) {
  const seconds = Math.floor((Date.parse(shown.dataset.expires) - Date.now()) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const left = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  shown.textContent = seconds > 0 ? word("expiresIn", left) : word("expired");
}

setInterval(() => document.querySelectorAll("[data-expires]").forEach(count), 1000);
