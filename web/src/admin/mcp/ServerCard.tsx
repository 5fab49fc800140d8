import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import type { McpServer } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import classes from "./Mcp.module.css";
import { useRemoveServer } from "./useMcp";
import { mcpWords } from "./words";

interface Props {
  server: McpServer;
  /** Its tools are shown. */
  isLooked: boolean;
  look: () => void;
  edit: () => void;
}

export function ServerCard({ server, isLooked, look, edit }: Props) {
  const words = useWords(mcpWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  const removing = useRemoveServer(words.removed, told);
  const { name, allowedTools } = server;
  return (
    <li className={classes.server} aria-label={name} data-looked={isLooked || undefined}>
      <div className={classes.serverHead}>
        <IconPlugConnected size={20} stroke={1.6} />
        <h3>{name}</h3>
      </div>
      <code className={classes.address}>{server.url}</code>
      <p className={classes.hint}>
        {words.approvedCount(server.approved.length)} · {words.seconds(server.timeLimitSeconds)}
        {allowedTools && ` · ${words.narrowedTo(allowedTools.length)}`}
      </p>
      <span className={operate.state} data-state={server.hasToken ? "done" : "queued"}>
        {server.hasToken ? words.hasToken : words.noToken}
      </span>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="light" aria-label={words.lookNamed(name)} onClick={look}>
          {words.look}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={words.editNamed(name)} onClick={edit}>
          {words.edit}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.removeNamed(name)}
          disabled={removing.isPending}
          onClick={() => ask({ title: words.removeTitle(name), text: words.removeText, yes: words.remove, act: () => removing.mutate(name) })}
        >
          {words.remove}
        </Button>
      </div>
      {dialog}
    </li>
  );
}
