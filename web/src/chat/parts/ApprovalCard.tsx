// What an assistant wants to do, and the person's yes or no. The only thing on the page that is amber.
import "../../theme/more.css";
import { Button, Switch, Textarea, TextInput } from "@mantine/core";
import { IconCheck, IconHandStop, IconPencil, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { inSentence, useNames } from "../../api/names";
import { isDay } from "../../i18n/format";
import { useFormats, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import type { ApprovalPart } from "../log/turns";
import { chatWords } from "../words";
import classes from "./ApprovalCard.module.css";
import { argsOf, clock, fieldsOf, labelOf, type Field } from "./approvalFields";

/** Of what is said of a call that was decided. */
const LONGEST = 300;

export type Decide = (decision: "approve" | "reject", editedArgs?: unknown, reason?: string) => Promise<void>;

interface Props {
  approval: ApprovalPart;
  decide: Decide;
  mayDecide: boolean;
  mayEdit: boolean;
}

export function ApprovalCard({ approval, decide, mayDecide, mayEdit }: Props) {
  const words = useWords(chatWords);
  if (approval.resolution) return <Settled approval={approval} />;
  return (
    <section className={classes.card} aria-label={words.approvalTitle} data-testid="approval">
      <Header approval={approval} />
      {mayDecide ? <Open approval={approval} decide={decide} mayEdit={mayEdit} /> : <Fields fields={fieldsOf(approval.args)} />}
    </section>
  );
}

function Header({ approval }: { approval: ApprovalPart }) {
  const words = useWords(chatWords);
  const names = useNames();
  const left = useTimeLeft(approval.expiresAt);
  return (
    <header className={classes.head}>
      <IconHandStop size={18} />
      <div>
        <strong>{words.approvalTitle}</strong>
        <div title={approval.toolName}>{words.approvalWants(inSentence(names.tool(approval.toolName)))}</div>
      </div>
      <span className={classes.clock} role="timer">
        {left > 0 ? words.left(clock(left)) : words.timeUp}
      </span>
    </header>
  );
}

function Open({ approval, decide, mayEdit }: { approval: ApprovalPart; decide: Decide; mayEdit: boolean }) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const left = useTimeLeft(approval.expiresAt);
  const [edited, setEdited] = useState<Field[] | null>(null);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState<"approve" | "reject" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function answer(decision: "approve" | "reject") {
    const args = edited && decision === "approve" ? argsOf(edited) : undefined;
    if (args === null) return setProblem(words.notJson);
    setBusy(decision);
    setProblem(null);
    try {
      await decide(decision, args, reason.trim() || undefined);
    } catch (error) {
      setProblem(told(error));
      setBusy(null);
    }
  }

  return (
    <>
      {edited ? <EditFields fields={edited} change={setEdited} /> : <Fields fields={fieldsOf(approval.args)} />}
      <TextInput
        size="xs"
        mt={10}
        placeholder={words.reason}
        aria-label={words.reason}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button size="sm" color="amber.8" leftSection={<IconCheck size={16} />} loading={busy === "approve"} disabled={left <= 0 || busy !== null} onClick={() => void answer("approve")}>
          {edited ? words.approveEdited : words.approve}
        </Button>
        {mayEdit && (
          <Button size="sm" variant="default" leftSection={<IconPencil size={16} />} disabled={busy !== null} onClick={() => setEdited(edited ? null : fieldsOf(approval.args))}>
            {edited ? words.editBack : words.editArgs}
          </Button>
        )}
        <Button size="sm" variant="default" leftSection={<IconX size={16} />} loading={busy === "reject"} disabled={left <= 0 || busy !== null} onClick={() => void answer("reject")}>
          {words.reject}
        </Button>
      </div>
    </>
  );
}

function Fields({ fields }: { fields: Field[] }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const shownOf = ({ kind, text }: Field) => {
    if (kind === "boolean") return text === "true" ? words.yes : words.no;
    return isDay(text) ? formats.weekday(text) : text;
  };
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.name ? labelOf(field.name) : words.arguments}</dt>
          <dd title={field.text}>{shownOf(field)}</dd>
        </div>
      ))}
    </dl>
  );
}

function EditFields({ fields, change }: { fields: Field[]; change: (fields: Field[]) => void }) {
  const words = useWords(chatWords);
  const set = (name: string, text: string) => change(fields.map((field) => (field.name === name ? { ...field, text } : field)));
  return (
    <div className={classes.edit}>
      {fields.map((field) => {
        const label = field.name ? labelOf(field.name) : words.arguments;
        if (field.kind === "boolean") {
          return <Switch key={field.name} label={label} checked={field.text === "true"} onChange={(event) => set(field.name, String(event.currentTarget.checked))} />;
        }
        if (field.kind === "json" || field.text.length > 80) {
          return <Textarea key={field.name} label={label} autosize minRows={2} maxRows={10} value={field.text} onChange={(event) => set(field.name, event.currentTarget.value)} />;
        }
        return (
          <TextInput
            key={field.name}
            label={label}
            inputMode={field.kind === "number" ? "decimal" : "text"}
            value={field.text}
            onChange={(event) => set(field.name, event.currentTarget.value)}
          />
        );
      })}
    </div>
  );
}

function Settled({ approval }: { approval: ApprovalPart }) {
  const words = useWords(chatWords);
  const names = useNames();
  const { decision, editedArgs, reason } = approval.resolution ?? { decision: "", editedArgs: null, reason: null };
  const decisions: Record<string, string> = {
    approved: editedArgs ? words.approvedEdited : words.approved,
    rejected: words.rejected,
    expired: words.expired,
    cancelled: words.cancelled,
  };
  const said = decisions[decision] ?? decision;
  const told = fieldsOf(approval.args).map((field) => field.text);
  const isYes = decision === "approved";
  return (
    <div className={classes.settled} data-yes={isYes || undefined}>
      {isYes ? <IconCheck size={15} /> : <IconX size={15} />}
      <span>
        <strong>{said}</strong> · {[words.approvalWants(inSentence(names.tool(approval.toolName))), ...told].join(" · ").slice(0, LONGEST)}
        {reason ? ` — ${reason}` : ""}
      </span>
    </div>
  );
}

function useTimeLeft(expiresAt: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return new Date(expiresAt).getTime() - now;
}
