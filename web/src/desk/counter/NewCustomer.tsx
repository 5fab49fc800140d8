// Somebody who is a customer from now on. Where their telephone is known, it is said whose it is.
import { Anchor, Button, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, type FormEvent } from "react";
import { post, Refusal } from "../../api/client";
import { newId } from "../../api/id";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import desk from "../Desk.module.css";
import type { Customer } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";

export function NewCustomer({ close, open }: { close: () => void; open: (id: string) => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const tellDone = useTellDone();
  const key = useRef(newId());
  const making = useMutation({
    mutationFn: (form: FormData) => {
      const said = ["name", "phone", "email", "notes"].map((name) => [name, String(form.get(name) ?? "").trim()] as const);
      return post<{ customer: Customer; change: string }>("/api/desk/customers", Object.fromEntries(said.filter(([, text]) => text)), { idempotencyKey: key.current });
    },
    onSuccess: (done) => {
      tellDone(words.counter.registered, done.change);
      open(done.customer.id);
    },
    // Another attempt is somebody else.
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    making.mutate(new FormData(event.currentTarget));
  }
  const known = making.error instanceof Refusal && making.error.code === "already_exists" ? (making.error.more.customer as Customer | undefined) : undefined;
  return (
    <Modal opened onClose={close} size="lg" title={words.counter.newCustomer} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <div className={desk.pair}>
            <TextInput name="name" label={words.name} maxLength={200} required withAsterisk={false} data-autofocus />
            <TextInput name="phone" type="tel" label={words.phone} maxLength={40} />
            <TextInput name="email" type="email" label={words.email} maxLength={200} />
          </div>
          <Textarea name="notes" label={words.counter.staffNotes} description={words.counter.staffNotesHint} maxLength={500} autosize minRows={2} />
          {making.error && (
            <Text role="alert" c="red">
              {known ? words.counter.isKnown(known.name ?? words.unknown) : told(making.error)}{" "}
              {known && (
                <Anchor component="button" type="button" inherit underline="always" onClick={() => open(known.id)}>
                  {words.counter.openThem}
                </Anchor>
              )}
            </Text>
          )}
          <Button type="submit" loading={making.isPending}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
