import { Button, Skeleton } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get, request } from "../../api/client";
import type { Paged, Site } from "../../api/types";
import { useWords } from "../../i18n/language";
import classes from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { DataTable, type Column } from "../../parts/DataTable";
import { useProblemText } from "../../parts/problem";
import { Empty, Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { When } from "../../parts/When";
import { SiteDialog } from "./SiteDialog";
import { siteWords } from "./words";

export function SitesView() {
  const words = useWords(siteWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  const [edited, edit] = useState<Site | "new" | null>(null);
  const sites = useQuery({ queryKey: ["sites"], queryFn: ({ signal }) => get<Paged<Site>>("/api/sites", signal) });
  const again = () => void sites.refetch();
  const onError = (error: Error) => toast(told(error), "problem");
  const changing = useMutation({
    mutationFn: (site: Site) => request("PATCH", `/api/sites/${site.id}`, { body: { open: !site.open } }),
    onSuccess: again,
    onError,
  });
  const removing = useMutation({ mutationFn: (id: string) => request("DELETE", `/api/sites/${id}`), onSuccess: again, onError });
  if (sites.isPending) return <Skeleton height={240} radius="lg" />;
  if (sites.error && !sites.data) return <Failure error={sites.error} retry={again} />;
  const add = (
    <Button leftSection={<IconWorld size={16} />} onClick={() => edit("new")}>
      {words.add}
    </Button>
  );
  const columns: Column<Site>[] = [
    { key: "name", label: words.name, value: (site) => site.name, show: (site) => <strong>{site.name}</strong> },
    { key: "origins", label: words.addresses, value: (site) => site.origins.join(" "), show: (site) => site.origins.join(", ") || words.nowhere, isMinor: true },
    {
      key: "status",
      label: words.status,
      value: (site) => (site.open ? words.open : words.closed),
      show: (site) => (
        <span className={classes.state} data-state={site.open ? "done" : "queued"}>
          {site.open ? words.open : words.closed}
        </span>
      ),
    },
    { key: "since", label: words.since, value: (site) => site.createdAt, show: (site) => <When at={site.createdAt} />, isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.intro}</p>
      {sites.data.items.length === 0 ? (
        <Empty icon={<IconWorld size={26} />} title={words.none} text={words.noneText} action={add} />
      ) : (
        <DataTable
          name="sites"
          label={words.sites}
          columns={columns}
          rows={sites.data.items}
          rowKey={(site) => site.id}
          toolbar={add}
          actions={(site) => (
            <div className={classes.acts}>
              <Button size="compact-sm" variant="default" onClick={() => edit(site)}>
                {words.edit}
              </Button>
              {site.open && (
                <Button size="compact-sm" variant="default" component="a" href={`/widget/${site.id}`} target="_blank" rel="noopener">
                  {words.tryIt}
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => changing.mutate(site)}>
                {site.open ? words.closeIt : words.openIt}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => ask({ title: words.removeTitle(site.name), text: words.removeText, yes: words.remove, act: () => removing.mutate(site.id) })}
              >
                {words.remove}
              </Button>
            </div>
          )}
        />
      )}
      {dialog}
      {edited && <SiteDialog site={edited === "new" ? null : edited} close={() => edit(null)} saved={again} />}
    </>
  );
}
