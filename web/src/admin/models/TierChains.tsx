import { Button } from "@mantine/core";
import { useState } from "react";
import type { ModelsSetup } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { isEmpty, isSameOrder, TIERS, type Place } from "./chains";
import classes from "./Models.module.css";
import { TierColumn } from "./TierColumn";
import { useChange } from "./useSetup";
import { modelWords } from "./words";

const NOTHING = { fast: [], balanced: [], premium: [] };

/** Which models each tier asks, put in order here. */
export function TierChains({ setup }: { setup: ModelsSetup }) {
  const words = useWords(modelWords);
  const change = useChange();
  const isOthers = isEmpty(setup.ownTiers);
  const kept = isOthers ? setup.tiers : setup.ownTiers;
  const [tiers, setTiers] = useState(kept);
  const [held, hold] = useState<Place | null>(null);
  const isChanged = !isSameOrder(tiers, kept);
  const hasOthers = setup.providers.some((provider) => provider.source !== "own");
  const put = (body: typeof tiers) => change.mutate({ method: "PUT", path: "tiers", body, said: words.tiersSaved });
  return (
    <section className={operate.section} aria-label={words.tiers}>
      <div className={classes.head}>
        <h2>{words.tiers}</h2>
        {!isOthers && hasOthers && !isChanged && (
          <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => put(NOTHING)}>
            {words.ofInstallation}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{words.tiersIntro}</p>
      {!setup.isConfigured && <p className={classes.notice}>{words.noTier}</p>}
      {setup.isConfigured && isOthers && <p className={classes.hint}>{words.tiersOfOthers}</p>}
      <div className={classes.tiers}>
        {TIERS.map((tier) => (
          <TierColumn key={tier} tier={tier} tiers={tiers} change={setTiers} setup={setup} held={held} hold={hold} />
        ))}
      </div>
      {isChanged && (
        <div className={classes.saving}>
          <Button loading={change.isPending} onClick={() => put(tiers)}>
            {words.saveTiers}
          </Button>
          <Button variant="default" onClick={() => setTiers(kept)}>
            {words.discard}
          </Button>
        </div>
      )}
    </section>
  );
}
