import { Badge, Button, UnstyledButton } from "@mantine/core";
import { IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useLanguage, useWords } from "../../../i18n/language";
import { useConfirm } from "../../../parts/confirm";
import type { AssistantForm, Fault } from "../own";
import parts from "../parts/Parts.module.css";
import { AgentFields } from "./AgentFields";
import { movedUp, titlesIn, withAgent, withNewAgent, withoutAgent } from "./agents";
import classes from "./Agents.module.css";
import { problemAt } from "./places";
import { editorWords } from "./words";

interface Props {
  form: AssistantForm;
  faults: Fault[];
  /** Which of them is shown. */
  place: number;
  open: (place: number) => void;
  onChange: (form: AssistantForm) => void;
}

export function AgentsPart({ form, faults, place, open, onChange }: Props) {
  const words = useWords(editorWords).agents;
  const { language } = useLanguage();
  const [dialog, ask] = useConfirm();
  const shown = Math.min(place, form.agents.length - 1);
  const agent = form.agents[shown];
  const titles = titlesIn(form, language);
  const title = titles[shown] ?? "";
  function add() {
    onChange(withNewAgent(form, words.newName));
    open(form.agents.length);
  }
  function remove() {
    const act = () => {
      onChange(withoutAgent(form, shown));
      open(Math.max(0, shown - 1));
    };
    ask({ title: words.removeTitle(title), text: words.removeText, yes: words.remove, act });
  }
  return (
    <>
      <p className={parts.hint}>{words.intro}</p>
      <ul className={classes.agents} aria-label={words.list} data-field="agents">
        {form.agents.map((_, at) => (
          <li key={at}>
            <UnstyledButton className={classes.agent ?? ""} aria-current={at === shown ? "true" : undefined} data-faulty={problemAt(faults, `agents.${at}`) !== null || undefined} onClick={() => open(at)}>
              {titles[at]}
              {at === 0 && <Badge size="xs" variant="light">{words.first}</Badge>}
            </UnstyledButton>
          </li>
        ))}
        <li>
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={15} />} onClick={add}>
            {words.add}
          </Button>
        </li>
      </ul>
      {agent ? (
        <section key={shown} aria-label={title}>
          <AgentFields agent={agent} title={title} place={shown} faults={faults} onChange={(changed) => onChange(withAgent(form, shown, changed))} />
          <div className={classes.foot}>
            {shown > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowUp size={15} />}
                onClick={() => {
                  onChange(movedUp(form, shown));
                  open(shown - 1);
                }}
              >
                {words.up(title)}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
              {words.remove}
            </Button>
          </div>
        </section>
      ) : (
        <p className={parts.hint}>{words.none}</p>
      )}
      {dialog}
    </>
  );
}
