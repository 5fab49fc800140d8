// `/` commands, `@` assistants, `#` documents: what is being typed that suggestions may complete.
export type Sign = "/" | "@" | "#";

export interface Trigger {
  sign: Sign;
  query: string;
  /** Where the sign stands in the text. */
  from: number;
}

const PATTERN = /(?:^|\s)([/@#])([^\s/@#]{0,40})$/u;

export function triggerAt(text: string, caret: number): Trigger | null {
  const match = PATTERN.exec(text.slice(0, caret));
  const sign = match?.[1] as Sign | undefined;
  if (!match || !sign) return null;
  const query = match[2] ?? "";
  const from = caret - query.length - 1;
  // A slash inside a sentence is a slash.
  if (sign === "/" && text.slice(0, from).trim() !== "") return null;
  return { sign, query, from };
}

/** The text with what was typed after the sign taken out or replaced, and where the caret then is. */
export function completed(text: string, trigger: Trigger, replacement: string): { text: string; caret: number } {
  const rest = text.slice(trigger.from + 1 + trigger.query.length);
  const before = text.slice(0, trigger.from) + replacement;
  return { text: before + rest, caret: before.length };
}
