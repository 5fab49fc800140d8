import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconMessageOff } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { post } from "../api/client";
import { newId } from "../api/id";
import type { Session } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { Empty, Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { useDropPlace } from "../parts/useDropPlace";
import { useMay } from "../shell/account";
import { forgetChoice, type Choice } from "./chosenAssistant";
import { Composer, type Editing } from "./composer/Composer";
import { moveDraft } from "./composer/drafts";
import { useAttachments } from "./composer/useAttachments";
import type { Command } from "./composer/useSuggestions";
import classes from "./Conversation.module.css";
import { Hello } from "./Hello";
import { loadTurns, TurnView } from "./later";
import type { LiveSession, LiveState } from "./log/live";
import { entrust, type Outgoing } from "./log/outbox";
import { ahead, filesOf, isRunning, thoughtsAhead, type SpokenPart, type TextPart, type Turn } from "./log/turns";
import { exportSession, type SessionDialog } from "./SessionMenu";
import { PendingMessage } from "./PendingMessage";
import { useStick } from "./useStick";
import { chatWords } from "./words";

interface Props {
  live: LiveSession | null;
  state: LiveState;
  choice: Choice;
  openDialog: (dialog: SessionDialog) => void;
  trial?: Trial;
}

/** A conversation beside something that one works on, in place of one with a page of its own. */
export interface Trial {
  /** Of what is typed before there is a session. */
  place: string;
  placeholder: string;
  /** What an empty one shows. */
  hello: ReactNode;
  begun: (session: string) => void;
  anew: () => void;
}

export function Conversation({ live, state, choice, openDialog, trial }: Props) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const may = useMay();
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState<Editing | null>(null);
  const attachments = useAttachments();
  const [isDropping, dropPlace] = useDropPlace((files) => {
    if (may("knowledge:write")) attachments.add(files);
    else toast(words.notAllowedUpload, "problem");
  });
  const { log, outbox } = state;
  const running = isRunning(log);
  const isEmpty = log.turns.length === 0 && outbox.length === 0;
  const { pane, content, hasNews, toEnd } = useStick(`${log.last} ${state.heard.length} ${state.thoughts.length}`, !isEmpty);
  const mayWrite = may("sessions:write");

  const { name: chosen, settled } = choice;
  const begun = trial?.begun;
  const send = useCallback(
    async (text: string, files: string[], replaces: string | null, assistant: string | null = chosen): Promise<boolean> => {
      toEnd();
      void loadTurns();
      if (live) {
        await settled();
        await live.say({ text, assistant, attachments: files, replaces });
        return true;
      }
      try {
        const session = await post<Session>("/api/chat/sessions", chosen ? { assistant: chosen } : {}, { idempotencyKey: newId() });
        entrust(session.id, { text, assistant, attachments: files });
        if (begun) {
          begun(session.id);
          return true;
        }
        forgetChoice();
        moveDraft(session.id);
        navigate(`/chat/${session.id}`);
        return true;
      } catch (error) {
        toast(told(error), "problem");
        return false;
      }
    },
    [live, chosen, settled, begun, navigate, toEnd, told],
  );

  // Handed to memoised turns: stays the same while words stream in.
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  const edit = useCallback((turn: Turn) => {
    if (turn.user) setEditing({ messageId: turn.user.messageId, text: turn.user.content, files: filesOf(turn.user) });
  }, []);
  const retry = useCallback((turn: Turn) => {
    if (turn.user) void latest.current(turn.user.content, filesOf(turn.user), turn.user.messageId);
  }, []);

  function stop() {
    live?.stop().catch((error: unknown) => toast(told(error), "problem"));
  }

  function command(name: Command) {
    if (name === "new" && trial) trial.anew();
    else if (name === "new") navigate("/chat");
    else if (name === "knowledge") navigate("/knowledge");
    else if (name === "stop") stop();
    else if (name === "export" && live) exportSession(live.id, "markdown").catch((error: unknown) => toast(told(error), "problem"));
    else if (name === "share" || name === "rename") openDialog(name);
  }

  if (state.connection === "gone") {
    return (
      <Empty
        icon={<IconMessageOff size={26} />}
        title={words.gone}
        text={words.goneText}
        action={
          trial ? (
            <Button onClick={trial.anew}>{words.newChat}</Button>
          ) : (
            <Button component={Link} href="/chat">
              {words.newChat}
            </Button>
          )
        }
      />
    );
  }
  // What is being said anew gives way at once, as the log will have it.
  const replaced = outbox.find((message) => message.replaces !== null && message.state !== "failed")?.replaces;
  const cut = replaced ? log.turns.findIndex((turn) => turn.user?.messageId === replaced) : -1;
  const turns = cut < 0 ? log.turns : log.turns.slice(0, cut);
  const lastTurn = log.turns.at(-1);
  return (
    <section className={classes.conversation} aria-label={words.conversation} {...dropPlace}>
      <div ref={pane} className={classes.pane} tabIndex={-1}>
        <div ref={content} className={classes.column}>
          {state.connection === "loading" && isEmpty && <ConversationSkeleton />}
          {state.connection === "failed" && <Failure error={new Error(state.problem ?? "")} />}
          {isEmpty && state.connection === "live" && (trial ? trial.hello : <Hello chosen={chosen} ask={(text, assistant) => void send(text, [], null, assistant)} />)}
          <Suspense fallback={<TurnsToCome turns={turns} />}>
            {live &&
              turns.map((turn) => (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  live={live}
                  ahead={turn === lastTurn ? ahead(turn, state.heard) : ""}
                  thoughts={turn === lastTurn ? thoughtsAhead(turn, state.thoughts) : ""}
                  isLast={turn === lastTurn}
                  mayWrite={mayWrite}
                  mayReplace={mayWrite && !running}
                  mayEdit={may("approvals:edit")}
                  onEdit={edit}
                  onRetry={retry}
                />
              ))}
          </Suspense>
          {outbox.map((message) => (
            <PendingMessage
              key={message.key}
              text={message.text}
              note={noteOf(message, running, words)}
              actions={
                message.state === "failed" && live
                  ? [
                      { label: words.sendAgain, act: () => void live.sayAgain(message.key) },
                      { label: words.discard, act: () => live.forget(message.key) },
                    ]
                  : []
              }
            />
          ))}
        </div>
      </div>
      <Announcer turn={lastTurn} />
      <div className={classes.foot}>
        {hasNews && (
          <Button size="compact-sm" radius="xl" className={classes.news ?? ""} rightSection={<IconArrowDown size={14} />} onClick={toEnd}>
            {words.newBelow}
          </Button>
        )}
        {mayWrite && (
          <Composer
            key={editing?.messageId ?? "write"}
            session={live?.id ?? trial?.place ?? null}
            assistant={chosen}
            placeholder={trial?.placeholder}
            isAside={trial !== undefined}
            running={running}
            editing={editing}
            attachments={attachments}
            onSend={async (text, files) => {
              const replaces = editing?.messageId ?? null;
              setEditing(null);
              return send(text, [...new Set([...(editing?.files ?? []), ...files])], replaces);
            }}
            onStop={stop}
            onEditLast={() => {
              const last = log.turns.findLast((turn) => turn.user);
              if (last && !running) edit(last);
            }}
            onEditEnd={() => setEditing(null)}
            onAssistant={choice.choose}
            onCommand={command}
          />
        )}
      </div>
      {isDropping && <div className={classes.drop}>{words.dropHere}</div>}
    </section>
  );
}

