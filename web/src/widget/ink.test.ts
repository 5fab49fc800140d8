import { expect, it } from "vitest";
import { inkOn } from "./ink";

it("can be read on any colour of a business", () => {
  expect(["#0f766e", "#c92a2a", "#1c1c1c", "#3b5bdb"].map(inkOn)).toEqual(["#fff", "#fff", "#fff", "#fff"]);
  expect(["#ffd43b", "#ffffff", "#69db7c", "#ff922b"].map(inkOn)).toEqual(["#000", "#000", "#000", "#000"]);
});
