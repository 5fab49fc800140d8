import { ActionIcon, Button, Group, Modal, NumberInput, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { post, request } from "../api/client";
import { useCollectionTitle } from "../api/names";
import { KEYS, useRefresh } from "../api/queries";
import type { Collection } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import classes from "./Collections.module.css";
import { knowledgeWords } from "./words";

interface Props {
  collections: Collection[];
  current: string | null;
  choose: (id: string | null) => void;
  action: ReactNode;
}

export function Collections({ collections, current, choose, action }: Props) {
  const words = useWords(knowledgeWords);
  const may = useMay();
  const titleOf = useCollectionTitle();
  const [editing, setEditing] = useState<Collection | "new" | null>(null);
  const total = collections.reduce((sum, collection) => sum + collection.fileCount, 0);
  const open = collections.find((collection) => collection.id === current);
  return (
    <div className={classes.bar}>
      <nav className={classes.pills} aria-label={words.collections}>
        <Pill label={words.all} count={total} isCurrent={current === null} choose={() => choose(null)} />
        {collections.map((collection) => (
          <Pill key={collection.id} label={titleOf(collection.name)} count={collection.fileCount} isCurrent={collection.id === current} choose={() => choose(collection.id)} />
        ))}
        {may("knowledge:write") && (
          <>
            {open && (
              <Tooltip label={words.editNamed(titleOf(open.name))}>
                <ActionIcon aria-label={words.editNamed(titleOf(open.name))} onClick={() => setEditing(open)}>
                  <IconPencil size={16} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={words.newCollection}>
              <ActionIcon aria-label={words.newCollection} onClick={() => setEditing("new")}>
                <IconPlus size={17} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </nav>
      {action}
      {editing && <CollectionDialog collection={editing === "new" ? null : editing} close={() => setEditing(null)} afterRemoval={() => choose(null)} />}
    </div>
  );
}

function Pill({ label, count, isCurrent, choose }: { label: string; count: number; isCurrent: boolean; choose: () => void }) {
  return (
    <UnstyledButton className={classes.pill ?? ""} aria-current={isCurrent || undefined} onClick={choose}>
      {label} <small>{count}</small>
    </UnstyledButton>
  );
}

function CollectionDialog({ collection, close, afterRemoval }: { collection: Collection | null; close: () => void; afterRemoval: () => void }) {
  const words = useWords(knowledgeWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const refresh = useRefresh();
  const title = useCollectionTitle()(collection?.name ?? "");
  const [name, setName] = useState(title);
  const [weight, setWeight] = useState<number | string>(collection?.weight ?? 1);
  const done = () => {
    refresh(KEYS.collections);
    close();
  };
  const saving = useMutation({
    mutationFn: () => {
      const named = name.trim();
      if (!collection) return post("/api/collections", { name: named, weight: Number(weight) });
      // What it is called here may not be its name.
      return request("PATCH", `/api/collections/${collection.id}`, { body: { weight: Number(weight), ...(named === title ? {} : { name: named }) } });
    },
    onSuccess: done,
  });
  const removing = useMutation({
    mutationFn: () => request("DELETE", `/api/collections/${collection?.id ?? ""}`),
    onSuccess: () => {
      afterRemoval();
      done();
    },
  });
  const problem = saving.error ?? removing.error;
  return (
    <Modal opened onClose={close} title={collection ? words.editCollection : words.newCollection} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) saving.mutate();
        }}
      >
        <TextInput label={words.name} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
        <NumberInput mt="sm" label={words.weight} description={words.weightHint} min={0} max={10} step={0.1} value={weight} onChange={setWeight} />
        {problem && (
          <Text role="alert" c="red" mt="sm">
            {told(problem)}
          </Text>
        )}
        <Group justify="space-between" mt="lg">
          {collection ? (
            <Tooltip label={words.removeCollectionText} multiline w={260}>
              <Button variant="subtle" color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
                {words.removeCollection}
              </Button>
            </Tooltip>
          ) : (
            <span />
          )}
          <Button type="submit" loading={saving.isPending} disabled={!name.trim()}>
            {collection ? words.save : words.create}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
