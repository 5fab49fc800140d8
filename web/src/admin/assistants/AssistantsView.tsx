import { Button, Skeleton } from "@mantine/core";
import { IconFileImport, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { readable, useNames } from "../../api/names";
import { useAssistants } from "../../api/queries";
import type { Pack } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { Empty, Failure } from "../../parts/State";
import { useMay } from "../../shell/account";
import { AssistantCard } from "./AssistantCard";
import classes from "./Assistants.module.css";
import { CopyDialog } from "./begin/CopyDialog";
import { ImportDialog } from "./begin/ImportDialog";
import { NewDialog } from "./begin/NewDialog";
import { beginWords } from "./begin/words";
import { OwnCard } from "./list/OwnCard";
import { ownWords } from "./list/words";
import type { Own } from "./own";
import { useOwn } from "./useOwn";
import { usePacks } from "./usePacks";
import { WhoWouldAnswer } from "./WhoWouldAnswer";
import { assistantsWords } from "./words";

export function AssistantsView() {
  const words = useWords(assistantsWords);
  const mayManage = useMay()("assistants:manage");
  const packs = usePacks();
  const assistants = useAssistants();
  const own = useOwn(mayManage);
  if (packs.isPending || assistants.isPending || (mayManage && own.isPending)) return <Skeleton height={320} radius="lg" />;
  const failed = [packs, own].find(({ error, data }) => error && !data);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  return (
    <>
      <p className={operate.intro}>{words.intro}</p>
      {mayManage ? <Managed own={own.data ?? []} packs={packs.data ?? []} /> : <Included packs={packs.data ?? []} all={packs.data ?? []} />}
      {(packs.data ?? []).length > 0 && <WhoWouldAnswer />}
    </>
  );
}

interface Copied {
  name: string;
  title: string;
  isIncluded: boolean;
}

type Dialog = "new" | "import" | Copied;

function Managed({ own, packs }: { own: Own[]; packs: Pack[] }) {
  const words = useWords(ownWords);
  const begin = useWords(beginWords);
  const [dialog, open] = useState<Dialog | null>(null);
  const names = own.map(({ name }) => name);
  const included = packs.filter(({ name }) => !names.includes(name));
  const titleOf = useTitles();
  const close = () => open(null);
  const taken = [...names, ...included.map(({ name }) => name)];
  return (
    <>
      <section aria-label={words.own}>
        <div className={classes.sectionHead}>
          <h2>{words.own}</h2>
          <Button leftSection={<IconPlus size={16} />} onClick={() => open("new")}>
            {begin.new}
          </Button>
          <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => open("import")}>
            {begin.import}
          </Button>
        </div>
        <p className={classes.hint}>{own.length > 0 ? words.ownText : words.none}</p>
        {own.length > 0 && (
          <ul className={classes.cards} aria-label={words.own}>
            {own.map((one) => (
              <OwnCard
                key={one.name}
                own={one}
                pack={one.live ? packs.find(({ name }) => name === one.name) : undefined}
                packs={packs}
                replaced={one.replaces.map(titleOf)}
                copy={() => open({ name: one.name, title: one.title || one.name, isIncluded: false })}
              />
            ))}
          </ul>
        )}
      </section>
      <section className={operate.section} aria-label={words.included}>
        <div className={classes.sectionHead}>
          <h2>{words.included}</h2>
        </div>
        <Included packs={included} all={packs} own={own} copy={(name, title) => open({ name, title, isIncluded: true })} />
      </section>
      {dialog === "new" && <NewDialog taken={taken} close={close} />}
      {dialog === "import" && <ImportDialog own={names} included={included.map(({ name }) => name)} close={close} />}
      {dialog !== null && typeof dialog === "object" && <CopyDialog from={dialog} isIncluded={dialog.isIncluded} taken={taken} close={close} />}
    </>
  );
}

interface IncludedProps {
  packs: Pack[];
  /** With the tenant's own. */
  all: Pack[];
  own?: Own[];
  copy?: (name: string, title: string) => void;
}

function Included({ packs, all, own = [], copy }: IncludedProps) {
  const words = useWords(assistantsWords);
  if (packs.length === 0) return <Empty icon={<IconSparkles size={26} />} title={words.none} text={words.noneText} />;
  const standIn = (name: string) => own.find(({ live, enabled, problem, replaces }) => live && enabled && !problem && replaces.includes(name));
  return (
    <ul className={classes.cards} aria-label={words.assistants}>
      {packs.map((pack) => (
        <AssistantCard key={pack.name} pack={pack} packs={all} replacedBy={standIn(pack.name)?.title} copy={copy && ((title) => copy(pack.name, title))} />
      ))}
    </ul>
  );
}

/** What assistants are called; one that nobody can ask now, by its name. */
function useTitles(): (name: string) => string {
  const names = useNames();
  return (name) => {
    const title = names.assistant(name);
    return title === readable(name) ? title.charAt(0).toUpperCase() + title.slice(1) : title;
  };
}
