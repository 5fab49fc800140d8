import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconSearch, IconTool } from "@tabler/icons-react";
import { useNames } from "../../api/names";
import { useFormats, useWords } from "../../i18n/language";
import type { ToolPart } from "../log/turns";
import { chatWords } from "../words";
import { Fold } from "./Fold";
import { JsonView } from "./JsonView";
import { isSearch, toolTitle, sourceCount } from "./toolTitle";
import classes from "./ToolPill.module.css";

/** What was done, in words; opens to arguments and result. */
export function ToolPill({ tool }: { tool: ToolPart }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const names = useNames();
  const found = sourceCount(tool);
  const aside = [
    tool.state === "done" && found !== null ? words.passages(found) : null,
    tool.durationMs !== null ? formats.duration(tool.durationMs) : null,
  ].filter((text) => text !== null);
  return (
    <Fold icon={<ToolIcon tool={tool} />} label={toolTitle(tool, words, names)} aside={aside.join(" · ")} tone={tool.state === "failed" ? "bad" : "quiet"}>
      <p className={classes.name}>
        {words.tool} <code>{tool.name}</code>
      </p>
      <h3 className={classes.heading}>{words.arguments}</h3>
      <JsonView value={tool.args} />
      {tool.state !== "running" && (
        <>
          <h3 className={classes.heading}>{words.result}</h3>
          <JsonView value={tool.result} />
        </>
      )}
    </Fold>
  );
}

function ToolIcon({ tool }: { tool: ToolPart }) {
  if (tool.state === "running") return <Loader size={14} />;
  if (tool.state === "failed") return <IconAlertTriangle size={15} />;
  if (isSearch(tool.name)) return <IconSearch size={15} />;
  return tool.name === "todo" ? <IconCheck size={15} /> : <IconTool size={15} />;
}
