// The server tells of its parts in English, for logs and programs; here it is said in the reader's language.
import type { adminWords } from "./words";

type Details = (typeof adminWords)["en"]["details"];

export function detailIn(detail: string, words: Details): string {
  const known: [RegExp, (...found: string[]) => string][] = [
    [/^(\d+) waiting$/, (waiting = "") => words.waiting(waiting)],
    [/^(\d+) waiting, (\d+) given up on\b.*$/, (waiting = "", dead = "") => words.dead(waiting, dead)],
    [/^no language model is configured\b.*$/, () => words.noModel],
    [/^scripted: .*$/, () => words.scripted],
    [/^no model is there to answer$/, () => words.nobody],
    [/^(.+) does not answer; (.+) does$/, (one = "", other = "") => words.other(one, other)],
    [/^all run$/, () => words.running],
    [/^failed and begun again: (.+); the log says why$/, (which = "") => words.failed(which.replace(/(\S+) \((\d+) times\)/g, (_, name: string, times: string) => words.times(name, times)))],
    [/^(.+) does not answer, nor does any other of its tier$/, (one = "") => words.none(one)],
  ];
  for (const [pattern, say] of known) {
    const found = pattern.exec(detail);
    if (found) return say(...found.slice(1));
  }
  return detail;
}
