import { useNames } from "../../api/names";
import type { Agent, Pack } from "../../api/types";
import { useWords } from "../../i18n/language";
import { modelWords } from "../models/words";
import classes from "./Assistants.module.css";
import { titlesOf } from "./choice";
import { useAgents } from "./usePacks";
import { assistantsWords } from "./words";

/** Who of an assistant may answer, and with which tools. */
export function AgentList({ pack }: { pack: Pack }) {
  const words = useWords(assistantsWords);
  const titles = titlesOf(pack.agents, useNames().agent);
  const agents = useAgents();
  return (
    <>
      {!pack.enabled && <p className={classes.hint}>{words.toolsWhenOn}</p>}
      <ul className={classes.agents}>
        {pack.agents.map((name) => {
          const agent = agents.get(name);
          return (
            <li key={name}>
              <strong>{titles.get(name)}</strong>
              {agent && <AgentFacts agent={agent} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function AgentFacts({ agent }: { agent: Agent }) {
  const words = useWords(assistantsWords);
  const names = useNames();
  const tiers: Record<string, string> = useWords(modelWords).tierNames;
  // Of other MCP servers they have no title here.
  const title = (tool: string) => (tool.includes("__") ? tool : names.tool(tool));
  return (
    <>
      {agent.description && <span className={classes.hint}>{agent.description}</span>}
      <span className={classes.hint}>
        {words.tier(tiers[agent.tier] ?? agent.tier)}
        {agent.isDefault && ` · ${words.isDefault}`}
      </span>
      {agent.tools.length > 0 && (
        <ul className={classes.tools} aria-label={words.toolsOf(names.agent(agent.name))}>
          {agent.tools.map((tool) => (
            <li key={tool}>{title(tool)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
