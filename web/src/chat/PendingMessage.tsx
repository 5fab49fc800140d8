import { Button } from "@mantine/core";
import classes from "./Turn.module.css";

/** A message that is on its way. */
export function PendingMessage({ text, note, actions }: { text: string; note: string; actions?: { label: string; act: () => void }[] }) {
  return (
    <article className={classes.turn}>
      <div className={classes.mine}>
        <div className={classes.bubble} data-pending>
          {text}
        </div>
        <div className={classes.pendingNote} role="status">
          {note}
          {actions?.map(({ label, act }) => (
            <Button key={label} size="compact-xs" variant="default" onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </article>
  );
}
