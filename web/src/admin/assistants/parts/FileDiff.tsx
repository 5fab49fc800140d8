import { useWords } from "../../../i18n/language";
import { piecesOf, type DiffLine, type FileChange } from "./diff";
import parts from "./Parts.module.css";
import classes from "./Versions.module.css";
import { partWords } from "./words";

/** Of more lines, nobody reads all; the rest is counted. */
const MOST_LINES = 400;
/** A file with fewer is open from the beginning. */
const FEW_LINES = 80;

/** Told by signs as well as by colour. */
export function FileDiff({ change: { path, kind, added, removed, lines } }: { change: FileChange }) {
  const words = useWords(partWords).versions;
  const pieces = piecesOf(lines);
  const all = pieces.reduce((sum, piece) => sum + ("lines" in piece ? piece.lines.length : 0), 0);
  const shown: typeof pieces = [];
  let left = MOST_LINES;
  for (const piece of pieces) {
    if (left <= 0) break;
    shown.push("lines" in piece ? { lines: piece.lines.slice(0, left) } : piece);
    if ("lines" in piece) left -= piece.lines.length;
  }
  return (
    <details className={classes.file} open={all <= FEW_LINES}>
      <summary>
        <code>{path}</code>
        <span>
          {words.kinds[kind]} · {words.lines(added, removed)}
        </span>
      </summary>
      <div className={classes.diff} role="group" aria-label={words.changesIn(path)}>
        {shown.map((piece, at) =>
          "skipped" in piece ? (
            <div key={at} className={classes.skipped}>
              ⋯ {words.skipped(piece.skipped)}
            </div>
          ) : (
            piece.lines.map((line, place) => <Line key={`${at} ${place}`} line={line} />)
          ),
        )}
      </div>
      {all > MOST_LINES && <p className={parts.hint}>{words.cut(all - MOST_LINES)}</p>}
    </details>
  );
}

function Line({ line: { kind, text } }: { line: DiffLine }) {
  const Tag = kind === "added" ? "ins" : kind === "removed" ? "del" : "div";
  return (
    <Tag>
      <span>{kind === "added" ? "+" : kind === "removed" ? "−" : ""}</span>
      <span>{text}</span>
    </Tag>
  );
}
