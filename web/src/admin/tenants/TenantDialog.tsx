import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { post, Refusal } from "../../api/client";
import type { CreatedTenant, NewTenant } from "../../api/types";
import { useLanguage, useWords } from "../../i18n/language";
import { LANGUAGES } from "../../i18n/words";
import { CopyButton } from "../../parts/CopyButton";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { isSlug, slugOf } from "./slug";
import { tenantWords } from "./words";

interface Props {
  close: () => void;
  made: () => void;
}

export function TenantDialog({ close, made }: Props) {
  const words = useWords(tenantWords);
  const parts = useWords(partsWords);
  const making = useMutation({ mutationFn: (body: NewTenant) => post<CreatedTenant>("/api/tenants", body), onSuccess: made });
  const tenant = making.data;
  return (
    // The link is shown this once: not to be lost by a click beside it.
    <Modal opened onClose={close} closeOnClickOutside={!tenant} title={tenant ? words.madeTitle(tenant.name) : words.add} closeButtonProps={{ "aria-label": parts.close }}>
      {tenant ? (
        <Stack>
          <Text>{words.linkShown(making.variables.owner)}</Text>
          <TextInput readOnly value={tenant.url} aria-label={words.link} rightSection={<CopyButton text={tenant.url} />} onFocus={(event) => event.currentTarget.select()} data-autofocus />
          <Group justify="flex-end">
            <Button onClick={close}>{words.done}</Button>
          </Group>
        </Stack>
      ) : (
        <TenantForm error={making.error} isPending={making.isPending} create={making.mutate} changed={making.reset} />
      )}
    </Modal>
  );
}

interface FormProps {
  error: Error | null;
  isPending: boolean;
  create: (tenant: NewTenant) => void;
  changed: () => void;
}

function TenantForm({ error, isPending, create, changed }: FormProps) {
  const words = useWords(tenantWords);
  const told = useProblemText();
  const languageId = useId();
  const [name, setName] = useState("");
  // Made from the name until somebody writes another.
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const [language, setLanguage] = useState(useLanguage().language);
  const [owner, setOwner] = useState("");
  const slug = ownSlug ?? slugOf(name);
  const isTaken = error instanceof Refusal && error.code === "already_exists";
  const slugProblem = slug !== "" && !isSlug(slug) ? words.slugProblem : isTaken ? told(error) : null;
  const field = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    if (error) changed();
    set(event.currentTarget.value);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create({ name: name.trim(), slug, language, owner: owner.trim() });
      }}
    >
      <Stack>
        <TextInput label={words.name} value={name} maxLength={200} onChange={field(setName)} data-autofocus />
        <TextInput label={words.slug} description={words.slugHint} value={slug} error={slugProblem} autoComplete="off" spellCheck={false} onChange={field(setOwnSlug)} />
        <div role="group" aria-labelledby={languageId}>
          <Text id={languageId} size="sm" fw={500} mb={4}>
            {words.language}
          </Text>
          <SegmentedControl
            aria-labelledby={languageId}
            value={language}
            onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? language)}
            data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
          />
        </div>
        <TextInput type="email" label={words.owner} description={words.ownerHint} value={owner} autoComplete="off" onChange={field(setOwner)} />
        {error && !isTaken && (
          <Text role="alert" c="red">
            {told(error)}
          </Text>
        )}
        <Button type="submit" loading={isPending} disabled={!name.trim() || !isSlug(slug) || !owner.trim()}>
          {words.create}
        </Button>
      </Stack>
    </form>
  );
}
