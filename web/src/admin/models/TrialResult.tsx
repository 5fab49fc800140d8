import { Loader } from "@mantine/core";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import type { ProviderTrouble, Trial } from "../../api/types";
import { useFormats, useWords } from "../../i18n/language";
import classes from "./Models.module.css";
import { modelWords } from "./words";

/** How a model answered. */
export function TrialResult({ trial }: { trial: Trial }) {
  const words = useWords(modelWords);
  const formats = useFormats();
  const whole = formats.duration(trial.latencyMs);
  const timing = trial.firstTokenMs == null ? words.timingWhole(whole) : words.timing(formats.duration(trial.firstTokenMs), whole);
  if (trial.problem) return <Trouble title={words.fails(trial.model)} problem={trial.problem} />;
  return (
    <div className={classes.trial} data-state="well">
      <IconCheck size={18} />
      <div>
        <strong>{words.works(trial.model)}</strong> <span className={classes.hint}>{timing}</span>
        {trial.said && <blockquote className={classes.said}>{trial.said}</blockquote>}
      </div>
    </div>
  );
}

/** What to do about it, and, folded, what the provider said. */
export function Trouble({ title, problem }: { title?: string; problem: ProviderTrouble }) {
  const words = useWords(modelWords);
  return (
    <div className={classes.trial} data-state="bad">
      <IconAlertCircle size={18} />
      <div>
        {title && <strong>{title}</strong>}
        <div>{problem.advice}</div>
        <details className={classes.fold}>
          <summary>{words.providerSays}</summary>
          <pre className={classes.words} tabIndex={0}>
            {problem.providerSays}
          </pre>
        </details>
      </div>
    </div>
  );
}

export function Waiting({ text }: { text: string }) {
  return (
    <div className={classes.trial} data-state="waiting">
      <Loader size={16} />
      <div>{text}</div>
    </div>
  );
}
