import { Button, Skeleton } from "@mantine/core";
import { Link } from "wouter";
import { useSessions } from "../api/queries";
import type { Session } from "../api/types";
import { chatWords } from "../chat/words";
import { useFormats, useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { Failure } from "../parts/State";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { Chain } from "./Chain";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

export function SessionsView() {
  const words = useWords(operateWords);
  const chat = useWords(chatWords);
  const parts = useWords(partsWords);
  const formats = useFormats();
  const sessions = useSessions("");
  const columns: Column<Session>[] = [
    {
      key: "title",
      label: words.chat,
      value: (session) => session.title ?? chat.untitled,
      show: (session) => (
        <Link className={classes.link ?? ""} href={`/operate/sessions/${session.id}`}>
          {session.title ?? chat.untitled}
        </Link>
      ),
    },
    { key: "events", label: words.events, value: (session) => session.lastSequence, show: (session) => formats.number(session.lastSequence), align: "right" },
    { key: "changed", label: words.changed, value: (session) => session.updatedAt, show: (session) => <When at={session.updatedAt} /> },
    { key: "started", label: words.started, value: (session) => session.createdAt, show: (session) => <When at={session.createdAt} />, isMinor: true },
  ];
  if (sessions.isPending) return <Skeleton height={240} radius="lg" />;
  if (sessions.error) return <Failure error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <>
      <p className={classes.intro}>{words.sessionsIntro}</p>
      <Chain />
      <DataTable name="chats" label={words.sessions} columns={columns} rows={sessions.data.pages.flatMap((page) => page.items)} rowKey={(session) => session.id} />
      {sessions.hasNextPage && (
        <Button variant="default" mt="md" loading={sessions.isFetchingNextPage} onClick={() => void sessions.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </>
  );
}
