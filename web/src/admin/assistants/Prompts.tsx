import { Button, Textarea } from "@mantine/core";
import { useNames } from "../../api/names";
import type { Agent, Pack } from "../../api/types";
import { useFormats, useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { AgentFacts } from "./AgentList";
import classes from "./Assistants.module.css";
import { isTooLong, lengthOf, LONGEST, titlesOf, type Draft } from "./choice";
import { useAgents } from "./usePacks";
import { assistantsWords } from "./words";

interface Props {
  pack: Pack;
  prompts: Draft["prompts"];
  /** None for the pack's own. */
  change: (agent: string, prompt: string | null) => void;
}

/** What each agent is told, in place of what its pack tells it. */
export function Prompts({ pack, prompts, change }: Props) {
  const words = useWords(assistantsWords);
  const agents = useAgents();
  const titles = titlesOf(pack.agents, useNames().agent);
  return (
    <section className={operate.section} aria-label={words.agents}>
      <h2>{words.agents}</h2>
      <p className={classes.hint}>{pack.enabled ? words.promptsText : `${words.promptsText} ${words.toolsWhenOn}`}</p>
      <ul className={classes.prompts}>
        {pack.agents.map((name) => (
          <Prompt key={name} title={titles.get(name) ?? name} agent={agents.get(name)} prompt={prompts[name] ?? null} change={(prompt) => change(name, prompt)} />
        ))}
      </ul>
    </section>
  );
}

function Prompt({ title, agent, prompt, change }: { title: string; agent: Agent | undefined; prompt: string | null; change: (prompt: string | null) => void }) {
  const words = useWords(assistantsWords);
  const formats = useFormats();
  return (
    <li className={classes.prompt} aria-label={title}>
      <h3>{title}</h3>
      {agent && <AgentFacts agent={agent} />}
      {prompt === null ? (
        <div className={classes.promptFoot}>
          <span className={classes.hint}>{words.ownPrompt}</span>
          <Button size="compact-sm" variant="default" aria-label={words.replaceNamed(title)} onClick={() => change("")}>
            {words.replace}
          </Button>
        </div>
      ) : (
        <>
          <Textarea
            label={words.promptOf(title)}
            description={words.promptHint}
            autosize
            minRows={5}
            maxRows={24}
            value={prompt}
            error={isTooLong(prompt) ? words.tooLong : null}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <div className={classes.promptFoot}>
            <span className={classes.hint} data-over={isTooLong(prompt) || undefined}>
              {words.length(formats.number(lengthOf(prompt)), formats.number(LONGEST))}
            </span>
            <Button size="compact-sm" variant="default" aria-label={words.backNamed(title)} onClick={() => change(null)}>
              {words.backToOwn}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
