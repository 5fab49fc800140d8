import { Pill, PillsInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../../i18n/language";
import { entriesProblem, linesOf, withEntries } from "./entries";
import classes from "./Parts.module.css";
import { partWords } from "./words";

interface Props {
  label: string;
  description?: string;
  placeholder?: string;
  values: string[];
  /** Of a voice: so many, and no longer. */
  isLimited?: boolean;
  change: (values: string[]) => void;
}

/** Short ones, each as something that can be taken out. */
export function Entries({ label, description, placeholder, values, isLimited = false, change }: Props) {
  const words = useWords(partWords).entries;
  const problem = useProblem(values);
  const [typed, setTyped] = useState("");
  function add() {
    const added = withEntries(values, typed);
    setTyped("");
    if (added.length > values.length) change(added);
  }
  return (
    <PillsInput label={label} description={description} error={isLimited && problem}>
      <Pill.Group>
        {values.map((entry, at) => (
          <Pill
            key={`${entry} ${at}`}
            classNames={{ label: classes.pillLabel ?? "" }}
            withRemoveButton
            removeButtonProps={{ "aria-label": words.remove(entry), "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => change(values.filter((_, other) => other !== at))}
          >
            {entry}
          </Pill>
        ))}
        <PillsInput.Field
          placeholder={placeholder ?? words.hint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter" && typed.trim()) {
              event.preventDefault();
              add();
            } else if (event.key === "Backspace" && typed === "" && values.length > 0) change(values.slice(0, -1));
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}

/** Whole sentences, one a line. */
export function Sentences({ label, description, placeholder, values, change }: Omit<Props, "isLimited">) {
  const words = useWords(partWords).entries;
  const error = useProblem(values);
  // Blank lines and spaces at their ends are there while somebody writes, and are no entries.
  const [typed, setTyped] = useState(() => values.join("\n"));
  const isOurs = linesOf(typed).join("\n") === values.join("\n");
  return (
    <Textarea
      label={label}
      description={description ?? words.onePerLine}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={12}
      value={isOurs ? typed : values.join("\n")}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        change(linesOf(event.currentTarget.value));
      }}
    />
  );
}

function useProblem(values: string[]): string | null {
  const words = useWords(partWords).entries;
  const problem = entriesProblem(values);
  return problem && words[problem.kind](problem.most);
}
