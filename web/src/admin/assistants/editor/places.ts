// Where in the editor something is mended.
import type { Fault } from "../own";

export const PARTS = ["identity", "agents", "voice", "guard", "documents", "examples", "files", "versions"] as const;
/** Beside the parts, or where there is no room, one of them. */
export type Part = (typeof PARTS)[number] | "try";

export interface Place {
  part: Part;
  /** Of the form: `title`, `agents.0.tools`. */
  field: string | null;
  file: string;
  line: number | null;
}

const PART_OF: Readonly<Record<string, Part>> = {
  title: "identity",
  description: "identity",
  picture: "identity",
  serves: "identity",
  examples: "identity",
  needsBusiness: "identity",
  agents: "agents",
  voice: "voice",
  instructions: "voice",
  guard: "guard",
  collections: "documents",
  readsDocuments: "documents",
};

/** A prompt stands in a file that the form does not show. */
const SHOWN_AS: Readonly<Record<string, string>> = { promptFile: "prompt" };

/** By its field where the form has it, else in its file. */
export function placeOf({ file, line, field }: Pick<Fault, "file" | "line" | "field">): Place {
  const steps = (field ?? "").split(".").map((step) => SHOWN_AS[step] ?? step);
  const part = PART_OF[steps[0] ?? ""];
  if (!part) return { part: "files", field: null, file, line: line ?? null };
  return { part, field: steps.join("."), file, line: line ?? null };
}

/** Which agent a field is of. */
export function agentOf(field: string | null): number | null {
  const found = /^agents\.(\d+)/.exec(field ?? "");
  return found ? Number(found[1]) : null;
}

export function isPart(name: string): name is Part {
  return name === "try" || PARTS.some((part) => part === name);
}

/** What is wrong with a field, or with what is below it. */
export function problemAt(faults: Fault[], field: string): string | null {
  const found = faults.filter((fault) => {
    const place = placeOf(fault).field;
    return place === field || (place?.startsWith(`${field}.`) ?? false);
  });
  return found.length > 0 ? found.map(({ problem }) => problem).join(" · ") : null;
}
