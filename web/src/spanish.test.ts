// One form of address: the page says tú, the widget, which customers read, usted.
import { describe, expect, it } from "vitest";
import { WORDS } from "./widget/words";

const tables = import.meta.glob<Record<string, { es: object }>>(["./**/words.ts", "!./widget/words.ts", "!./i18n/words.ts"], { eager: true });

/** Functions are called with something for each blank. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [String((value as (...blanks: unknown[]) => unknown)(2, 2, 2))];
  return Object.values(value as object).flatMap(textsOf);
}

/** Pronouns and possessives anywhere; imperatives only where a clause begins, for after “que” they are anybody's. */
/** A whole word: `\b` knows no letters with accents. */
const USTED = /(?<!\p{L})(ustedes|usted|su negocio|sus asistentes)(?!\p{L})|(^|[.:;,¿?»] ?|(?<!\p{L})[yo] )(su rol|abra|añada|arrastre|conecte|copie|corrija|dé|elija|escriba|haga|importe|inicie|inténtelo|mueva|pida|ponga|pregunte|pruebe|pulse|separe|suelte|vea)(?!\p{L})/iu;
const TU = /(?<!\p{L})(tú|ti|contigo|tu|tus|te|abre|añade|elige|escribe|inténtalo|pide|pon|pregunta|prueba|puedes|pulsa|ayudarte)(?!\p{L})/iu;

describe("Spanish", () => {
  it("is told apart also where a word ends with an accent", () => {
    expect(["tú.", "¿y tú?"].every((text) => TU.test(text))).toBe(true);
    expect(USTED.test("Dé un nombre")).toBe(true);
    expect(USTED.test("débil")).toBe(false);
  });
  it("addresses people as tú through the page", () => {
    const texts = Object.values(tables).flatMap((table) => Object.values(table).flatMap(({ es }) => textsOf(es)));
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => USTED.test(text))).toEqual([]);
  });
  it("addresses people as usted in the widget", () => {
    expect(Object.values(WORDS.es).filter((text) => TU.test(text))).toEqual([]);
  });
});
