// Somebody is there without an appointment.
import { Button, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { post } from "../../api/client";
import { newId } from "../../api/id";
import { useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { timeOf } from "../calendar/layout";
import desk from "../Desk.module.css";
import type { AppointmentDone, Catalogue } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { isSaid, NOBODY, whomOf } from "./said";
import { Whom } from "./Whom";

export function WalkIn({ catalogue, first, close }: { catalogue: Catalogue; first: string; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const told = useProblemText();
  const tellDone = useTellDone();
  const key = useRef(newId());
  const nameOf = (name: { es: string; en?: string }) => (language === "en" ? (name.en ?? name.es) : name.es);
  const [said, say] = useState(NOBODY);
  const [service, setService] = useState<string | null>(catalogue.services[0]?.id ?? null);
  const [branch, setBranch] = useState(first || (catalogue.branches[0]?.id ?? ""));
  const [staff, setStaff] = useState<string | null>(null);
  const [notes, setNotes] = useState("");
  const booking = useMutation({
    mutationFn: () => post<AppointmentDone>("/api/desk/walk-ins", { ...whomOf(said), serviceId: service, branchId: branch, staffId: staff, notes }, { idempotencyKey: key.current }),
    onSuccess: (done) => {
      tellDone(words.counter.walkedIn(timeOf(done.appointment.localStart), done.appointment.staffName ?? ""), done.change);
      close();
    },
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    booking.mutate();
  }
  const able = catalogue.staff.filter((one) => one.value.branches.includes(branch) && (!service || !one.value.services?.length || one.value.services.includes(service)));
  return (
    <Modal opened onClose={close} size="lg" title={words.counter.walkIn} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">{words.counter.walkInText}</Text>
          <Whom said={said} say={say} />
          <div className={desk.pair}>
            <Select label={words.service} value={service} onChange={setService} allowDeselect={false} searchable data={catalogue.services.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            {catalogue.branches.length > 1 && (
              <Select
                label={words.branch}
                allowDeselect={false}
                value={branch}
                onChange={(value) => {
                  setBranch(value ?? branch);
                  setStaff(null);
                }}
                data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))}
              />
            )}
            {able.length > 0 && <Select label={words.person} placeholder={words.anybody} clearable value={staff} onChange={setStaff} data={able.map((one) => ({ value: one.id, label: one.value.name }))} />}
          </div>
          <TextInput label={words.notes} maxLength={500} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
          {booking.error && (
            <Text role="alert" c="red">
              {told(booking.error)}
            </Text>
          )}
          <Button type="submit" disabled={!isSaid(said)} loading={booking.isPending}>
            {words.counter.bookNow}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
