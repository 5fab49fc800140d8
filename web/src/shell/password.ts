// What can be wrong with a change of password, and at which field it is said.
import { Refusal } from "../api/client";

export type PasswordField = "current" | "fresh" | "again";
export const SHORTEST = 10;

export interface Mistake {
  field: PasswordField;
  why: "missing" | "short" | "same" | "different";
}

/** What can be told before the server is asked. */
export function mistakeIn({ current, fresh, again }: Record<PasswordField, string>): Mistake | null {
  if (!current) return { field: "current", why: "missing" };
  // As the server counts: characters, not units.
  if ([...fresh].length < SHORTEST) return { field: "fresh", why: fresh ? "short" : "missing" };
  if (fresh === current) return { field: "fresh", why: "same" };
  return fresh === again ? null : { field: "again", why: "different" };
}

/** The field that the server's refusal is about; `null` where it is about none. */
export function fieldOf(error: unknown): PasswordField | null {
  if (!(error instanceof Refusal)) return null;
  if (error.code === "wrong_credentials") return "current";
  return error.code === "invalid_value" || error.code === "invalid_request" ? "fresh" : null;
}
