import { Tooltip } from "@mantine/core";
import classes from "./BarChart.module.css";

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** The value in words. */
  told: string;
}

/** More than these have no room for a name each: the first and the last tell the span. */
const NAMED = 6;

/** Bars with their numbers on hover; the table behind the chart has them all. */
export function BarChart({ label, bars }: { label: string; bars: Bar[] }) {
  const highest = bars.reduce<Bar | null>((best, bar) => (best && best.value >= bar.value ? best : bar), null);
  const most = Math.max(1e-9, highest?.value ?? 0);
  const named = bars.length > NAMED ? [bars[0], bars.at(-1)] : bars;
  return (
    <figure className={classes.chart} role="img" aria-label={label}>
      <span className={classes.most}>{highest?.told}</span>
      <div className={classes.bars}>
        {bars.map((bar) => (
          <Tooltip key={bar.key} label={`${bar.label}: ${bar.told}`} openDelay={0}>
            <div className={classes.slot}>
              <div className={classes.bar} style={{ height: `${(bar.value / most) * 100}%` }} />
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.names} data-ends={bars.length > NAMED || undefined}>
        {named.map((bar) => bar && <span key={bar.key}>{bar.label}</span>)}
      </div>
    </figure>
  );
}
