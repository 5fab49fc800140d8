import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { useWords } from "../../../i18n/language";
import type { About } from "../own";
import classes from "./Begin.module.css";
import { beginWords } from "./words";

const ABILITIES = ["usesDocuments", "escalates", "makesAppointments", "takesOrders"] as const;

export function Abilities({ about, change }: { about: About; change: (changed: Partial<About>) => void }) {
  const words = useWords(beginWords);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.legend}>
        {words.abilities}
      </span>
      <div className={classes.checks}>
        {ABILITIES.map((ability) => (
          <Checkbox key={ability} label={words[ability]} checked={about[ability] ?? false} onChange={(event) => change({ [ability]: event.currentTarget.checked })} />
        ))}
      </div>
      {(about.makesAppointments || about.takesOrders) && <p className={classes.hint}>{words.deskHint}</p>}
    </div>
  );
}
