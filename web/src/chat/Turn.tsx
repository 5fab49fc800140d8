// One turn: what a person said, and all that followed.
import { ActionIcon, Loader, Tooltip } from "@mantine/core";
import {
  IconArrowsExchange,
  IconBell,
  IconBrain,
  IconBookmark,
  IconEraser,
  IconHeadset,
  IconPencil,
  IconRefresh,
  IconRobot,
  IconShieldX,
  IconUser,
} from "@tabler/icons-react";
import { lazy, memo, Suspense, useEffect, useState, type ReactNode } from "react";
import { useNames } from "../api/names";
import { useFormats, useWords } from "../i18n/language";
import { CopyButton } from "../parts/CopyButton";
import type { LiveSession } from "./log/live";
import { todoOf, type NotePart, type Part, type SpokenPart, type TextPart, type Turn } from "./log/turns";
import { Markdown } from "./markdown/Markdown";
import { AnswerTools } from "./parts/AnswerTools";
import { Answer } from "./parts/Answer";
import { Author } from "./parts/Author";
import { Fold } from "./parts/Fold";
import { Plan } from "./parts/Plan";
import { SentFiles } from "./parts/SentFiles";
import { SourceStrip } from "./parts/SourceStrip";
import { ToolPill } from "./parts/ToolPill";
import { usePaced } from "./parts/usePaced";
import classes from "./Turn.module.css";
import { chatWords } from "./words";

// With its forms it is a good part of the page, and most chats never ask.
const ApprovalCard = lazy(() => import("./parts/ApprovalCard").then((module) => ({ default: module.ApprovalCard })));

interface Props {
  turn: Turn;
  live: LiveSession;
  /** Words that are being said. */
  ahead: string;
  /** What is being thought. */
  thoughts: string;
  isLast: boolean;
  mayWrite: boolean;
  /** Whether the message can be said anew: not while an answer is on its way. */
  mayReplace: boolean;
  mayEdit: boolean;
  onEdit: (turn: Turn) => void;
  onRetry: (turn: Turn) => void;
}

export const TurnView = memo(function TurnView({ turn, live, ahead, thoughts, isLast, mayWrite, mayReplace, mayEdit, onEdit, onRetry }: Props) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const answer = turn.parts.findLast((part): part is TextPart => part.kind === "text" && part.stopReason !== "tool_use");
  const plan = todoOf(turn);
  const isBusy = turn.state === "running";
  return (
    <article className={classes.turn} data-state={turn.state}>
      {turn.user && (
        <div className={classes.mine}>
          <div className={classes.bubble} title={formats.exact(turn.user.at)}>
            <span className={classes.hidden}>{words.you}: </span>
            {turn.user.content}
            <SentFiles files={turn.user.attachments} />
          </div>
          <div className={classes.mineTools}>
            <CopyButton text={turn.user.content} />
            {mayReplace && (
              <Tooltip label={words.edit}>
                <ActionIcon aria-label={words.edit} onClick={() => onEdit(turn)}>
                  <IconPencil size={16} />
                </ActionIcon>
              </Tooltip>
            )}
          </div>
        </div>
      )}
      <div className={classes.theirs}>
        {(isBusy || turn.parts.some(isTheirs)) && <Author agent={turn.agent} />}
        {plan && <Plan items={plan} />}
        {turn.parts.map((part) => (
          <PartView key={`${part.kind} ${part.id}`} part={part} live={live} mayWrite={mayWrite} mayEdit={mayEdit} />
        ))}
        {thoughts.trim() && (
          <Fold icon={<IconBrain size={15} />} label={words.thinking} aside={<Seconds />}>
            <Draft text={thoughts} />
          </Fold>
        )}
        {ahead.trim() && (
          <div className={classes.draft} aria-busy="true">
            <Draft text={ahead} />
          </div>
        )}
        {isBusy && !ahead.trim() && (
          <div className={classes.busy} role="status">
            <Loader size={14} type="dots" /> {words.working}
          </div>
        )}
        {answer && <SourceStrip citations={answer.citations} />}
        {!isBusy && turn.state !== "paused" && (
          <div className={classes.tools} data-last={isLast || undefined}>
            {answer && <AnswerTools turn={turn} answer={answer} session={live.id} />}
            {mayReplace && turn.user && (
              <Tooltip label={words.retry}>
                <ActionIcon aria-label={words.retry} onClick={() => onRetry(turn)}>
                  <IconRefresh size={16} />
                </ActionIcon>
              </Tooltip>
            )}
          </div>
        )}
      </div>
    </article>
  );
});

