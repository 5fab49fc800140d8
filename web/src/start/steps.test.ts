import { describe, expect, it } from "vitest";
import { isWanted, stepsOf, type Known } from "./steps";

const nothing: Known = { hasDocuments: false, hasModel: false, hasBusiness: false, people: 1 };
const everything: Known = { hasDocuments: true, hasModel: true, hasBusiness: true, people: 2 };

describe("first steps", () => {
  it("are all to be done in an empty house", () => {
    expect(stepsOf(nothing)?.map(({ name, isDone }) => [name, isDone])).toEqual([
      ["documents", false],
      ["model", false],
      ["business", false],
      ["people", false],
    ]);
  });
  it("are not told before all of it is known", () => {
    expect(stepsOf({ ...nothing, hasModel: undefined })).toBeNull();
    expect(stepsOf({ ...nothing, people: undefined })).toBeNull();
  });
  it("leave out what the reader may not know", () => {
    expect(stepsOf({ ...nothing, hasBusiness: null, people: null })?.map(({ name }) => name)).toEqual(["documents", "model"]);
  });
  it("are wanted until all are done", () => {
    expect(isWanted(stepsOf({ ...everything, people: 1 }))).toBe(true);
    expect(isWanted(stepsOf(everything))).toBe(false);
    expect(isWanted(null)).toBe(false);
  });
});
