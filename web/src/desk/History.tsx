import { Button } from "@mantine/core";
import { useWords } from "../i18n/language";
import { When } from "../parts/When";
import { useMay } from "../shell/account";
import classes from "./Desk.module.css";
import type { Change } from "./types";
import { useUndo } from "./useUndo";
import { deskWords } from "./words";

/** What happened to something, by whom; what is not too long ago can be taken back. */
export function History({ changes }: { changes: Change[] }) {
  const words = useWords(deskWords);
  const may = useMay();
  const undo = useUndo();
  return (
    <section aria-label={words.history}>
      <h3 className={classes.heading}>{words.history}</h3>
      <ul className={classes.lines}>
        {changes.map((change) => (
          <li key={change.key}>
            <span>{words.kinds[change.kind as keyof typeof words.kinds] ?? change.kind}</span>
            <span className={classes.soft}>
              {change.userName ?? words.assistant} · <When at={change.at} />
              {change.undoneAt && ` · ${words.wasUndone}`}
            </span>
            <span className={classes.space} />
            {change.canUndo && may("desk:work") && (
              <Button size="compact-xs" variant="subtle" onClick={() => void undo(change.key)}>
                {words.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
