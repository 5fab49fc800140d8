// Who waits for a time that is not free. What becomes free stands beside them, and is booked with one click.
import { Button, Skeleton } from "@mantine/core";
import { IconHourglass, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { post, request } from "../../api/client";
import { newId } from "../../api/id";
import { useFormats, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { Empty, Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { When } from "../../parts/When";
import { useMay } from "../../shell/account";
import { dateOf, timeOf } from "../calendar/layout";
import desk from "../Desk.module.css";
import { useRefresh, useWaiting } from "../queries";
import type { AppointmentDone, Catalogue, Slot, Waiting } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import classes from "./Counter.module.css";
import { NewWaiting } from "./NewWaiting";

export function WaitingView({ catalogue }: { catalogue: Catalogue }) {
  const words = useWords(deskWords);
  const may = useMay();
  const waiting = useWaiting(true);
  const [isAdding, setAdding] = useState(false);
  if (waiting.isPending) return <Skeleton height={240} radius="lg" />;
  if (waiting.error) return <Failure error={waiting.error} retry={() => void waiting.refetch()} />;
  const add = may("desk:work") && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {words.counter.putOn}
    </Button>
  );
  return (
    <>
      {waiting.data.length === 0 ? (
        <Empty icon={<IconHourglass size={34} stroke={1.4} />} title={words.counter.nobodyWaits} text={words.counter.nobodyWaitsText} action={add} />
      ) : (
        <>
          <div className={desk.toolbar}>
            <p className={`${desk.soft} ${desk.grow}`}>{words.counter.waitingIntro}</p>
            {add}
          </div>
          <ul className={classes.waits} aria-label={words.counter.waiting}>
            {waiting.data.map((one) => (
              <Wait key={one.id} wait={one} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <NewWaiting catalogue={catalogue} close={() => setAdding(false)} />}
    </>
  );
}

function Wait({ wait }: { wait: Waiting }) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const told = useProblemText();
  const tellDone = useTellDone();
  const refresh = useRefresh();
  const may = useMay();
  const name = wait.customerName ?? words.unknown;
  const booking = useMutation({
    mutationFn: (slot: Slot) =>
      post<AppointmentDone>(`/api/desk/waiting/${wait.id}/book`, { start: slot.start, branchId: slot.branchId, ...(slot.staffId ? { staffId: slot.staffId } : {}) }, { idempotencyKey: newId() }),
    onSuccess: (done) => tellDone(words.booked, done.change),
    onError: (error) => {
      toast(told(error), "problem");
      void refresh();
    },
  });
  const removing = useMutation({
    mutationFn: () => request<{ change: string }>("DELETE", `/api/desk/waiting/${wait.id}`),
    onSuccess: (done) => tellDone(words.counter.takenOff, done.change),
    onError: (error) => toast(told(error), "problem"),
  });
  const days = wait.from === wait.until ? formats.day(wait.from) : `${formats.day(wait.from)} – ${formats.day(wait.until)}`;
  const suits = [days, wait.weekdays.map((day) => words.counter.shortDays[day]).join(", "), wait.parts.map((part) => words.counter.partNames[part]).join(", ")];
  const what = [wait.serviceName ?? words.counter.anyService, wait.staffName ?? words.anybody, wait.branchName ?? words.allBranches];
  return (
    <li className={classes.wait} data-free={wait.free ? true : undefined}>
      <div className={classes.who}>
        <span>
          <Link className={desk.link ?? ""} href={`/desk/customers?open=${wait.customerId}`}>
            {name}
          </Link>{" "}
          {wait.customerPhone && <a className={desk.link ?? ""} href={`tel:${wait.customerPhone.replace(/[^+\d]/g, "")}`}>{wait.customerPhone}</a>}
        </span>
        <span>{what.join(" · ")}</span>
        <span className={desk.soft}>{suits.filter(Boolean).join(" · ")}</span>
        {wait.notes && <span className={desk.soft}>{wait.notes}</span>}
        <span className={desk.soft}>
          {words.counter.since} <When at={wait.createdAt} />
        </span>
      </div>
      {wait.free ? (
        <div className={classes.offer}>
          <span className={desk.soft}>{words.counter.couldHave}</span>
          <strong>
            {formats.weekday(dateOf(wait.free.start))}, {timeOf(wait.free.start)}
          </strong>
          <span className={desk.soft}>{[wait.free.staffName, wait.free.branchName].filter(Boolean).join(" · ")}</span>
        </div>
      ) : (
        <span className={desk.soft}>{words.counter.notYet}</span>
      )}
      {may("desk:work") && (
        <div className={desk.buttons}>
          {wait.free && (
            <Button size="compact-sm" loading={booking.isPending} aria-label={words.counter.bookItFor(name)} onClick={() => wait.free && booking.mutate(wait.free)}>
              {words.counter.bookIt}
            </Button>
          )}
          <Button size="compact-sm" variant="default" loading={removing.isPending} aria-label={words.counter.takeOffFor(name)} onClick={() => removing.mutate()}>
            {words.counter.takeOff}
          </Button>
        </div>
      )}
    </li>
  );
}
