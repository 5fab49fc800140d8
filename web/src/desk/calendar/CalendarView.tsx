// Who is where, when: a day by person or branch, or a week.
import { ActionIcon, Button, SegmentedControl, Select, Skeleton, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBan, IconChevronLeft, IconChevronRight, IconPlus, IconPrinter, IconWalk } from "@tabler/icons-react";
import { useState } from "react";
import { isDay } from "../../i18n/format";
import { useFormats, useLanguage, useWords } from "../../i18n/language";
import { Failure } from "../../parts/State";
import { useAddress } from "../../parts/useAddress";
import { useMay } from "../../shell/account";
import { PHONE } from "../../theme/media";
import desk from "../Desk.module.css";
import { BlockDialog, BlockTime, type Stretch } from "../counter/BlockTime";
import { DayList } from "../counter/DayList";
import { WalkIn } from "../counter/WalkIn";
import { useAppointments, useBlocks, useDays } from "../queries";
import type { Appointment, Block, Catalogue, Day } from "../types";
import { deskWords } from "../words";
import { AppointmentDialog } from "./AppointmentDialog";
import { Grid, type Column } from "./Grid";
import { dateOf, minutesOf, mondayOf, nowIn, plusDays } from "./layout";
import { NewAppointment, type Draft } from "./NewAppointment";

const openOf = (stretches: { from: string; to: string }[]) => stretches.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));

