// Those who wait for a person at the left, one of their conversations beside it; on a phone one after the other.
import "../theme/more.css";
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconInbox, IconMoodSmile } from "@tabler/icons-react";
import { useState } from "react";
import { Link, Route, Switch } from "wouter";
import type { Escalation } from "../api/types";
import { useWords } from "../i18n/language";
import { Empty, Failure, ToChat } from "../parts/State";
import { When } from "../parts/When";
import { useAccount } from "../shell/account";
import { PHONE } from "../theme/media";
import { EscalationView } from "./EscalationView";
import classes from "./Inbox.module.css";
import { nameOf, useInbox, useInboxNews, type Filter } from "./useInbox";
import { inboxWords } from "./words";

export default function InboxPage() {
  useInboxNews();
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  return (
    <Switch>
      <Route path="/inbox/:id">
        {({ id }) => (
          <div className={classes.page}>
            {!isPhone && <List current={id} />}
            <EscalationView key={id} id={id} isPhone={isPhone} />
          </div>
        )}
      </Route>
      <Route>
        <div className={classes.page}>
          <List current={null} />
          {!isPhone && <Choose />}
        </div>
      </Route>
    </Switch>
  );
}

function Choose() {
  const words = useWords(inboxWords);
  return (
    <div className={classes.choose}>
      <Empty icon={<IconInbox size={26} />} title={words.choose} text={words.chooseText} />
    </div>
  );
}

function List({ current }: { current: string | null }) {
  const words = useWords(inboxWords);
  const [filter, setFilter] = useState<Filter>("open");
  const inbox = useInbox(filter);
  const items = inbox.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={classes.list} aria-label={words.list}>
      <header className={classes.head}>
        <h1>{words.title}</h1>
        <SegmentedControl
          aria-label={words.filters}
          fullWidth
          size="xs"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={(["open", "mine", "closed"] as const).map((value) => ({ value, label: words[value] }))}
        />
      </header>
      {inbox.isPending && <Skeleton height={180} radius="lg" m={12} />}
      {inbox.error && !inbox.data && <Failure error={inbox.error} retry={() => void inbox.refetch()} />}
      {inbox.data && items.length === 0 && (
        <Empty
          icon={<IconMoodSmile size={26} />}
          title={words.none[filter]}
          text={words.noneText[filter]}
          action={
            filter === "open" ? (
              <ToChat />
            ) : (
              <Button variant="default" onClick={() => setFilter("open")}>
                {words.showOpen}
              </Button>
            )
          }
        />
      )}
      <ul className={classes.items}>
        {items.map((escalation) => (
          <li key={escalation.id}>
            <Item escalation={escalation} isCurrent={escalation.id === current} />
          </li>
        ))}
      </ul>
      {inbox.hasNextPage && (
        <Button variant="default" size="xs" m={12} loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </section>
  );
}

function Item({ escalation, isCurrent }: { escalation: Escalation; isCurrent: boolean }) {
  const words = useWords(inboxWords);
  return (
    <Link href={`/inbox/${escalation.id}`} className={classes.item ?? ""} aria-current={isCurrent ? "true" : undefined}>
      <span className={classes.row}>
        <strong className={classes.name}>{nameOf(escalation, words.someone)}</strong>
        <Urgency of={escalation} />
      </span>
      <span className={classes.why}>{escalation.reason || escalation.title}</span>
      <span className={classes.row}>
        <When at={escalation.closedAt ?? escalation.createdAt} />
        <Whose escalation={escalation} />
      </span>
    </Link>
  );
}

export function Urgency({ of }: { of: Escalation }) {
  const words = useWords(inboxWords);
  return (
    <span className={classes.urgency} data-urgency={of.urgency}>
      {words.urgency[of.urgency] ?? of.urgency}
    </span>
  );
}

function Whose({ escalation }: { escalation: Escalation }) {
  const words = useWords(inboxWords);
  const account = useAccount();
  const { status, takenBy, assignedTo } = escalation;
  if (status === "taken" && takenBy) return <span>{words.with(takenBy.name)}</span>;
  if (status === "open" && assignedTo) return <span>{assignedTo.id === account.user.id ? words.forYou : words.forWhom(assignedTo.name)}</span>;
  return <span>{words.status[status]}</span>;
}
