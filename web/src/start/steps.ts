// What a business does first, and how far it has come.
export type StepName = "documents" | "model" | "business" | "people";

export interface Step {
  name: StepName;
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

/** `null`: the reader may not know; not there yet: it is being asked. */
export interface Known {
  hasDocuments: boolean | null | undefined;
  hasModel: boolean | null | undefined;
  hasBusiness: boolean | null | undefined;
  people: number | null | undefined;
}

/** All at once, so that nothing moves under the hand; none while something is still being asked. */
export function stepsOf({ hasDocuments, hasModel, hasBusiness, people }: Known): Step[] | null {
  const found: [StepName, boolean | null | undefined, string][] = [
    ["documents", hasDocuments, "/knowledge"],
    ["model", hasModel, "/admin/models"],
    ["business", hasBusiness, "/desk"],
    // Whoever reads this is one.
    ["people", typeof people === "number" ? people > 1 : people, "/admin/users"],
  ];
  if (found.some(([, isDone]) => isDone === undefined)) return null;
  return found.flatMap(([name, isDone, href]) => (typeof isDone === "boolean" ? [{ name, isDone, href }] : []));
}

/** Whether there is still something to do. */
export function isWanted(steps: Step[] | null): steps is Step[] {
  return steps !== null && steps.some((step) => !step.isDone);
}
