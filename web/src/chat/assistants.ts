// Which assistants and which of their examples are shown.
import type { Assistant } from "../api/types";
import { plain } from "./composer/plain";

export interface Example {
  text: string;
  assistant: Assistant;
}

const SHOWN = 5;
const OF_EACH = 2;

/** Those whose title, description or name has the words. */
export function matching(all: Assistant[], words: string): Assistant[] {
  const wanted = plain(words.trim());
  return all.filter(({ title, description, name }) => [title, description, name].some((text) => plain(text).includes(wanted)));
}

/**
 * The chosen assistant's own; otherwise one of each that is ready, then a second one as long as there is room. Who begins,
 * and which examples, changes with the day.
 */
export function examplesOf(all: Assistant[], chosen: string | null, day: number): Example[] {
  const one = all.find((assistant) => assistant.name === chosen);
  if (one) return one.examples.slice(0, SHOWN).map((text) => ({ text, assistant: one }));
  const ready = all.filter((assistant) => assistant.isReady && assistant.examples.length > 0);
  const from = ready.length > 0 ? day % ready.length : 0;
  const turned = [...ready.slice(from), ...ready.slice(0, from)];
  const rounds = Array.from({ length: OF_EACH }, (_, round) =>
    turned
      .filter((assistant) => round < assistant.examples.length)
      .map((assistant): Example => ({ assistant, text: assistant.examples[(day + round) % assistant.examples.length] ?? "" })),
  );
  // An assistant's examples stand together.
  const place = ({ assistant }: Example) => turned.indexOf(assistant);
  return rounds
    .flat()
    .slice(0, SHOWN)
    .sort((a, b) => place(a) - place(b));
}

/** What a front desk lacks, known by its name: the page can lead there. */
export const FRONT_DESK = "frontdesk";

export function today(now: Date): number {
  return Math.floor(now.getTime() / 86_400_000);
}
