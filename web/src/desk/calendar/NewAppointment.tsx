// Books for somebody who called or stands at the counter.
import { Button, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { post } from "../../api/client";
import { newId } from "../../api/id";
import { useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import desk from "../Desk.module.css";
import { isSaid, NOBODY, whomOf } from "../counter/said";
import { Whom } from "../counter/Whom";
import type { AppointmentDone, Catalogue, Slot } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { FreeTimes } from "./FreeTimes";
import { clockOf } from "./layout";

export interface Draft {
  date: string;
  minutes?: number;
  branchId?: string;
  staffId?: string;
}

export function NewAppointment({ catalogue, draft, close }: { catalogue: Catalogue; draft: Draft; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const told = useProblemText();
  const tellDone = useTellDone();
  // Sent again after a broken connection, it is the same booking.
  const key = useRef(newId());
  const nameOf = (name: { es: string; en?: string }) => (language === "en" ? (name.en ?? name.es) : name.es);
  const [said, say] = useState(NOBODY);
  const [service, setService] = useState<string | null>(catalogue.services[0]?.id ?? null);
  const [staff, setStaff] = useState<string | null>(draft.staffId ?? null);
  const [branch, setBranch] = useState<string | null>(draft.branchId ?? (catalogue.branches.length === 1 ? (catalogue.branches[0]?.id ?? null) : null));
  const first: Slot | null = draft.minutes !== undefined && branch ? ({ branchId: branch, branchName: "", start: `${draft.date}T${clockOf(draft.minutes)}`, end: "" } as Slot) : null;
  const [slot, setSlot] = useState<Slot | null>(first);
  const booking = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? "").trim();
      const body = { ...whomOf(said), serviceId: service, branchId: slot?.branchId, staffId: staff, start: slot?.start, notes: text("notes") };
      return post<AppointmentDone>("/api/desk/appointments", body, { idempotencyKey: key.current });
    },
    onSuccess: (done) => {
      tellDone(words.booked, done.change);
      close();
    },
    // Another attempt asks for something else.
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    booking.mutate(new FormData(event.currentTarget));
  }
  const again = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setSlot(null);
    };
  };
  const able = catalogue.staff.filter((one) => (!branch || one.value.branches.includes(branch)) && (!service || !one.value.services?.length || one.value.services.includes(service)));
  return (
    <Modal opened onClose={close} size="lg" title={words.new} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Whom said={said} say={say} />
          <div className={desk.pair}>
            <Select label={words.service} value={service} onChange={again(setService)} allowDeselect={false} searchable data={catalogue.services.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            {catalogue.branches.length > 1 && (
              <Select label={words.branch} placeholder={words.allBranches} clearable value={branch} onChange={again(setBranch)} data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            )}
            {able.length > 0 && <Select label={words.person} placeholder={words.anybody} clearable value={staff} onChange={again(setStaff)} data={able.map((one) => ({ value: one.id, label: one.value.name }))} />}
          </div>
          <FreeTimes wish={{ branch, service, staff }} first={draft.date} chosen={slot} choose={setSlot} />
          <TextInput name="notes" label={words.notes} maxLength={500} />
          {booking.error && (
            <Text role="alert" c="red">
              {told(booking.error)}
            </Text>
          )}
          <Button type="submit" disabled={!slot || !isSaid(said)} loading={booking.isPending}>
            {words.book}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
