// The short name of a tenant.
import { plain } from "../../chat/composer/plain";

const LONGEST = 63;

/** One that fits a name: “Clínica Sol” is `clinica-sol`. */
export function slugOf(name: string): string {
  const words = plain(name).replaceAll(/[^a-z0-9]+/g, "-");
  return words.replace(/^-/, "").slice(0, LONGEST).replace(/-$/, "");
}

export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(slug);
}
