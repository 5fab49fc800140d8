// What an answer rests on, as a row of cards to leaf through.
import { UnstyledButton } from "@mantine/core";
import { IconFileText, IconPhoto, IconWorld } from "@tabler/icons-react";
import type { Citation } from "../../api/types";
import { useWords } from "../../i18n/language";
import { loadSources } from "../later";
import { markerOf, useSources } from "../sources";
import { chatWords } from "../words";
import classes from "./SourceStrip.module.css";

export function SourceStrip({ citations }: { citations: Citation[] }) {
  const words = useWords(chatWords);
  const sources = useSources();
  if (citations.length === 0) return <p className={classes.none}>{words.noSource}</p>;
  return (
    <ul className={classes.strip} aria-label={words.sources(citations.length)}>
      {citations.map((citation, place) => (
        <li key={`${citation.chunkId ?? citation.fileName} ${place}`}>
          <UnstyledButton className={classes.card ?? ""} onFocus={() => void loadSources()} onPointerEnter={() => void loadSources()} onClick={() => sources.open(citations, place)}>
            <span className={classes.head}>
              <span className={classes.number}>{markerOf(citation, place)}</span>
              <SourceIcon citation={citation} />
              <span className={classes.name}>{citation.fileName}</span>
              {citation.page != null && <small>{words.page(citation.page)}</small>}
            </span>
            {citation.section && <span className={classes.section}>{citation.section}</span>}
            {citation.quote && <span className={classes.quote}>{citation.quote}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function SourceIcon({ citation }: { citation: Citation }) {
  if (citation.isImage) return <IconPhoto size={14} />;
  return citation.sourceType === "url" ? <IconWorld size={14} /> : <IconFileText size={14} />;
}
