import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useWords } from "../../../i18n/language";
import { mcpWords } from "../../mcp/words";
import operate from "../../../operate/Operate.module.css";
import type { Tool } from "../own";
import parts from "../parts/Parts.module.css";
import { useTools } from "../useOwn";
import classes from "./Agents.module.css";
import { ToolsDialog } from "./ToolsDialog";
import { editorWords } from "./words";

interface Props {
  /** Whose they are. */
  title: string;
  tools: string[];
  problem: string | null;
  change: (tools: string[]) => void;
}

/** What an agent can use, each with what it can do to the world. */
export function ToolsField({ title, tools, problem, change }: Props) {
  const words = useWords(editorWords).agents;
  const id = useId();
  const [isChoosing, choose] = useState(false);
  const { data } = useTools();
  const known = new Map((data ?? []).map((tool) => [tool.name, tool]));
  return (
    <div role="group" aria-labelledby={id}>
      <div className={classes.toolsHead}>
        <span id={id} className={parts.label}>
          {words.tools}
        </span>
        <Button size="compact-sm" variant="default" onClick={() => choose(true)}>
          {words.choose}
        </Button>
      </div>
      {tools.length === 0 && <p className={parts.hint}>{words.noTools}</p>}
      <ul className={classes.tools} aria-label={words.toolsOf(title)}>
        {tools.map((name) => {
          const tool = known.get(name);
          return (
            <li key={name} data-unknown={(data && !tool && !isWholeServer(name)) || undefined}>
              <span>
                {tool?.title ?? name}
                {data && !tool && !isWholeServer(name) && <span className={parts.hint}>{words.unknownHint}</span>}
              </span>
              {tool && <Risk risk={tool.risk} />}
              <ActionIcon size="sm" aria-label={words.takeOut(tool?.title ?? name)} onClick={() => change(tools.filter((other) => other !== name))}>
                <IconX size={14} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {problem && (
        <p role="alert" className={`${operate.bad} ${classes.problem}`}>
          {problem}
        </p>
      )}
      {isChoosing && <ToolsDialog title={title} tools={tools} known={data ?? []} change={change} close={() => choose(false)} />}
    </div>
  );
}

/** All approved tools of an MCP server, whichever they are. */
function isWholeServer(name: string): boolean {
  return name.endsWith("*");
}

export function Risk({ risk }: { risk: Tool["risk"] }) {
  const words = useWords(mcpWords);
  return (
    <span className={classes.risk} data-risk={risk} title={words.riskHints[risk]}>
      {words.risks[risk]}
    </span>
  );
}
