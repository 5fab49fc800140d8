import { Button, Group, Modal, PasswordInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post, request } from "../../api/client";
import { useNames } from "../../api/names";
import { useAssistants } from "../../api/queries";
import type { Channel } from "../../api/types";
import { useWords } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { isKind, KINDS, settingsOf, type Kind } from "./kinds";
import { channelWords } from "./words";

interface Props {
  channel: Channel | null;
  close: () => void;
  saved: () => void;
}

/** What every kind of channel may be set up with. */
const COMMON = ["quietHours", "messagesPerMinute"] as const;

function valuesOf(channel: Channel | null): Record<string, string> {
  const entries = Object.entries(channel?.settings ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export function ChannelDialog({ channel, close, saved }: Props) {
  const words = useWords(channelWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [kind, setKind] = useState<Kind>(channel && isKind(channel.kind) ? channel.kind : "whatsapp");
  const [name, setName] = useState(channel?.name ?? "");
  const [settings, setSettings] = useState(() => valuesOf(channel));
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const saving = useMutation({
    mutationFn: () => {
      const given = Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== ""));
      const body = { name: name.trim(), settings: settingsOf(settings), secrets: given };
      return channel ? request<Channel>("PATCH", `/api/channels/${channel.id}`, { body }) : post<Channel>("/api/channels", { ...body, kind });
    },
    onSuccess: saved,
  });
  const fields: Record<string, string> = words.fields;
  const shown = saving.data ?? channel;
  return (
    <Modal opened onClose={close} title={channel?.name ?? words.connect} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {shown && (
            <TextInput readOnly label={words.webhookUrl} description={words.webhookHint} value={shown.webhookUrl} rightSection={<CopyButton text={shown.webhookUrl} />} />
          )}
          <Select
            label={words.kind}
            value={kind}
            disabled={channel !== null || saving.isSuccess}
            allowDeselect={false}
            onChange={(value) => {
              if (value && isKind(value)) {
                setKind(value);
                setSettings({});
                setSecrets({});
              }
            }}
            data={Object.keys(KINDS).map((value) => ({ value, label: words.kinds[value as Kind] }))}
          />
          <TextInput label={words.name} value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
          {KINDS[kind].settings.map((field) => (
            <TextInput key={field} label={fields[field] ?? field} value={settings[field] ?? ""} onChange={(event) => setSettings({ ...settings, [field]: event.currentTarget.value })} />
          ))}
          {KINDS[kind].secrets.map((field) => (
            <PasswordInput
              key={field}
              label={fields[field] ?? field}
              description={channel?.secrets.includes(field) ? words.secretKept : undefined}
              value={secrets[field] ?? ""}
              autoComplete="off"
              onChange={(event) => setSecrets({ ...secrets, [field]: event.currentTarget.value })}
            />
          ))}
          <WhoAnswers value={settings.agent ?? ""} change={(agent) => setSettings({ ...settings, agent })} />
          {COMMON.map((field) => (
            <TextInput
              key={field}
              label={words[field]}
              inputMode="numeric"
              value={settings[field] ?? ""}
              onChange={(event) => setSettings({ ...settings, [field]: event.currentTarget.value })}
            />
          ))}
          {saving.error && (
            <Text role="alert" c="red">
              {told(saving.error)}
            </Text>
          )}
          {saving.isSuccess && <Text role="status">{words.saved}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.close}
            </Button>
            {!(saving.isSuccess && channel === null) && (
              <Button type="submit" loading={saving.isPending} disabled={!name.trim()}>
                {words.save}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** One of those that answer guests, by what people call them. */
function WhoAnswers({ value, change }: { value: string; change: (agent: string) => void }) {
  const words = useWords(channelWords);
  const names = useNames();
  const { data } = useAssistants();
  const forGuests = (data?.items ?? []).filter((assistant) => assistant.serves.includes("guests"));
  const groups = forGuests.map(({ title, agents }) => ({ group: title, items: agents.map((agent) => ({ value: agent.name, label: agent.title })) }));
  const isListed = forGuests.some(({ agents }) => agents.some((agent) => agent.name === value));
  const other = value && !isListed ? [{ value, label: names.agent(value) }] : [];
  return (
    <Select
      label={words.agent}
      data={[{ value: "", label: words.anyAgent }, ...other, ...groups]}
      value={value}
      allowDeselect={false}
      searchable
      onChange={(agent) => change(agent ?? "")}
    />
  );
}
