import { memo, useEffect, useRef } from "react";
import { useWords } from "../../../i18n/language";
import type { Fault } from "../own";
import classes from "./Files.module.css";
import { editorWords } from "./words";

interface Props {
  path: string;
  text: string;
  faults: Fault[];
  /** To go to, from 1. */
  line: number | null;
  isReadOnly: boolean;
  change: (text: string) => void;
}

/** A text with the numbers of its lines, and what is wrong with them. */
export function TextFile({ path, text, faults, line, isReadOnly, change }: Props) {
  const words = useWords(editorWords).files;
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split("\n");
  useEffect(() => {
    if (line !== null) goTo(area.current, line);
  }, [line]);
  const faulty = faults.flatMap(({ line: one }) => (one == null ? [] : [one])).join(" ");
  return (
    <>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((fault, place) => (
            <li key={`${fault.line ?? 0} ${place}`}>
              {fault.line != null && (
                <button type="button" onClick={() => goTo(area.current, fault.line ?? 1)}>
                  {words.line(fault.line)}
                </button>
              )}{" "}
              {fault.problem}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.sheet}>
        <Numbers count={lines.length} faulty={faulty} />
        <textarea
          ref={area}
          className={classes.text}
          aria-label={words.textOf(path)}
          aria-invalid={faults.length > 0 || undefined}
          wrap="off"
          rows={lines.length}
          // The sheet scrolls in both directions: the text in it is as wide as its longest line.
          cols={Math.max(...lines.map(({ length }) => length)) + 4}
          spellCheck={false}
          autoCapitalize="none"
          readOnly={isReadOnly}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </>
  );
}

/** Thousands of them are not made anew with every letter that is typed. `faulty`: which are, with spaces between. */
const Numbers = memo(function Numbers({ count, faulty }: { count: number; faulty: string }) {
  const marked = new Set(faulty.split(" "));
  return (
    <div className={classes.numbers} aria-hidden>
      {Array.from({ length: count }, (_, at) => String(at + 1)).map((number) => (
        <span key={number} data-faulty={marked.has(number) || undefined}>
          {number}
        </span>
      ))}
    </div>
  );
});

/** Marks a line, and shows it. */
function goTo(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split("\n");
  const begins = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(begins, begins + (lines[line - 1]?.length ?? 0));
  // The sheet scrolls, not the text in it: the number beside the line is what can be shown.
  area.parentElement?.querySelectorAll("span")[line - 1]?.scrollIntoView({ block: "center" });
}
