// Answers as a visitor reads them: paragraphs, lists, bold and links, made of elements and never of markup, so that what a
// model writes cannot become part of the page. Marks of citations are left out: their sources are not for guests.

export type Inline = { kind: "text"; text: string } | { kind: "bold"; text: string } | { kind: "link"; text: string; href: string };
export type Block = { kind: "paragraph" | "item"; inlines: Inline[] };

const INLINE = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/g;

export function inlinesOf(line: string): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) inlines.push({ kind: "text", text: line.slice(at, match.index) });
    const [whole, bold, label, target, bare] = match;
    if (bold) inlines.push({ kind: "bold", text: bold });
    else inlines.push({ kind: "link", text: label ?? bare ?? whole, href: target ?? bare ?? whole });
    at = match.index + whole.length;
  }
  if (at < line.length) inlines.push({ kind: "text", text: line.slice(at) });
  return inlines;
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const raw of text.replace(/\s*\[\d{1,3}\](?!\()/g, "").split("\n")) {
    const line = raw.trim().replace(/^#{1,6}\s+(.*)$/, "**$1**");
    if (!line) continue;
    const item = /^(?:[-*•]|\d{1,2}[.)])\s+(.*)$/.exec(line);
    // Numbers stay: they are what a visitor answers with.
    const isNumbered = /^\d/.test(line);
    blocks.push(item && !isNumbered ? { kind: "item", inlines: inlinesOf(item[1] ?? "") } : { kind: "paragraph", inlines: inlinesOf(line) });
  }
  return blocks;
}

export function render(text: string): DocumentFragment {
  const all = document.createDocumentFragment();
  let list: HTMLUListElement | null = null;
  for (const block of blocksOf(text)) {
    const element = document.createElement(block.kind === "item" ? "li" : "p");
    for (const inline of block.inlines) element.append(rendered(inline));
    if (block.kind === "item") {
      if (!list) {
        list = document.createElement("ul");
        all.append(list);
      }
      list.append(element);
    } else {
      list = null;
      all.append(element);
    }
  }
  return all;
}

function rendered(inline: Inline): Node {
  if (inline.kind === "text") return document.createTextNode(inline.text);
  if (inline.kind === "bold") {
    const strong = document.createElement("strong");
    strong.textContent = inline.text;
    return strong;
  }
  const link = document.createElement("a");
  link.href = inline.href;
  link.textContent = inline.text;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}
