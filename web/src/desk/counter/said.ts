// Who was said, and how the server is told.
import type { Customer } from "../types";

export interface Said {
  kind: "known" | "new";
  id: string | null;
  name: string;
  phone: string;
  /** Somebody known who was not looked for. */
  chosen?: Customer;
}

export const NOBODY: Said = { kind: "new", id: null, name: "", phone: "" };

export const isSaid = (said: Said) => (said.kind === "known" ? said.id !== null : said.name.trim() !== "");

export function whomOf(said: Said): { customerId: string | null } | { customer: { name: string; phone?: string } } {
  if (said.kind === "known") return { customerId: said.id };
  const phone = said.phone.trim();
  return { customer: { name: said.name.trim(), ...(phone ? { phone } : {}) } };
}
