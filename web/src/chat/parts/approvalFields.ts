// A tool call's arguments as fields that a person can read and change.
export type FieldKind = "text" | "number" | "boolean" | "json";

export interface Field {
  name: string;
  kind: FieldKind;
  /** As it stands in the form. */
  text: string;
}

export function fieldsOf(args: unknown): Field[] {
  if (args === null || typeof args !== "object" || Array.isArray(args)) {
    return [{ name: "", kind: "json", text: JSON.stringify(args ?? null, null, 2) }];
  }
  return Object.entries(args).map(([name, value]) => {
    const kind = kindOf(value);
    return { name, kind, text: kind === "json" ? JSON.stringify(value, null, 2) : String(value) };
  });
}

function kindOf(value: unknown): FieldKind {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "json";
}

/** The arguments that the fields now say; `null` when one of them cannot be read. */
export function argsOf(fields: Field[]): unknown {
  try {
    const whole = fields.find((field) => field.name === "");
    if (whole) return JSON.parse(whole.text) as unknown;
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  } catch {
    return null;
  }
}

function valueOf(field: Field): unknown {
  if (field.kind === "text") return field.text;
  if (field.kind === "boolean") return field.text === "true";
  if (field.kind === "json") return JSON.parse(field.text) as unknown;
  const number = Number(field.text);
  if (field.text.trim() === "" || Number.isNaN(number)) throw new Error("not a number");
  return number;
}

/** `createdAt` → “created at”. */
export function labelOf(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

/** `2:59`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
