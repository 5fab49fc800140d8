import { useState } from "react";
import { newId } from "../api/id";
import { KEYS, useRefresh } from "../api/queries";
import { FILES_AT_ONCE, upload } from "../api/upload";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { knowledgeWords } from "./words";

export interface Batch {
  key: string;
  count: number;
  /** 0 to 1. */
  progress: number;
}

export interface Refused {
  key: string;
  name: string;
  why: string;
}

export function inBatches<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Uploads that are under way, and files that were not taken. */
export function useUploads(collection: string | null) {
  const words = useWords(knowledgeWords);
  const told = useProblemText();
  const refresh = useRefresh();
  const [batches, setBatches] = useState<Batch[]>([]);
  const [refused, setRefused] = useState<Refused[]>([]);
  const refuse = (name: string, why: string) => setRefused((before) => [...before, { key: newId(), name, why }]);

  async function send(files: File[]) {
    const key = newId();
    setBatches((before) => [...before, { key, count: files.length, progress: 0 }]);
    try {
      const reply = await upload(files, collection, (progress) => setBatches((before) => before.map((batch) => (batch.key === key ? { ...batch, progress } : batch))));
      reply.refused.forEach((file) => refuse(file.fileName, file.detail));
      reply.files.filter((file) => file.isKnown).forEach((file) => toast(words.known(file.fileName)));
    } catch (error) {
      files.forEach((file) => refuse(file.name, told(error)));
    } finally {
      setBatches((before) => before.filter((batch) => batch.key !== key));
      refresh(KEYS.files);
      refresh(KEYS.collections);
    }
  }

  return {
    batches,
    refused,
    dismiss: () => setRefused([]),
    /** As many requests as it takes, one after the other. */
    async add(files: File[]) {
      setRefused([]);
      for (const batch of inBatches(files, FILES_AT_ONCE)) await send(batch);
    },
  };
}
