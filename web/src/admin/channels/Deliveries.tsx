import { Button, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get, post, query } from "../../api/client";
import type { Channel, Delivery, Paged } from "../../api/types";
import { useWords } from "../../i18n/language";
import classes from "../../operate/Operate.module.css";
import { DataTable, type Column } from "../../parts/DataTable";
import { useProblemText } from "../../parts/problem";
import { Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { When } from "../../parts/When";
import { channelWords } from "./words";

const STATES = ["queued", "sent", "delivered", "read", "failed"] as const;
/** How a table of operation colours the states. */
const COLOURS: Record<string, string> = { queued: "queued", sent: "running", delivered: "done", read: "done", failed: "dead" };

export function Deliveries({ channel }: { channel: Channel }) {
  const words = useWords(channelWords);
  const told = useProblemText();
  const [status, setStatus] = useState<string | null>(null);
  const path = `/api/channels/${channel.id}/deliveries`;
  const deliveries = useQuery({
    queryKey: ["deliveries", channel.id, status],
    queryFn: ({ signal }) => get<Paged<Delivery>>(`${path}${query({ status, limit: 200 })}`, signal),
    refetchInterval: 5000,
  });
  const retrying = useMutation({
    mutationFn: (id: string) => post(`${path}/${id}/retry`),
    onSuccess: () => {
      toast(words.retried);
      void deliveries.refetch();
    },
    onError: (error) => toast(told(error), "problem"),
  });
  const states: Record<string, string> = words.states;
  const columns: Column<Delivery>[] = [
    { key: "contact", label: words.contact, value: (one) => one.contact, show: (one) => <code>{one.contact}</code> },
    { key: "text", label: words.text, value: (one) => one.text },
    {
      key: "status",
      label: words.status,
      value: (one) => states[one.status] ?? one.status,
      show: (one) => (
        <span className={classes.state} data-state={COLOURS[one.status]}>
          {states[one.status] ?? one.status}
        </span>
      ),
    },
    { key: "error", label: words.error, value: (one) => one.error ?? null, show: (one) => <span className={classes.bad}>{one.error}</span> },
    { key: "attempts", label: words.attempts, value: (one) => one.attempts, align: "right", isMinor: true },
    { key: "when", label: words.when, value: (one) => one.createdAt, show: (one) => <When at={one.createdAt} />, isMinor: true },
  ];
  return (
    <section className={classes.section} aria-label={words.deliveriesOf(channel.name)}>
      <h2>{words.deliveriesOf(channel.name)}</h2>
      {deliveries.error && <Failure error={deliveries.error} />}
      {deliveries.data && (
        <DataTable
          name="deliveries"
          label={words.deliveries}
          columns={columns}
          rows={deliveries.data.items}
          rowKey={(one) => one.id}
          toolbar={
            <Select
              w={180}
              clearable
              clearButtonProps={{ "aria-label": words.anyState }}
              aria-label={words.status}
              placeholder={words.anyState}
              value={status}
              onChange={setStatus}
              data={STATES.map((value) => ({ value, label: words.states[value] }))}
            />
          }
          actions={(one) =>
            one.status === "failed" ? (
              <Button size="compact-sm" variant="default" onClick={() => retrying.mutate(one.id)}>
                {words.retry}
              </Button>
            ) : null
          }
        />
      )}
      {deliveries.data?.items.length === 0 && <p className={classes.soft}>{words.noDeliveries}</p>}
    </section>
  );
}
