import "../theme/more.css";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/client";
import { KEYS, useRefresh } from "../api/queries";
import type { Session } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { partsWords } from "../parts/words";
import { chatWords } from "./words";

export default function RenameDialog({ session, close }: { session: Session; close: () => void }) {
  const words = useWords(chatWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const refresh = useRefresh();
  const [title, setTitle] = useState(session.title ?? "");
  const renaming = useMutation({
    mutationFn: () => request("PATCH", `/api/chat/sessions/${session.id}`, { body: { title: title.trim() } }),
    onSuccess: () => {
      refresh(KEYS.sessions);
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={words.rename} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim()) renaming.mutate();
        }}
      >
        <TextInput
          label={words.title}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={renaming.error ? told(renaming.error) : null}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={renaming.isPending} disabled={!title.trim()}>
            {words.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
