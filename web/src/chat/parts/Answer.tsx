import { useCallback } from "react";
import type { Citation } from "../../api/types";
import { Markdown } from "../markdown/Markdown";
import { markerOf } from "../sources";
import { CiteMarker } from "./CiteMarker";

/** A recorded text with its citations. */
export function Answer({ content, citations }: { content: string; citations: Citation[] }) {
  const renderMarker = useCallback(
    (marker: number) => {
      const place = citations.findIndex((citation, index) => markerOf(citation, index) === marker);
      return place < 0 ? `[${marker}]` : <CiteMarker citations={citations} place={place} />;
    },
    [citations],
  );
  return <Markdown text={content} markers={citations.map(markerOf)} renderMarker={renderMarker} />;
}
