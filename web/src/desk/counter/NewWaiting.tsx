// Puts somebody on the waiting list: what they want, and when it would suit them.
import { Button, Chip, Group, Input, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { post } from "../../api/client";
import { newId } from "../../api/id";
import { useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { nowIn, plusDays } from "../calendar/layout";
import desk from "../Desk.module.css";
import type { Catalogue, DayPart, Waiting, WeekDay } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { isSaid, NOBODY, whomOf } from "./said";
import { Whom } from "./Whom";

const DAYS: WeekDay[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const PARTS: DayPart[] = ["morning", "afternoon", "evening"];
/** As long as most people wait. */
const USUAL_DAYS = 14;

export function NewWaiting({ catalogue, close }: { catalogue: Catalogue; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const told = useProblemText();
  const tellDone = useTellDone();
  const key = useRef(newId());
  const nameOf = (name: { es: string; en?: string }) => (language === "en" ? (name.en ?? name.es) : name.es);
  const today = nowIn(catalogue.branches[0]?.value.time_zone ?? "UTC").date;
  const [said, say] = useState(NOBODY);
  const [service, setService] = useState<string | null>(catalogue.services[0]?.id ?? null);
  const [branch, setBranch] = useState<string | null>(null);
  const [staff, setStaff] = useState<string | null>(null);
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(plusDays(today, USUAL_DAYS));
  const [weekdays, setWeekdays] = useState<WeekDay[]>([]);
  const [dayParts, setParts] = useState<DayPart[]>([]);
  const [notes, setNotes] = useState("");
  const adding = useMutation({
    mutationFn: () => {
      const named = { ...(service ? { serviceId: service } : {}), ...(branch ? { branchId: branch } : {}), ...(staff ? { staffId: staff } : {}) };
      const body = { ...whomOf(said), ...named, from, until, weekdays, parts: dayParts, ...(notes.trim() ? { notes: notes.trim() } : {}) };
      return post<{ waiting: Waiting; change: string }>("/api/desk/waiting", body, { idempotencyKey: key.current });
    },
    onSuccess: (done) => {
      tellDone(words.counter.listed, done.change);
      close();
    },
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    adding.mutate();
  }
  const able = catalogue.staff.filter((one) => (!branch || one.value.branches.includes(branch)) && (!service || !one.value.services?.length || one.value.services.includes(service)));
  return (
    <Modal opened onClose={close} size="lg" title={words.counter.waiting} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Whom said={said} say={say} />
          <div className={desk.pair}>
            <Select label={words.service} placeholder={words.counter.anyService} clearable searchable value={service} onChange={setService} data={catalogue.services.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            {catalogue.branches.length > 1 && (
              <Select label={words.branch} placeholder={words.allBranches} clearable value={branch} onChange={setBranch} data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            )}
            {able.length > 0 && <Select label={words.person} placeholder={words.anybody} clearable value={staff} onChange={setStaff} data={able.map((one) => ({ value: one.id, label: one.value.name }))} />}
          </div>
          <div className={desk.pair}>
            <TextInput type="date" label={words.counter.firstDay} required withAsterisk={false} min={today} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
            <TextInput type="date" label={words.counter.until} required withAsterisk={false} min={from} value={until} onChange={(event) => setUntil(event.currentTarget.value)} />
          </div>
          <Input.Wrapper label={words.counter.weekdays} description={words.counter.anyDay} labelElement="div" role="group" aria-label={words.counter.weekdays}>
            <Chip.Group multiple value={weekdays} onChange={(value) => setWeekdays(value as WeekDay[])}>
              <Group gap={6} mt={6}>
                {DAYS.map((day) => (
                  <Chip key={day} value={day} size="sm">
                    {words.counter.shortDays[day]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <Input.Wrapper label={words.counter.parts} description={words.counter.anyPart} labelElement="div" role="group" aria-label={words.counter.parts}>
            <Chip.Group multiple value={dayParts} onChange={(value) => setParts(value as DayPart[])}>
              <Group gap={6} mt={6}>
                {PARTS.map((part) => (
                  <Chip key={part} value={part} size="sm">
                    {words.counter.partNames[part]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <TextInput label={words.notes} maxLength={500} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
          {adding.error && (
            <Text role="alert" c="red">
              {told(adding.error)}
            </Text>
          )}
          <Button type="submit" disabled={!isSaid(said)} loading={adding.isPending}>
            {words.counter.putOn}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
