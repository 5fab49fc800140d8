// Where things are on a calendar: pure, in minutes of a day by the branch's clock.
import type { Appointment, Block, Day } from "../types";

export interface Stretch {
  from: number;
  to: number;
}

/** `09:30` and `24:00` in minutes. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Minutes as a clock shows them. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export const dateOf = (local: string) => local.slice(0, 10);
export const timeOf = (local: string) => local.slice(11, 16);

/** Days after, or before, a day. */
export function plusDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The Monday of its week. */
export function mondayOf(date: string): string {
  return plusDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** What a clock in that place shows now. */
export function nowIn(zone: string, now = new Date()): { date: string; minutes: number } {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(now);
  return { date: shown.slice(0, 10), minutes: minutesOf(shown.slice(11, 16)) };
}

/** When an appointment is on the day that it begins; what goes on past midnight is cut there. */
export function spanOf(appointment: Appointment): Stretch {
  const from = minutesOf(timeOf(appointment.localStart));
  const ends = minutesOf(timeOf(appointment.localEnd));
  return { from, to: dateOf(appointment.localEnd) === dateOf(appointment.localStart) ? ends : 1440 };
}

/** What a block has of a day; none if it is on others. */
export function partOf(block: Pick<Block, "localStart" | "localEnd">, date: string): Stretch | null {
  if (dateOf(block.localStart) > date || dateOf(block.localEnd) < date) return null;
  const from = dateOf(block.localStart) < date ? 0 : minutesOf(timeOf(block.localStart));
  const to = dateOf(block.localEnd) > date ? 1440 : minutesOf(timeOf(block.localEnd));
  return to > from ? { from, to } : null;
}

/** The hours that are worth showing: those that are open, and those in which something is. */
export function shownHours(days: Day[], appointments: Appointment[]): Stretch {
  const all = [...days.flatMap((day) => day.open.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))), ...appointments.map(spanOf)];
  if (all.length === 0) return { from: 8 * 60, to: 18 * 60 };
  return {
    from: Math.floor(Math.min(...all.map((span) => span.from)) / 60) * 60,
    to: Math.ceil(Math.max(...all.map((span) => span.to)) / 60) * 60,
  };
}

export interface Placed<T> {
  item: T;
  span: Stretch;
  lane: number;
  lanes: number;
}

/** Things that overlap, side by side. */
export function sideBySide<T>(items: T[], span: (item: T) => Stretch): Placed<T>[] {
  const sorted = items.map((item) => ({ item, span: span(item), lane: 0, lanes: 1 })).sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to);
  let group: Placed<T>[] = [];
  let end = -1;
  const close = () => {
    const lanes = Math.max(0, ...group.map((placed) => placed.lane)) + 1;
    for (const placed of group) placed.lanes = lanes;
    group = [];
  };
  for (const placed of sorted) {
    if (placed.span.from >= end) close();
    const taken = new Set(group.filter((other) => other.span.to > placed.span.from).map((other) => other.lane));
    while (taken.has(placed.lane)) placed.lane++;
    group.push(placed);
    end = Math.max(end, placed.span.to);
  }
  close();
  return sorted;
}
