// One part of the business, in a form. Somebody else who saved meanwhile is not written over.
import { Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Refusal, request } from "../../api/client";
import { useWords } from "../../i18n/language";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { useRefresh } from "../queries";
import { FACT_TOPICS, type Catalogue, type Piece, type Section, type Value } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { FieldInput } from "./FieldInput";
import { FIELDS, FRESH, isFaultOf, trimmed, type Field } from "./fields";

interface Props {
  catalogue: Catalogue;
  section: Section;
  piece: Piece | null;
  title: string;
  close: () => void;
}

export function Editor({ catalogue, section, piece, title, close }: Props) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const tellDone = useTellDone();
  const refresh = useRefresh();
  const [dialog, ask] = useConfirm();
  const [id, setId] = useState(piece?.id ?? "");
  const [value, setValue] = useState<Value>(piece?.value ?? FRESH[section]);
  const [version, setVersion] = useState(piece?.version);
  const [isLost, setLost] = useState(false);
  const path = `/api/desk/catalogue/${section}/${encodeURIComponent(id)}`;
  const headers: Record<string, string> = version ? { "if-match": `"${version}"` } : {};
  async function failed(error: unknown) {
    if (!(error instanceof Refusal) || error.code !== "changed_meanwhile") return;
    // What is there now takes the place of what was seen.
    await refresh();
    const all = await request<Catalogue>("GET", "/api/desk/catalogue");
    const now = section === "business" ? (all.business as unknown as Piece) : (all[section] as unknown as Piece[]).find((one) => one.id === id);
    if (now) {
      setValue(now.value);
      setVersion(now.version);
    }
    setLost(true);
  }
  const saving = useMutation({
    mutationFn: () => request<Piece>("PUT", path, { body: trimmed(value) ?? {}, headers }),
    onSuccess: (saved) => {
      tellDone(words.saved, saved.change);
      close();
    },
    onError: failed,
  });
  const removing = useMutation({
    mutationFn: () => request<{ change: string }>("DELETE", path, { headers }),
    onSuccess: (done) => {
      tellDone(words.removed, done.change);
      close();
    },
    onError: failed,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setLost(false);
    saving.mutate();
  }
  const error = saving.error ?? removing.error;
  // Beside the field that it is about, if it is about one.
  const fault = error === null ? undefined : told(error);
  const faultOf = (field: Field) => (fault !== undefined && isFaultOf(fault, field) ? fault : undefined);
  const kinds = Object.entries(words.policyKinds).filter(([kind]) => !catalogue.policies.some((one) => one.id === kind));
  return (
    <Modal opened onClose={close} size="lg" title={title} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          {!piece && section === "policies" && (
            <Select label={words.fields.kind} required withAsterisk={false} value={id || null} onChange={(kind) => setId(kind ?? "")} data={kinds.map(([kind, label]) => ({ value: kind, label }))} />
          )}
          {!piece && section !== "policies" && (
            <TextInput label={words.id} description={words.idHint} required withAsterisk={false} pattern="[a-z0-9\-]+" maxLength={60} value={id} onChange={(event) => setId(event.currentTarget.value)} data-autofocus />
          )}
          {section === "facts" && (
            <Select
              label={words.fields.topic}
              description={words.factsHint}
              allowDeselect={false}
              value={String(value.topic)}
              onChange={(topic) => setValue((before) => ({ ...before, topic }))}
              data={FACT_TOPICS.map((topic) => ({ value: topic, label: words.factTopics[topic] }))}
            />
          )}
          {FIELDS[section].map((field) => (
            <FieldInput key={field.name} field={field} catalogue={catalogue} value={value[field.name]} fault={faultOf(field)} change={(next) => setValue((before) => ({ ...before, [field.name]: next }))} />
          ))}
          {(isLost || error !== null) && (
            <Text role="alert" c="red">
              {isLost ? words.meanwhile : told(error)}
            </Text>
          )}
          <Group justify="space-between">
            {piece && section !== "business" ? (
              <Button variant="subtle" color="red" onClick={() => ask({ title: words.removeTitle(title), text: words.removeText, yes: words.remove, act: () => removing.mutate() })}>
                {words.remove}
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" loading={saving.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Modal>
  );
}
