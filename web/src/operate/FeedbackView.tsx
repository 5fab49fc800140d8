import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconThumbDown, IconThumbUp } from "@tabler/icons-react";
import { Link } from "wouter";
import { get, query } from "../api/client";
import { usePeople } from "../api/queries";
import type { FeedbackEntry, Paged } from "../api/types";
import { chatWords } from "../chat/words";
import { useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { Empty, Failure, ToChat } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

const RATINGS = ["all", "down", "up"] as const;

export function FeedbackView() {
  const words = useWords(operateWords);
  const chat = useWords(chatWords);
  const parts = useWords(partsWords);
  const may = useMay();
  const [read, write] = useAddress();
  const rating = RATINGS.find((other) => other === read("rating")) ?? "all";
  const people = usePeople(may("users:read"));
  const given = useInfiniteQuery({
    queryKey: ["feedback", rating],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      get<Paged<FeedbackEntry>>(`/api/feedback${query({ rating: rating === "all" ? null : rating, cursor: pageParam, limit: 100 })}`, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  if (given.isPending) return <Skeleton height={240} radius="lg" />;
  if (given.error) return <Failure error={given.error} retry={() => void given.refetch()} />;
  const reasons: Record<string, string> = chat.feedbackReasons;
  const nameOf = (entry: FeedbackEntry) => people.data?.get(entry.userId) ?? entry.userId;
  const reasonOf = (entry: FeedbackEntry) => (entry.reason ? (reasons[entry.reason] ?? entry.reason) : null);
  const columns: Column<FeedbackEntry>[] = [
    {
      key: "rating",
      label: words.opinion,
      value: (entry) => entry.rating,
      show: (entry) => (
        <span className={classes.opinion} data-rating={entry.rating}>
          {entry.rating === "up" ? <IconThumbUp size={16} /> : <IconThumbDown size={16} />}
          {entry.rating === "up" ? words.ratings.up : (reasonOf(entry) ?? words.ratings.down)}
        </span>
      ),
    },
    { key: "comment", label: words.comment, value: (entry) => entry.comment ?? null },
    { key: "person", label: words.person, value: nameOf, isMinor: true },
    { key: "when", label: words.when, value: (entry) => entry.createdAt, show: (entry) => <When at={entry.createdAt} /> },
  ];
  const rows = given.data.pages.flatMap((page) => page.items);
  return (
    <>
      <p className={classes.intro}>{words.feedbackIntro}</p>
      <SegmentedControl
        mb="md"
        aria-label={words.opinion}
        value={rating}
        onChange={(value) => write({ rating: value === "all" ? "" : value })}
        data={RATINGS.map((value) => ({ value, label: words.ratings[value] }))}
      />
      {rows.length === 0 ? (
        <Empty icon={<IconThumbUp size={26} />} title={words.noFeedback} text={words.noFeedbackText} action={<ToChat />} />
      ) : (
        <DataTable
          name="feedback"
          label={words.feedback}
          columns={columns}
          rows={rows}
          rowKey={(entry) => entry.messageId + entry.userId}
          actions={(entry) => (
            <Link className={classes.link ?? ""} href={`/operate/sessions/${entry.sessionId}`}>
              {words.record}
            </Link>
          )}
        />
      )}
      {given.hasNextPage && (
        <Button variant="default" mt="md" loading={given.isFetchingNextPage} onClick={() => void given.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </>
  );
}
