import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useWords } from "../i18n/language";
import { partsWords } from "./words";

export function CopyButton({ text, label }: { text: string | (() => string); label?: string }) {
  const words = useWords(partsWords);
  const [done, setDone] = useState(false);
  const name = done ? words.copied : (label ?? words.copy);
  async function copy() {
    await navigator.clipboard.writeText(typeof text === "string" ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1600);
  }
  return (
    <Tooltip label={name}>
      <ActionIcon size="md" aria-label={name} onClick={() => void copy()}>
        {done ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
