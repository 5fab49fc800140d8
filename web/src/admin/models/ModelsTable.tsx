import type { Model } from "../../api/types";
import { useFormats, useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { operateWords } from "../../operate/words";
import { DataTable, type Column } from "../../parts/DataTable";
import classes from "./Models.module.css";
import { modelWords } from "./words";

/** Everything that can be asked, wherever it comes from. */
export function ModelsTable({ models }: { models: Model[] }) {
  const words = useWords(modelWords);
  const states: Record<string, string> = useWords(operateWords).breakerStates;
  const formats = useFormats();
  const abilitiesOf = (model: Model) =>
    [model.nativeTools && words.abilityNames.tools, model.vision && words.abilityNames.vision].filter((name) => name !== false).join(", ");
  const columns: Column<Model>[] = [
    {
      key: "name",
      label: words.model,
      value: (model) => model.name,
      show: (model) => (
        <>
          <strong className={classes.modelName}>{model.name}</strong>
          {model.wireName !== model.name && <div className={classes.hint}>{model.wireName}</div>}
        </>
      ),
    },
    { key: "provider", label: words.provider, value: (model) => model.providerName ?? words.builtIn, show: (model) => model.providerName ?? <span className={operate.soft}>{words.builtIn}</span> },
    { key: "context", label: words.context, value: (model) => model.contextTokens, show: (model) => formats.number(model.contextTokens), align: "right", isMinor: true },
    { key: "abilities", label: words.abilities, value: abilitiesOf, isMinor: true },
    {
      key: "prices",
      label: words.prices,
      value: (model) => model.inputPrice,
      show: (model) => <Prices model={model} />,
      align: "right",
      isMinor: true,
    },
    {
      key: "state",
      label: words.state,
      value: (model) => model.breaker,
      show: (model) => (
        <span className={operate.state} data-state={model.breaker}>
          {states[model.breaker] ?? model.breaker}
        </span>
      ),
    },
  ];
  return (
    <section className={operate.section} aria-label={words.models}>
      <h2>{words.models}</h2>
      <DataTable name="models" label={words.models} columns={columns} rows={models} rowKey={(model) => model.name} />
    </section>
  );
}

function Prices({ model }: { model: Model }) {
  const words = useWords(modelWords);
  const formats = useFormats();
  if (model.inputPrice === 0 && model.outputPrice === 0) return words.free;
  return (
    <>
      {formats.cost(model.inputPrice)} / {formats.cost(model.outputPrice)}
      {model.pricedOn && <div className={classes.hint}>{formats.day(model.pricedOn)}</div>}
    </>
  );
}
