import { NumberInput, TextInput } from "@mantine/core";
import { useFormats, useWords } from "../../../i18n/language";
import type { AgentForm, Fault } from "../own";
import parts from "../parts/Parts.module.css";
import classes from "./Agents.module.css";
import { problemAt } from "./places";
import { editorWords } from "./words";

/** As the program has them where nobody says otherwise. */
const USUAL = { steps: 50, iterations: 10, handoffs: 3, tokens: null, thinkingBudget: null } as const;
const LIMITS = ["steps", "iterations", "handoffs", "tokens", "thinkingBudget"] as const;
const MOST_HANDOFFS = 3;

interface Props {
  agent: AgentForm;
  place: number;
  faults: Fault[];
  onChange: (changed: Partial<AgentForm>) => void;
}

/** Folded: most agents do with the usual ones. */
export function LimitFields({ agent, place, faults, onChange }: Props) {
  const words = useWords(editorWords).agents;
  const formats = useFormats();
  const problem = (field: string) => problemAt(faults, `agents.${place}.${field}`);
  const isFaulty = [...LIMITS, "dialogue"].some((field) => problem(field) !== null);
  const isSaid = LIMITS.some((limit) => agent[limit] !== null) || agent.dialogue !== null;
  return (
    <details className={classes.fold} open={isFaulty || isSaid}>
      <summary>{words.limits}</summary>
      <p className={parts.hint}>{words.limitsHint}</p>
      <div className={classes.limits}>
        {LIMITS.map((limit) => {
          const usual = USUAL[limit];
          return (
            <div key={limit} data-field={`agents.${place}.${limit}`}>
              <NumberInput
                label={words[limit]}
                description={words[`${limit}Hint`]}
                placeholder={usual === null ? (limit === "tokens" ? words.noLimit : "") : words.usual(formats.number(usual))}
                min={0}
                {...(limit === "handoffs" ? { max: MOST_HANDOFFS } : {})}
                allowDecimal={false}
                allowNegative={false}
                value={agent[limit] ?? ""}
                error={problem(limit)}
                onChange={(value) => onChange({ [limit]: typeof value === "number" ? value : null })}
              />
            </div>
          );
        })}
        <div data-field={`agents.${place}.dialogue`}>
          <TextInput label={words.dialogue} description={words.dialogueHint} value={agent.dialogue ?? ""} spellCheck={false} error={problem("dialogue")} onChange={(event) => onChange({ dialogue: event.currentTarget.value.trim() || null })} />
        </div>
      </div>
    </details>
  );
}
