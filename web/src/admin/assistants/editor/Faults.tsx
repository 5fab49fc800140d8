import { Button } from "@mantine/core";
import { useWords } from "../../../i18n/language";
import type { Fault } from "../own";
import classes from "./Editor.module.css";
import { placeOf, type Place } from "./places";
import { editorWords } from "./words";

interface Props {
  faults: Fault[];
  warnings: Fault[];
  /** Leads to where it is mended. */
  go: (place: Place) => void;
}

/** What is wrong with the draft as it was saved, and what is only worth a look. */
export function Faults({ faults, warnings, go }: Props) {
  const words = useWords(editorWords);
  return (
    <>
      {faults.length > 0 && <List kind="fault" title={words.faults(faults.length)} items={faults} go={go} />}
      {warnings.length > 0 && <List kind="warning" title={words.warnings} items={warnings} go={go} />}
    </>
  );
}

/** More are folded away: the editor is not to be pushed off the screen. */
const MOST_OPEN = 4;

function List({ kind, title, items, go }: { kind: "fault" | "warning"; title: string; items: Fault[]; go: (place: Place) => void }) {
  const words = useWords(editorWords);
  return (
    <details className={classes.faults} data-kind={kind} open={items.length <= MOST_OPEN}>
      <summary>{title}</summary>
      <ul aria-label={title}>
        {items.map((fault, at) => {
          const where = words.inFile(fault.file, fault.line ?? null);
          return (
            <li key={`${where} ${fault.problem} ${at}`}>
              <span>
                {fault.problem} <small>{where}</small>
              </span>
              <Button size="compact-xs" variant="default" aria-label={`${words.goTo}: ${fault.problem}`} onClick={() => go(placeOf(fault))}>
                {words.goTo}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
