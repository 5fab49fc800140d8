import { Anchor, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Provider } from "../../api/types";
import { useWords } from "../../i18n/language";
import { hasKey, isName, type Connection, type Field } from "./draft";
import { KINDS } from "./kinds";
import classes from "./Models.module.css";
import { modelWords } from "./words";

interface Props {
  connection: Connection;
  change: (change: Partial<Connection>) => void;
  /** The provider that is changed, if it is there already. */
  kept: Provider | null;
  taken: string[];
  problem: { field: Field; text: string } | null;
}

/** What a provider is reached with: seldom more than a key. */
export function Connect({ connection, change, kept, taken, problem }: Props) {
  const words = useWords(modelWords);
  const { needsAddress, needsKey, keyPage, exampleAddress } = KINDS[connection.kind];
  const at = (field: Field) => (problem?.field === field ? problem.text : null);
  const address = (
    <TextInput
      label={words.address}
      description={needsAddress ? words.addressHint(exampleAddress) : words.addressUsual}
      placeholder={needsAddress ? "" : exampleAddress}
      value={connection.baseUrl}
      inputMode="url"
      maxLength={2000}
      error={at("address")}
      onChange={(event) => change({ baseUrl: event.currentTarget.value })}
      {...(needsAddress ? { "data-autofocus": true } : {})}
    />
  );
  const nameProblem = isName(connection.name) ? (taken.includes(connection.name) ? words.nameTaken : at("name")) : words.providerNameHint;
  return (
    <Stack>
      {needsAddress && address}
      <KeyField connection={connection} change={change} kept={kept} error={at("key")} label={needsKey ? words.key : words.keyOptional} />
      {keyPage && (
        <Anchor size="sm" href={keyPage} target="_blank" rel="noopener noreferrer" className={classes.keyPage ?? ""}>
          {words.keyPage}
        </Anchor>
      )}
      <details className={classes.fold} open={problem?.field === "name" || (problem?.field === "address" && !needsAddress) || undefined}>
        <summary>{words.more}</summary>
        <Stack>
          {!needsAddress && address}
          {connection.kind === "azure_openai" && (
            <TextInput label={words.apiVersion} description={words.apiVersionHint} value={connection.apiVersion} maxLength={40} onChange={(event) => change({ apiVersion: event.currentTarget.value })} />
          )}
          {!kept && (
            <TextInput label={words.providerName} description={words.providerNameHint} value={connection.name} maxLength={40} error={nameProblem} onChange={(event) => change({ name: event.currentTarget.value })} />
          )}
        </Stack>
      </details>
    </Stack>
  );
}

/** Its text is the browser's alone: a value that React holds would stand in the document. */
function KeyField({ connection, change, kept, error, label }: Pick<Props, "connection" | "change" | "kept"> & { error: string | null; label: string }) {
  const words = useWords(modelWords);
  const [isTyped, setTyped] = useState(false);
  const isThere = !isTyped && hasKey(connection, kept);
  const isDropped = kept?.hasKey === true && !hasKey(connection, kept);
  return (
    <PasswordInput
      label={label}
      description={isDropped ? words.keyDropped : isThere ? words.keyKept : words.keyHint}
      placeholder={isThere ? "••••••••••••" : ""}
      autoComplete="off"
      spellCheck={false}
      maxLength={4000}
      error={error}
      visibilityToggleButtonProps={{ "aria-label": words.showKey }}
      onChange={(event) => {
        setTyped(true);
        change({ apiKey: event.currentTarget.value });
      }}
      {...(KINDS[connection.kind].needsAddress ? {} : { "data-autofocus": true })}
    />
  );
}
