// Texts in both languages, typed so that a text missing in one of them does not compile. Each area of the page
// has its own table, loaded with it.
export const LANGUAGES = ["es", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same texts, whatever they say. */
export type SameAs<T> = {
  [K in keyof T]: T[K] extends (...values: infer A) => string ? (...values: A) => string : T[K] extends string ? string : SameAs<T[K]>;
};

export interface Words<T> {
  en: T;
  es: SameAs<T>;
}

export function defineWords<T extends object>(en: T, es: SameAs<T>): Words<T> {
  return { en, es };
}

const rules = { en: new Intl.PluralRules("en"), es: new Intl.PluralRules("es") };
const numbers = { en: new Intl.NumberFormat("en"), es: new Intl.NumberFormat("es") };

/** "1 file", "12 files". */
export function count(language: Language, n: number, one: string, other: string): string {
  return `${numbers[language].format(n)} ${rules[language].select(n) === "one" ? one : other}`;
}
