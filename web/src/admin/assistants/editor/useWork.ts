// What somebody changes in an assistant, and how it is saved without writing over what somebody else saved.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Refusal } from "../../../api/client";
import type { AssistantForm, Detail } from "../own";
import { detailKey, putDraft, readAgain } from "../useOwn";
import { afterSaving, filesOf, isChanged, isStale, revisionOf, UNTOUCHED, withFiles, withForm, type Files, type Work } from "./work";

/** What was begun from; kept until it is saved, whatever comes in meanwhile. */
interface Held {
  base: Detail;
  work: Work;
}

export function useWork(name: string, known: Detail) {
  const queries = useQueryClient();
  const [held, hold] = useState<Held | null>(null);
  const base = held?.base ?? known;
  const work = held?.work ?? UNTOUCHED;
  const change = useCallback(
    (next: (before: Held) => Work) =>
      hold((before) => {
        const begun = before ?? { base: known, work: UNTOUCHED };
        const changed = next(begun);
        return isChanged(changed) ? { base: begun.base, work: changed } : null;
      }),
    [known],
  );
  /** Each half is kept as soon as the server has it: the second may fail. */
  function kept(saved: Detail, half: Work) {
    queries.setQueryData(detailKey(name), saved);
    hold((before) => {
      const rest = before ? afterSaving(before.work, half) : UNTOUCHED;
      return isChanged(rest) ? { base: saved, work: rest } : null;
    });
  }
  const saving = useMutation({
    async mutationFn() {
      let saved = base;
      if (work.form) {
        saved = await putDraft(name, { after: revisionOf(saved), form: work.form });
        kept(saved, { form: work.form, files: {} });
      }
      if (Object.keys(work.files).length > 0) {
        saved = await putDraft(name, { after: revisionOf(saved), files: filesOf(saved.files, work) });
        kept(saved, { form: null, files: work.files });
      }
      return saved;
    },
    onSuccess: () => readAgain(queries),
    onError(error) {
      // What somebody else saved is to be seen.
      if (isMeanwhile(error)) void queries.invalidateQueries({ queryKey: detailKey(name) });
    },
  });
  const lost = held !== null && (isStale(base, known) || isMeanwhile(saving.error));
  return {
    /** As the server has it. */
    saved: base,
    work,
    form: work.form ?? base.form ?? null,
    files: filesOf(base.files, work),
    isUnsaved: held !== null,
    /** Somebody else was faster. */
    isLost: lost,
    saving,
    changeForm: (form: AssistantForm) => change((before) => withForm(before.work, form, before.base)),
    changeFiles: (files: Files) => change((before) => withFiles(before.work, files, before.base)),
    drop() {
      saving.reset();
      hold(null);
    },
  };
}

export type Working = ReturnType<typeof useWork>;

export function isMeanwhile(error: unknown): boolean {
  return error instanceof Refusal && error.code === "changed_meanwhile";
}
