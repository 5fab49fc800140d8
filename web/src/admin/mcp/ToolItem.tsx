import { Checkbox, SegmentedControl } from "@mantine/core";
import type { McpTool, McpToolRisk } from "../../api/types";
import { JsonView } from "../../chat/parts/JsonView";
import { useWords } from "../../i18n/language";
import { RISKS } from "./draft";
import classes from "./Mcp.module.css";
import { mcpWords } from "./words";

interface Props {
  tool: McpTool;
  /** As it is to be approved; none if it is not. */
  risk: McpToolRisk | null;
  choose: (risk: McpToolRisk | null) => void;
}

/** A tool in its server's own words: text from outside, shown and not obeyed. */
export function ToolItem({ tool, risk, choose }: Props) {
  const words = useWords(mcpWords);
  return (
    <li className={classes.tool} aria-label={tool.name} data-chosen={risk !== null || undefined}>
      <div className={classes.toolHead}>
        <h3>{tool.name}</h3>
        <span className={classes.badge} data-state={tool.state}>
          {words.states[tool.state]}
        </span>
        {tool.offeredAs && (
          <span className={classes.hint}>
            {words.offeredAs} <code>{tool.offeredAs}</code>
          </span>
        )}
      </div>
      {tool.state === "changed" && <p className={classes.warning}>{words.changedText}</p>}
      {tool.state === "withheld" && <p className={classes.hint}>{tool.offeredAs ? words.withheldText : words.namelessText}</p>}
      <p className={classes.description}>{tool.description || words.noDescription}</p>
      <details className={classes.fold}>
        <summary>{words.parameters}</summary>
        <JsonView value={tool.parameters} />
      </details>
      {tool.state !== "withheld" && <Choice tool={tool} risk={risk} choose={choose} />}
    </li>
  );
}

function Choice({ tool, risk, choose }: Props) {
  const words = useWords(mcpWords);
  const isApproved = tool.state === "approved";
  // As it was approved before, or so that a person is asked.
  const usual = tool.risk ?? "write";
  return (
    <div className={classes.choice}>
      {!isApproved && <Checkbox label={words.letUse} aria-label={words.letUseNamed(tool.name)} checked={risk !== null} onChange={(event) => choose(event.currentTarget.checked ? usual : null)} />}
      {(isApproved || risk !== null) && (
        <SegmentedControl
          size="xs"
          aria-label={words.riskOf(tool.name)}
          value={risk ?? usual}
          onChange={(value) => choose(RISKS.find((one) => one === value) ?? null)}
          data={RISKS.map((value) => ({ value, label: words.risks[value] }))}
        />
      )}
    </div>
  );
}
