import { describe, expect, it } from "vitest";
import type { AssistantForm } from "../own";
import { entriesProblem, linesOf, withEntries } from "./entries";
import { keptOf, listOf, outcomeOf, policyOf, toldOf, withList, type GuardFound } from "./guard";
import { mannerOf, marked, voiceOf, type VoiceFinding } from "./voice";

const form = (guard: unknown) => ({ guard }) as AssistantForm;

describe("the guard of a form", () => {
  it("keeps what has no field", () => {
    const before = form({ injection: "flag", blocked: ["a"], input: { card: "block" } });
    expect(keptOf(policyOf(before))).toEqual(["injection", "input"]);
    expect(withList(before, "blocked", ["a", "b"]).guard).toEqual({ injection: "flag", blocked: ["a", "b"], input: { card: "block" } });
    expect(withList(before, "blocked", []).guard).toEqual({ injection: "flag", input: { card: "block" } });
  });
  it("is nothing with nothing in it", () => {
    expect(withList(form(null), "public", ["@x.es"]).guard).toEqual({ public: ["@x.es"] });
    expect(withList(form({ public: ["@x.es"] }), "public", []).guard).toBeNull();
  });
  it("takes only texts for entries", () => {
    expect(listOf({ blocked: ["a", 5] }, "blocked")).toEqual(["a"]);
    expect(listOf({ blocked: "a" }, "blocked")).toEqual([]);
  });
});

describe("what a guard makes of a text", () => {
  const found = (rule: string, verdict: string): GuardFound => ({ rule, kind: "pii", verdict, found: null });
  it("is told in one word", () => {
    expect(outcomeOf({ text: "a", refused: false, findings: [] }, "a")).toBe("clean");
    expect(outcomeOf({ text: "a", refused: false, findings: [found("x", "flag")] }, "a")).toBe("flagged");
    expect(outcomeOf({ text: "[]", refused: false, findings: [found("x", "modify")] }, "a")).toBe("changed");
    expect(outcomeOf({ text: null, refused: true, findings: [found("x", "block")] }, "a")).toBe("refused");
    expect(outcomeOf({ text: null, refused: true, findings: [] }, "a")).toBe("unread");
  });
  it("is told once, the gravest first", () => {
    const told = toldOf([found("email", "flag"), found("dni", "block"), found("email", "flag")]);
    expect(told.map(({ rule, times }) => [rule, times])).toEqual([
      ["dni", 1],
      ["email", 2],
    ]);
  });
});

describe("a voice", () => {
  const finding = (found: string, at: number): VoiceFinding => ({ kind: "avoided", found, at, advice: "" });
  it("is whole, whatever a form leaves out", () => {
    expect(voiceOf({ voice: { tone: ["sereno"] } } as AssistantForm)).toMatchObject({ tone: ["sereno"], samples: [], formality: null });
    expect(voiceOf({} as AssistantForm).audience).toBe("");
  });
  it("has the first of each where its ready-made way leaves one out", () => {
    expect(mannerOf({ instructions: null } as AssistantForm)).toBeNull();
    expect(mannerOf({ instructions: { style: "casual" } } as AssistantForm)).toEqual({ style: "casual", assistant: "full", channel: "messaging" });
  });
  it("marks by characters, not by units", () => {
    const pieces = marked("🙂 es barato, sí", [finding("barato", 5)]);
    expect(pieces.map(({ text, finding: at }) => [text, at !== null])).toEqual([
      ["🙂 es ", false],
      ["barato", true],
      [", sí", false],
    ]);
  });
  it("marks what overlaps once, and has the whole text", () => {
    const text = "un texto largo y barato";
    const pieces = marked(text, [finding("barato", 17), finding(text, 0)]);
    expect(pieces).toHaveLength(1);
    expect(marked(text, []).map((piece) => piece.text)).toEqual([text]);
    expect(marked("", [])).toEqual([]);
  });
});

describe("entries", () => {
  it("are added once, also as lines", () => {
    expect(withEntries(["a"], " b \n\na\nc")).toEqual(["a", "b", "c"]);
    expect(linesOf(" \n x \n")).toEqual(["x"]);
  });
  it("have an end", () => {
    expect(entriesProblem(["a"])).toBeNull();
    expect(entriesProblem(Array.from({ length: 31 }, String))?.kind).toBe("tooMany");
    expect(entriesProblem(["ñ".repeat(401)])?.kind).toBe("tooLong");
  });
});
