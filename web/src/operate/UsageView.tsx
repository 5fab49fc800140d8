import { SegmentedControl, Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconChartBar } from "@tabler/icons-react";
import { getIfThere, query } from "../api/client";
import type { UsageCounts, UsageReport } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { BarChart } from "../parts/BarChart";
import { DataTable, type Column } from "../parts/DataTable";
import { Empty, Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

const GROUPS = ["day", "model", "agent", "user"] as const;
const PERIODS = [7, 30, 90];
const MEASURES = ["cost", "inputTokens", "outputTokens", "turns", "errors"] as const;
type Measure = (typeof MEASURES)[number];
type Row = UsageReport["items"][number];

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export function UsageView() {
  const words = useWords(operateWords);
  const formats = useFormats();
  const [read, write] = useAddress();
  const by = GROUPS.find((group) => group === read("by")) ?? "day";
  const days = PERIODS.find((period) => String(period) === read("days")) ?? 30;
  const measure = MEASURES.find((other) => other === read("measure")) ?? "outputTokens";
  const usage = useQuery({
    queryKey: ["usage", by, days],
    queryFn: ({ signal }) => getIfThere<UsageReport>(`/api/usage${query({ from: dayBefore(days - 1), to: dayBefore(0), by })}`, signal),
  });
  if (usage.isPending) return <Skeleton height={300} radius="lg" />;
  if (usage.error) return <Failure error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Empty icon={<IconChartBar size={26} />} title={words.usageMissing} text={words.usageMissingText} />;
  const { items, total, currency } = usage.data;
  const names: Record<Measure, string> = {
    cost: words.cost,
    inputTokens: words.inputTokens,
    outputTokens: words.outputTokens,
    turns: words.turnsCount,
    errors: words.errors,
  };
  const told = (counts: UsageCounts, name: Measure) => {
    const value = counts[name];
    if (value === null) return "–";
    return name === "cost" ? formats.money(value, currency) : formats.number(value);
  };
  const columns: Column<Row>[] = [
    { key: "key", label: words.key, value: (row) => row.key, show: (row) => (by === "day" ? formats.day(row.key) : row.key) },
    ...MEASURES.map((name): Column<Row> => ({ key: name, label: names[name], value: (row) => row[name], show: (row) => told(row, name), align: "right" })),
  ];
  return (
    <>
      <p className={classes.intro}>{words.usageIntro}</p>
      <dl className={classes.cards}>
        {MEASURES.map((name) => (
          <div key={name} className={classes.card}>
            <dt>{names[name]}</dt>
            <dd>{told(total, name)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.row}>
        <SegmentedControl aria-label={words.byLabel} value={by} onChange={(value) => write({ by: value })} data={GROUPS.map((value) => ({ value, label: words.by[value] }))} />
        <Select w={130} aria-label={words.period} allowDeselect={false} value={String(days)} onChange={(value) => write({ days: value ?? "" })} data={PERIODS.map((value) => ({ value: String(value), label: words.days(value) }))} />
        <Select w={190} aria-label={words.measure} allowDeselect={false} value={measure} onChange={(value) => write({ measure: value ?? "" })} data={MEASURES.map((value) => ({ value, label: names[value] }))} />
      </div>
      <BarChart label={names[measure]} bars={items.map((row) => ({ key: row.key, label: by === "day" ? formats.day(row.key) : row.key, value: row[measure] ?? 0, told: told(row, measure) }))} />
      <DataTable name="usage" label={words.usage} columns={columns} rows={items} rowKey={(row) => row.key} />
    </>
  );
}
