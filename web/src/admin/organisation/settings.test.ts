import { describe, expect, it } from "vitest";
import type { TenantSettings } from "../../api/types";
import { faultOf } from "./logo";
import { noteOf } from "./notes";
import { currenciesWith, isFound, zonesWith } from "./places";
import { changeOf, draftOf, isAboutName, isChanged, isName } from "./settings";
import { organisationWords } from "./words";

const KNOWN: TenantSettings = {
  name: "Clínica Sol",
  language: "es",
  address: null,
  timeZone: null,
  currency: "USD",
  color: null,
  logo: null,
  features: { share_links: true, openai_api: true, mcp: true },
  installation: false,
};

describe("settings of an organisation", () => {
  it("are sent only as far as they are others", () => {
    expect(isChanged(changeOf(draftOf(KNOWN), KNOWN))).toBe(false);
    expect(changeOf({ ...draftOf(KNOWN), name: " Clínica Luna " }, KNOWN)).toEqual({ name: "Clínica Luna" });
    expect(changeOf({ ...draftOf(KNOWN), language: "en", form: "tu" }, KNOWN)).toEqual({ language: "en", address: "tu" });
    expect(changeOf({ ...draftOf(KNOWN), timeZone: "Europe/Madrid", currency: "EUR", color: "#336699" }, KNOWN)).toEqual({ timeZone: "Europe/Madrid", currency: "EUR", color: "#336699" });
  });
  it("tell null from nothing", () => {
    const other: TenantSettings = { ...KNOWN, address: "usted", timeZone: "Europe/Madrid", color: "#336699" };
    expect(changeOf({ ...draftOf(other), form: "each" }, other)).toEqual({ address: null });
    expect(changeOf({ ...draftOf(other), timeZone: null, color: null }, other)).toEqual({ timeZone: null, color: null });
  });
  it("name only what was switched", () => {
    const draft = draftOf({ ...KNOWN, features: { ...KNOWN.features, mcp: false } });
    expect(changeOf(draft, KNOWN)).toEqual({ features: { mcp: false } });
    expect(draftOf({ ...KNOWN, features: {} }).features.mcp).toBe(true);
  });
  it("have a name that the server takes", () => {
    expect([" a ", "ñ".repeat(200)].every(isName)).toBe(true);
    expect(["", "  ", "a".repeat(201), "a\u0000"].some(isName)).toBe(false);
  });
  it("are told what is wrong with the name at the name", () => {
    expect(isAboutName("a tenant's name is 1 to 200 characters long, without control characters")).toBe(true);
    expect(isAboutName("nothing was changed: the disk is full")).toBe(false);
  });
});

describe("places", () => {
  it("begin with UTC and have what is chosen", () => {
    expect(zonesWith("Asia/Kolkata", ["Europe/Madrid", "America/Mexico_City"])).toEqual([
      { value: "UTC", label: "UTC" },
      { value: "America/Mexico_City", label: "America/Mexico City" },
      { value: "Asia/Kolkata", label: "Asia/Kolkata" },
      { value: "Europe/Madrid", label: "Europe/Madrid" },
    ]);
  });
  it("are found as people write them", () => {
    expect(["mexico city", "México", "mexico_city", " AMERICA "].every((text) => isFound("America/Mexico City", text))).toBe(true);
    expect(isFound("America/Bogota", "madrid")).toBe(false);
  });
  it("have currencies that are asked for, and any of three letters", () => {
    const nameOf = (code: string) => (code === "SEK" ? "Swedish krona" : code);
    expect(currenciesWith("EUR", "", nameOf)).toHaveLength(10);
    expect(currenciesWith("EUR", " sek", nameOf).at(-1)).toEqual({ value: "SEK", label: "SEK · Swedish krona" });
    expect(currenciesWith("JPY", "e", nameOf).at(-1)).toEqual({ value: "JPY", label: "JPY" });
  });
});

describe("a logo", () => {
  it("is a picture that is not large", () => {
    expect(faultOf({ type: "image/webp", size: 262_144 })).toBeNull();
    expect([faultOf({ type: "image/svg+xml", size: 10 }), faultOf({ type: "image/png", size: 262_145 }), faultOf({ type: "image/png", size: 0 })]).toEqual(["kind", "size", "size"]);
  });
});

describe("versions", () => {
  it("say in words what was changed", () => {
    const { notes } = organisationWords.en;
    expect(["as it was", "version 2 again", "name, time zone, mcp off", "flags on"].map((note) => noteOf(note, notes))).toEqual([
      "As it was at first",
      "Version 2 put in force again",
      "Changed: name, time zone, MCP switched off",
      "Changed: flags on",
    ]);
  });
});
