import { Skeleton } from "@mantine/core";
import { useModels } from "../api/queries";
import type { Model } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { Failure } from "../parts/State";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

export function BreakersView() {
  const words = useWords(operateWords);
  const formats = useFormats();
  const models = useModels({ again: true });
  if (models.isPending) return <Skeleton height={200} radius="lg" />;
  if (models.error) return <Failure error={models.error} retry={() => void models.refetch()} />;
  const states: Record<string, string> = words.breakerStates;
  const columns: Column<Model>[] = [
    { key: "model", label: words.model, value: (model) => model.name, show: (model) => <strong>{model.name}</strong> },
    { key: "provider", label: words.provider, value: (model) => model.provider, isMinor: true },
    {
      key: "state",
      label: words.state,
      value: (model) => model.breaker,
      show: (model) => (
        <span className={classes.state} data-state={model.breaker}>
          {states[model.breaker] ?? model.breaker}
        </span>
      ),
    },
    { key: "failures", label: words.failures, value: (model) => model.failures, show: (model) => formats.number(model.failures), align: "right" },
    {
      key: "until",
      label: words.until,
      value: (model) => model.retryInSeconds ?? null,
      show: (model) => (model.retryInSeconds == null ? "–" : words.triedIn(formats.duration(model.retryInSeconds * 1000))),
      align: "right",
    },
  ];
  return (
    <>
      <p className={classes.intro}>{words.breakersIntro}</p>
      <DataTable name="models" label={words.breakers} columns={columns} rows={models.data.items} rowKey={(model) => model.name} />
    </>
  );
}
