import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconMessages } from "@tabler/icons-react";
import { useState } from "react";
import { get, post, request } from "../../api/client";
import type { Channel, ChannelTest, Paged } from "../../api/types";
import { useWords } from "../../i18n/language";
import classes from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { DataTable, type Column } from "../../parts/DataTable";
import { useProblemText } from "../../parts/problem";
import { Empty, Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { ChannelDialog } from "./ChannelDialog";
import { Deliveries } from "./Deliveries";
import { isKind } from "./kinds";
import { channelWords } from "./words";

export function ChannelsView() {
  const words = useWords(channelWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  const [edited, edit] = useState<Channel | "new" | null>(null);
  const [watched, watch] = useState<Channel | null>(null);
  const channels = useQuery({
    queryKey: ["channels"],
    queryFn: ({ signal }) => get<Paged<Channel>>("/api/channels", signal),
    refetchInterval: 10_000,
  });
  const again = () => void channels.refetch();
  const onError = (error: Error) => toast(told(error), "problem");
  const changing = useMutation({
    mutationFn: (channel: Channel) => request("PATCH", `/api/channels/${channel.id}`, { body: { enabled: !channel.enabled } }),
    onSuccess: again,
    onError,
  });
  const removing = useMutation({ mutationFn: (id: string) => request("DELETE", `/api/channels/${id}`), onSuccess: again, onError });
  const testing = useMutation({
    mutationFn: (id: string) => post<ChannelTest>(`/api/channels/${id}/test`),
    onSuccess: (result) => (result.ok ? toast(words.testWell) : toast(words.testBad(result.detail), "problem")),
    onError,
  });
  if (channels.isPending) return <Skeleton height={240} radius="lg" />;
  if (channels.error && !channels.data) return <Failure error={channels.error} retry={again} />;
  const connect = (
    <Button leftSection={<IconMessages size={16} />} onClick={() => edit("new")}>
      {words.connect}
    </Button>
  );
  const columns: Column<Channel>[] = [
    { key: "name", label: words.name, value: (channel) => channel.name, show: (channel) => <strong>{channel.name}</strong> },
    { key: "kind", label: words.kind, value: (channel) => (isKind(channel.kind) ? words.kinds[channel.kind] : channel.kind) },
    {
      key: "status",
      label: words.status,
      value: (channel) => (channel.enabled ? words.on : words.off),
      show: (channel) => (
        <span className={classes.state} data-state={channel.enabled ? "done" : "queued"}>
          {channel.enabled ? words.on : words.off}
        </span>
      ),
    },
    { key: "waiting", label: words.traffic, value: (channel) => channel.arriving + channel.waiting, align: "right", isMinor: true },
    { key: "failed", label: words.failed, value: (channel) => channel.failed, align: "right", isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.intro}</p>
      {channels.data.items.length === 0 ? (
        <Empty icon={<IconMessages size={26} />} title={words.none} text={words.noneText} action={connect} />
      ) : (
        <DataTable
          name="channels"
          label={words.channels}
          columns={columns}
          rows={channels.data.items}
          rowKey={(channel) => channel.id}
          toolbar={connect}
          actions={(channel) => (
            <div className={classes.acts}>
              <Button size="compact-sm" variant="default" onClick={() => edit(channel)}>
                {words.edit}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => testing.mutate(channel.id)}>
                {words.test}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => watch(channel)}>
                {words.deliveries}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => changing.mutate(channel)}>
                {channel.enabled ? words.switchOff : words.switchOn}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => ask({ title: words.removeTitle(channel.name), text: words.removeText, yes: words.remove, act: () => removing.mutate(channel.id) })}
              >
                {words.remove}
              </Button>
            </div>
          )}
        />
      )}
      {watched && <Deliveries channel={watched} />}
      {dialog}
      {edited && <ChannelDialog channel={edited === "new" ? null : edited} close={() => edit(null)} saved={again} />}
    </>
  );
}
