import { Anchor, Button, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { Link } from "wouter";
import { get, query } from "../api/client";
import { useNames } from "../api/names";
import { usePeople, useSettings } from "../api/queries";
import type { UsageEntry, UsageReport, UsageSum } from "../api/types";
import { useLanguage, useWords } from "../i18n/language";
import { BarChart } from "../parts/BarChart";
import { DataTable, type Column } from "../parts/DataTable";
import { Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

const GROUPS = ["day", "model", "agent", "user"] as const;
const PERIODS = [7, 30, 90];
const MEASURES = ["cost", "inputTokens", "outputTokens", "turns", "errors"] as const;
type Measure = (typeof MEASURES)[number];

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export function UsageView() {
  const words = useWords(operateWords);
  const { formats, currency } = useLanguage();
  const [read, write] = useAddress();
  const by = GROUPS.find((group) => group === read("by")) ?? "day";
  const days = PERIODS.find((period) => String(period) === read("days")) ?? 30;
  const hasTable = read("show") === "numbers";
  const may = useMay();
  const names = useNames();
  const people = usePeople(by === "user" && may("users:read"));
  const usage = useQuery({
    queryKey: ["usage", by, days],
    queryFn: ({ signal }) => get<UsageReport>(`/api/usage${query({ from: dayBefore(days - 1), to: dayBefore(0), by })}`, signal),
    placeholderData: (before) => before,
  });
  // Not in one currency for a moment and then in another.
  const settings = useSettings();
  if (usage.isPending || settings.isPending) return <Skeleton height={300} radius="lg" />;
  if (usage.error) return <Failure error={usage.error} retry={() => void usage.refetch()} />;
  const { items, total } = usage.data;
  // The question is what it cost; where nothing has a price, what was used tells more than a row of zeros.
  const measure = MEASURES.find((other) => other === read("measure")) ?? (total.cost > 0 ? "cost" : "outputTokens");
  const measures: Record<Measure, string> = {
    cost: words.cost,
    inputTokens: words.inputTokens,
    outputTokens: words.outputTokens,
    turns: words.turnsCount,
    errors: words.errors,
  };
  const told = (sum: UsageSum, name: Measure) => (name === "cost" ? formats.cost(sum[name]) : formats.number(sum[name]));
  const nameOf = ({ key }: UsageEntry) => {
    if (by === "day") return formats.day(key);
    if (by === "agent" && key) return names.agent(key);
    return (by === "user" && people.data?.get(key)) || key || words.nobody;
  };
  const columns: Column<UsageEntry>[] = [
    { key: "key", label: words.key, value: (row) => (by === "day" ? row.key : nameOf(row)), show: (row) => <span title={by === "agent" ? row.key : undefined}>{nameOf(row)}</span> },
    ...MEASURES.map((name): Column<UsageEntry> => ({ key: name, label: measures[name], ...(name === "cost" ? { exportedAs: `${measures[name]} (${currency})` } : {}), value: (row) => row[name], show: (row) => told(row, name), align: "right" })),
  ];
  return (
    <>
      <p className={classes.intro}>{words.usageIntro}</p>
      <dl className={classes.cards}>
        {MEASURES.map((name) => (
          <div key={name} className={classes.card}>
            <dt>{measures[name]}</dt>
            <dd>{told(total, name)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.row}>
        <SegmentedControl aria-label={words.byLabel} value={by} onChange={(value) => write({ by: value })} data={GROUPS.map((value) => ({ value, label: words.by[value] }))} />
        <Select w={130} aria-label={words.period} allowDeselect={false} value={String(days)} onChange={(value) => write({ days: value ?? "" })} data={PERIODS.map((value) => ({ value: String(value), label: words.days(value) }))} />
        <Select w={190} aria-label={words.measure} allowDeselect={false} value={measure} onChange={(value) => write({ measure: value ?? "" })} data={MEASURES.map((value) => ({ value, label: measures[value] }))} />
        <Button variant="default" leftSection={hasTable ? <IconChartBar size={16} /> : <IconTable size={16} />} onClick={() => write({ show: hasTable ? "" : "numbers" })}>
          {hasTable ? words.showChart : words.showNumbers}
        </Button>
      </div>
      {hasTable ? (
        <DataTable name="usage" label={words.usage} columns={columns} rows={items} rowKey={(row) => row.key} />
      ) : (
        <BarChart label={measures[measure]} bars={items.map((row) => ({ key: row.key, label: nameOf(row), value: row[measure], told: told(row, measure) }))} />
      )}
      <p className={classes.currency}>
        {words.currency(formats.currency(currency), currency)}{" "}
        {may("assistants:manage") && (
          <Anchor underline="always" component={Link} href="/admin/organisation" inherit>
            {words.currencyLink}
          </Anchor>
        )}
      </p>
    </>
  );
}
