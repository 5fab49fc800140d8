// `evals/routes-seen.jsonl` as rows: a JSON object a line. A line that nobody touches is written as it was read, and keys
// that the page does not know stay where they are.

export const SEEN = "evals/routes-seen.jsonl";
export const RULES = "routes.toml";

/** Of more rows, the whole is text. */
export const MOST_ROWS = 300;

export const LANGUAGE_TAGS = ["es", "en"] as const;

export interface Row {
  /** All of it, in the order of its keys. */
  value: Record<string, unknown>;
  /** The line as it was read; none of one that was changed. */
  line: string | null;
}

export type Cell = "text" | "agent" | "intent" | "language";

export type Read = { rows: Row[] } | { wrongLine: number };

export function rowsOf(file: string): Read {
  const rows: Row[] = [];
  for (const [place, line] of file.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const value = objectOf(line);
    if (!value) return { wrongLine: place + 1 };
    rows.push({ value, line });
  }
  return { rows };
}

export function fileOf(rows: Row[]): string {
  return rows.map((row) => `${row.line ?? written(row.value)}\n`).join("");
}

export function cellOf(row: Row, cell: Cell): string {
  const value = row.value[cell];
  return typeof value === "string" ? value : "";
}

export function changed(row: Row, cell: Cell, text: string): Row {
  return { value: { ...row.value, [cell]: text }, line: null };
}

export function newRow(cells: Record<Cell, string>): Row {
  const { text, language, agent, intent } = cells;
  return { value: { text, language, agent, intent }, line: null };
}

/** What messages are about, each once. */
export function intentsOf(rows: Row[]): string[] {
  return [...new Set(rows.map((row) => cellOf(row, "intent")))].filter((intent) => intent !== "").sort();
}

/** A file that is empty is not there. */
export function withFile(files: Record<string, string>, path: string, content: string): Record<string, string> {
  if (content.trim() !== "") return { ...files, [path]: content };
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** With a space after colons and commas, as packs are written. */
function written(value: Record<string, unknown>): string {
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`)
    .join(", ")}}`;
}
