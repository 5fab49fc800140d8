// Lists of short texts, with the limits that the server has for those of a voice.
const MOST = 30;
const LONGEST = 400;

export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** With what was typed, or pasted as lines; each once. */
export function withEntries(values: string[], typed: string): string[] {
  return [...new Set([...values, ...linesOf(typed)])];
}

export function entriesProblem(values: string[]): { kind: "tooMany" | "tooLong"; most: number } | null {
  if (values.length > MOST) return { kind: "tooMany", most: MOST };
  return values.some((entry) => [...entry].length > LONGEST) ? { kind: "tooLong", most: LONGEST } : null;
}
