// The guard table of a form: three lists of it have fields, all else is kept as it is.
import type { components } from "../../../api/schema";
import type { AssistantForm } from "../own";

export type Policy = Record<string, unknown>;
export type GuardPlace = components["schemas"]["GuardPlace"];
export type GuardTried = components["schemas"]["GuardTriedReply"];
export type GuardFound = components["schemas"]["GuardFoundReply"];

export const LISTS = ["blocked", "allowed_hosts", "public"] as const;
export type List = (typeof LISTS)[number];

export function policyOf(form: AssistantForm): Policy {
  return form.guard ?? {};
}

export function listOf(policy: Policy, list: List): string[] {
  const entries = policy[list];
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === "string") : [];
}

/** An empty list is not there, and neither is a table with nothing in it. */
export function withList(form: AssistantForm, list: List, entries: string[]): AssistantForm {
  const before = policyOf(form);
  const policy: Policy = entries.length > 0 ? { ...before, [list]: entries } : Object.fromEntries(Object.entries(before).filter(([key]) => key !== list));
  return { ...form, guard: Object.keys(policy).length > 0 ? (policy as AssistantForm["guard"]) : null };
}

/** What `pack.toml` says besides. */
export function keptOf(policy: Policy): string[] {
  return Object.keys(policy).filter((key) => !LISTS.some((list) => list === key));
}

export type Outcome = "refused" | "unread" | "changed" | "flagged" | "clean";

export function outcomeOf({ text, refused, findings }: GuardTried, given: string): Outcome {
  if (refused) return findings.length > 0 ? "refused" : "unread";
  if (text !== given) return "changed";
  return findings.length > 0 ? "flagged" : "clean";
}

export interface Told extends GuardFound {
  times: number;
}

const GRAVITY = ["block", "modify", "flag", "allow"];

/** Each once, the gravest first. */
export function toldOf(findings: GuardFound[]): Told[] {
  const told = new Map<string, Told>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.verdict, finding.found]);
    told.set(key, { ...finding, times: (told.get(key)?.times ?? 0) + 1 });
  }
  return [...told.values()].sort((one, other) => GRAVITY.indexOf(one.verdict) - GRAVITY.indexOf(other.verdict));
}