function noteOf(message: Outgoing, running: boolean, words: (typeof chatWords)["es"]): string {
  if (message.state === "failed") return message.problem || words.notSent;
  if (message.state === "held") return words.held;
  return message.state === "waiting" && running ? words.waiting : words.sending;
}

/** Reads an answer out once it is whole: word by word would never stop talking. */
function Announcer({ turn }: { turn: Turn | undefined }) {
  const answer = turn?.state === "done" ? turn.parts.findLast((part): part is TextPart | SpokenPart => part.kind === "text" || part.kind === "spoken") : undefined;
  return (
    <VisuallyHidden>
      <div aria-live="polite">{answer?.content.slice(0, 1000)}</div>
    </VisuallyHidden>
  );
}

/** What was just said stays where it is; what was said before has the shape it had while it was read. */
function TurnsToCome({ turns }: { turns: Turn[] }) {
  const said = turns.length === 1 ? turns[0]?.user?.content : undefined;
  return said ? <PendingMessage text={said} note="" /> : <ConversationSkeleton />;
}

function ConversationSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton height={40} width="45%" radius="lg" ml="auto" />
      <Skeleton height={14} width="92%" />
      <Skeleton height={14} width="84%" />
      <Skeleton height={14} width="60%" />
    </div>
  );
}
