import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useNames } from "../../api/names";
import { traceQuery } from "../../api/queries";
import { useFormats, useWords } from "../../i18n/language";
import { costOf } from "../../operate/spans";
import { CopyButton } from "../../parts/CopyButton";
import { useMay } from "../../shell/account";
import { usageOf, type TextPart, type Turn } from "../log/turns";
import { chatWords } from "../words";
import classes from "./AnswerTools.module.css";
import { Thumbs } from "./Thumbs";

export function AnswerTools({ turn, answer, session }: { turn: Turn; answer: TextPart; session: string }) {
  const words = useWords(chatWords);
  const may = useMay();
  return (
    <>
      <CopyButton text={answer.content} label={words.copyAnswer} />
      {may("sessions:write") && <Thumbs session={session} message={answer.messageId} />}
      <Details turn={turn} answer={answer} session={session} />
    </>
  );
}

function Details({ turn, answer, session }: { turn: Turn; answer: TextPart; session: string }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const names = useNames();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  // Only the record of calls knows what they cost.
  const trace = useQuery({ ...traceQuery(session, turn.id), enabled: isOpen });
  const usage = usageOf(turn);
  if (!usage) return null;
  const took = turn.endedAt ? new Date(turn.endedAt).getTime() - new Date(turn.startedAt).getTime() : usage.latencyMs;
  const rows: [name: string, value: string, raw?: string][] = [
    [words.assistant, names.agent(answer.agent), answer.agent],
    [words.model, answer.isCached ? words.cachedModel(answer.model) : answer.model],
    [words.time, formats.duration(took)],
    [words.inputTokens, formats.number(usage.inputTokens)],
    [words.outputTokens, formats.number(usage.outputTokens)],
  ];
  if (usage.thinkingTokens > 0) rows.push([words.thinkingTokens, formats.number(usage.thinkingTokens)]);
  if (usage.cachedTokens > 0) rows.push([words.cachedTokens, formats.number(usage.cachedTokens)]);
  rows.push([words.cost, trace.data ? formats.cost(costOf(trace.data.spans)) : "…"]);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={words.details}>
          <ActionIcon aria-label={words.details} onClick={() => setOpen((open) => !open)}>
            <IconInfoCircle size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.rows} tabIndex={-1} data-autofocus>
          {rows.map(([name, value, raw]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={raw}>{value}</dd>
            </div>
          ))}
        </dl>
        {may("audit:read") && (
          <Link className={classes.trace ?? ""} href={`/operate/sessions/${session}?turn=${turn.id}`}>
            {words.trace}
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
