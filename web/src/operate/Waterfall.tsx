import { Tooltip } from "@mantine/core";
import { useNames } from "../api/names";
import type { Span } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { spanTitle } from "./spans";
import classes from "./Waterfall.module.css";
import { operateWords } from "./words";

/** Steps as bars on one scale; the numbers stand beside them. */
export function Waterfall({ spans }: { spans: Span[] }) {
  const words = useWords(operateWords);
  const formats = useFormats();
  const names = useNames();
  const kinds: Record<string, string> = words.kinds;
  const open = spans.some((span) => span.durationMs == null);
  if (spans.length === 0) return <p>{words.noSteps}</p>;
  const total = Math.max(1, ...spans.map((span) => span.startMs + (span.durationMs ?? 0))) * (open ? 1.1 : 1);
  return (
    <table className={classes.waterfall} aria-label={words.waterfall}>
      <thead>
        <tr>
          <th>{words.span}</th>
          <th className={classes.bars} aria-hidden />
          <th className={`${classes.time} ${classes.start}`}>{words.start}</th>
          <th className={classes.time}>{words.duration}</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => {
          const left = (span.startMs / total) * 100;
          const width = span.durationMs == null ? 100 - left : Math.max(0.6, (span.durationMs / total) * 100);
          return (
            <tr key={span.id}>
              <td>
                <span className={classes.kind} data-kind={span.kind}>
                  {kinds[span.kind] ?? span.kind}
                </span>{" "}
                <span title={span.name}>{spanTitle(span, names)}</span>
              </td>
              <td className={classes.bars}>
                <Tooltip label={JSON.stringify(span.detail, null, 1)} multiline w={320} disabled={Object.keys(span.detail).length === 0}>
                  <div className={classes.bar} data-kind={span.kind} data-status={span.status} data-open={span.durationMs == null || undefined} style={{ left: `${left}%`, width: `${Math.min(width, 100 - left)}%` }} />
                </Tooltip>
              </td>
              <td className={`${classes.time} ${classes.start}`}>{formats.duration(span.startMs)}</td>
              <td className={classes.time}>{span.durationMs == null ? words.approvalWait : formats.duration(span.durationMs)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
