// Hours downwards, columns across. What is closed is shaded; a line shows now. Appointments are dragged to another time or
// column, and moved once that is confirmed; with the keyboard they are opened, and moved there.
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { post } from "../../api/client";
import { useFormats, useWords } from "../../i18n/language";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import type { Appointment, AppointmentDone, Day } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import classes from "./Grid.module.css";
import { clockOf, nowIn, shownHours, sideBySide, spanOf, timeOf, type Stretch } from "./layout";

const FIT = 4;

const PIXELS = 1.15;
const DRAG_FROM = 5;

export interface Column {
  key: string;
  label: string;
  hint: string;
  date: string;
  open: Stretch[];
  appointments: Appointment[];
  /** What an appointment gets that is put there. */
  target: { staffId?: string; branchId?: string };
}

interface Props {
  columns: Column[];
  days: Day[];
  step: number;
  zone: string;
  isNarrow: boolean;
  mayMove: boolean;
  open: (appointment: Appointment) => void;
  start: (column: Column, minutes: number) => void;
}

interface Drag {
  appointment: Appointment;
  grip: number;
  x: number;
  y: number;
  column: number;
  minutes: number;
  isMoving: boolean;
}

const isToCome = (one: Appointment) => one.status === "booked" || one.status === "moved";
const isThere = (one: Appointment) => one.status !== "cancelled" && one.status !== "no_show";

