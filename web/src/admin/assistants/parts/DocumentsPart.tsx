import { Button, NumberInput, Skeleton, Switch } from "@mantine/core";
import { useState } from "react";
import { useCollectionTitle } from "../../../api/names";
import { useCollections } from "../../../api/queries";
import { useFormats, useWords } from "../../../i18n/language";
import { Failure } from "../../../parts/State";
import type { AssistantForm } from "../own";
import classes from "./Parts.module.css";
import { partWords } from "./words";

interface Props {
  form: AssistantForm;
  onChange: (form: AssistantForm) => void;
}

export function DocumentsPart({ form, onChange }: Props) {
  const words = useWords(partWords).documents;
  return (
    <>
      <div data-field="readsDocuments">
        <Switch label={words.reads} description={words.readsHint} checked={form.readsDocuments ?? false} onChange={(event) => onChange({ ...form, readsDocuments: event.currentTarget.checked })} />
      </div>
      <section className={classes.section} aria-label={words.weights} data-field="collections">
        <h3>{words.weights}</h3>
        <p className={classes.hint}>{words.weightsText}</p>
        <Weights form={form} onChange={onChange} />
      </section>
    </>
  );
}

function Weights({ form, onChange }: Props) {
  const words = useWords(partWords).documents;
  const collections = useCollections();
  const titleOf = useCollectionTitle();
  if (collections.isPending) return <Skeleton height={120} radius="md" />;
  if (collections.error && !collections.data) return <Failure error={collections.error} retry={() => void collections.refetch()} />;
  const weights = form.collections ?? {};
  const known = new Map(collections.data.map(({ name, weight }) => [name, weight]));
  // Also those that were named and are not there: of another house, or deleted.
  const names = [...new Set([...known.keys(), ...Object.keys(weights)])];
  const without = (name: string) => Object.fromEntries(Object.entries(weights).filter(([other]) => other !== name));
  const weigh = (name: string, weight: number | null) => onChange({ ...form, collections: weight === null ? without(name) : { ...weights, [name]: weight } });
  if (names.length === 0) return <p className={classes.hint}>{words.none}</p>;
  return (
    <ul className={classes.weights}>
      {names.map((name) => {
        const own = known.get(name);
        return (
          <li key={name}>
            <span>
              <strong>{titleOf(name)}</strong>
              {own === undefined && <span className={classes.hint}>{words.gone}</span>}
            </span>
            <Weight label={words.weightOf(titleOf(name))} usual={own} weight={weights[name]} change={(weight) => weigh(name, weight)} />
            {own === undefined && (
              <Button size="compact-sm" variant="default" aria-label={words.forgetNamed(titleOf(name))} onClick={() => onChange({ ...form, collections: without(name) })}>
                {words.forget}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface WeightProps {
  label: string;
  /** What the collection itself says, if it is there. */
  usual: number | undefined;
  weight: number | undefined;
  change: (weight: number | null) => void;
}

function Weight({ label, usual, weight, change }: WeightProps) {
  const formats = useFormats();
  // "1." is on its way to be a number; given back as 1, its point would be lost.
  const [typed, setTyped] = useState<number | string>("");
  const isOurs = typed !== "" && Number(typed) === weight;
  return (
    <NumberInput
      aria-label={label}
      placeholder={usual === undefined ? "" : formats.number(usual)}
      min={0}
      max={10}
      step={0.1}
      decimalSeparator={formats.decimal(0.5, 1).charAt(1)}
      allowedDecimalSeparators={[".", ","]}
      value={isOurs ? typed : (weight ?? "")}
      onChange={(value) => {
        setTyped(value);
        change(value === "" || Number.isNaN(Number(value)) ? null : Number(value));
      }}
    />
  );
}
