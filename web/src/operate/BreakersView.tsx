import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconPlugConnected } from "@tabler/icons-react";
import { getIfThere, post } from "../api/client";
import type { Breaker } from "../api/types";
import { useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { useProblemText } from "../parts/problem";
import { Empty, Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { When } from "../parts/When";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

export function BreakersView() {
  const words = useWords(operateWords);
  const told = useProblemText();
  const may = useMay();
  const breakers = useQuery({ queryKey: ["breakers"], queryFn: ({ signal }) => getIfThere<{ items: Breaker[] }>("/api/breakers", signal), refetchInterval: 5000 });
  const resetting = useMutation({
    mutationFn: (model: string) => post(`/api/breakers/${encodeURIComponent(model)}/reset`),
    onSuccess: () => void breakers.refetch(),
    onError: (error) => toast(told(error), "problem"),
  });
  if (breakers.isPending) return <Skeleton height={200} radius="lg" />;
  if (breakers.error) return <Failure error={breakers.error} retry={() => void breakers.refetch()} />;
  if (!breakers.data) return <Empty icon={<IconPlugConnected size={26} />} title={words.breakersMissing} text={words.breakersIntro} />;
  const columns: Column<Breaker>[] = [
    { key: "model", label: words.model, value: (breaker) => breaker.model },
    { key: "provider", label: words.provider, value: (breaker) => breaker.provider, isMinor: true },
    {
      key: "state",
      label: words.state,
      value: (breaker) => breaker.state,
      show: (breaker) => (
        <span className={classes.state} data-state={breaker.state}>
          {words.breakerStates[breaker.state]}
        </span>
      ),
    },
    { key: "failures", label: words.failures, value: (breaker) => breaker.failures, align: "right" },
    { key: "error", label: words.error, value: (breaker) => breaker.lastError, isMinor: true },
    { key: "until", label: words.until, value: (breaker) => breaker.retryAt, show: (breaker) => (breaker.retryAt ? <When at={breaker.retryAt} /> : "–") },
  ];
  return (
    <>
      <p className={classes.intro}>{words.breakersIntro}</p>
      {breakers.data.items.length === 0 ? (
        <p className={classes.soft}>{words.noBreakers}</p>
      ) : (
        <DataTable
          name="breakers"
          label={words.breakers}
          columns={columns}
          rows={breakers.data.items}
          rowKey={(breaker) => breaker.model}
          actions={(breaker) =>
            breaker.state !== "closed" && may("jobs:manage") ? (
              <Button size="compact-sm" variant="default" onClick={() => resetting.mutate(breaker.model)}>
                {words.reset}
              </Button>
            ) : null
          }
        />
      )}
    </>
  );
}
