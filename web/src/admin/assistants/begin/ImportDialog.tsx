import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../../i18n/language";
import { useProblemText } from "../../../parts/problem";
import { useDropPlace } from "../../../parts/useDropPlace";
import { partsWords } from "../../../parts/words";
import { pageOf, useImport } from "../useOwn";
import classes from "./Begin.module.css";
import { NameInput } from "./NameInput";
import { isName, nameOf } from "./naming";
import { beginWords } from "./words";

interface Props {
  /** Names of the tenant's own: their drafts are replaced. */
  own: string[];
  /** Names that nobody else can have. */
  included: string[];
  close: () => void;
}

export function ImportDialog({ own, included, close }: Props) {
  const words = useWords(beginWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [, navigate] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const taking = useImport((detail) => navigate(pageOf(detail.name)));
  const picker = useRef<HTMLInputElement>(null);
  function take([chosen]: File[]) {
    if (!chosen) return;
    taking.reset();
    setFile(chosen);
    setName(nameOf(chosen.name.replace(/\.zip$/i, "")));
  }
  const [isOver, dropPlace] = useDropPlace(take);
  const isIncluded = included.includes(name);
  const isReady = file !== null && isName(name) && !isIncluded;
  return (
    <Modal opened onClose={close} title={words.importTitle} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) taking.mutate({ name, file });
        }}
      >
        <Stack>
          <Text>{words.importText}</Text>
          <div className={classes.drop} data-over={isOver || undefined} {...dropPlace}>
            <IconFileZip size={26} stroke={1.5} aria-hidden />
            {file && <strong>{file.name}</strong>}
            <input
              ref={picker}
              type="file"
              accept=".zip,application/zip"
              hidden
              onChange={(event) => {
                take([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
            <Button variant="default" size="xs" data-autofocus onClick={() => picker.current?.click()}>
              {file ? words.otherFile : words.chooseFile}
            </Button>
            <span>{words.dropFile}</span>
          </div>
          {file && (
            <NameInput
              name={name}
              problem={isIncluded ? words.notYours : null}
              change={(changed) => {
                taking.reset();
                setName(changed);
              }}
            />
          )}
          {own.includes(name) && (
            <Text role="status" size="sm">
              {words.importReplaces(name)}
            </Text>
          )}
          {taking.error && (
            <Text role="alert" c="red">
              {told(taking.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={taking.isPending} disabled={!isReady}>
              {words.import}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
