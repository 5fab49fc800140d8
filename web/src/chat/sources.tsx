// Which source is open beside the conversation.
import { createContext, use } from "react";
import type { Citation } from "../api/types";

export interface OpenSource {
  citations: Citation[];
  place: number;
}

interface Sources {
  open: (citations: Citation[], place: number) => void;
}

export const SourcesContext = createContext<Sources>({ open: () => undefined });

export function useSources(): Sources {
  return use(SourcesContext);
}

/** The number by which an answer names its source. */
export function markerOf(citation: Citation, place: number): number {
  return citation.marker ?? place + 1;
}
