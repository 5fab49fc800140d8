import { useCallback, useEffect, useRef, useState } from "react";
import { get } from "../../api/client";
import { newId } from "../../api/id";
import { KEYS, useRefresh } from "../../api/queries";
import type { FileEntry } from "../../api/types";
import { upload } from "../../api/upload";
import { useProblemText } from "../../parts/problem";

export interface Attaching {
  key: string;
  name: string;
  /** 0 to 1, of the upload. */
  progress: number;
  state: "uploading" | "reading" | "ready" | "failed";
  fileId: string | null;
  problem: string | null;
}

const LOOK_AGAIN = 700;

export interface Attachments {
  items: Attaching[];
  add: (files: File[]) => void;
  /** A document that is there already. */
  name: (file: FileEntry) => void;
  remove: (key: string) => void;
  clear: () => void;
  isBusy: boolean;
}

/** Files on their way into the next message. */
export function useAttachments(): Attachments {
  const told = useProblemText();
  const refresh = useRefresh();
  const [items, setItems] = useState<Attaching[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((control) => control.abort());
  }, []);

  const change = useCallback((key: string, part: Partial<Attaching>) => {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }, []);

  async function send(key: string, file: File) {
    const control = new AbortController();
    running.current.set(key, control);
    try {
      const reply = await upload([file], null, (progress) => change(key, { progress }), control.signal);
      const taken = reply.files[0];
      if (!taken) return change(key, { state: "failed", problem: reply.refused[0]?.detail ?? "" });
      change(key, { state: "reading", fileId: taken.id, progress: 1 });
      refresh(KEYS.files);
      await untilRead(taken.id, control.signal, (entry) => {
        if (entry.processingStatus === "failed") change(key, { state: "failed", problem: entry.error ?? "" });
        else change(key, { state: "ready" });
      });
    } catch (error) {
      if (!control.signal.aborted) change(key, { state: "failed", problem: told(error) });
    } finally {
      running.current.delete(key);
    }
  }

  return {
    items,
    add(files) {
      for (const file of files) {
        const key = newId();
        setItems((before) => [...before, { key, name: file.name, progress: 0, state: "uploading", fileId: null, problem: null }]);
        void send(key, file);
      }
    },
    name(file) {
      setItems((before) =>
        before.some((item) => item.fileId === file.id)
          ? before
          : [...before, { key: file.id, name: file.fileName, progress: 1, state: "ready", fileId: file.id, problem: null }],
      );
    },
    remove(key) {
      running.current.get(key)?.abort();
      setItems((before) => before.filter((item) => item.key !== key));
    },
    clear: () => setItems([]),
    isBusy: items.some((item) => item.state === "uploading" || item.state === "reading"),
  };
}

async function untilRead(id: string, signal: AbortSignal, done: (entry: FileEntry) => void): Promise<void> {
  while (!signal.aborted) {
    const entry = await get<FileEntry>(`/api/files/${id}`, signal);
    if (entry.processingStatus === "completed" || entry.processingStatus === "failed") return done(entry);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}
