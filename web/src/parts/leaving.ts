// Whoever is in the middle of something may be asked before it is left. One view at a time has something to lose.
import type { AroundNavHandler } from "wouter";

/** Is given what leaves, to be called or not. */
type Question = (leave: () => void) => void;

let question: Question | null = null;

/** Asks this from now on; the answer takes it back. */
export function askBeforeLeaving(asked: Question): () => void {
  question = asked;
  return () => {
    if (question === asked) question = null;
  };
}

type Back = (event: PopStateEvent) => void;

let back: Back | null = null;

/** Tells of going back and forth in the browser before another view is shown for it. */
export function heedBack(told: Back): () => void {
  back = told;
  return () => {
    if (back === told) back = null;
  };
}

// From the start: a window calls in the order of coming, and who shows the views comes with the first of them.
addEventListener("popstate", (event) => back?.(event));

/** Every link and every change of place in the page goes through here. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  const isElsewhere = new URL(to, location.href).pathname !== location.pathname;
  if (question && isElsewhere) question(go);
  else go();
};
