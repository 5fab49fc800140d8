// What somebody changes in an assistant between two saves: fields of its form, and files as text.
import type { AssistantForm, Detail } from "../own";

export type Files = Readonly<Record<string, string>>;

export interface Work {
  /** As the fields say it; none if no field was changed. */
  form: AssistantForm | null;
  /** What was changed as text, by path; `null` for a file that is taken away. */
  files: Readonly<Record<string, string | null>>;
}

export const UNTOUCHED: Work = { form: null, files: {} };

/** Both ways lead to these: by fields, or as text. */
export function isOfForm(path: string): boolean {
  return path === "pack.toml" || path.startsWith("prompts/");
}

/** Which way what both ways lead to is being changed, until it is saved. */
export function wayOf({ form, files }: Work): "fields" | "text" | null {
  if (form) return "fields";
  return Object.keys(files).some(isOfForm) ? "text" : null;
}

export function isChanged({ form, files }: Work): boolean {
  return form !== null || Object.keys(files).length > 0;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function withForm(work: Work, form: AssistantForm, base: Pick<Detail, "form">): Work {
  return { ...work, form: isSame(form, base.form) ? null : form };
}

/** The whole folder as somebody left it: what is as it was counts as not changed. */
export function withFiles(work: Work, files: Files, base: Pick<Detail, "files">): Work {
  const paths = [...new Set([...Object.keys(files), ...Object.keys(base.files)])];
  const changed = paths.filter((path) => files[path] !== base.files[path]);
  return { ...work, files: Object.fromEntries(changed.map((path) => [path, files[path] ?? null])) };
}

/** All files with what was changed as text. */
export function filesOf(base: Files, { files }: Pick<Work, "files">): Record<string, string> {
  const kept = Object.entries({ ...base, ...files }).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(kept.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** What is left to save once this was: what somebody typed since. */
export function afterSaving(now: Work, saved: Work): Work {
  const files = Object.entries(now.files).filter(([path, text]) => !(path in saved.files) || saved.files[path] !== text);
  return { form: now.form && !isSame(now.form, saved.form) ? now.form : null, files: Object.fromEntries(files) };
}

/** The revision that a save goes on top of; 0 if there is no draft. */
export function revisionOf({ draft }: Pick<Detail, "draft">): number {
  return draft?.revision ?? 0;
}

/** Whether somebody else saved since this was loaded; without a draft, whether another version went live. */
export function isStale(base: Pick<Detail, "draft" | "live">, known: Pick<Detail, "draft" | "live">): boolean {
  return revisionOf(base) !== revisionOf(known) || (!base.draft && base.live?.version !== known.live?.version);
}

const PATH = /^(pack\.toml|routes\.toml|(prompts|evals|urgency)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99})$/;

/** Whether an assistant can have a file of this name. */
export function isPath(path: string): boolean {
  return PATH.test(path);
}
