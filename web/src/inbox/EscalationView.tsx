// One conversation in which a person was asked for: why, with whom, all that was said, and the place to answer.
import { ActionIcon, Button, Loader, Select, Textarea, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowLeft, IconInboxOff, IconSend } from "@tabler/icons-react";
import { useState, type KeyboardEvent } from "react";
import { Link } from "wouter";
import { get, post, Refusal } from "../api/client";
import { newId } from "../api/id";
import { KEYS, useRefresh } from "../api/queries";
import type { EscalationDetail, Paged, User } from "../api/types";
import { Note, Spoken } from "../chat/Turn";
import type { Log, Part } from "../chat/log/turns";
import { Markdown } from "../chat/markdown/Markdown";
import { Author } from "../chat/parts/Author";
import { ToolPill } from "../chat/parts/ToolPill";
import { useStick } from "../chat/useStick";
import { useFormats, useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { useProblemText } from "../parts/problem";
import { Empty, Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { When } from "../parts/When";
import { useAccount, useMay } from "../shell/account";
import classes from "./Inbox.module.css";
import { Urgency } from "./InboxPage";
import { nameOf, useEscalatedLog, useEscalation } from "./useInbox";
import { inboxWords } from "./words";

export function EscalationView({ id, isPhone }: { id: string; isPhone: boolean }) {
  const words = useWords(inboxWords);
  const found = useEscalation(id);
  const log = useEscalatedLog(id);
  if (found.isPending) {
    return (
      <div className={classes.choose}>
        <Loader size={20} type="dots" />
      </div>
    );
  }
  if (found.error && !found.data) {
    const isGone = found.error instanceof Refusal && found.error.status === 404;
    return (
      <div className={classes.choose}>
        {isGone ? <Empty icon={<IconInboxOff size={26} />} title={words.gone} /> : <Failure error={found.error} retry={() => void found.refetch()} />}
      </div>
    );
  }
  const escalation = found.data;
  return (
    <div className={classes.detail}>
      <Head escalation={escalation} isPhone={isPhone} />
      <div className={classes.columns}>
        <div className={classes.talk}>
          <Conversation log={log} />
          <Answer escalation={escalation} />
        </div>
        <Aside escalation={escalation} />
      </div>
    </div>
  );
}

/** Does something to the entry, and says what came of it. */
function useActions(id: string) {
  const told = useProblemText();
  const refresh = useRefresh();
  return async (action: string, body: unknown = {}, done?: string): Promise<boolean> => {
    try {
      await post(`/api/inbox/${id}/${action}`, body, { idempotencyKey: newId() });
      if (done) toast(done);
      return true;
    } catch (error) {
      toast(told(error), "problem");
      return false;
    } finally {
      refresh(KEYS.inbox);
    }
  };
}

function Head({ escalation, isPhone }: { escalation: EscalationDetail; isPhone: boolean }) {
  const words = useWords(inboxWords);
  const account = useAccount();
  const act = useActions(escalation.id);
  const [question, confirm] = useConfirm();
  const isMine = escalation.status === "taken" && escalation.takenBy?.id === account.user.id;
  return (
    <header className={classes.top}>
      {question}
      {isPhone && (
        <ActionIcon component={Link} href="/inbox" aria-label={words.back} size="lg">
          <IconArrowLeft size={19} />
        </ActionIcon>
      )}
      <div className={classes.who}>
        <h2>{nameOf(escalation, words.someone)}</h2>
        <p>
          <Urgency of={escalation} /> <When at={escalation.createdAt} />
          {escalation.takenBy && escalation.status === "taken" && <> · {words.with(escalation.takenBy.name)}</>}
        </p>
      </div>
      <div className={classes.actions}>
        {escalation.status === "open" && <Button onClick={() => void act("take", {}, words.taken)}>{words.take}</Button>}
        {escalation.status === "taken" && (
          <Tooltip label={words.giveBackHint}>
            <Button variant={isMine ? "filled" : "default"} onClick={() => void act("give-back", {}, words.given)}>
              {words.giveBack}
            </Button>
          </Tooltip>
        )}
        {escalation.status === "open" && (
          <Button
            variant="default"
            onClick={() => confirm({ title: words.closeTitle, text: words.closeText, yes: words.close, act: async () => void (await act("close")) })}
          >
            {words.close}
          </Button>
        )}
      </div>
    </header>
  );
}

function Conversation({ log }: { log: Log }) {
  const words = useWords(inboxWords);
  const formats = useFormats();
  const { pane, content } = useStick(String(log.last));
  return (
    <div className={classes.pane} ref={pane} role="region" tabIndex={0} aria-label={words.conversation}>
      <div ref={content}>
        {log.turns.map((turn) => (
          <article key={turn.id} className={classes.turn}>
            {turn.user && (
              <div className={classes.said} title={formats.exact(turn.user.at)}>
                <span className={classes.speaker}>{words.customerSaid}</span>
                {turn.user.content}
              </div>
            )}
            {turn.parts.map((part) => (
              <PartOf key={`${part.kind} ${part.id}`} part={part} />
            ))}
          </article>
        ))}
      </div>
    </div>
  );
}

function PartOf({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return (
        <div className={classes.answered}>
          <Author agent={part.agent} />
          <Markdown text={part.content} />
        </div>
      );
    case "spoken":
      return <Spoken part={part} />;
    case "tool":
      return <ToolPill tool={part} />;
    case "note":
      return <Note part={part} />;
    case "error":
      return <p className={classes.problem}>{part.message}</p>;
    case "thinking":
    case "approval":
      return null;
  }
}

function Answer({ escalation }: { escalation: EscalationDetail }) {
  const words = useWords(inboxWords);
  const account = useAccount();
  const act = useActions(escalation.id);
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const isMine = escalation.status === "taken" && escalation.takenBy?.id === account.user.id;
  if (!isMine) {
    const { status, takenBy } = escalation;
    const why = status === "open" ? words.takeFirst : status === "closed" ? words.isClosed : words.heldBy(takenBy?.name ?? "");
    return <p className={classes.hint}>{why}</p>;
  }
  async function send() {
    if (!text.trim() || isSending) return;
    setSending(true);
    if (await act("reply", { text })) setText("");
    setSending(false);
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }
  return (
    <div className={classes.write}>
      <Textarea
        className={classes.grow ?? ""}
        aria-label={words.reply}
        placeholder={words.reply}
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <ActionIcon variant="filled" size={38} aria-label={words.send} disabled={!text.trim()} loading={isSending} onClick={() => void send()}>
        <IconSend size={18} />
      </ActionIcon>
    </div>
  );
}

function Aside({ escalation }: { escalation: EscalationDetail }) {
  const words = useWords(inboxWords);
  const { name, phone, email } = escalation.customer;
  const known = [name, phone, email].filter(Boolean);
  return (
    <aside className={classes.aside}>
      <dl className={classes.facts}>
        <dt>{words.reason}</dt>
        <dd>{escalation.reason}</dd>
        {escalation.summary && (
          <>
            <dt>{words.summary}</dt>
            <dd>{escalation.summary}</dd>
          </>
        )}
        <dt>{words.customer}</dt>
        <dd>{known.length > 0 ? known.map((fact) => <div key={fact}>{fact}</div>) : words.someone}</dd>
      </dl>
      <Assigned escalation={escalation} />
      <Notes escalation={escalation} />
    </aside>
  );
}

function Assigned({ escalation }: { escalation: EscalationDetail }) {
  const words = useWords(inboxWords);
  const account = useAccount();
  const may = useMay();
  const act = useActions(escalation.id);
  // Who may not see the others can still take it on.
  const users = useQuery({ queryKey: [...KEYS.users, "all"], queryFn: ({ signal }) => get<Paged<User>>("/api/users", signal), enabled: may("users:read") });
  const others = (users.data?.items ?? []).filter((user) => user.role !== "member" && user.role !== "guest" && !user.disabledAt);
  const people = new Map([
    [account.user.id, account.user.name],
    ...others.map((user) => [user.id, user.name] as const),
    ...(escalation.assignedTo ? [[escalation.assignedTo.id, escalation.assignedTo.name] as const] : []),
  ]);
  if (escalation.status === "closed") return null;
  return (
    <Select
      label={words.assigned}
      size="xs"
      allowDeselect={false}
      value={escalation.assignedTo?.id ?? ""}
      data={[{ value: "", label: words.anybody }, ...[...people].map(([value, label]) => ({ value, label }))]}
      onChange={(value) => void act("assign", { userId: value || null })}
    />
  );
}

function Notes({ escalation }: { escalation: EscalationDetail }) {
  const words = useWords(inboxWords);
  const act = useActions(escalation.id);
  const [text, setText] = useState("");
  async function add() {
    if (text.trim() && (await act("notes", { text }))) setText("");
  }
  return (
    <section className={classes.notes} aria-label={words.notes}>
      <h3>{words.notes}</h3>
      <p className={classes.soft}>{words.notesHint}</p>
      <ul>
        {escalation.notes.map((note) => (
          <li key={note.id}>
            <span className={classes.soft}>
              {note.author.name} · <When at={note.createdAt} />
            </span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
      <Textarea aria-label={words.note} placeholder={words.note} size="xs" autosize minRows={2} maxRows={6} maxLength={4000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Button size="compact-sm" variant="default" disabled={!text.trim()} onClick={() => void add()}>
        {words.addNote}
      </Button>
    </section>
  );
}
