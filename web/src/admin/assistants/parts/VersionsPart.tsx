import { Button, Skeleton } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { usePeople } from "../../../api/queries";
import { useWords } from "../../../i18n/language";
import operate from "../../../operate/Operate.module.css";
import { useConfirm } from "../../../parts/confirm";
import { Failure } from "../../../parts/State";
import { toast } from "../../../parts/Toasts";
import { When } from "../../../parts/When";
import { partsWords } from "../../../parts/words";
import { useMay } from "../../../shell/account";
import { changesOf } from "./diff";
import { FileDiff } from "./FileDiff";
import parts from "./Parts.module.css";
import { useRestore, useVersion, useVersions, type Version } from "./useVersions";
import classes from "./Versions.module.css";
import { partWords } from "./words";

/** Shown before somebody asks for more. */
const FEW = 10;

interface Props {
  name: string;
  /** What stands now. */
  files: Record<string, string>;
  onRestored: () => void;
}

export function VersionsPart({ name, files, onRestored }: Props) {
  const words = useWords(partWords).versions;
  const more = useWords(partsWords).more;
  const people = usePeople(useMay()("users:read"));
  const versions = useVersions(name);
  const [chosen, choose] = useState<number | null>(null);
  const [isWhole, showWhole] = useState(false);
  const [dialog, ask] = useConfirm();
  const restoring = useRestore(name, (version) => {
    toast(words.restored(version));
    choose(null);
    onRestored();
  });
  if (versions.isPending) return <Skeleton height={200} radius="lg" />;
  if (versions.error && !versions.data) return <Failure error={versions.error} retry={() => void versions.refetch()} />;
  const found = versions.data;
  if (found.length === 0) return <p className={parts.hint}>{words.none}</p>;
  const who = ({ madeBy }: Version) => (madeBy ? (people.data?.get(madeBy) ?? words.bySomebody) : words.byNobody);
  const restore = (version: number) =>
    ask({ title: words.restoreTitle(version), text: words.restoreText, yes: words.restore, isSafe: true, act: () => restoring.mutate(version) });
  return (
    <>
      <p className={parts.hint}>{words.intro}</p>
      <ol className={classes.versions} aria-label={words.list}>
        {(isWhole ? found : found.slice(0, FEW)).map((version) => (
          <li key={version.version} data-chosen={version.version === chosen || undefined}>
            <div>
              <strong>{version.note || words.noNote}</strong>
              <span className={parts.hint}>
                {words.version(version.version)} · {who(version)} · <When at={version.madeAt} />
              </span>
            </div>
            {version.live && (
              <span className={operate.state} data-state="done">
                {words.live}
              </span>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.compareNamed(version.version)}
              aria-pressed={version.version === chosen}
              onClick={() => choose(version.version === chosen ? null : version.version)}
            >
              {words.compare}
            </Button>
          </li>
        ))}
      </ol>
      {!isWhole && found.length > FEW && (
        <Button mt="xs" size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          {more}
        </Button>
      )}
      {chosen !== null && (
        <Compared key={chosen} name={name} version={chosen} files={files}>
          {found.find(({ version }) => version === chosen)?.live ? null : (
            <Button loading={restoring.isPending} onClick={() => restore(chosen)}>
              {words.restore}
            </Button>
          )}
        </Compared>
      )}
      {dialog}
    </>
  );
}

interface ComparedProps {
  name: string;
  version: number;
  files: Record<string, string>;
  children: ReactNode;
}

/** What stands now is what came after: its lines are those that were added. */
function Compared({ name, version, files, children }: ComparedProps) {
  const words = useWords(partWords).versions;
  const then = useVersion(name, version);
  if (then.isPending) return <Skeleton mt="lg" height={160} radius="lg" />;
  if (then.error && !then.data) return <Failure error={then.error} retry={() => void then.refetch()} />;
  const changes = changesOf(then.data.files, files);
  return (
    <section className={parts.section} aria-label={words.changes(version)}>
      <h3>{words.changes(version)}</h3>
      {changes.length === 0 && <p className={parts.hint}>{words.same}</p>}
      <div className={classes.files}>
        {changes.map((change) => (
          <FileDiff key={change.path} change={change} />
        ))}
        <div>{children}</div>
      </div>
    </section>
  );
}
