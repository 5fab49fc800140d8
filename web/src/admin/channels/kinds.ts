// What each kind of channel is set up with; the server says what it takes, this says what is asked for.

export type Kind = "whatsapp" | "messenger" | "instagram" | "telegram" | "tiktok" | "webhook" | "vapi";

export interface KindFields {
  settings: string[];
  secrets: string[];
}

const META = ["accessToken", "appSecret", "verifyToken"];

export const KINDS: Record<Kind, KindFields> = {
  whatsapp: { settings: ["phoneNumberId", "templateName", "templateLanguage", "noticeTemplateName"], secrets: META },
  messenger: { settings: ["pageId"], secrets: META },
  instagram: { settings: ["accountId"], secrets: META },
  telegram: { settings: [], secrets: ["botToken", "secretToken"] },
  tiktok: { settings: ["businessId"], secrets: ["accessToken", "clientSecret"] },
  webhook: { settings: ["url"], secrets: ["signingSecret"] },
  vapi: { settings: ["assistantId", "greeting"], secrets: ["serverSecret"] },
};

export const isKind = (kind: string): kind is Kind => kind in KINDS;

/** Settings as they are sent: what is empty is left out, numbers are numbers. */
export function settingsOf(values: Record<string, string>): Record<string, string | number> {
  const numbers = ["quietHours", "messagesPerMinute"];
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
  return Object.fromEntries(filled.map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value.trim()]));
}
