import { Button, Select, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { get, post, query } from "../api/client";
import type { DeadLetter, Job, Paged } from "../api/types";
import { useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { useProblemText } from "../parts/problem";
import { Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { useAddress } from "../parts/useAddress";
import { When } from "../parts/When";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

const STATES = ["queued", "running", "done", "dead"] as const;

export function JobsView() {
  const words = useWords(operateWords);
  const told = useProblemText();
  const may = useMay();
  const [read, write] = useAddress();
  const state = read("state") || null;
  const jobs = useQuery({
    queryKey: ["jobs", state],
    queryFn: ({ signal }) => get<Paged<Job>>(`/api/jobs${query({ state, limit: 200 })}`, signal),
    refetchInterval: 5000,
  });
  const retrying = useMutation({
    mutationFn: (id: string) => post(`/api/jobs/${id}/retry`),
    onSuccess: () => {
      toast(words.retried);
      void jobs.refetch();
    },
    onError: (error) => toast(told(error), "problem"),
  });
  const states: Record<string, string> = words.states;
  const kinds: Record<string, string> = words.jobKinds;
  const columns: Column<Job>[] = [
    { key: "kind", label: words.job, value: (job) => job.kind, show: (job) => <span title={job.kind}>{kinds[job.kind] ?? job.kind}</span> },
    {
      key: "state",
      label: words.state,
      value: (job) => job.state,
      show: (job) => (
        <span className={classes.state} data-state={job.state}>
          {states[job.state] ?? job.state}
        </span>
      ),
    },
    { key: "attempts", label: words.attempts, value: (job) => job.attempts, show: (job) => `${job.attempts}/${job.maxAttempts}`, align: "right", isMinor: true },
    { key: "error", label: words.error, value: (job) => job.lastError ?? null, show: (job) => <span className={classes.bad}>{job.lastError}</span> },
    { key: "started", label: words.started, value: (job) => job.createdAt, show: (job) => <When at={job.createdAt} />, isMinor: true },
    { key: "finished", label: words.finished, value: (job) => job.finishedAt ?? null, show: (job) => (job.finishedAt ? <When at={job.finishedAt} /> : "–"), isMinor: true },
  ];
  if (jobs.isPending) return <Skeleton height={240} radius="lg" />;
  if (jobs.error && !jobs.data) return <Failure error={jobs.error} retry={() => void jobs.refetch()} />;
  return (
    <>
      <p className={classes.intro}>{words.jobsIntro}</p>
      <DataTable
        name="jobs"
        label={words.jobs}
        columns={columns}
        rows={jobs.data.items}
        rowKey={(job) => job.id}
        toolbar={
          <Select
            w={180}
            clearable
            clearButtonProps={{ "aria-label": words.anyState }}
            aria-label={words.state}
            placeholder={words.anyState}
            value={state}
            onChange={(value) => write({ state: value ?? "" })}
            data={STATES.map((value) => ({ value, label: words.states[value] }))}
          />
        }
        actions={(job) =>
          job.state === "dead" && may("jobs:manage") ? (
            <Button size="compact-sm" variant="default" onClick={() => retrying.mutate(job.id)}>
              {words.retry}
            </Button>
          ) : null
        }
      />
      {jobs.data.items.length === 0 && <p className={classes.soft}>{words.noJobs}</p>}
      <DeadLetters />
    </>
  );
}

function DeadLetters() {
  const words = useWords(operateWords);
  const told = useProblemText();
  const may = useMay();
  const letters = useQuery({ queryKey: ["dead-letters"], queryFn: ({ signal }) => get<Paged<DeadLetter>>("/api/dead-letters", signal), refetchInterval: 10_000 });
  const retrying = useMutation({
    mutationFn: () => post("/api/dead-letters/retry"),
    onSuccess: () => {
      toast(words.retried);
      void letters.refetch();
    },
    onError: (error) => toast(told(error), "problem"),
  });
  const items = letters.data?.items ?? [];
  return (
    <section className={classes.section} aria-label={words.deadLetters}>
      <h2>{words.deadLetters}</h2>
      <p className={classes.soft}>{items.length === 0 ? words.noDeadLetters : words.deadLettersText}</p>
      {letters.error && <Failure error={letters.error} />}
      {items.map((letter) => (
        <p key={letter.eventId}>
          <code>
            {letter.sessionId} · {letter.sequenceNumber}
          </code>{" "}
          <span className={classes.bad}>{letter.error}</span> · <When at={letter.deadAt} />
        </p>
      ))}
      {items.length > 0 && may("jobs:manage") && (
        <Button variant="default" loading={retrying.isPending} onClick={() => retrying.mutate()}>
          {words.retryAll}
        </Button>
      )}
    </section>
  );
}
