import classes from "./Count.module.css";

/** How many things wait in a section; nothing where nothing does. */
export function Count({ of }: { of: number | undefined }) {
  if (!of) return null;
  return <span className={classes.count}>{of > 99 ? "99+" : of}</span>;
}
