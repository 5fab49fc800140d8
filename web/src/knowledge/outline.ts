// The headings of a document, from the places its passages say they stand at.
import type { Chunk } from "../api/types";

export interface Heading {
  title: string;
  depth: number;
  /** The first passage under it. */
  chunk: number;
  page: number | null;
}

export function outlineOf(chunks: Chunk[]): Heading[] {
  const headings: Heading[] = [];
  let before: string[] = [];
  for (const chunk of chunks) {
    const path = chunk.sectionPath;
    path.forEach((title, depth) => {
      const isSame = path.slice(0, depth + 1).every((part, index) => part === before[index]);
      if (!isSame) headings.push({ title, depth, chunk: chunk.index, page: chunk.page ?? null });
    });
    before = path;
  }
  return headings;
}
