import { ActionIcon, Button, Pill, PillsInput, Skeleton, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconAbc, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { get, request } from "../api/client";
import { KEYS } from "../api/queries";
import type { Synonyms } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { Empty, Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { useMay } from "../shell/account";
import classes from "./SynonymsView.module.css";
import { knowledgeWords } from "./words";

export function SynonymsView() {
  const words = useWords(knowledgeWords);
  const told = useProblemText();
  const may = useMay();
  const mayWrite = may("knowledge:write");
  const synonyms = useQuery({ queryKey: KEYS.synonyms, queryFn: ({ signal }) => get<{ items: Synonyms[] }>("/api/synonyms", signal) });
  const saving = useMutation({
    mutationFn: (entry: Synonyms) => request("PUT", "/api/synonyms", { body: entry }),
    onSuccess: () => {
      toast(words.saved);
      void synonyms.refetch();
    },
  });
  const [term, setTerm] = useState("");
  const [alternatives, setAlternatives] = useState<string[]>([]);
  if (synonyms.isPending) return <Skeleton height={200} radius="lg" />;
  if (synonyms.error) return <Failure error={synonyms.error} retry={() => void synonyms.refetch()} />;
  return (
    <div className={classes.view}>
      <p className={classes.intro}>{words.synonymsIntro}</p>
      {mayWrite && (
        <form
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate(
              { term: term.trim(), alternatives },
              {
                onSuccess: () => {
                  setTerm("");
                  setAlternatives([]);
                },
              },
            );
          }}
        >
          <TextInput label={words.term} value={term} maxLength={200} onChange={(event) => setTerm(event.currentTarget.value)} />
          <Alternatives label={words.alternatives} values={alternatives} change={setAlternatives} />
          <Button type="submit" disabled={!term.trim() || alternatives.length === 0} loading={saving.isPending}>
            {words.addTerm}
          </Button>
        </form>
      )}
      {saving.error && (
        <Text role="alert" c="red">
          {told(saving.error)}
        </Text>
      )}
      {synonyms.data.items.length === 0 ? (
        <Empty icon={<IconAbc size={26} />} title={words.noSynonyms} text={words.noSynonymsText} />
      ) : (
        <ul className={classes.list}>
          {synonyms.data.items.map((entry) => (
            <li key={entry.term} className={classes.row}>
              <strong>{entry.term}</strong>
              <Alternatives
                ariaLabel={words.editTerm(entry.term)}
                values={entry.alternatives}
                readOnly={!mayWrite}
                change={(next) => saving.mutate({ term: entry.term, alternatives: next })}
              />
              {mayWrite && (
                <ActionIcon aria-label={words.removeTerm(entry.term)} onClick={() => saving.mutate({ term: entry.term, alternatives: [] })}>
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AlternativesProps {
  label?: string;
  ariaLabel?: string;
  values: string[];
  readOnly?: boolean;
  change: (values: string[]) => void;
}

function Alternatives({ label, ariaLabel, values, readOnly = false, change }: AlternativesProps) {
  const words = useWords(knowledgeWords);
  const [text, setText] = useState("");
  function add(typed: string) {
    const added = typed
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word && !values.includes(word));
    setText("");
    if (added.length > 0) change([...values, ...added]);
  }
  return (
    <PillsInput label={label} className={classes.pills ?? ""}>
      <Pill.Group>
        {values.map((word) => (
          <Pill
            key={word}
            withRemoveButton={!readOnly}
            removeButtonProps={{ "aria-label": words.removeAlternative(word), "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => change(values.filter((other) => other !== word))}
          >
            {word}
          </Pill>
        ))}
        {!readOnly && (
          <PillsInput.Field
            aria-label={ariaLabel ?? label}
            placeholder={words.alternativesHint}
            value={text}
            onChange={(event) => (event.currentTarget.value.includes(",") ? add(event.currentTarget.value) : setText(event.currentTarget.value))}
            onBlur={() => add(text)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && text.trim()) {
                event.preventDefault();
                add(text);
              } else if (event.key === "Backspace" && text === "" && values.length > 0) {
                change(values.slice(0, -1));
              }
            }}
          />
        )}
      </Pill.Group>
    </PillsInput>
  );
}
