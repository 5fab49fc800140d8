// `[1]` in an answer becomes a marker that opens its source, if there is such a source; else it stays text.
import type { Element, ElementContent, Root, RootContent, Text } from "hast";

export type Piece = { text: string } | { marker: number };

const MARKER = /\[(\d{1,3})\]/g;

/** A text cut at the markers that have a source. */
export function cutAtMarkers(text: string, known: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKER)) {
    const marker = Number(match[1]);
    if (!known.has(marker)) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ marker });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

function markerElement(marker: number): Element {
  return { type: "element", tagName: "cite", properties: { dataMarker: String(marker) }, children: [{ type: "text", value: String(marker) }] };
}

type Parent = Root | Element;

/** Works on what is already sanitised, so that no answer can make a marker of its own. */
export function rehypeCiteMarkers(known: ReadonlySet<number>) {
  return () => (tree: Root) => {
    const visit = (parent: Parent) => {
      // Code is quoted as it is.
      if (parent.type === "element" && (parent.tagName === "code" || parent.tagName === "pre")) return;
      const children: (RootContent | ElementContent)[] = [];
      for (const child of parent.children) {
        if (child.type === "text") {
          for (const piece of cutAtMarkers(child.value, known)) {
            children.push("marker" in piece ? markerElement(piece.marker) : ({ type: "text", value: piece.text } satisfies Text));
          }
          continue;
        }
        if (child.type === "element") visit(child);
        children.push(child);
      }
      parent.children = children as ElementContent[];
    };
    visit(tree);
  };
}
