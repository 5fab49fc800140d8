import { useMemo } from "react";
import classes from "./JsonView.module.css";

const LONGEST = 20_000;

export function JsonView({ value }: { value: unknown }) {
  const text = useMemo(() => {
    const whole = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}\n…` : whole;
  }, [value]);
  return (
    <pre className={classes.json} tabIndex={0}>
      {text}
    </pre>
  );
}