export function Grid({ columns, days, step, zone, isNarrow, mayMove, open, start }: Props) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const told = useProblemText();
  const tellDone = useTellDone();
  const [dialog, ask] = useConfirm();
  const [drag, setDrag] = useState<Drag | null>(null);
  const [now, setNow] = useState(() => nowIn(zone));
  const lanes = useRef<HTMLDivElement>(null);
  const wasDragged = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowIn(zone)), 30_000);
    return () => clearInterval(timer);
  }, [zone]);

  const hours = shownHours(days, columns.flatMap((column) => column.appointments));
  const height = (hours.to - hours.from) * PIXELS;
  const top = (minutes: number) => (minutes - hours.from) * PIXELS;

  function whereIs(event: PointerEvent, grip: number): { column: number; minutes: number } {
    const all = [...(lanes.current?.querySelectorAll<HTMLElement>("[data-lane]") ?? [])];
    const column = Math.max(0, all.findIndex((lane) => event.clientX < lane.getBoundingClientRect().right));
    const box = (all[column] ?? lanes.current)?.getBoundingClientRect();
    const raw = hours.from + (event.clientY - grip - (box?.top ?? 0)) / PIXELS;
    return { column, minutes: Math.min(hours.to - step, Math.max(hours.from, Math.round(raw / step) * step)) };
  }

  function take(event: PointerEvent<HTMLElement>, appointment: Appointment) {
    wasDragged.current = false;
    if (!mayMove || !isToCome(appointment) || event.button !== 0 || event.pointerType === "touch") return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const grip = event.clientY - event.currentTarget.getBoundingClientRect().top;
    setDrag({ appointment, grip, x: event.clientX, y: event.clientY, ...whereIs(event, grip), isMoving: false });
  }

  function follow(event: PointerEvent<HTMLElement>) {
    if (!drag) return;
    const isMoving = drag.isMoving || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_FROM;
    if (isMoving) setDrag({ ...drag, ...whereIs(event, drag.grip), isMoving });
  }

  function drop() {
    if (!drag) return;
    setDrag(null);
    if (!drag.isMoving) return;
    wasDragged.current = true;
    const column = columns[drag.column];
    const time = clockOf(drag.minutes);
    if (!column || (column.appointments.includes(drag.appointment) && timeOf(drag.appointment.localStart) === time)) return;
    const { appointment } = drag;
    const when = [formats.weekday(column.date), time, column.key === column.date ? "" : column.label].filter(Boolean).join(", ");
    ask({
      title: words.moveTitle,
      text: words.moveText(appointment.forName ?? appointment.customerName ?? words.unknown, when),
      yes: words.move,
      isSafe: true,
      act: async () => {
        try {
          const done = await post<AppointmentDone>(`/api/desk/appointments/${appointment.id}/move`, { start: `${column.date}T${time}`, ...column.target });
          tellDone(words.moved, done.change);
        } catch (error) {
          toast(told(error), "problem");
        }
      },
    });
  }

  // A few columns fit on a phone, with words in two lines; more of them are leafed through.
  const narrowest = !isNarrow ? 116 : columns.length <= FIT ? 70 : 132;
  const marks = Array.from({ length: (hours.to - hours.from) / 60 + 1 }, (_, place) => hours.from + place * 60);
  return (
    <div className={classes.frame} data-narrow={isNarrow || undefined} role="region" aria-label={words.calendar} tabIndex={0}>
      <div className={classes.grid} ref={lanes} style={{ gridTemplateColumns: `52px repeat(${columns.length}, minmax(${narrowest}px, 1fr))` }}>
        <div className={classes.corner} />
        {columns.map((column) => (
          <div key={column.key} className={classes.head} data-today={column.date === now.date || undefined}>
            <strong>{column.label}</strong>
            <span>{column.hint}</span>
          </div>
        ))}
        <div className={classes.axis} style={{ height }} aria-hidden>
          {marks.map((mark) => (
            <span key={mark} style={{ top: top(mark) }}>
              {clockOf(mark)}
            </span>
          ))}
        </div>
        {columns.map((column, place) => (
          <section
            key={column.key}
            className={classes.lane}
            data-lane
            style={{ height }}
            aria-label={column.label}
            onDoubleClick={(event) => {
              if (!mayMove || event.target !== event.currentTarget) return;
              const raw = hours.from + (event.clientY - event.currentTarget.getBoundingClientRect().top) / PIXELS;
              start(column, Math.floor(raw / step) * step);
            }}
          >
            {column.open.map((span) => (
              <div key={span.from} className={classes.open} style={{ top: top(span.from), height: (span.to - span.from) * PIXELS }} />
            ))}
            {marks.slice(1, -1).map((mark) => (
              <div key={mark} className={classes.hour} style={{ top: top(mark) }} />
            ))}
            {column.date === now.date && now.minutes >= hours.from && now.minutes <= hours.to && <div className={classes.now} style={{ top: top(now.minutes) }} />}
            {sideBySide(column.appointments.filter(isThere), spanOf).map(({ item, span, lane, lanes: count }) => (
              <button
                key={item.id}
                type="button"
                className={classes.appointment}
                data-status={item.status}
                data-dragged={(drag?.isMoving && drag.appointment.id === item.id) || undefined}
                data-movable={(mayMove && isToCome(item)) || undefined}
                style={{ top: top(span.from), height: Math.max(22, (span.to - span.from) * PIXELS - 2), left: `${(lane / count) * 100}%`, width: `${100 / count}%` }}
                title={words.dragHint}
                onPointerDown={(event) => take(event, item)}
                onPointerMove={follow}
                onPointerUp={drop}
                onPointerCancel={() => setDrag(null)}
                onClick={() => {
                  if (!wasDragged.current) open(item);
                  wasDragged.current = false;
                }}
              >
                <strong>
                  {item.forName ?? item.customerName ?? words.unknown}
                  {item.confirmedAt && (
                    <span role="img" className={classes.confirmed} aria-label={words.confirmed}>
                      ✓
                    </span>
                  )}
                </strong>
                <span>
                  {timeOf(item.localStart)} {item.serviceName}
                </span>
              </button>
            ))}
            {drag?.isMoving && drag.column === place && (
              <div className={classes.ghost} style={{ top: top(drag.minutes), height: Math.max(22, (spanOf(drag.appointment).to - spanOf(drag.appointment).from) * PIXELS - 2) }}>
                {clockOf(drag.minutes)}
              </div>
            )}
          </section>
        ))}
      </div>
      {dialog}
    </div>
  );
}
