import { describe, expect, it } from "vitest";
import type { AssistantForm, Detail } from "../own";
import { agentOf, placeOf, problemAt } from "./places";
import { afterSaving, filesOf, isChanged, isPath, isStale, UNTOUCHED, wayOf, withFiles, withForm } from "./work";

const form = { title: { es: "Uno", en: "One" } } as AssistantForm;
const other = { title: { es: "Dos", en: "Two" } } as AssistantForm;
const base = { form, files: { "pack.toml": "a", "prompts/x.md": "b", "evals/routes-seen.jsonl": "c" } } as unknown as Detail;

describe("work", () => {
  it("is nothing once all is as it was", () => {
    const changed = withForm(UNTOUCHED, other, base);
    expect(isChanged(changed)).toBe(true);
    expect(isChanged(withForm(changed, { title: { es: "Uno", en: "One" } } as AssistantForm, base))).toBe(false);
    const text = withFiles(UNTOUCHED, { ...base.files, "pack.toml": "z" }, base);
    expect(text.files).toEqual({ "pack.toml": "z" });
    expect(isChanged(withFiles(text, base.files, base))).toBe(false);
  });
  it("goes one way at a time for what both ways lead to", () => {
    expect(wayOf(withForm(UNTOUCHED, other, base))).toBe("fields");
    expect(wayOf(withFiles(UNTOUCHED, { ...base.files, "prompts/x.md": "z" }, base))).toBe("text");
    expect(wayOf(withFiles(UNTOUCHED, { ...base.files, "evals/routes-seen.jsonl": "z" }, base))).toBe(null);
  });
  it("knows which files are added and taken away", () => {
    const work = withFiles(UNTOUCHED, { "pack.toml": "a", "evals/routes-seen.jsonl": "c", "routes.toml": "r" }, base);
    expect(work.files).toEqual({ "prompts/x.md": null, "routes.toml": "r" });
    expect(Object.keys(filesOf(base.files, work))).toEqual(["evals/routes-seen.jsonl", "pack.toml", "routes.toml"]);
  });
  it("keeps what was typed while it was being saved", () => {
    const saved = withFiles(withForm(UNTOUCHED, other, base), { ...base.files, "evals/routes-seen.jsonl": "d" }, base);
    expect(afterSaving(saved, saved)).toEqual(UNTOUCHED);
    const later = { form: { ...other, picture: "🍵" }, files: { "evals/routes-seen.jsonl": "e" } };
    expect(afterSaving(later, saved)).toEqual(later);
  });
  it("is on top of what somebody else saved when the revision is another", () => {
    const draft = (revision: number) => ({ draft: { revision, madeAt: "" }, live: null });
    expect(isStale(draft(1), draft(1))).toBe(false);
    expect(isStale(draft(1), draft(2))).toBe(true);
    const live = (version: number) => ({ draft: null, live: { version, madeAt: "" } });
    expect(isStale(draft(1), live(1))).toBe(true);
    expect(isStale(live(1), live(2))).toBe(true);
    // An earlier version that is put live again leaves the draft as it is.
    expect(isStale({ ...draft(1), live: live(1).live }, { ...draft(1), live: live(2).live })).toBe(false);
  });
});

describe("places", () => {
  it("are fields where the form has them, else files", () => {
    expect(placeOf({ file: "pack.toml", line: 4, field: "title" })).toMatchObject({ part: "identity", field: "title" });
    expect(placeOf({ file: "pack.toml", line: 4, field: "agents.1.promptFile" })).toMatchObject({ part: "agents", field: "agents.1.prompt" });
    expect(placeOf({ file: "pack.toml", line: 4, field: "noneOfMine" })).toEqual({ part: "files", field: null, file: "pack.toml", line: 4 });
    expect(placeOf({ file: "routes.toml", line: 9, field: null })).toEqual({ part: "files", field: null, file: "routes.toml", line: 9 });
  });
  it("belong to an agent", () => {
    expect(agentOf("agents.12.tools")).toBe(12);
    expect(agentOf("title")).toBe(null);
  });
  it("have what is wrong with them and below them", () => {
    const faults = [{ file: "pack.toml", line: 1, field: "agents.0.tools", problem: "no `fly`" }];
    expect(problemAt(faults, "agents.0.tools")).toBe("no `fly`");
    expect(problemAt(faults, "agents.0")).toBe("no `fly`");
    expect(problemAt(faults, "agents.1")).toBe(null);
  });
});

it("files have the names that the server takes", () => {
  for (const path of ["pack.toml", "prompts/a-b.md", "evals/routes-seen.jsonl", "urgency/rules.toml"]) expect(isPath(path)).toBe(true);
  for (const path of ["", "../x", "prompts/", "prompts/.x", "prompts/a/b.md", "knowledge/a.md", "synonyms.toml", "prompts/ñ.md"]) expect(isPath(path)).toBe(false);
});
