import { Button, Checkbox, Group, Modal, NumberInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { get, post, request } from "../api/client";
import type { ApiKey, Paged } from "../api/types";
import { useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { CopyButton } from "../parts/CopyButton";
import { DataTable, type Column } from "../parts/DataTable";
import { useProblemText } from "../parts/problem";
import { Empty, Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import classes from "../operate/Operate.module.css";
import { adminWords } from "./words";

const SCOPES = ["chat", "read", "admin"] as const;
type Scope = (typeof SCOPES)[number];

export function keyState(key: ApiKey, now = Date.now()): "works" | "revoked" | "expired" {
  if (key.revokedAt) return "revoked";
  return key.expiresAt && new Date(key.expiresAt).getTime() < now ? "expired" : "works";
}

export function KeysView() {
  const words = useWords(adminWords);
  const told = useProblemText();
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  const [dialog, ask] = useConfirm();
  const keys = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => get<Paged<ApiKey>>("/api/keys", signal) });
  const revoking = useMutation({
    mutationFn: (id: string) => request("DELETE", `/api/keys/${id}`),
    onSuccess: () => void keys.refetch(),
    onError: (error) => toast(told(error), "problem"),
  });
  if (keys.isPending) return <Skeleton height={240} radius="lg" />;
  if (keys.error) return <Failure error={keys.error} retry={() => void keys.refetch()} />;
  const make = may("keys:manage") && (
    <Button leftSection={<IconKey size={16} />} onClick={() => setMaking(true)}>
      {words.newKey}
    </Button>
  );
  const columns: Column<ApiKey>[] = [
    { key: "name", label: words.name, value: (key) => key.name, show: (key) => <strong>{key.name}</strong> },
    { key: "prefix", label: words.prefix, value: (key) => key.prefix, show: (key) => <code>{key.prefix}…</code>, isMinor: true },
    { key: "scopes", label: words.scopes, value: (key) => key.scopes.map((scope) => words.scopeNames[scope as Scope] ?? scope).join(", ") },
    {
      key: "status",
      label: words.status,
      value: (key) => keyState(key),
      show: (key) => (
        <span className={classes.state} data-state={keyState(key) === "works" ? "done" : "dead"}>
          {words[keyState(key)]}
        </span>
      ),
    },
    { key: "used", label: words.lastUsed, value: (key) => key.lastUsedAt ?? null, show: (key) => (key.lastUsedAt ? <When at={key.lastUsedAt} /> : words.never), isMinor: true },
    { key: "expires", label: words.expires, value: (key) => key.expiresAt ?? null, show: (key) => (key.expiresAt ? <When at={key.expiresAt} /> : words.never), isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.keysIntro}</p>
      {keys.data.items.length === 0 ? (
        <Empty icon={<IconKey size={26} />} title={words.noKeys} text={words.noKeysText} action={make} />
      ) : (
        <DataTable
          name="keys"
          label={words.keys}
          columns={columns}
          rows={keys.data.items}
          rowKey={(key) => key.id}
          toolbar={make}
          actions={(key) =>
            keyState(key) === "works" && may("keys:manage") ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => ask({ title: words.revokeTitle(key.name), text: words.revokeText, yes: words.revoke, act: () => revoking.mutate(key.id) })}
              >
                {words.revoke}
              </Button>
            ) : null
          }
        />
      )}
      {dialog}
      {isMaking && <MakeKey close={() => setMaking(false)} made={() => void keys.refetch()} />}
    </>
  );
}

function MakeKey({ close, made }: { close: () => void; made: () => void }) {
  const words = useWords(adminWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(["chat"]);
  const [days, setDays] = useState<number | string>("");
  const making = useMutation({
    mutationFn: () => post<{ key: string }>("/api/keys", { name: name.trim(), scopes, ...(days === "" ? {} : { expiresInDays: Number(days) }) }),
    onSuccess: made,
  });
  return (
    <Modal opened onClose={close} title={words.newKey} closeButtonProps={{ "aria-label": parts.close }}>
      {making.data ? (
        <Stack>
          <Text>{words.keyShown}</Text>
          <TextInput readOnly value={making.data.key} aria-label={words.newKey} rightSection={<CopyButton text={making.data.key} />} />
          <Group justify="flex-end">
            <Button onClick={close}>{words.done}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            making.mutate();
          }}
        >
          <Stack>
            <TextInput label={words.name} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
            <Checkbox.Group label={words.scopes} value={scopes} onChange={setScopes}>
              <Group mt={6}>
                {SCOPES.map((scope) => (
                  <Checkbox key={scope} value={scope} label={words.scopeNames[scope]} />
                ))}
              </Group>
            </Checkbox.Group>
            <NumberInput label={words.expiresIn} min={1} max={3650} value={days} onChange={setDays} />
            {making.error && (
              <Text role="alert" c="red">
                {told(making.error)}
              </Text>
            )}
            <Button type="submit" loading={making.isPending} disabled={!name.trim() || scopes.length === 0}>
              {words.create}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
