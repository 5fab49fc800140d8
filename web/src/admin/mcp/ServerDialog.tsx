import { Button, Group, Modal, NumberInput, PasswordInput, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Refusal } from "../../api/client";
import type { McpServer } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { partsWords } from "../../parts/words";
import { bodyOf, draftOf, isElsewhere, isServerName, isTimeLimit, problemAt, type Draft, type Field } from "./draft";
import classes from "./Mcp.module.css";
import { usePutServer } from "./useMcp";
import { mcpWords } from "./words";

interface Props {
  /** The one that is changed; a new one otherwise. */
  server: McpServer | null;
  taken: string[];
  close: () => void;
  saved: (server: McpServer) => void;
}

export function ServerDialog({ server, taken, close, saved }: Props) {
  const words = useWords(mcpWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [draft, setDraft] = useState(() => draftOf(server));
  const saving = usePutServer((made) => {
    toast(words.saved(made.name));
    saved(made);
  });
  const change = (changed: Partial<Draft>) => {
    saving.reset();
    setDraft({ ...draft, ...changed });
  };
  const field = saving.error instanceof Refusal ? problemAt(saving.error.message) : null;
  // Told at its field, it need not be named.
  const at = (one: Field) => (saving.error && field === one ? told(saving.error).replace(/^`\w+`: /, "") : null);
  const isTaken = server === null && taken.includes(draft.name);
  const isMoved = isElsewhere(draft, server);
  const nameProblem = isTaken ? words.nameTaken : draft.name !== "" && !isServerName(draft.name) ? words.nameHint : at("name");
  const isReady = isServerName(draft.name) && !isTaken && draft.url.trim() !== "" && isTimeLimit(draft.timeLimit);
  return (
    <Modal opened onClose={close} size="lg" title={server ? words.editTitle(server.name) : words.add} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) saving.mutate({ name: draft.name, body: bodyOf(draft) });
        }}
      >
        <Stack>
          {!server && (
            <TextInput
              label={words.name}
              description={words.nameHint}
              value={draft.name}
              maxLength={24}
              error={nameProblem}
              spellCheck={false}
              data-autofocus
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
          <TextInput
            label={words.address}
            description={words.addressHint}
            placeholder="https://mcp.example.com/mcp"
            value={draft.url}
            inputMode="url"
            maxLength={2000}
            error={at("address")}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          {isMoved && (
            <p role="status" className={classes.notice}>
              {words.moved}
            </p>
          )}
          <TokenField isThere={server?.hasToken === true && !isMoved && draft.token === ""} error={at("token")} change={(token) => change({ token })} />
          <NumberInput
            label={words.timeLimit}
            description={words.timeLimitHint}
            value={draft.timeLimit}
            min={1}
            max={120}
            allowDecimal={false}
            allowNegative={false}
            error={isTimeLimit(draft.timeLimit) ? at("timeLimit") : words.timeLimitHint}
            onChange={(timeLimit) => change({ timeLimit })}
          />
          <Switch label={words.narrowed} description={words.narrowedHint} checked={draft.isNarrowed} onChange={(event) => change({ isNarrowed: event.currentTarget.checked })} />
          {draft.isNarrowed && (
            <Textarea
              label={words.allowed}
              description={words.allowedHint}
              autosize
              minRows={2}
              maxRows={10}
              value={draft.allowed}
              spellCheck={false}
              error={at("allowed")}
              onChange={(event) => change({ allowed: event.currentTarget.value })}
            />
          )}
          {saving.error && (field === null || (field === "name" && server)) && (
            <Text role="alert" c="red">
              {told(saving.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isReady}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Its text is the browser's alone: a value that React holds would stand in the document. */
function TokenField({ isThere, error, change }: { isThere: boolean; error: string | null; change: (token: string) => void }) {
  const words = useWords(mcpWords);
  return (
    <PasswordInput
      label={words.token}
      description={isThere ? words.tokenKept : words.tokenHint}
      placeholder={isThere ? "••••••••••••" : ""}
      autoComplete="off"
      spellCheck={false}
      maxLength={4000}
      error={error}
      visibilityToggleButtonProps={{ "aria-label": words.showToken }}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
