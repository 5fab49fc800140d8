import "../theme/more.css";
import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useWords } from "../i18n/language";
import type { Question } from "./confirm";
import { partsWords } from "./words";

interface Props {
  question: Question | null;
  isOpen: boolean;
  onReady: () => void;
  close: () => void;
}

export default function ConfirmDialog({ question, isOpen, onReady, close }: Props) {
  const words = useWords(partsWords);
  const ready = useRef(onReady);
  useEffect(() => ready.current(), []);
  return (
    <Modal opened={isOpen} onClose={close} title={question?.title} closeButtonProps={{ "aria-label": words.close }}>
      <Text mb="lg">{question?.text}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button
          {...(question?.isSafe ? {} : { color: "red" })}
          data-autofocus
          onClick={() => {
            void question?.act();
            close();
          }}
        >
          {question?.yes}
        </Button>
      </Group>
    </Modal>
  );
}
