// Names that programs use for an assistant, made of what people call it.
const LONGEST = 64;
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function isName(text: string): boolean {
  return NAME.test(text);
}

/** “Recepción del hotel” → `recepcion-del-hotel`; empty if nothing of it can stand in a name. */
export function nameOf(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9_]+/g, "-").replace(/^[-_]+/, "").slice(0, LONGEST).replace(/-+$/, "");
}

/** The name, or with a number behind it the first that nobody has. */
export function freeName(wanted: string, taken: string[]): string {
  if (!taken.includes(wanted)) return wanted;
  const numbered = (n: number) => `${wanted.slice(0, LONGEST - 4)}-${n}`;
  let n = 2;
  while (taken.includes(numbered(n))) n += 1;
  return numbered(n);
}

/** What is asked of one that is made anew. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}
