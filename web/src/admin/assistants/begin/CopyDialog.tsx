import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../../i18n/language";
import { useProblemText } from "../../../parts/problem";
import { partsWords } from "../../../parts/words";
import { pageOf, useBegin } from "../useOwn";
import { NameInput } from "./NameInput";
import { freeName, isName } from "./naming";
import { beginWords } from "./words";

interface Props {
  from: { name: string; title: string };
  /** Of an included one the copy will answer in its place. */
  isIncluded: boolean;
  /** Names that others have. */
  taken: string[];
  close: () => void;
}

export function CopyDialog({ from, isIncluded, taken, close }: Props) {
  const words = useWords(beginWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [, navigate] = useLocation();
  const [name, setName] = useState(() => freeName(words.copyName(from.name), taken));
  const copying = useBegin((made) => navigate(pageOf(made.name)));
  const isTaken = taken.includes(name);
  const isReady = isName(name) && !isTaken;
  return (
    <Modal opened onClose={close} title={words.copyTitle(from.title)} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) copying.mutate({ name, from: from.name });
        }}
      >
        <Stack>
          <Text>{words.copyText}</Text>
          <NameInput
            name={name}
            problem={isTaken ? words.nameTaken : null}
            takesFocus
            change={(changed) => {
              copying.reset();
              setName(changed);
            }}
          />
          {isIncluded && (
            <Text size="sm" c="dimmed">
              {words.copyReplaces(from.title)}
            </Text>
          )}
          {copying.error && (
            <Text role="alert" c="red">
              {told(copying.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={copying.isPending} disabled={!isReady}>
              {words.copy}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
