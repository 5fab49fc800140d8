import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNames } from "../../../api/names";
import type { components } from "../../../api/schema";
import { useFormats, useWords } from "../../../i18n/language";
import classes from "./Live.module.css";
import parts from "./Parts.module.css";
import { partWords } from "./words";

export type Evals = components["schemas"]["AssistantEvalsReply"];

/** More than are listed: the server names some. */
export function wrongOf({ routes, answers }: Evals): number {
  return routes.of - routes.right + answers.of - answers.right;
}

/** How much of what it must get right it does, and what it does not. */
export function Scores({ evals }: { evals: Evals }) {
  const words = useWords(partWords).live;
  const names = useNames();
  const { routes, answers } = evals;
  // "docs-expert/passage": the agent by its title, then what the message is about.
  const shown = (target: string) => {
    const [agent = "", intent = ""] = target.split("/");
    return intent ? `${names.agent(agent)} · ${intent}` : names.agent(agent);
  };
  if (routes.of + answers.of === 0) return <p>{words.noExamples}</p>;
  return (
    <>
      <dl className={classes.scores}>
        {routes.of > 0 && <Score label={words.routes} right={routes.right} of={routes.of} />}
        {answers.of > 0 && <Score label={words.answers} right={answers.right} of={answers.of} />}
      </dl>
      {wrongOf(evals) === 0 && <p className={parts.hint}>{words.allRight}</p>}
      {routes.wrong.length > 0 && (
        <Wrong title={words.wrongRoutes} more={routes.of - routes.right - routes.wrong.length}>
          {routes.wrong.map(({ text, expected, got }, at) => (
            <li key={at}>
              <span>{text}</span>
              <span className={parts.hint}>
                {words.expected}: {shown(expected)} — {words.got}: {shown(got)}
              </span>
            </li>
          ))}
        </Wrong>
      )}
      {answers.wrong.length > 0 && (
        <Wrong title={words.wrongAnswers} more={answers.of - answers.right - answers.wrong.length}>
          {answers.wrong.map(({ text, missing, answer }, at) => (
            <li key={at}>
              <span>{text}</span>
              <span className={parts.hint}>
                {words.missing}: {missing.join(", ")}
              </span>
              {answer && (
                <span className={parts.hint}>
                  {words.answer}: <q className={parts.said}>{answer}</q>
                </span>
              )}
            </li>
          ))}
        </Wrong>
      )}
    </>
  );
}

function Score({ label, right, of }: { label: string; right: number; of: number }) {
  const words = useWords(partWords).live;
  const formats = useFormats();
  const isAll = right === of;
  return (
    <div data-all={isAll || undefined}>
      <dt>{label}</dt>
      <dd>
        {isAll ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
        {words.score(formats.number(right), formats.number(of))}
      </dd>
    </div>
  );
}

function Wrong({ title, more, children }: { title: string; more: number; children: ReactNode }) {
  const words = useWords(partWords).live;
  return (
    <section className={classes.wrong}>
      <h3>{title}</h3>
      <ul tabIndex={0} aria-label={title}>
        {children}
      </ul>
      {more > 0 && <p className={parts.hint}>{words.more(more)}</p>}
    </section>
  );
}
