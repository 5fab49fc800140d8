// How far files are, as it happens: written into what was read before, so that rows move without being asked for again.
import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { frames } from "../api/sse";
import { KEYS } from "../api/queries";
import type { FileEntry, FileProgress, Paged } from "../api/types";

type Pages = InfiniteData<Paged<FileEntry>>;

const COME_BACK = 2000;

export function updated(file: FileEntry, news: FileProgress): FileEntry {
  if (file.id !== news.fileId) return file;
  return { ...file, processingStatus: news.status, progress: news.progress, error: news.error ?? null, chunkCount: news.chunkCount ?? file.chunkCount };
}

export function useFileNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const closed = new AbortController();
    const tell = (news: FileProgress) => {
      queries.setQueriesData<Pages>({ queryKey: KEYS.files }, (before) => {
        // Other things are kept under the same name, such as one file.
        if (!before?.pages) return before;
        return { ...before, pages: before.pages.map((page) => ({ ...page, items: page.items.map((file) => updated(file, news)) })) };
      });
      if (news.status !== "completed" && news.status !== "failed") return;
      void queries.invalidateQueries({ queryKey: KEYS.files });
      void queries.invalidateQueries({ queryKey: KEYS.collections });
    };
    void (async () => {
      while (!closed.signal.aborted) {
        try {
          for await (const frame of frames("/api/files/events", { signal: closed.signal })) tell(JSON.parse(frame.data) as FileProgress);
        } catch {
          // The list has what was missed; it is read again below.
        }
        if (closed.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, COME_BACK));
        void queries.invalidateQueries({ queryKey: KEYS.files });
      }
    })();
    return () => closed.abort();
  }, [queries]);
}
