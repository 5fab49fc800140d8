import { Button, Skeleton } from "@mantine/core";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useRefresh } from "../../api/queries";
import type { McpServer } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { Empty, Failure } from "../../parts/State";
import { useAddress } from "../../parts/useAddress";
import classes from "./Mcp.module.css";
import { ServerCard } from "./ServerCard";
import { ServerDialog } from "./ServerDialog";
import { ToolsPanel } from "./ToolsPanel";
import { toolsOf, useServers } from "./useMcp";
import { mcpWords } from "./words";

export function McpView() {
  const words = useWords(mcpWords);
  const servers = useServers();
  const refresh = useRefresh();
  const [read, write] = useAddress();
  const [edited, edit] = useState<McpServer | "new" | null>(null);
  if (servers.isPending) return <Skeleton height={240} radius="lg" />;
  if (servers.error && !servers.data) return <Failure error={servers.error} retry={() => void servers.refetch()} />;
  const all = servers.data;
  const looked = all.find(({ name }) => name === read("server"));
  /** Asks the server, also if its tools are shown already. */
  const look = (name: string) => (looked?.name === name ? refresh(toolsOf(name)) : write({ server: name }));
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit("new")}>
      {words.add}
    </Button>
  );
  return (
    <>
      {all.length === 0 ? (
        <Empty icon={<IconPlugConnected size={26} />} title={words.none} text={words.noneText} action={add} />
      ) : (
        <section aria-label={words.servers}>
          <p className={operate.intro}>{words.intro}</p>
          <div className={classes.head}>
            <h2>{words.servers}</h2>
            {add}
          </div>
          <ul className={classes.servers}>
            {all.map((server) => (
              <ServerCard key={server.name} server={server} isLooked={server === looked} look={() => look(server.name)} edit={() => edit(server)} />
            ))}
          </ul>
        </section>
      )}
      {looked && <ToolsPanel key={looked.name} server={looked} close={() => write({ server: "" })} />}
      {edited && (
        <ServerDialog
          server={edited === "new" ? null : edited}
          taken={all.map(({ name }) => name)}
          close={() => edit(null)}
          saved={({ name }) => {
            edit(null);
            write({ server: name });
          }}
        />
      )}
    </>
  );
}
