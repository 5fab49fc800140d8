import { Button } from "@mantine/core";
import { useState } from "react";
import { usePeople } from "../../api/queries";
import type { SetupVersion } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { When } from "../../parts/When";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import models from "../models/Models.module.css";
import { noteOf } from "./notes";
import { useRestore, useVersions } from "./useSettings";
import { organisationWords } from "./words";

/** Shown before somebody asks for more. */
const FEW = 5;

export function Versions() {
  const words = useWords(organisationWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const people = usePeople(useMay()("users:read"));
  const versions = useVersions();
  const restoring = useRestore();
  const [dialog, ask] = useConfirm();
  const [isWhole, showWhole] = useState(false);
  const found = versions.data ?? [];
  const who = ({ madeBy }: SetupVersion) => (madeBy ? (people.data?.get(madeBy) ?? words.bySomebody) : words.byNobody);
  const restore = (version: number) =>
    ask({
      title: words.restoreTitle(version),
      text: words.restoreText,
      yes: words.restore,
      isSafe: true,
      act: () => restoring.mutate(version, { onSuccess: () => toast(words.restored(version)), onError: (error) => toast(told(error), "problem") }),
    });
  return (
    <section className={operate.section} aria-label={words.history}>
      <h2>{words.history}</h2>
      <p className={models.hint}>{versions.data?.length === 0 ? words.noHistory : words.historyText}</p>
      {versions.error && <Failure error={versions.error} retry={() => void versions.refetch()} />}
      <ol className={models.versions}>
        {(isWhole ? found : found.slice(0, FEW)).map((version) => (
          <li key={version.version}>
            <div>
              <strong>{noteOf(version.note, words.notes)}</strong>
              <span className={models.hint}>
                {words.version(version.version)} · {who(version)} · <When at={version.madeAt} />
              </span>
            </div>
            {version.live ? (
              <span className={operate.state} data-state="done">
                {words.live}
              </span>
            ) : (
              <Button size="compact-sm" variant="default" aria-label={words.restoreNamed(version.version)} disabled={restoring.isPending} onClick={() => restore(version.version)}>
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
