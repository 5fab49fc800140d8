// A table of thousands of rows would stop the page; the first ones are shown and the rest is counted.
import type { Element, Root } from "hast";

export const MOST_ROWS = 150;

export function rehypeCapTables() {
  return (tree: Root) => {
    const visit = (node: Root | Element) => {
      for (const child of node.children) {
        if (child.type !== "element") continue;
        if (child.tagName === "tbody") cap(child);
        else visit(child);
      }
    };
    visit(tree);
  };
}

function cap(body: Element): void {
  let rows = 0;
  const kept = body.children.filter((child) => child.type !== "element" || ++rows <= MOST_ROWS);
  if (rows <= MOST_ROWS) return;
  const left: Element = { type: "element", tagName: "tr", properties: { dataLeftOut: String(rows - MOST_ROWS) }, children: [] };
  body.children = [...kept, left];
}
