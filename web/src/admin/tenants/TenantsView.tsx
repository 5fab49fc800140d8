import { Button, Skeleton } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../api/client";
import { useSettings } from "../../api/queries";
import type { Paged, Tenant } from "../../api/types";
import { useWords } from "../../i18n/language";
import classes from "../../operate/Operate.module.css";
import { DataTable, type Column } from "../../parts/DataTable";
import { Empty, Failure } from "../../parts/State";
import { When } from "../../parts/When";
import { useRunsInstallation } from "../../shell/account";
import { TenantDialog } from "./TenantDialog";
import { tenantWords } from "./words";

export function TenantsView() {
  const words = useWords(tenantWords);
  const settings = useSettings();
  const isOurs = useRunsInstallation();
  const [isAdding, setAdding] = useState(false);
  const tenants = useQuery({ queryKey: ["tenants"], queryFn: ({ signal }) => get<Paged<Tenant>>("/api/tenants", signal), enabled: isOurs });
  if (!settings.isPending && !isOurs) return <Empty title={words.tenants} text={words.notYours} />;
  if (tenants.isPending) return <Skeleton height={240} radius="lg" />;
  if (tenants.error && !tenants.data) return <Failure error={tenants.error} retry={() => void tenants.refetch()} />;
  const columns: Column<Tenant>[] = [
    { key: "name", label: words.name, value: (tenant) => tenant.name, show: (tenant) => <strong>{tenant.name}</strong> },
    { key: "slug", label: words.slug, value: (tenant) => tenant.slug, show: (tenant) => <code>{tenant.slug}</code> },
    { key: "language", label: words.language, value: (tenant) => words.languages[tenant.language], isMinor: true },
    { key: "since", label: words.since, value: (tenant) => tenant.createdAt, show: (tenant) => <When at={tenant.createdAt} />, isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.intro}</p>
      <DataTable
        name="tenants"
        label={words.tenants}
        columns={columns}
        rows={tenants.data.items}
        rowKey={(tenant) => tenant.id}
        toolbar={
          <Button leftSection={<IconBuilding size={16} />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        }
      />
      {isAdding && <TenantDialog close={() => setAdding(false)} made={() => void tenants.refetch()} />}
    </>
  );
}
