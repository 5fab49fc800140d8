import type { Tiers } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { TIERS } from "./chains";
import classes from "./Models.module.css";
import { modelWords } from "./words";

/** Chains to read. */
export function TiersView({ tiers }: { tiers: Tiers }) {
  const words = useWords(modelWords);
  return (
    <section className={operate.section} aria-label={words.tiers}>
      <h2>{words.tiers}</h2>
      <div className={classes.tiers}>
        {TIERS.map((tier) => (
          <div key={tier} className={classes.tier}>
            <h3>{words.tierNames[tier]}</h3>
            <p className={classes.hint}>{tiers[tier].join(" → ") || words.tierEmpty}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
