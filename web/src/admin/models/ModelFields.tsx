import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import type { ModelSetup, OfferedModel } from "../../api/types";
import { useWords } from "../../i18n/language";
import { changed, renamed } from "./draft";
import classes from "./Models.module.css";
import { modelWords } from "./words";

interface Props {
  setup: ModelSetup;
  known: OfferedModel["known"];
  /** Whether models of its kind usually see. */
  sees: boolean;
  change: (setup: ModelSetup) => void;
}

const numberOf = (value: number | string): number | null => (value === "" ? null : Number(value));

/** Limits and prices of a model. What is left empty is what is known of it. */
export function ModelFields({ setup, known, sees, change }: Props) {
  const words = useWords(modelWords);
  const say = (said: Partial<ModelSetup>) => change(changed(setup, said, new Date().toISOString().slice(0, 10)));
  const number = (field: "contextTokens" | "maxOutputTokens" | "inputPrice" | "outputPrice" | "cachedPrice", isPrice: boolean, usual?: number) => (
    <NumberInput
      size="xs"
      label={words[field]}
      value={setup[field] ?? ""}
      placeholder={usual === undefined ? "" : String(usual)}
      min={0}
      max={isPrice ? 1_000_000 : 100_000_000}
      allowDecimal={isPrice}
      hideControls
      {...(isPrice ? {} : { thousandSeparator: " " })}
      onChange={(value) => say({ [field]: numberOf(value) })}
    />
  );
  return (
    <div className={classes.fields}>
      {number("contextTokens", false, known?.contextTokens)}
      {number("maxOutputTokens", false)}
      {number("inputPrice", true, known?.inputPrice)}
      {number("outputPrice", true, known?.outputPrice)}
      {number("cachedPrice", true)}
      <TextInput size="xs" type="date" label={words.pricesFrom} value={setup.pricedOn ?? known?.pricedOn ?? ""} onChange={(event) => say({ pricedOn: event.currentTarget.value || null })} />
      <TextInput size="xs" label={words.ourName} value={setup.name} maxLength={120} onChange={(event) => change(renamed(setup, event.currentTarget.value))} />
      <div className={classes.checks}>
        <Checkbox size="xs" label={words.visionField} checked={setup.vision ?? known?.vision ?? sees} onChange={(event) => say({ vision: event.currentTarget.checked })} />
        <Checkbox size="xs" label={words.toolsField} checked={setup.nativeTools ?? true} onChange={(event) => say({ nativeTools: event.currentTarget.checked })} />
      </div>
    </div>
  );
}
