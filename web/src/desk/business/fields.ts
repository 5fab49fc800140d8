// Which fields each part of a business has, in the order in which people think of them.
import type { deskWords } from "../words";
import type { Section } from "../types";

export type FieldName = keyof (typeof deskWords)["en"]["fields"];
export type Kind = "line" | "branch" | "day" | "both" | "paragraph" | "number" | "amount" | "people" | "switch" | "branches" | "services" | "words" | "numbers" | "week" | "special" | "schedules" | "leave";

export interface Field {
  name: FieldName;
  kind: Kind;
  isNeeded?: boolean;
}

export const FIELDS: Record<Section, Field[]> = {
  services: [
    { name: "name", kind: "both", isNeeded: true },
    { name: "also", kind: "words" },
    { name: "category", kind: "both", isNeeded: true },
    { name: "description", kind: "paragraph" },
    { name: "price", kind: "amount" },
    { name: "price_min", kind: "amount" },
    { name: "price_max", kind: "amount" },
    { name: "price_note", kind: "both" },
    { name: "minutes", kind: "number", isNeeded: true },
    { name: "people", kind: "people" },
    { name: "lead_minutes", kind: "number" },
    { name: "buffer_minutes", kind: "number" },
    { name: "deposit", kind: "both" },
    { name: "promotion", kind: "both" },
    { name: "requires_consultation", kind: "switch" },
    { name: "takes_staff", kind: "switch" },
  ],
  menu: [
    { name: "name", kind: "both", isNeeded: true },
    { name: "category", kind: "both", isNeeded: true },
    { name: "description", kind: "paragraph" },
    { name: "price", kind: "amount", isNeeded: true },
    { name: "available", kind: "switch" },
    { name: "stock", kind: "number" },
    { name: "allergens", kind: "words" },
  ],
  staff: [
    { name: "name", kind: "line", isNeeded: true },
    { name: "role", kind: "both", isNeeded: true },
    { name: "specialty", kind: "both" },
    { name: "branches", kind: "branches", isNeeded: true },
    { name: "services", kind: "services" },
    { name: "schedules", kind: "schedules" },
    { name: "leave", kind: "leave" },
  ],
  branches: [
    { name: "name", kind: "both", isNeeded: true },
    { name: "address", kind: "line", isNeeded: true },
    { name: "city", kind: "line", isNeeded: true },
    { name: "phone", kind: "line" },
    { name: "whatsapp", kind: "line" },
    { name: "maps_url", kind: "line" },
    { name: "time_zone", kind: "line", isNeeded: true },
    { name: "places", kind: "number" },
    { name: "hours", kind: "week" },
    { name: "special", kind: "special" },
  ],
  policies: [
    { name: "title", kind: "both", isNeeded: true },
    { name: "full", kind: "paragraph", isNeeded: true },
    { name: "short", kind: "paragraph" },
  ],
  facts: [
    { name: "text", kind: "paragraph", isNeeded: true },
    { name: "names", kind: "words" },
    { name: "asked", kind: "words" },
    { name: "branch", kind: "branch" },
    { name: "first", kind: "day" },
    { name: "last", kind: "day" },
  ],
  business: [
    { name: "name", kind: "both", isNeeded: true },
    { name: "currency", kind: "line", isNeeded: true },
    { name: "country", kind: "line" },
    { name: "emergency", kind: "numbers" },
  ],
};

/** What something new begins with. */
export const FRESH: Record<Section, Record<string, unknown>> = {
  services: { minutes: 30, takes_staff: true, price: "" },
  menu: { available: true, price: "" },
  staff: { branches: [] },
  branches: { hours: {}, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  policies: {},
  facts: { topic: "parking" },
  business: {},
};

/** Whether a fault is of this field: the server names fields as files do, between backticks. */
export function isFaultOf(problem: string, field: Field): boolean {
  return problem.includes(`\`${field.name}\``);
}

/** Without what is empty: a field that says nothing is not there. */
export function trimmed(value: unknown): unknown {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (Array.isArray(value)) return value.map(trimmed).filter((one) => one !== undefined);
  if (value === null || typeof value !== "object") return value ?? undefined;
  const kept = Object.entries(value).map(([name, one]) => [name, trimmed(one)] as const);
  const said = Object.fromEntries(kept.filter(([, one]) => one !== undefined && !(Array.isArray(one) && one.length === 0)));
  return Object.keys(said).length === 0 ? undefined : said;
}
