import { lazy } from "react";

const PAUSES = [300, 1000, 3000, 10_000];

/** A part of the page that could not be fetched is asked for again: without a connection it comes when that is back. */
export async function persistently<T>(load: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(failures, PAUSES.length - 1)]));
    return persistently(load, failures + 1);
  }
}

/** Like `lazy`: its place waits for as long as it takes, in place of a page that is gone. */
export const lazily: typeof lazy = (load) => lazy(() => persistently(load));
