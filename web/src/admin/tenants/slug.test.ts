import { describe, expect, it } from "vitest";
import { isSlug, slugOf } from "./slug";

describe("short names of tenants", () => {
  it("are made from names", () => {
    expect(["Clínica Sol", " ¡Año Nuevo! ", "A&B 2", "日本", "a".repeat(70)].map(slugOf)).toEqual(["clinica-sol", "ano-nuevo", "a-b-2", "", "a".repeat(63)]);
  });
  it("are what the server takes", () => {
    expect(["a", "olmo-2", "a".repeat(63)].every(isSlug)).toBe(true);
    expect(["", "-a", "A", "a b", "ñ", "a".repeat(64)].some(isSlug)).toBe(false);
  });
});
