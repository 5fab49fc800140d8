import { Button, CloseButton, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPinFilled, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useSessions } from "../api/queries";
import { useWords } from "../i18n/language";
import { Failure } from "../parts/State";
import { partsWords } from "../parts/words";
import { grouped } from "./sessionGroups";
import classes from "./SessionList.module.css";
import { SessionMenu } from "./SessionMenu";
import { chatWords } from "./words";

export function SessionList({ afterChoice }: { afterChoice?: (() => void) | undefined }) {
  const words = useWords(chatWords);
  const parts = useWords(partsWords);
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useSessions(search);
  const [location] = useLocation();
  const sessions = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={classes.list} aria-label={words.sessions}>
      <TextInput
        size="xs"
        className={classes.search ?? ""}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={words.searchSessions}
        aria-label={words.searchSessions}
        leftSection={<IconSearch size={14} />}
        rightSection={text ? <CloseButton size="xs" aria-label={parts.close} onClick={() => setText("")} /> : null}
      />
      <div className={classes.scroll}>
        {found.isPending && <ListSkeleton />}
        {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
        {found.data && sessions.length === 0 && <p className={classes.none}>{search ? words.noSessionsFound : words.noSessions}</p>}
        {grouped(sessions).map((group) => (
          <div key={group.name}>
            <h2 className={classes.group}>{words[group.name]}</h2>
            <ul className={classes.rows}>
              {group.sessions.map((session) => {
                const title = session.title ?? words.untitled;
                return (
                  <li key={session.id} className={classes.row}>
                    <Link
                      href={`/chat/${session.id}`}
                      className={classes.link ?? ""}
                      aria-current={location === `/chat/${session.id}` ? "page" : undefined}
                      onClick={() => afterChoice?.()}
                      title={title}
                    >
                      {session.pinnedAt && <IconPinFilled size={12} aria-label={words.pinned} />}
                      <span>{title}</span>
                    </Link>
                    <SessionMenu session={session} className={classes.menu} />
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
        {found.hasNextPage && (
          <Button variant="subtle" size="xs" fullWidth loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {parts.more}
          </Button>
        )}
      </div>
    </section>
  );
}

function ListSkeleton() {
  return (
    <div className={classes.skeleton}>
      {[70, 88, 54, 76, 62].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  );
}
