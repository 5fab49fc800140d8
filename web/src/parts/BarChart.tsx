import { Tooltip } from "@mantine/core";
import classes from "./BarChart.module.css";

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** The value in words. */
  told: string;
}

/** Bars with their numbers on hover; the table beside it has them all. */
export function BarChart({ label, bars }: { label: string; bars: Bar[] }) {
  const most = Math.max(1e-9, ...bars.map((bar) => bar.value));
  return (
    <figure className={classes.chart} role="img" aria-label={label}>
      {bars.map((bar) => (
        <Tooltip key={bar.key} label={`${bar.label}: ${bar.told}`} openDelay={0}>
          <div className={classes.slot}>
            <div className={classes.bar} style={{ height: `${(bar.value / most) * 100}%` }} />
          </div>
        </Tooltip>
      ))}
    </figure>
  );
}
