// Everything that is recorded of a chat: its events, and where each turn's time went.
import { Button, MultiSelect, Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowLeft, IconMessageCircle } from "@tabler/icons-react";
import { Link } from "wouter";
import { get } from "../api/client";
import { useNames, type Names } from "../api/names";
import { traceQuery, useSession, useSessionRecords } from "../api/queries";
import type { Paged, WireEvent } from "../api/types";
import { JsonView } from "../chat/parts/JsonView";
import { chatWords } from "../chat/words";
import { useFormats, useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import { Page } from "../parts/Page";
import { Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { useAccount, useMay } from "../shell/account";
import { Chain } from "./Chain";
import classes from "./RecordPage.module.css";
import { eventsByTurn } from "./spans";
import { Waterfall } from "./Waterfall";
import { operateWords } from "./words";

async function allEvents(path: string, signal: AbortSignal): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for (let after: string | null = "0"; after !== null; ) {
    const page: Paged<WireEvent> = await get(`${path}/events?after=${after}&limit=200`, signal);
    events.push(...page.items);
    after = page.nextCursor ?? null;
  }
  return events;
}

export function RecordPage({ id }: { id: string }) {
  const words = useWords(operateWords);
  const chat = useWords(chatWords);
  const [read, write] = useAddress();
  const isOperator = useMay()("audit:read");
  const { user: self } = useAccount();
  const found = useFound(id, isOperator);
  const isOwn = found.owner === null || found.owner.id === self.id;
  const path = isOperator ? `/api/operate/sessions/${id}` : `/api/chat/sessions/${id}`;
  const events = useQuery({ queryKey: ["record", path], queryFn: ({ signal }) => allEvents(path, signal), staleTime: 3000 });
  if (events.error) return <Failure error={events.error} retry={() => void events.refetch()} />;
  if (!events.data) return <Loading height={400} />;
  const turns = eventsByTurn(events.data);
  const ids = [...turns.keys()];
  const turn = read("turn") || null;
  const types = read("types") ? read("types").split(",") : [];
  const shown = events.data.filter((event) => (!turn || event.turnId === turn) && (types.length === 0 || types.includes(event.type)));
  return (
    <Page
      title={found.title ?? firstWords(events.data) ?? chat.untitled}
      intro={isOwn || !found.owner ? id : `${found.owner.name} · ${id}`}
      actions={
        <>
          <Button component={Link} href="/operate/sessions" variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} />}>
            {words.back}
          </Button>
          {/* Somebody else's can be looked at here, not talked in. */}
          {isOwn && (
            <Button component={Link} href={`/chat/${id}`} variant="default" leftSection={<IconMessageCircle size={16} />}>
              {words.openChat}
            </Button>
          )}
        </>
      }
    >
      <Chain session={id} />
      <div className={classes.filters}>
        <Select
          w={200}
          aria-label={words.turns}
          placeholder={words.allTurns}
          clearable
          clearButtonProps={{ "aria-label": words.allTurns }}
          value={turn}
          onChange={(value) => write({ turn: value ?? "" })}
          data={ids.map((value, place) => ({ value, label: words.turn(place + 1) }))}
        />
        <MultiSelect
          className={classes.types ?? ""}
          aria-label={words.filterType}
          placeholder={types.length === 0 ? words.filterType : ""}
          value={types}
          onChange={(value) => write({ types: value.join(",") })}
          data={[...new Set(events.data.map((event) => event.type))]}
        />
      </div>
      {ids
        .filter((value) => !turn || value === turn)
        .slice(-5)
        .map((value) => (
          <TurnTime key={value} session={id} turn={value} number={ids.indexOf(value) + 1} events={turns.get(value) ?? []} />
        ))}
      <EventList events={shown} />
    </Page>
  );
}

interface Found {
  title: string | null;
  /** Not known of one's own. */
  owner: { id: string; name: string } | null;
}

/** An operator finds it among everybody's; others may ask for their own only. */
function useFound(id: string, isOperator: boolean): Found {
  const records = useSessionRecords(isOperator);
  const own = useSession(id, !isOperator);
  const record = records.data?.pages.flatMap((page) => page.items).find((session) => session.id === id);
  const owner = record ? { id: record.userId, name: record.userEmail ?? record.userId } : null;
  return { title: record?.title ?? own.data?.title ?? null, owner };
}

function firstWords(events: WireEvent[]): string | null {
  const first = events.find((event) => event.type === "user_message_confirmed");
  return first?.type === "user_message_confirmed" ? first.content.slice(0, 80) : null;
}

function TurnTime({ session, turn, number, events }: { session: string; turn: string; number: number; events: WireEvent[] }) {
  const words = useWords(operateWords);
  const trace = useQuery(traceQuery(session, turn));
  const said = events.find((event) => event.type === "user_message_confirmed");
  return (
    <section className={classes.turn} aria-label={words.turn(number)}>
      <h2>
        {words.turn(number)} <span>{said?.type === "user_message_confirmed" ? said.content.slice(0, 90) : ""}</span>
      </h2>
      {trace.isPending && <Skeleton height={120} radius="md" />}
      {trace.error && <Failure error={trace.error} retry={() => void trace.refetch()} />}
      {trace.data && <Waterfall spans={trace.data.spans} />}
    </section>
  );
}

function EventList({ events }: { events: WireEvent[] }) {
  const words = useWords(operateWords);
  const formats = useFormats();
  const names = useNames();
  if (events.length === 0) return <p>{words.noEvents}</p>;
  return (
    <section className={classes.events} aria-label={words.events}>
      <h2>{words.events}</h2>
      {events.map((event) => (
        <details key={event.eventId} className={classes.event}>
          <summary>
            <span className={classes.number}>{event.sequenceNumber}</span>
            <code>{event.type}</code>
            <span className={classes.glance}>{glance(event, names)}</span>
            <time dateTime={event.timestamp} title={formats.exact(event.timestamp)}>
              {formats.time(event.timestamp)}
            </time>
          </summary>
          <JsonView value={event} />
        </details>
      ))}
    </section>
  );
}

/** The one thing to see of an event without opening it. */
function glance(event: WireEvent, names: Names): string {
  if ("content" in event) return event.content.slice(0, 140);
  if ("toolName" in event) return names.tool(event.toolName);
  if ("decision" in event) return event.decision;
  if ("message" in event) return event.message;
  if ("citations" in event) return event.citations.map((citation) => citation.fileName).join(", ");
  return "reason" in event ? (event.reason ?? "") : "";
}