/** What an agent says or does; all else is told of a turn without one. */
const isTheirs = ({ kind }: Part) => kind === "text" || kind === "thinking" || kind === "tool" || kind === "approval";

/** How long it has been there. */
function Seconds() {
  const formats = useFormats();
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formats.duration(Math.max(1000, Math.round((now - since) / 1000) * 1000))}</span>;
}

/** Words on their way. */
function Draft({ text }: { text: string }) {
  return <Markdown text={usePaced(text)} />;
}

function PartView({ part, live, mayWrite, mayEdit }: { part: Part; live: LiveSession; mayWrite: boolean; mayEdit: boolean }) {
  const words = useWords(chatWords);
  switch (part.kind) {
    case "text":
      return (
        <div className={classes.text}>
          <Answer content={part.content} citations={part.citations} />
        </div>
      );
    case "thinking":
      return (
        <Fold icon={<IconBrain size={15} />} label={words.thought}>
          <Markdown text={part.content} />
        </Fold>
      );
    case "tool":
      // The plan itself is shown above; its calls would only repeat it.
      return part.name === "todo" && part.state !== "failed" ? null : <ToolPill tool={part} />;
    case "approval":
      return (
        <Suspense>
          <ApprovalCard
            approval={part}
            mayDecide={mayWrite}
            mayEdit={mayEdit}
            decide={(decision, args, reason) => live.decide(part.id, decision, args, reason)}
          />
        </Suspense>
      );
    case "spoken":
      return <Spoken part={part} />;
    case "note":
      return (
        <>
          <Note part={part} />
          {part.note.type === "handoff" && <Author agent={part.note.to} />}
        </>
      );
    case "error":
      return (
        <div className={classes.error} role="alert" data-calm={part.code === "turn_cancelled" || undefined}>
          {part.code === "turn_cancelled" ? words.stopped : part.message}
        </div>
      );
  }
}

/** What a person of the business said, or what it told unasked. */
export function Spoken({ part }: { part: SpokenPart }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  return (
    <div className={classes.spoken} data-by={part.operator === null ? "notice" : "person"}>
      <p className={classes.speaker} title={formats.exact(part.at)}>
        {part.operator === null ? <IconBell size={15} /> : <IconUser size={15} />} {part.operator ?? words.notice}
      </p>
      <Markdown text={part.content} />
    </div>
  );
}

export function Note({ part }: { part: NotePart }) {
  const words = useWords(chatWords);
  const names = useNames();
  const { note } = part;
  const told: Record<NotePart["note"]["type"], [ReactNode, () => string]> = {
    handoff: [<IconArrowsExchange size={15} />, () => (note.type === "handoff" ? words.handoff(names.agent(note.from), names.agent(note.to)) : "")],
    refused: [<IconShieldX size={15} />, () => (note.type === "refused" ? words.refused(note.reason) : "")],
    remembered: [<IconBookmark size={15} />, () => (note.type === "remembered" ? words.remembered(note.text) : "")],
    erased: [<IconEraser size={15} />, () => words.erased],
    escalated: [<IconHeadset size={15} />, () => words.escalated],
    taken: [<IconUser size={15} />, () => (note.type === "taken" ? words.taken(note.by) : "")],
    given_back: [<IconRobot size={15} />, () => words.givenBack],
  };
  const [icon, text] = told[note.type];
  return (
    <p className={classes.note}>
      {icon} {text()}
    </p>
  );
}
