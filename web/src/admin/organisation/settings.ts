// The form of the organisation: what was changed in it, and how people are addressed.
import type { TenantSettings, TenantSettingsChange } from "../../api/types";
import type { Language } from "../../i18n/words";

/** What is chosen; `each` is told to the server as null. */
export type Form = "each" | "tu" | "usted";

export const FEATURES = ["share_links", "openai_api", "mcp"] as const;
export type Feature = (typeof FEATURES)[number];

export interface Draft {
  name: string;
  language: Language;
  form: Form;
  /** Null is UTC. */
  timeZone: string | null;
  currency: string;
  /** Null is the usual one. */
  color: string | null;
  features: Record<Feature, boolean>;
}

export const FORMS: readonly Form[] = ["each", "tu", "usted"];
export const USUAL_COLOR = "#0f766e";
const LONGEST_NAME = 200;

export function draftOf({ name, language, address, timeZone, currency, color, features }: TenantSettings): Draft {
  const isOn = (feature: Feature) => features[feature] ?? true;
  return {
    name,
    language,
    form: address ?? "each",
    timeZone: timeZone ?? null,
    currency,
    color: color ?? null,
    features: { share_links: isOn("share_links"), openai_api: isOn("openai_api"), mcp: isOn("mcp") },
  };
}

/** Only what is another: whoever changed something else meanwhile keeps it. */
export function changeOf(draft: Draft, known: TenantSettings): TenantSettingsChange {
  const before = draftOf(known);
  const name = draft.name.trim();
  const switched = FEATURES.filter((feature) => draft.features[feature] !== before.features[feature]);
  return {
    ...(name === before.name ? {} : { name }),
    ...(draft.language === before.language ? {} : { language: draft.language }),
    ...(draft.form === before.form ? {} : { address: draft.form === "each" ? null : draft.form }),
    ...(draft.timeZone === before.timeZone ? {} : { timeZone: draft.timeZone }),
    ...(draft.currency === before.currency ? {} : { currency: draft.currency }),
    ...(draft.color === before.color ? {} : { color: draft.color }),
    ...(switched.length === 0 ? {} : { features: Object.fromEntries(switched.map((feature) => [feature, draft.features[feature]])) }),
  };
}

export function isChanged(change: TenantSettingsChange): boolean {
  return Object.keys(change).length > 0;
}

export function isName(name: string): boolean {
  const length = [...name.trim()].length;
  return length > 0 && length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
}

/** Where what the server says belongs. */
export function isAboutName(detail: string): boolean {
  return /^a tenant's name /i.test(detail);
}

/** What people read, in Spanish whoever looks: in English there is but one form. */
export const SENTENCES: Record<"tu" | "usted", string> = {
  tu: "¿Te viene bien el martes a las 17:00? Si quieres, te llamo antes.",
  usted: "¿Le viene bien el martes a las 17:00? Si quiere, le llamo antes.",
};
