// One appointment: what it is, what can be done with it, and what happened to it.
import { Button, Group, Modal, Skeleton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { post } from "../../api/client";
import { useFormats, useWords } from "../../i18n/language";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import desk from "../Desk.module.css";
import { History } from "../History";
import { useAppointment } from "../queries";
import type { Appointment, AppointmentDone, Slot } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { FreeTimes } from "./FreeTimes";
import { dateOf, timeOf } from "./layout";

const A_DAY = 86_400_000;

export function AppointmentDialog({ id, close }: { id: string; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const file = useAppointment(id);
  return (
    <Modal opened onClose={close} size="lg" title={words.appointment} closeButtonProps={{ "aria-label": parts.close }}>
      {file.isPending && <Skeleton height={200} radius="md" />}
      {file.error && <Failure error={file.error} retry={() => void file.refetch()} />}
      {file.data && (
        <>
          <Details appointment={file.data.appointment} />
          <Actions appointment={file.data.appointment} close={close} />
          <History changes={file.data.history} />
        </>
      )}
    </Modal>
  );
}

function Details({ appointment }: { appointment: Appointment }) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const day = dateOf(appointment.localStart);
  const facts: [string, React.ReactNode][] = [
    [
      words.customer,
      <Link key="who" className={desk.link ?? ""} href={`/desk/customers?open=${appointment.customerId}`}>
        {appointment.customerName ?? words.unknown}
      </Link>,
    ],
    [words.inTheNameOf, appointment.forName],
    [words.phone, appointment.customerPhone],
    [words.time, `${formats.weekday(day)}, ${timeOf(appointment.localStart)}–${timeOf(appointment.localEnd)}`],
    [words.service, appointment.serviceName],
    [words.person, appointment.staffName],
    [words.branch, [appointment.branchName, appointment.place && `${words.place} ${appointment.place}`].filter(Boolean).join(" · ")],
    [words.counter.arrivedAt, appointment.arrivedAt && formats.time(appointment.arrivedAt)],
    [words.notes, appointment.notes],
    [words.confirmed, appointment.confirmedAt && formats.exact(appointment.confirmedAt)],
    [words.reminders, appointment.reminders.map((one) => words.reminder(one.minutes, words.outcomes[one.outcome])).join(" · ")],
  ];
  return (
    <>
      <span className={desk.state} data-status={appointment.status}>
        {words.statuses[appointment.status as keyof typeof words.statuses]}
      </span>
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
    </>
  );
}

function Actions({ appointment, close }: { appointment: Appointment; close: () => void }) {
  const words = useWords(deskWords);
  const told = useProblemText();
  const may = useMay();
  const tellDone = useTellDone();
  const [dialog, ask] = useConfirm();
  const [isMoving, setMoving] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const [slot, setSlot] = useState<Slot | null>(null);
  const acting = useMutation({
    mutationFn: ({ what, body }: { what: string; body?: unknown }) => post<AppointmentDone>(`/api/desk/appointments/${appointment.id}/${what}`, body),
    onSuccess: (done, { what }) => {
      const texts: Record<string, string> = { move: words.moved, cancel: words.cancelled, "no-show": words.noShowDone, complete: words.completed(done.tokens ?? 0), arrive: words.counter.arrivedDone, confirm: words.confirmedNow };
      tellDone(texts[what] ?? words.saved, what === "complete" ? null : done.change);
      if (what === "cancel") close();
      setMoving(false);
    },
    onError: (error) => toast(told(error), "problem"),
  });
  if (!may("desk:work") || (appointment.status !== "booked" && appointment.status !== "moved")) return null;
  // The hour is that of the branch, the day is asked of the reader's own clock: the server has the last word.
  const mayArrive = !appointment.arrivedAt && Math.abs(Date.parse(appointment.startsAt) - openedAt) < A_DAY;
  return (
    <>
      <Group gap="xs">
        {mayArrive && <Button onClick={() => acting.mutate({ what: "arrive" })}>{words.counter.arriveIt}</Button>}
        <Button variant={mayArrive ? "default" : "filled"} onClick={() => acting.mutate({ what: "complete" })}>
          {words.complete}
        </Button>
        {!appointment.confirmedAt && (
          <Button variant="default" onClick={() => acting.mutate({ what: "confirm" })}>
            {words.confirm}
          </Button>
        )}
        <Button variant="default" onClick={() => setMoving(!isMoving)} aria-expanded={isMoving}>
          {words.move}
        </Button>
        <Button variant="default" onClick={() => acting.mutate({ what: "no-show" })}>
          {words.noShow}
        </Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => ask({ title: words.cancelTitle, text: words.cancelText, yes: words.cancelIt, act: () => acting.mutate({ what: "cancel" }) })}
        >
          {words.cancelIt}
        </Button>
      </Group>
      {isMoving && (
        <div className={desk.moving}>
          <FreeTimes
            wish={{ branch: appointment.branchId, service: appointment.serviceId, staff: appointment.staffId, moving: appointment.id }}
            first={dateOf(appointment.localStart)}
            chosen={slot}
            choose={setSlot}
          />
          <Button
            mt="sm"
            disabled={!slot}
            loading={acting.isPending}
            onClick={() => slot && acting.mutate({ what: "move", body: { start: slot.start, branchId: slot.branchId, ...(slot.staffId ? { staffId: slot.staffId } : {}) } })}
          >
            {words.move}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
