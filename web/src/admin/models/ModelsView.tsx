import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useModels } from "../../api/queries";
import type { ModelsSetup } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { Failure } from "../../parts/State";
import { useMay } from "../../shell/account";
import { History } from "./History";
import { ModelsTable } from "./ModelsTable";
import { NoModels } from "./NoModels";
import { ProviderCards } from "./ProviderCards";
import { ProviderDialog, type Start } from "./ProviderDialog";
import { TierChains } from "./TierChains";
import { TiersView } from "./TiersView";
import { useSetup } from "./useSetup";
import { modelWords } from "./words";

export function ModelsView() {
  const may = useMay();
  return may("assistants:manage") ? <Managed /> : <Shown />;
}

function Managed() {
  const words = useWords(modelWords);
  const setup = useSetup();
  const [start, open] = useState<Start | null>(null);
  if (setup.isPending) return <Skeleton height={320} radius="lg" />;
  if (setup.error && !setup.data) return <Failure error={setup.error} retry={() => void setup.refetch()} />;
  const { data } = setup;
  return (
    <>
      <p className={operate.intro}>{words.intro}</p>
      {data.providers.length === 0 ? <NoModels setup={data} open={open} /> : <SetUp setup={data} open={open} />}
      {data.version > 0 && <History setup={data} />}
      {start && <ProviderDialog setup={data} start={start} close={() => open(null)} />}
    </>
  );
}

function SetUp({ setup, open }: { setup: ModelsSetup; open: (start: Start) => void }) {
  const words = useWords(modelWords);
  return (
    <>
      <ProviderCards setup={setup} open={open}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => open({})}>
          {words.add}
        </Button>
      </ProviderCards>
      {/* Begun anew with what is in force, whoever changed it. */}
      <TierChains key={JSON.stringify([setup.ownTiers, setup.tiers])} setup={setup} />
      <ModelsTable models={setup.items} />
    </>
  );
}

/** For those who may look and not change. */
function Shown() {
  const words = useWords(modelWords);
  const models = useModels();
  if (models.isPending) return <Skeleton height={240} radius="lg" />;
  if (models.error) return <Failure error={models.error} retry={() => void models.refetch()} />;
  const { isConfigured, items, tiers } = models.data;
  return (
    <>
      <p className={operate.intro}>{isConfigured ? words.tiersIntro : words.noneText}</p>
      {isConfigured && <TiersView tiers={tiers} />}
      <ModelsTable models={items} />
    </>
  );
}
