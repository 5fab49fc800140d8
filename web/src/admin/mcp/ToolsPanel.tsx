import { ActionIcon, Button, Text, Tooltip } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { McpServer, McpTool } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { Loading } from "../../parts/Loading";
import { useProblemText } from "../../parts/problem";
import { Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { When } from "../../parts/When";
import { partsWords } from "../../parts/words";
import { allNew, approvalsOf, keyOf, picked, RISKS, type Picks } from "./draft";
import classes from "./Mcp.module.css";
import { ToolItem } from "./ToolItem";
import { useApprove, useTools } from "./useMcp";
import { mcpWords } from "./words";

/** What a server offers, as it was when somebody looked, and what of it assistants may use. */
export function ToolsPanel({ server, close }: { server: McpServer; close: () => void }) {
  const words = useWords(mcpWords);
  const parts = useWords(partsWords);
  const tools = useTools(server.name);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section ref={panel} className={operate.section} aria-label={words.toolsOf(server.name)}>
      <div className={classes.head}>
        <div>
          <h2>{words.toolsOf(server.name)}</h2>
          {tools.dataUpdatedAt > 0 && (
            <p className={classes.hint}>
              {words.seen} <When at={new Date(tools.dataUpdatedAt).toISOString()} />
            </p>
          )}
        </div>
        <div className={classes.acts}>
          <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={15} />} loading={tools.isFetching} onClick={() => void tools.refetch()}>
            {words.lookAgain}
          </Button>
          <Tooltip label={parts.close}>
            <ActionIcon aria-label={words.closeTools} onClick={close}>
              <IconX size={17} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      {tools.isPending && <Loading height={200} />}
      {tools.error && <Failure error={tools.error} retry={() => void tools.refetch()} />}
      {tools.data && !tools.error && <Offered name={server.name} tools={tools.data} />}
    </section>
  );
}

function Offered({ name, tools }: { name: string; tools: McpTool[] }) {
  const words = useWords(mcpWords);
  const told = useProblemText();
  const [picks, setPicks] = useState<Picks>({});
  const approving = useApprove(name, (count) => {
    setPicks({});
    toast(words.approved(count));
  });
  const approvals = approvalsOf(picks, tools);
  if (tools.length === 0) return <p className={classes.hint}>{words.noTools}</p>;
  return (
    <>
      <Risks name={name} />
      <ul className={classes.tools}>
        {tools.map((tool) => (
          <ToolItem
            key={keyOf(tool)}
            tool={tool}
            risk={picks[keyOf(tool)] ?? null}
            choose={(risk) => {
              approving.reset();
              setPicks(picked(picks, tool, risk));
            }}
          />
        ))}
      </ul>
      {approving.error && (
        <Text role="alert" c="red" mt="sm">
          {told(approving.error)}
        </Text>
      )}
      <div className={classes.foot}>
        <Button disabled={approvals.length === 0} loading={approving.isPending} onClick={() => approving.mutate(approvals)}>
          {approvals.length === 0 ? words.approveNone : words.approve(approvals.length)}
        </Button>
        {tools.some((tool) => tool.state === "new" && !picks[keyOf(tool)]) && (
          <Button variant="default" onClick={() => setPicks(allNew(picks, tools))}>
            {words.chooseNew}
          </Button>
        )}
      </div>
    </>
  );
}

/** What a choice means, before it is made. */
function Risks({ name }: { name: string }) {
  const words = useWords(mcpWords);
  return (
    <div className={classes.risks}>
      <dl>
        {RISKS.map((risk) => (
          <div key={risk}>
            <dt>{words.risks[risk]}</dt>
            <dd>{words.riskHints[risk]}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>{words.usedBy(`${name}__*`)}</p>
    </div>
  );
}
