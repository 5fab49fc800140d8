import { Button, Group, Modal, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useWords } from "../i18n/language";
import { partsWords } from "./words";

interface Question {
  title: string;
  text: string;
  /** The word on the button says what happens. */
  yes: string;
  act: () => void | Promise<void>;
  /** It can be taken back. */
  isSafe?: boolean;
}

/** Asks before something that cannot be taken back: `[dialog, ask]`. */
export function useConfirm(): [ReactNode, (question: Question) => void] {
  const words = useWords(partsWords);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const dialog = (
    <Modal opened={question !== null} onClose={close} title={question?.title} closeButtonProps={{ "aria-label": words.close }}>
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
  return [dialog, setQuestion];
}
