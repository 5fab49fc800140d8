// The day on paper: what is printed of the calendar, and nothing else of the page.
import { createPortal } from "react-dom";
import { useFormats, useWords } from "../../i18n/language";
import { dateOf, timeOf } from "../calendar/layout";
import type { Appointment } from "../types";
import { deskWords } from "../words";
import classes from "./DayList.module.css";
import { peopleOf } from "./people";

interface Props {
  title: string;
  days: string[];
  branches: { id: string; name: string }[];
  appointments: Appointment[];
}

export function DayList({ title, days, branches, appointments }: Props) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const there = appointments.filter((one) => one.status !== "cancelled" && one.status !== "no_show");
  const heads = [words.time, words.service, words.name, words.phone, words.counter.servedBy, words.counter.people, words.notes];
  return createPortal(
    <div className={classes.sheet} data-sheet>
      {days.map((day) =>
        branches.map((branch) => {
          const here = there.filter((one) => one.branchId === branch.id && dateOf(one.localStart) === day).sort((a, b) => a.localStart.localeCompare(b.localStart));
          if (here.length === 0 && days.length > 1) return null;
          return (
            <section key={`${day} ${branch.id}`}>
              <h1>
                {branch.name} · {formats.weekday(day)}
              </h1>
              <p>{title}</p>
              {here.length === 0 ? (
                <p>{words.counter.nothingBooked}</p>
              ) : (
                <table>
                  <thead>
                    <tr>
                      {heads.map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {here.map((one) => {
                      const { people, note } = peopleOf(one.notes);
                      return (
                        <tr key={one.id}>
                          <td>
                            {timeOf(one.localStart)}–{timeOf(one.localEnd)}
                          </td>
                          <td>{one.serviceName}</td>
                          <td>{one.forName ?? one.customerName ?? words.unknown}</td>
                          <td>{one.customerPhone}</td>
                          <td>{[one.staffName, one.place && `${words.place} ${one.place}`].filter(Boolean).join(" · ")}</td>
                          <td>{people}</td>
                          <td>{note}</td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              )}
            </section>
          );
        }),
      )}
    </div>,
    document.body,
  );
}
