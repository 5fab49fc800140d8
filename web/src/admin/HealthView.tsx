import { Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Health } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { Failure } from "../parts/State";
import classes from "../operate/Operate.module.css";
import { detailIn } from "./health";
import own from "./HealthView.module.css";
import { adminWords } from "./words";

/** Not through the client: a server that is not well answers 503, and tells all the same. */
async function health(signal: AbortSignal): Promise<Health> {
  const response = await fetch("/health/ready", { signal, cache: "no-store" });
  return (await response.json()) as Health;
}

export function HealthView() {
  const words = useWords(adminWords);
  const formats = useFormats();
  const state = useQuery({ queryKey: ["health"], queryFn: ({ signal }) => health(signal), refetchInterval: 10_000 });
  if (state.isPending) return <Skeleton height={240} radius="lg" />;
  if (state.error && !state.data) return <Failure error={state.error} retry={() => void state.refetch()} />;
  const names: Record<string, string> = words.components;
  const statuses: Record<string, string> = words.statuses;
  return (
    <>
      <p className={classes.intro}>
        {words.healthIntro(state.data.version)} · {words.runsSince(formats.exact(state.data.startedAt))} ·{" "}
        <span className={classes.state} data-state={state.data.status}>
          {statuses[state.data.status] ?? state.data.status}
        </span>
      </p>
      <ul className={own.parts}>
        {state.data.components.map((component) => (
          <li key={component.name}>
            <strong>{names[component.name] ?? component.name}</strong>
            <span className={classes.state} data-state={component.status}>
              {statuses[component.status] ?? component.status}
            </span>
            <span className={classes.soft}>{detailIn(component.detail ?? "", words.details)}</span>
          </li>
        ))}
      </ul>
      <Anchor href="/metrics" size="sm">
        {words.metrics}
      </Anchor>
    </>
  );
}
