import { Skeleton } from "@mantine/core";
import { useModels } from "../api/queries";
import type { Model } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { CopyButton } from "../parts/CopyButton";
import { DataTable, type Column } from "../parts/DataTable";
import { Failure } from "../parts/State";
import classes from "../operate/Operate.module.css";
import own from "./ModelsView.module.css";
import { adminWords } from "./words";

const EXAMPLE = `[providers.openai]
kind = "openai"
api_key = "…"

[[models]]
name = "gpt"
provider = "openai"
model = "gpt-…"

[tiers]
balanced = ["gpt"]`;

const TIERS = ["fast", "balanced", "premium"] as const;

export function ModelsView() {
  const words = useWords(adminWords);
  const formats = useFormats();
  const models = useModels();
  if (models.isPending) return <Skeleton height={240} radius="lg" />;
  if (models.error) return <Failure error={models.error} retry={() => void models.refetch()} />;
  const { isConfigured, items, tiers } = models.data;
  const columns: Column<Model>[] = [
    { key: "name", label: words.model, value: (model) => model.name, show: (model) => <strong>{model.name}</strong> },
    { key: "provider", label: words.provider, value: (model) => model.provider },
    { key: "context", label: words.context, value: (model) => model.contextTokens, show: (model) => formats.number(model.contextTokens), align: "right", isMinor: true },
    { key: "prices", label: words.prices, value: (model) => model.inputPrice, show: (model) => `${formats.cost(model.inputPrice)} / ${formats.cost(model.outputPrice)}`, align: "right", isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.modelsIntro}</p>
      {!isConfigured && <NoModels />}
      {isConfigured && items.length > 0 && <DataTable name="models" label={words.models} columns={columns} rows={items} rowKey={(model) => model.name} />}
      {isConfigured && (
        <section className={classes.section} aria-label={words.tiers}>
          <h2>{words.tiers}</h2>
          <dl className={classes.cards}>
            {TIERS.map((tier) => (
              <div key={tier} className={classes.card}>
                <dt>{words.tierNames[tier]}</dt>
                <dd>{tiers[tier].join(" → ") || words.tierEmpty}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** What to do about it, line by line. */
function NoModels() {
  const words = useWords(adminWords);
  const steps = words.noModelsSteps;
  return (
    <section className={classes.section} aria-label={words.noModels}>
      <h2>{words.noModels}</h2>
      <p className={classes.soft}>{words.noModelsText}</p>
      <ol className={own.steps}>
        <li>
          {steps.write}
          <Lines text={EXAMPLE} />
          <p className={classes.soft}>{words.noModelsKinds}</p>
        </li>
        <li>
          {steps.start}
          <Lines text="conserje serve --config conserje.toml" />
        </li>
        <li>{steps.come}</li>
      </ol>
    </section>
  );
}

function Lines({ text }: { text: string }) {
  return (
    <div className={own.lines}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}
