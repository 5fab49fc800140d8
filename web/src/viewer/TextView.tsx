import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language";
import { findPassage, type Passage } from "./passage";
import classes from "./TextView.module.css";
import { viewerWords } from "./words";

/** Shown around the passage at first: a book would take the browser seconds. */
const AROUND = 12_000;

export function TextView({ text, textHash, passage }: { text: string; textHash: string | null; passage: Passage }) {
  const words = useWords(viewerWords);
  const mark = useRef<HTMLElement>(null);
  const [isWhole, setWhole] = useState(text.length < AROUND * 3);
  const range = findPassage(text, passage, textHash);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "center" });
  }, [range?.start]);
  if (!text.trim()) return <p className={classes.note}>{words.noText}</p>;
  if (!range && passage.quote) {
    return (
      <div className={classes.text}>
        <p className={classes.note}>{words.changed}</p>
        <mark>{passage.quote}</mark>
      </div>
    );
  }
  const at = range ?? { start: 0, end: 0 };
  const from = isWhole ? 0 : Math.max(0, at.start - AROUND);
  const to = isWhole ? text.length : Math.min(text.length, at.end + AROUND);
  return (
    <div className={classes.text}>
      {from > 0 && "… "}
      {text.slice(from, at.start)}
      {range && (
        <mark ref={mark} data-testid="passage">
          {text.slice(range.start, range.end)}
        </mark>
      )}
      {text.slice(at.end, to)}
      {to < text.length && " …"}
      {!isWhole && (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            {words.more}
          </Button>
        </div>
      )}
    </div>
  );
}
