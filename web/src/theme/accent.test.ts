import { describe, expect, it } from "vitest";
import { accentOf, accentSheet, contrast } from "./accent";

const LIGHT = ["#fcfcfb", "#f3f5f4", "#ffffff", "#f1f4f3", "#e9edec"];
const DARK = ["#111817", "#0c1211", "#18211f", "#0d1413", "#1e2927"];
const CHOSEN = ["#0f766e", "#ffd400", "#ffffff", "#000000", "#ff0000", "#7c3aed", "#00ff00", "#808080", "#001b44", "#ff69b4", "#f97316", "#00ffff"];

describe("an accent", () => {
  it.each(CHOSEN)("of %s can be read in both schemes", (chosen) => {
    const accent = accentOf(chosen);
    const get = (scheme: "light" | "dark", name: string) => accent?.[scheme][name] ?? "";
    for (const ground of [...LIGHT, get("light", "--accent-soft")]) expect(contrast(get("light", "--accent"), ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [...DARK, get("dark", "--accent-soft")]) expect(contrast(get("dark", "--accent"), ground)).toBeGreaterThanOrEqual(4.5);
    // What buttons are filled with in the light, under the pointer, and in the dark.
    for (const shade of [6, 7, 8, 9]) expect(contrast("#ffffff", get("light", `--mantine-color-teal-${shade}`))).toBeGreaterThanOrEqual(4.5);
    // The page's text on what is tinted with it.
    expect(contrast("#17211f", get("light", "--mine"))).toBeGreaterThan(12);
    expect(contrast("#e3eae9", get("dark", "--mine"))).toBeGreaterThan(9);
  });

  it("keeps a colour that can be read as it is", () => {
    expect(accentOf("#0f5e5c")?.light["--accent"]).toBe("#0f5e5c");
    expect(accentOf("#7c2d12")?.light["--accent"]).toBe("#7c2d12");
  });

  it("is nothing for what is no colour", () => {
    expect([accentOf("red"), accentOf("#fff"), accentOf("#0f766e;}")]).toEqual([null, null, null]);
  });

  it("is a sheet with a rule for each scheme", () => {
    expect(accentSheet({ light: { "--accent": "#111111" }, dark: { "--accent": "#eeeeee" } })).toBe(
      ':root[data-mantine-color-scheme="light"]{--accent:#111111}:root[data-mantine-color-scheme="dark"]{--accent:#eeeeee}',
    );
  });
});
