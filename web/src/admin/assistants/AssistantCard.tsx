import { Button } from "@mantine/core";
import { Link } from "wouter";
import type { Pack } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Face } from "../../parts/Face";
import { useMay } from "../../shell/account";
import { AgentList } from "./AgentList";
import classes from "./Assistants.module.css";
import { servedBy } from "./choice";
import { OnSwitch } from "./list/OnSwitch";
import { ownWords } from "./list/words";
import { useShown } from "./useShown";
import { assistantsWords } from "./words";

interface Props {
  pack: Pack;
  packs: Pack[];
  /** What the tenant's own is called that answers in its place. */
  replacedBy?: string | undefined;
  /** For whoever may make a copy. */
  copy?: ((title: string) => void) | undefined;
}

export function AssistantCard({ pack, packs, replacedBy, copy }: Props) {
  const words = useWords(assistantsWords);
  const own = useWords(ownWords);
  const { title, description, face, assistant } = useShown(pack);
  const mayChange = useMay()("assistants:manage");
  return (
    <li className={classes.card} aria-label={title} data-off={!pack.enabled || undefined}>
      <div className={classes.cardHead}>
        <Face of={face} size="large" isOff />
        <h3>{title}</h3>
        <OnSwitch pack={pack} packs={packs} title={title} mayChange={mayChange} />
      </div>
      <p className={classes.about}>{description}</p>
      {replacedBy ? (
        <p className={classes.hint}>{own.replacedBy(replacedBy)}</p>
      ) : (
        <p className={classes.hint}>{assistant ? words.serves[servedBy(assistant.serves)] : words.isOff}</p>
      )}
      {assistant && !assistant.isReady && assistant.serves.includes("members") && <p className={classes.hint}>{words.notReady}</p>}
      <details className={classes.fold}>
        <summary>{words.agentCount(pack.agents.length)}</summary>
        <AgentList pack={pack} />
      </details>
      <div className={classes.cardFoot}>
        <Button component={Link} href={`/admin/assistants/${encodeURIComponent(pack.name)}`} size="compact-sm" variant="default" aria-label={words.openNamed(title)}>
          {words.open}
        </Button>
        {copy && (
          <Button size="compact-sm" variant="subtle" aria-label={own.copyNamed(title)} onClick={() => copy(title)}>
            {own.copy}
          </Button>
        )}
      </div>
    </li>
  );
}
