import { Button, Skeleton } from "@mantine/core";
import { Link } from "wouter";
import { useSessionRecords, useSessions } from "../api/queries";
import type { Session, SessionRecord } from "../api/types";
import { chatWords } from "../chat/words";
import { useFormats, useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { Failure } from "../parts/State";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import { Chain } from "./Chain";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

/** Everybody's for those who may look at them; one's own otherwise. */
export function SessionsView() {
  const isOperator = useMay()("audit:read");
  return isOperator ? <EverybodysSessions /> : <OwnSessions />;
}

function useColumns<Row extends Session>(extra: Column<Row>[]): Column<Row>[] {
  const words = useWords(operateWords);
  const chat = useWords(chatWords);
  const formats = useFormats();
  return [
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
    ...extra,
    { key: "events", label: words.events, value: (session) => session.lastSequence, show: (session) => formats.number(session.lastSequence), align: "right" },
    { key: "changed", label: words.changed, value: (session) => session.updatedAt, show: (session) => <When at={session.updatedAt} /> },
    { key: "started", label: words.started, value: (session) => session.createdAt, show: (session) => <When at={session.createdAt} />, isMinor: true },
  ];
}

function EverybodysSessions() {
  const words = useWords(operateWords);
  const sessions = useSessionRecords(true);
  const columns = useColumns<SessionRecord>([
    { key: "person", label: words.person, value: (session) => session.userEmail ?? session.userId, isMinor: true },
    {
      key: "deleted",
      label: words.deleted,
      value: (session) => session.deletedAt ?? null,
      show: (session) => (session.deletedAt ? <When at={session.deletedAt} /> : "–"),
      isMinor: true,
    },
  ]);
  return <SessionTable found={sessions} columns={columns} />;
}

function OwnSessions() {
  return <SessionTable found={useSessions("")} columns={useColumns<Session>([])} />;
}

interface Found<Row> {
  data: { pages: { items: Row[] }[] } | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

function SessionTable<Row extends Session>({ found, columns }: { found: Found<Row>; columns: Column<Row>[] }) {
  const words = useWords(operateWords);
  const parts = useWords(partsWords);
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} radius="lg" />;
  return (
    <>
      <p className={classes.intro}>{words.sessionsIntro}</p>
      <Chain />
      <DataTable name="chats" label={words.sessions} columns={columns} rows={found.data.pages.flatMap((page) => page.items)} rowKey={(session) => session.id} />
      {found.hasNextPage && (
        <Button variant="default" mt="md" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </>
  );
}
