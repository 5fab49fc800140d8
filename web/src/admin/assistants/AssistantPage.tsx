import { Anchor, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "wouter";
import { useNames } from "../../api/names";
import { useAssistants } from "../../api/queries";
import type { Pack } from "../../api/types";
import { useLanguage, useWords } from "../../i18n/language";
import { Face } from "../../parts/Face";
import { Failure } from "../../parts/State";
import { useMay } from "../../shell/account";
import { NotFound } from "../../shell/NotFound";
import { AgentList } from "./AgentList";
import classes from "./Assistants.module.css";
import { servedBy } from "./choice";
import { ChoiceForm } from "./ChoiceForm";
import { usePacks } from "./usePacks";
import { useShown } from "./useShown";
import { WhoWouldAnswer } from "./WhoWouldAnswer";
import { assistantsWords } from "./words";

export function AssistantPage({ name }: { name: string }) {
  const packs = usePacks();
  const assistants = useAssistants();
  if (packs.isPending || assistants.isPending) return <Skeleton height={480} radius="lg" />;
  if (packs.error && !packs.data) return <Failure error={packs.error} retry={() => void packs.refetch()} />;
  const pack = packs.data.find((one) => one.name === name);
  return pack ? <Opened pack={pack} packs={packs.data} /> : <NotFound />;
}

/** What it is, and how it is to speak here. */
function Opened({ pack, packs }: { pack: Pack; packs: Pack[] }) {
  const words = useWords(assistantsWords);
  const { title, description, face, assistant } = useShown(pack);
  const mayChange = useMay()("assistants:manage");
  return (
    <>
      <Anchor component={Link} href="/admin/assistants" size="sm" className={classes.back ?? ""}>
        <IconArrowLeft size={15} /> {words.all}
      </Anchor>
      <div className={classes.pageHead}>
        <Face of={face} size="large" isOff />
        <h2>{title}</h2>
      </div>
      <p className={classes.about}>{description}</p>
      <Facts pack={pack} serves={assistant ? words.serves[servedBy(assistant.serves)] : words.isOff} />
      {mayChange ? <ChoiceForm pack={pack} packs={packs} title={title} /> : <AgentList pack={pack} />}
      {/* One that is off cannot be chosen beforehand. */}
      <WhoWouldAnswer {...(assistant ? { only: { name: pack.name, title } } : {})} example={assistant?.examples[0] ?? ""} />
    </>
  );
}

function Facts({ pack, serves }: { pack: Pack; serves: string }) {
  const words = useWords(assistantsWords);
  const names = useNames();
  const { language } = useLanguage();
  const spoken = new Intl.DisplayNames(language, { type: "language" });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{words.whom}</dt>
        <dd>{serves}</dd>
      </div>
      {pack.languages.length > 0 && (
        <div>
          <dt>{words.languages}</dt>
          <dd>{pack.languages.map((tag) => spoken.of(tag) ?? tag).join(", ")}</dd>
        </div>
      )}
      {pack.commands.length > 0 && (
        <div>
          <dt>{words.commands}</dt>
          <dd>
            {pack.commands.map(({ command, agent }) => (
              <span key={command} className={classes.command}>
                <code>{command}</code> {names.agent(agent)}
              </span>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.version}</dt>
        <dd>{pack.version}</dd>
      </div>
    </dl>
  );
}
