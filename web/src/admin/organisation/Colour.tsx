import { SegmentedControl, TextInput } from "@mantine/core";
import { useId } from "react";
import { useWords } from "../../i18n/language";
import classes from "./Organisation.module.css";
import { USUAL_COLOR } from "./settings";
import { organisationWords } from "./words";

interface Props {
  /** Null is the usual one. */
  value: string | null;
  change: (color: string | null) => void;
}

export function Colour({ value, change }: Props) {
  const words = useWords(organisationWords);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {words.color}
      </span>
      <p className={classes.hint}>{words.colorHint}</p>
      <div className={classes.acts}>
        <SegmentedControl
          aria-labelledby={id}
          value={value === null ? "usual" : "own"}
          onChange={(chosen) => change(chosen === "usual" ? null : (value ?? USUAL_COLOR))}
          data={[
            { value: "usual", label: words.usualColor },
            { value: "own", label: words.ownColor },
          ]}
        />
        {value !== null && <TextInput type="color" w={72} aria-label={words.pickColor} value={value} onChange={(event) => change(event.currentTarget.value)} />}
      </div>
    </div>
  );
}
