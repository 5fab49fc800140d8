import { describe, expect, it } from "vitest";
import type { Assistant } from "../api/types";
import { examplesOf, matching } from "./assistants";

const assistant = (name: string, examples: string[], part: Partial<Assistant> = {}): Assistant => ({
  name,
  title: name,
  description: "",
  picture: "📚",
  serves: ["members"],
  isReady: true,
  examples,
  agents: [],
  ...part,
});
const docs = assistant("docs", ["d1", "d2", "d3"]);
const law = assistant("legal", ["l1", "l2"], { title: "Leyes", description: "Qué dice la normativa" });
const erp = assistant("erp", ["e1"]);
const desk = assistant("frontdesk", ["f1"], { isReady: false, title: "Recepción" });
const texts = (all: Assistant[], chosen: string | null, day: number) => examplesOf(all, chosen, day).map((example) => example.text);

describe("examples", () => {
  it("are one of each that is ready first, then a second one, each assistant's together", () => {
    expect(texts([docs, law, erp, desk], null, 0)).toEqual(["d1", "d2", "l1", "l2", "e1"]);
  });
  it("turn over assistants and examples with the day", () => {
    expect(texts([docs, law, erp], null, 1)).toEqual(["l2", "l1", "e1", "d2", "d3"]);
  });
  it("are never more than five, and then everybody has one before somebody has two", () => {
    const many = ["a", "b", "c", "d", "e", "f", "g"].map((name) => assistant(name, [`${name}1`, `${name}2`]));
    expect(texts(many, null, 0)).toEqual(["a1", "b1", "c1", "d1", "e1"]);
    expect(texts(many, null, 5)).toEqual(["f2", "g2", "a2", "b2", "c2"]);
    expect(texts(many.slice(0, 4), null, 0)).toEqual(["a1", "a2", "b1", "c1", "d1"]);
  });
  it("are the chosen assistant's own", () => {
    expect(texts([docs, law], "legal", 3)).toEqual(["l1", "l2"]);
    expect(texts([docs, law], "gone", 0)).toEqual(["d1", "d2", "l1", "l2"]);
  });
  it("may be none", () => {
    expect(texts([desk, assistant("empty", [])], null, 4)).toEqual([]);
  });
});

it("assistants are found by title, description and name, whatever the accents", () => {
  expect(matching([docs, law, desk], " recepcion").map(({ name }) => name)).toEqual(["frontdesk"]);
  expect(matching([docs, law, desk], "NORMATIVA").map(({ name }) => name)).toEqual(["legal"]);
  expect(matching([docs, law, desk], "")).toHaveLength(3);
});
