import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "wouter";
import { useModels } from "../../api/queries";
import { useFormats, useWords } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { useHasFeature, useMay } from "../../shell/account";
import { usageOf, type TextPart, type Turn } from "../log/turns";
import { chatWords } from "../words";
import classes from "./AnswerTools.module.css";
import { Thumbs } from "./Thumbs";

export function AnswerTools({ turn, answer, session }: { turn: Turn; answer: TextPart; session: string }) {
  const words = useWords(chatWords);
  const hasFeedback = useHasFeature("feedback");
  return (
    <>
      <CopyButton text={answer.content} label={words.copyAnswer} />
      {hasFeedback && <Thumbs session={session} message={answer.messageId} />}
      <Details turn={turn} answer={answer} session={session} />
    </>
  );
}

function Details({ turn, answer, session }: { turn: Turn; answer: TextPart; session: string }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const may = useMay();
  const models = useModels();
  const usage = usageOf(turn);
  if (!usage) return null;
  const took = turn.endedAt ? new Date(turn.endedAt).getTime() - new Date(turn.startedAt).getTime() : usage.latencyMs;
  const rows: [string, string][] = [
    [words.assistant, answer.agent],
    [words.model, answer.model],
    [words.time, formats.duration(took)],
    [words.inputTokens, formats.number(usage.inputTokens)],
    [words.outputTokens, formats.number(usage.outputTokens)],
  ];
  if (usage.thinkingTokens > 0) rows.push([words.thinkingTokens, formats.number(usage.thinkingTokens)]);
  if (usage.cachedTokens > 0) rows.push([words.cachedTokens, formats.number(usage.cachedTokens)]);
  if (typeof usage.cost === "number") rows.push([words.cost, formats.money(usage.cost, models.data?.currency ?? "EUR")]);
  return (
    <Popover position="top-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={words.details}>
          <ActionIcon aria-label={words.details}>
            <IconInfoCircle size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.rows} tabIndex={-1} data-autofocus>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
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
