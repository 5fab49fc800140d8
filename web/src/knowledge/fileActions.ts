// What can be done with files, one or many; each by itself, so that one that fails takes no other with it.
import { request } from "../api/client";
import { KEYS, useRefresh } from "../api/queries";
import type { FileEntry } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { knowledgeWords } from "./words";

export function useFileActions() {
  const words = useWords(knowledgeWords);
  const told = useProblemText();
  const refresh = useRefresh();

  async function each(files: FileEntry[], act: (file: FileEntry) => Promise<unknown>): Promise<number> {
    const results = await Promise.allSettled(files.map(act));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) toast(told(failed.reason), "problem");
    refresh(KEYS.files);
    refresh(KEYS.collections);
    return results.filter((result) => result.status === "fulfilled").length;
  }

  return {
    reprocess: (files: FileEntry[]) => each(files, (file) => request("POST", `/api/files/${file.id}/reprocess`)),
    move: (files: FileEntry[], collectionId: string) => each(files, (file) => request("PATCH", `/api/files/${file.id}`, { body: { collectionId } })),
    async remove(files: FileEntry[]) {
      const gone = await each(files, (file) => request("DELETE", `/api/files/${file.id}`));
      if (gone > 0) toast(words.removed(gone));
    },
  };
}