export function CalendarView({ catalogue }: { catalogue: Catalogue }) {
  const words = useWords(deskWords);
  const { language } = useLanguage();
  const formats = useFormats();
  const may = useMay();
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  const [read, write] = useAddress();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isHereNow, setHereNow] = useState(false);
  const [blocking, setBlocking] = useState<Stretch | null>(null);
  const [blockOpened, setBlockOpened] = useState<Block | null>(null);
  const zone = catalogue.branches[0]?.value.time_zone ?? "UTC";
  const today = nowIn(zone).date;
  const date = isDay(read("day")) ? read("day") : today;
  const view = read("view") === "week" ? "week" : "day";
  const by = read("by") === "branch" ? "branch" : "staff";
  const branch = catalogue.branches.some((one) => one.id === read("branch")) ? read("branch") : "";
  const person = catalogue.staff.some((one) => one.id === read("person")) ? read("person") : "";
  const opened = read("open");
  const from = view === "week" ? mondayOf(date) : date;
  const to = view === "week" ? plusDays(from, 6) : date;
  const days = useDays(from, to);
  const appointments = useAppointments(from, to);
  const blocks = useBlocks(from, to);
  const error = days.error ?? appointments.error ?? blocks.error;
  if (error) return <Failure error={error} retry={() => void Promise.all([days.refetch(), appointments.refetch(), blocks.refetch()])} />;

  const nameOf = (name: { es: string; en?: string }) => (language === "en" ? (name.en ?? name.es) : name.es);
  const isHere = (day: Day) => !branch || day.branchId === branch;
  const shown = (appointments.data ?? []).filter((one) => (!branch || one.branchId === branch) && (view === "day" || !person || one.staffId === person));
  const items = (days.data?.items ?? []).filter(isHere);
  const blocked = (blocks.data ?? []).filter((one) => !branch || one.branchId === branch || one.staffId);
  /** Theirs, and what is closed where they work that day. */
  const blocksOf = (id: string, worksAt: Set<string>) => blocked.filter((one) => (one.staffId ? one.staffId === id : worksAt.has(one.branchId)));
  const columns: Column[] = view === "week" ? weekColumns() : by === "staff" ? staffColumns() : branchColumns();

  function weekColumns(): Column[] {
    return [0, 1, 2, 3, 4, 5, 6].map((offset) => {
      const day = plusDays(from, offset);
      const of = items.filter((one) => one.date === day);
      const open = person ? of.flatMap((one) => one.staff.filter((works) => works.staffId === person).flatMap((works) => works.works)) : of.flatMap((one) => one.open);
      return {
        key: day,
        label: formats.weekday(day).split(",")[0] ?? day,
        hint: [formats.day(day), of.find((one) => one.name)?.name].filter(Boolean).join(" · "),
        date: day,
        open: openOf(open),
        appointments: shown.filter((one) => dateOf(one.localStart) === day),
        blocks: blocksOf(person, new Set(of.filter((one) => !person || one.staff.some((works) => works.staffId === person && works.works.length > 0)).map((one) => one.branchId))),
        target: person ? { staffId: person } : {},
      };
    });
  }
  function staffColumns(): Column[] {
    const here = catalogue.staff.filter((one) => !branch || one.value.branches.includes(branch));
    const columns = here.map((one): Column => ({
      key: one.id,
      label: one.value.name,
      hint: one.value.branches.map((id) => catalogue.branches.find((other) => other.id === id)?.value.name).map((name) => name && nameOf(name)).join(", "),
      date,
      open: openOf(items.flatMap((day) => day.staff.filter((works) => works.staffId === one.id).flatMap((works) => works.works))),
      appointments: shown.filter((other) => other.staffId === one.id),
      blocks: blocksOf(one.id, new Set(items.filter((day) => day.staff.some((works) => works.staffId === one.id && works.works.length > 0)).map((day) => day.branchId))),
      target: { staffId: one.id },
    }));
    const alone = shown.filter((one) => !one.staffId);
    // A table is nobody's.
    const takesNobody = catalogue.services.some((service) => (service.value as { takes_staff?: boolean }).takes_staff === false);
    if (alone.length > 0 || takesNobody || columns.length === 0) {
      columns.unshift({ key: "", label: words.noPerson, hint: "", date, open: openOf(items.flatMap((day) => day.open)), appointments: alone, blocks: blocked.filter((one) => !one.staffId), target: {} });
    }
    return columns;
  }
  function branchColumns(): Column[] {
    return catalogue.branches
      .filter((one) => !branch || one.id === branch)
      .map((one) => {
        const day = items.find((other) => other.branchId === one.id);
        return {
          key: one.id,
          label: nameOf(one.value.name),
          hint: day?.name ?? "",
          date,
          open: openOf(day?.open ?? []),
          appointments: shown.filter((other) => other.branchId === one.id),
          blocks: blocked.filter((other) => !other.staffId && other.branchId === one.id),
          target: { branchId: one.id },
        };
      });
  }

  const step = view === "week" ? 7 : 1;
  const go = (day: string) => write({ day: day === today ? "" : day });
  return (
    <>
      <div className={desk.toolbar}>
        <Button variant="default" size="sm" onClick={() => go(today)}>
          {words.today}
        </Button>
        <ActionIcon.Group>
          <ActionIcon variant="default" size="lg" aria-label={words.before} onClick={() => go(plusDays(date, -step))}>
            <IconChevronLeft size={17} />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={words.after} onClick={() => go(plusDays(date, step))}>
            <IconChevronRight size={17} />
          </ActionIcon>
        </ActionIcon.Group>
        <TextInput type="date" size="sm" aria-label={words.date} value={date} onChange={(event) => isDay(event.currentTarget.value) && go(event.currentTarget.value)} />
        <SegmentedControl
          size="sm"
          aria-label={words.show}
          value={view}
          onChange={(value) => write({ view: value === "week" ? "week" : "" })}
          data={[
            { value: "day", label: words.day },
            { value: "week", label: words.week },
          ]}
        />
        {view === "day" ? (
          <SegmentedControl
            size="sm"
            aria-label={words.columns}
            value={by}
            onChange={(value) => write({ by: value === "branch" ? "branch" : "" })}
            data={[
              { value: "staff", label: words.byStaff },
              { value: "branch", label: words.byBranch },
            ]}
          />
        ) : (
          <Select
            size="sm"
            className={desk.choice ?? ""}
            aria-label={words.person}
            value={person}
            onChange={(value) => write({ person: value ?? "" })}
            data={[{ value: "", label: words.everybody }, ...catalogue.staff.map((one) => ({ value: one.id, label: one.value.name }))]}
          />
        )}
        {catalogue.branches.length > 1 && (
          <Select
            size="sm"
            className={desk.choice ?? ""}
            aria-label={words.branch}
            value={branch}
            onChange={(value) => write({ branch: value ?? "" })}
            data={[{ value: "", label: words.allBranches }, ...catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))]}
          />
        )}
        <div className={desk.acts}>
          <ActionIcon variant="default" size="lg" aria-label={words.counter.print} title={words.counter.print} onClick={() => window.print()}>
            <IconPrinter size={17} />
          </ActionIcon>
          {may("desk:work") && (
            <>
              <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => setBlocking({ date, ...(branch ? { branchId: branch } : {}) })}>
                {words.counter.block}
              </Button>
              <Button variant="default" leftSection={<IconWalk size={16} />} onClick={() => setHereNow(true)}>
                {words.counter.walkIn}
              </Button>
              <Button leftSection={<IconPlus size={16} />} onClick={() => setDraft({ date, ...(branch ? { branchId: branch } : {}) })}>
                {words.new}
              </Button>
            </>
          )}
        </div>
      </div>
      {days.data && appointments.data ? (
        <Grid
          columns={columns}
          days={items}
          step={days.data.stepMinutes}
          zone={zone}
          isNarrow={Boolean(isPhone)}
          mayMove={may("desk:work")}
          open={(appointment: Appointment) => write({ open: appointment.id })}
          openBlock={setBlockOpened}
          start={(column, minutes) => setDraft({ date: column.date, minutes, ...(branch ? { branchId: branch } : {}), ...column.target })}
        />
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
      {opened && <AppointmentDialog id={opened} close={() => write({ open: "" })} />}
      {isHereNow && <WalkIn catalogue={catalogue} first={branch} close={() => setHereNow(false)} />}
      {blocking && <BlockTime catalogue={catalogue} stretch={blocking} close={() => setBlocking(null)} />}
      {blockOpened && <BlockDialog block={blockOpened} close={() => setBlockOpened(null)} />}
      {appointments.data && (
        <DayList
          title={nameOf(catalogue.business.value.name)}
          days={view === "week" ? [0, 1, 2, 3, 4, 5, 6].map((offset) => plusDays(from, offset)) : [date]}
          branches={catalogue.branches.filter((one) => !branch || one.id === branch).map((one) => ({ id: one.id, name: nameOf(one.value.name) }))}
          appointments={appointments.data}
        />
      )}
      {draft && <NewAppointment catalogue={catalogue} draft={draft} close={() => setDraft(null)} />}
    </>
  );
}
