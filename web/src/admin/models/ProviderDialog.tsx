import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { ModelsSetup } from "../../api/types";
import { useWords } from "../../i18n/language";
import { partsWords } from "../../parts/words";
import { Connect } from "./Connect";
import { hasKey, isName } from "./draft";
import { KindCards } from "./KindCards";
import { KINDS } from "./kinds";
import { ModelChoice } from "./ModelChoice";
import classes from "./Models.module.css";
import { Nearby } from "./Nearby";
import { TrialResult, Trouble, Waiting } from "./TrialResult";
import { useProvider, type Dialog, type Start } from "./useProvider";
import { modelWords } from "./words";

export type { Start } from "./useProvider";

interface Props {
  setup: ModelsSetup;
  start: Start;
  close: () => void;
}

/** From a choice of providers to models that were tried; few fields, one step after another. */
export function ProviderDialog({ setup, start, close }: Props) {
  const words = useWords(modelWords);
  const parts = useWords(partsWords);
  const dialog = useProvider(setup, start, close);
  const { step, connection, kept } = dialog;
  const body = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the step before.
  useEffect(() => body.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), [step]);
  const title = kept ? words.editTitle(kept.name) : step === "kind" ? words.add : words.kinds[connection.kind];
  return (
    <Modal opened onClose={close} size="lg" title={title} closeButtonProps={{ "aria-label": parts.close }}>
      <div ref={body}>
        {step === "kind" && (
          <Stack>
            <Nearby setup={setup} use={dialog.useNearby} />
            <Text>{words.choose}</Text>
            <KindCards choose={dialog.choose} />
          </Stack>
        )}
        {step === "connect" && <ConnectStep dialog={dialog} />}
        {step === "models" && <ModelsStep dialog={dialog} />}
      </div>
    </Modal>
  );
}

function ConnectStep({ dialog }: { dialog: Dialog }) {
  const words = useWords(modelWords);
  const { connection, kept, taken, problem, looking } = dialog;
  const { needsAddress, needsKey } = KINDS[connection.kind];
  const isReady = isName(connection.name) && !taken.includes(connection.name) && (!needsAddress || connection.baseUrl.trim() !== "") && (!needsKey || hasKey(connection, kept));
  const trouble = looking.data?.problem;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) dialog.look();
      }}
    >
      <Stack>
        <Connect connection={connection} change={dialog.connect} kept={kept} taken={taken} problem={problem} />
        <div role="status">
          {trouble && !looking.isPending && (
            <>
              <Trouble problem={trouble} />
              <Button size="compact-sm" variant="subtle" onClick={dialog.goOn}>
                {words.goOn}
              </Button>
            </>
          )}
        </div>
        <Group justify="space-between" className={classes.foot ?? ""}>
          {kept ? (
            <span />
          ) : (
            <Button variant="default" onClick={dialog.back}>
              {words.back}
            </Button>
          )}
          <Button type="submit" loading={looking.isPending} disabled={!isReady}>
            {words.look}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ModelsStep({ dialog }: { dialog: Dialog }) {
  const words = useWords(modelWords);
  const { connection, chosen, looking, trials, trying, isTried, isSaveable, problem } = dialog;
  const isNone = chosen.length === 0;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trials.length > 0) result.current?.scrollIntoView({ block: "nearest" });
  }, [trials]);
  const isAzure = connection.kind === "azure_openai";
  return (
    <Stack>
      <Text>{isAzure ? words.deployed : words.whichModels}</Text>
      {looking.isPending && <Waiting text={words.looking} />}
      {looking.data?.problem && <Trouble problem={looking.data.problem} />}
      <ModelChoice kind={connection.kind} offered={dialog.offered} chosen={chosen} change={dialog.choosing} setupOf={dialog.setupOf} />
      {problem && (
        <Text role="alert" c="red" size="sm">
          {problem.text}
        </Text>
      )}
      <div ref={result} role="status" className={classes.result}>
        {trials.map((trial) => (
          <TrialResult key={trial.model} trial={trial} />
        ))}
        {trying !== null && <Waiting text={words.trying(trying)} />}
        {trying === null && trials.length === 0 && !isSaveable && !isNone && (
          <Text size="sm" c="dimmed">
            {words.tryFirst}
          </Text>
        )}
      </div>
      <Group justify="space-between" className={classes.foot ?? ""}>
        <Button variant="default" onClick={dialog.back}>
          {words.back}
        </Button>
        <Group gap="xs">
          {!isSaveable && (
            <Button variant="subtle" color="gray" disabled={isNone} loading={dialog.isSaving} onClick={dialog.save}>
              {words.saveUntried}
            </Button>
          )}
          <Button {...(isSaveable ? { variant: "default" } : { "data-autofocus": true })} disabled={isNone} loading={trying !== null} onClick={dialog.tryAll}>
            {isTried ? words.tryAgain : words.tryIt}
          </Button>
          {isSaveable && (
            <Button disabled={isNone} loading={dialog.isSaving} onClick={dialog.save}>
              {words.save}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
