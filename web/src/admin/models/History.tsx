import { Button } from "@mantine/core";
import { useState } from "react";
import { usePeople } from "../../api/queries";
import type { ModelsSetup, ModelsVersion } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { Failure } from "../../parts/State";
import { When } from "../../parts/When";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import classes from "./Models.module.css";
import { noteOf } from "./notes";
import { useChange, useVersions } from "./useSetup";
import { modelWords } from "./words";

/** Shown before somebody asks for more. */
const FEW = 5;

export function History({ setup }: { setup: ModelsSetup }) {
  const words = useWords(modelWords);
  const parts = useWords(partsWords);
  const people = usePeople(useMay()("users:read"));
  const versions = useVersions();
  const change = useChange();
  const [dialog, ask] = useConfirm();
  const [isWhole, showWhole] = useState(false);
  const found = versions.data ?? [];
  const who = ({ madeBy }: ModelsVersion) => (madeBy ? (people.data?.get(madeBy) ?? words.bySomebody) : words.byNobody);
  /** Those that are without a key only now are named. */
  const said = (version: number) => (after: ModelsSetup) => {
    const isNew = (name: string) => !setup.providers.some((before) => before.name === name && before.source === "own" && !before.hasKey);
    const names = after.providers.filter(({ name, source, hasKey }) => source === "own" && !hasKey && isNew(name)).map(({ name }) => name);
    return names.length > 0 ? words.restoredNoKey(version, names.join(", ")) : words.restored(version);
  };
  const restore = (version: number) =>
    ask({
      title: words.restoreTitle(version),
      text: words.restoreText,
      yes: words.restore,
      isSafe: true,
      act: () => change.mutate({ method: "POST", path: `versions/${version}/restore`, body: {}, said: said(version) }),
    });
  return (
    <section className={operate.section} aria-label={words.history}>
      <h2>{words.history}</h2>
      <p className={classes.hint}>{words.historyText}</p>
      {versions.error && <Failure error={versions.error} retry={() => void versions.refetch()} />}
      <ol className={classes.versions}>
        {(isWhole ? found : found.slice(0, FEW)).map((version) => (
          <li key={version.version}>
            <div>
              <strong>{noteOf(version.note, words)}</strong>
              <span className={classes.hint}>
                {words.version(version.version)} · {who(version)} · <When at={version.madeAt} />
              </span>
            </div>
            {version.live ? (
              <span className={operate.state} data-state="done">
                {words.live}
              </span>
            ) : (
              <Button size="compact-sm" variant="default" aria-label={words.restoreNamed(version.version)} disabled={change.isPending} onClick={() => restore(version.version)}>
                {words.restore}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!isWhole && found.length > FEW && (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          {parts.more}
        </Button>
      )}
      {dialog}
    </section>
  );
}
