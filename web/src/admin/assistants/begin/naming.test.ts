import { expect, it } from "vitest";
import { freeName, isName, linesOf, nameOf } from "./naming";

it("makes a name of what people call it", () => {
  expect(nameOf("Recepción del hotel")).toBe("recepcion-del-hotel");
  expect(nameOf("  ¡Becas! (2026) ")).toBe("becas-2026");
  expect(nameOf("日本")).toBe("");
  expect(nameOf("x".repeat(90))).toHaveLength(64);
  for (const made of ["Recepción del hotel", "_a", "¡Becas! (2026)", `${"x".repeat(63)} y`].map(nameOf)) expect(isName(made)).toBe(true);
});

it("takes a name that nobody has", () => {
  expect(freeName("docs", [])).toBe("docs");
  expect(freeName("docs", ["docs", "docs-2"])).toBe("docs-3");
  expect(isName(freeName("x".repeat(64), ["x".repeat(64)]))).toBe(true);
});

it("knows which names programs take", () => {
  for (const bad of ["", "Mi", "a b", "-a", "_a", "a.draft", "ñ", "a".repeat(65)]) expect(isName(bad)).toBe(false);
});

it("leaves empty lines out", () => {
  expect(linesOf(" a \n\n b\n")).toEqual(["a", "b"]);
});
