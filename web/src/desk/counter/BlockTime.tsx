// A stretch of somebody's time, or of a branch's, in which nothing is booked.
import { Button, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { post, Refusal, request } from "../../api/client";
import { newId } from "../../api/id";
import { useFormats, useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import { clockOf, dateOf, timeOf } from "../calendar/layout";
import desk from "../Desk.module.css";
import type { Appointment, Block, Catalogue } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";

export interface Stretch {
  date: string;
  minutes?: number;
  branchId?: string;
  staffId?: string;
}

const WHOLE = "";

export function BlockTime({ catalogue, stretch, close }: { catalogue: Catalogue; stretch: Stretch; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const told = useProblemText();
  const tellDone = useTellDone();
  const key = useRef(newId());
  const nameOf = (name: { es: string; en?: string }) => (language === "en" ? (name.en ?? name.es) : name.es);
  const [branch, setBranch] = useState(stretch.branchId ?? catalogue.branches[0]?.id ?? "");
  const [staff, setStaff] = useState(stretch.staffId ?? WHOLE);
  const [date, setDate] = useState(stretch.date);
  const [from, setFrom] = useState(clockOf(stretch.minutes ?? 12 * 60));
  const [to, setTo] = useState(clockOf(Math.min(23 * 60 + 55, (stretch.minutes ?? 12 * 60) + 60)));
  const [reason, setReason] = useState("");
  const blocking = useMutation({
    mutationFn: () =>
      post<{ block: Block; change: string }>(
        "/api/desk/blocks",
        { branchId: branch, ...(staff ? { staffId: staff } : {}), start: `${date}T${from}`, end: `${date}T${to}`, ...(reason.trim() ? { reason: reason.trim() } : {}) },
        { idempotencyKey: key.current },
      ),
    onSuccess: (done) => {
      tellDone(words.counter.blockedDone, done.change);
      close();
    },
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    blocking.mutate();
  }
  const booked = blocking.error instanceof Refusal ? (blocking.error.more.appointments as Appointment[] | undefined) : undefined;
  const here = catalogue.staff.filter((one) => one.value.branches.includes(branch));
  return (
    <Modal opened onClose={close} size="lg" title={words.counter.block} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <div className={desk.pair}>
            {catalogue.branches.length > 1 && (
              <Select
                label={words.branch}
                allowDeselect={false}
                value={branch}
                onChange={(value) => {
                  setBranch(value ?? branch);
                  setStaff(WHOLE);
                }}
                data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))}
              />
            )}
            <Select
              label={words.counter.whoseTime}
              allowDeselect={false}
              value={staff}
              onChange={(value) => setStaff(value ?? WHOLE)}
              data={[{ value: WHOLE, label: words.counter.wholeBranch }, ...here.map((one) => ({ value: one.id, label: one.value.name }))]}
            />
          </div>
          <div className={desk.pair}>
            <TextInput type="date" label={words.date} required withAsterisk={false} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
            <TextInput type="time" step={300} label={words.counter.from} required withAsterisk={false} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
            <TextInput type="time" step={300} label={words.counter.to} required withAsterisk={false} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
          </div>
          <TextInput label={words.counter.reasonFor} description={words.counter.reasonHint} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
          {booked ? (
            <div role="alert">
              <Text c="red">{words.counter.booked}</Text>
              <ul className={desk.lines}>
                {booked.map((one) => (
                  <li key={one.id}>
                    <Link className={desk.link ?? ""} href={`/desk/calendar?day=${dateOf(one.localStart)}&open=${one.id}`} onClick={close}>
                      {timeOf(one.localStart)} {one.forName ?? one.customerName ?? words.unknown}
                    </Link>
                    <span className={desk.soft}>{[one.serviceName, one.staffName].filter(Boolean).join(" · ")}</span>
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            blocking.error && (
              <Text role="alert" c="red">
                {told(blocking.error)}
              </Text>
            )
          )}
          <Button type="submit" loading={blocking.isPending}>
            {words.counter.block}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

/** What is blocked, and freeing it. */
export function BlockDialog({ block, close }: { block: Block; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const formats = useFormats();
  const told = useProblemText();
  const tellDone = useTellDone();
  const may = useMay();
  const freeing = useMutation({
    mutationFn: () => request<{ change: string }>("DELETE", `/api/desk/blocks/${block.id}`),
    onSuccess: (done) => {
      tellDone(words.counter.unblocked, done.change);
      close();
    },
    onError: (error) => toast(told(error), "problem"),
  });
  const [first, last] = [dateOf(block.localStart), dateOf(block.localEnd)];
  const until = first === last ? timeOf(block.localEnd) : `${formats.weekday(last)}, ${timeOf(block.localEnd)}`;
  const facts: [string, string | null | undefined][] = [
    [words.counter.whoseTime, block.staffName ?? words.counter.wholeBranch],
    [words.branch, block.branchName],
    [words.time, `${formats.weekday(first)}, ${timeOf(block.localStart)}–${until}`],
    [words.counter.reasonFor, block.reason],
  ];
  return (
    <Modal opened onClose={close} title={words.counter.blocked} closeButtonProps={{ "aria-label": parts.close }}>
      <dl className={desk.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className={desk.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {may("desk:work") && (
        <Button variant="default" loading={freeing.isPending} onClick={() => freeing.mutate()}>
          {words.counter.unblock}
        </Button>
      )}
    </Modal>
  );
}
