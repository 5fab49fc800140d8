import { ActionIcon, Button, Checkbox, TextInput, Tooltip } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import type { ModelSetup, OfferedModel, ProviderKind } from "../../api/types";
import { formatsOf } from "../../i18n/format";
import { useFormats, useLanguage, useWords } from "../../i18n/language";
import { choicesOf, talks, wireName } from "./draft";
import { KINDS } from "./kinds";
import { ModelFields } from "./ModelFields";
import classes from "./Models.module.css";
import { modelWords } from "./words";

interface Props {
  kind: ProviderKind;
  offered: OfferedModel[];
  chosen: ModelSetup[];
  change: (chosen: ModelSetup[]) => void;
  /** As it would be set up unless told. */
  setupOf: (model: string) => ModelSetup;
}

/** More than these are searched, and shown when asked for. */
const FEW = 6;

/** Which of a provider's models may be used. */
export function ModelChoice({ kind, offered, chosen, change, setupOf }: Props) {
  const words = useWords(modelWords);
  const [filter, setFilter] = useState("");
  const [isWhole, showWhole] = useState(false);
  const [first] = useState(() => chosen.map(wireName));
  const choices = choicesOf(offered, chosen, kind);
  const isChosen = (model: string) => chosen.some((setup) => wireName(setup) === model);
  const wanted = filter.trim().toLowerCase();
  const found = choices.filter(({ model }) => model.toLowerCase().includes(wanted));
  // What is chosen already stays in sight, and nothing jumps when it is not any more.
  const isShown = ({ model }: OfferedModel, place: number) => isWhole || wanted !== "" || first.includes(model) || isChosen(model) || (place < FEW && talks(model));
  const shown = found.filter(isShown);
  const toggle = (model: string) => change(isChosen(model) ? chosen.filter((setup) => wireName(setup) !== model) : [...chosen, setupOf(model)]);
  return (
    <div>
      {choices.length > FEW && <TextInput size="sm" mb="xs" aria-label={words.filter} placeholder={words.filter} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />}
      <ul className={classes.choices} aria-label={words.whichModels}>
        {shown.map((one) => (
          <Choice
            key={one.model}
            kind={kind}
            offered={one}
            setup={chosen.find((setup) => wireName(setup) === one.model) ?? null}
            toggle={() => toggle(one.model)}
            change={(setup) => change(chosen.map((other) => (wireName(other) === one.model ? setup : other)))}
          />
        ))}
      </ul>
      {wanted !== "" && shown.length === 0 && <p className={classes.hint}>{words.noneFits}</p>}
      {found.length > shown.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          {words.showAll(found.length - shown.length)}
        </Button>
      )}
      <OtherModel isOnly={choices.length === 0} add={(model) => !isChosen(model) && change([...chosen, setupOf(model)])} />
    </div>
  );
}

interface ChoiceProps {
  kind: ProviderKind;
  offered: OfferedModel;
  setup: ModelSetup | null;
  toggle: () => void;
  change: (setup: ModelSetup) => void;
}

function Choice({ kind, offered, setup, toggle, change }: ChoiceProps) {
  const words = useWords(modelWords);
  const [isOpen, setOpen] = useState(false);
  const { model, known } = offered;
  return (
    <li data-chosen={setup !== null || undefined}>
      <div className={classes.choice}>
        <Checkbox checked={setup !== null} onChange={toggle} label={<span className={classes.modelName}>{model}</span>} description={<Facts offered={offered} setup={setup} />} />
        {setup && (
          <Tooltip label={words.details(model)}>
            <ActionIcon aria-label={words.details(model)} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <IconAdjustments size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {setup && isOpen && <ModelFields setup={setup} known={known} sees={KINDS[kind].sees} change={change} />}
    </li>
  );
}

/** What is known of it, in a line; prices that were looked up are in dollars. */
function Facts({ offered: { known }, setup }: { offered: OfferedModel; setup: ModelSetup | null }) {
  const words = useWords(modelWords);
  const formats = useFormats();
  const { language, currency } = useLanguage();
  const isOwn = setup?.inputPrice != null;
  const { cost } = isOwn || currency === "USD" ? formats : formatsOf(language, "USD");
  const context = setup?.contextTokens ?? known?.contextTokens;
  const [input, output] = [setup?.inputPrice ?? known?.inputPrice, setup?.outputPrice ?? known?.outputPrice];
  const day = setup?.pricedOn ?? (isOwn ? null : known?.pricedOn);
  const prices = input != null && output != null ? words.pricesOf(cost(input), cost(output)) : null;
  const facts = [
    context != null && words.contextOf(formats.number(context)),
    (setup?.vision ?? known?.vision) && words.sees,
    prices && day ? words.pricedOn(prices, formats.day(day)) : prices,
  ].filter((fact) => typeof fact === "string");
  return facts.length > 0 ? facts.join(" · ") : words.unknown;
}

/** One that the provider does not list. */
function OtherModel({ isOnly, add }: { isOnly: boolean; add: (model: string) => void }) {
  const words = useWords(modelWords);
  const [model, setModel] = useState("");
  const field = (
    <form
      className={classes.other}
      onSubmit={(event) => {
        event.preventDefault();
        if (!model.trim()) return;
        add(model.trim());
        setModel("");
      }}
    >
      <TextInput size="sm" label={words.otherModel} description={words.otherModelHint} value={model} maxLength={120} onChange={(event) => setModel(event.currentTarget.value)} />
      <Button type="submit" variant="default" disabled={!model.trim()}>
        {words.addModel}
      </Button>
    </form>
  );
  if (isOnly) return field;
  return (
    <details className={classes.fold}>
      <summary>{words.otherModel}</summary>
      {field}
    </details>
  );
}
