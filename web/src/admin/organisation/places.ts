// Time zones and currencies to choose from.
import { plain } from "../../chat/composer/plain";

export interface Choice {
  value: string;
  label: string;
}

export const UTC = "UTC";
/** Those that are asked for most; any other is typed. */
const CURRENCIES = ["USD", "EUR", "GBP", "CHF", "MXN", "ARS", "CLP", "COP", "PEN", "BRL"];

/** UTC first; with what is chosen, for a server can know names that a browser does not. */
export function zonesWith(chosen: string | null, all: readonly string[]): Choice[] {
  const names = new Set([UTC, ...(chosen ? [chosen] : []), ...all]);
  const [first, ...others] = names;
  return [first ?? UTC, ...others.sort()].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** By any part of the name, without accents: “bogotá”, “mexico city”. */
export function isFound(label: string, search: string): boolean {
  return plain(label).includes(plain(search.trim()).replaceAll("_", " "));
}

/** The usual ones, what is chosen, and whatever three letters somebody types. */
export function currenciesWith(chosen: string, typed: string, nameOf: (code: string) => string): Choice[] {
  const code = typed.trim().toUpperCase();
  const all = new Set([...CURRENCIES, chosen, ...(/^[A-Z]{3}$/.test(code) ? [code] : [])]);
  return [...all].map((value) => {
    const name = nameOf(value);
    return { value, label: name === value ? value : `${value} · ${name}` };
  });
}
