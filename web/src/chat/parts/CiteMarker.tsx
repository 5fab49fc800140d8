import { HoverCard, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import type { Citation } from "../../api/types";
import { useWords } from "../../i18n/language";
import { loadSources } from "../later";
import { markerOf, useSources } from "../sources";
import { chatWords } from "../words";
import classes from "./CiteMarker.module.css";

/** A small number in the text: shows the quote on hover and focus, opens the source on click. */
export function CiteMarker({ citations, place }: { citations: Citation[]; place: number }) {
  const words = useWords(chatWords);
  const sources = useSources();
  const citation = citations[place];
  if (!citation) return null;
  const marker = markerOf(citation, place);
  return (
    <HoverCard width={340} position="top" openDelay={180} closeDelay={120} shadow="md">
      <HoverCard.Target>
        <button type="button" className={classes.marker} aria-label={words.sourceOf(marker, citation.fileName)} onFocus={() => void loadSources()} onPointerEnter={() => void loadSources()} onClick={() => sources.open(citations, place)}>
          {marker}
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown className={classes.preview ?? ""}>
        <div className={classes.name}>
          <IconFileText size={15} />
          <span>{citation.fileName}</span>
          {citation.page != null && <small>{words.page(citation.page)}</small>}
        </div>
        {citation.section && <div className={classes.section}>{citation.section}</div>}
        {citation.quote && (
          <Text size="sm" lineClamp={6} component="blockquote" className={classes.quote ?? ""}>
            {citation.quote}
          </Text>
        )}
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
