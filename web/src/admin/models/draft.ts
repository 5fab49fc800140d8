// A provider while it is being set up: what is chosen for its owner, and what is sent.
import type { ModelSetup, OfferedModel, Provider, ProviderKind } from "../../api/types";
import { KINDS } from "./kinds";

/** How a provider is reached. */
export interface Connection {
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  apiVersion: string;
  /** As it was typed just now; empty, the one that is kept is used. */
  apiKey: string;
}

/** Models that are built in, whose names nobody else's may have. */
const BUILT_IN = ["extractive", "scripted"];

/** What providers list besides models that talk. */
const NO_TALK = /embed|rerank|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|sora|veo|imagen|babbage|davinci|guard|aqa/i;

/** A dated edition of a model: `-2025-08-07`, `-20251001`. */
const EDITION = /^-(\d{8}|\d{4}-\d{2}-\d{2})$/;

export const talks = (model: string): boolean => !NO_TALK.test(model);

/** The first of `wanted`, `wanted-2`, … that nobody has. */
export function freeName(wanted: string, taken: string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.includes(name)) return name;
  }
}

/** Our name for a model: its provider's, unless that is somebody else's already. */
export function modelName(model: string, provider: string, others: string[]): string {
  return BUILT_IN.includes(model) || others.includes(model) ? freeName(`${provider}/${model}`, others) : model;
}

/** What most begin with: the usual one of each tier; of a server of one's own, the few it has. */
export function preselected(offered: OfferedModel[], kind: ProviderKind): string[] {
  const models = offered.map(({ model }) => model).filter(talks);
  const find = (wanted: string) => models.find((model) => model === wanted) ?? models.find((model) => model.startsWith(wanted) && EDITION.test(model.slice(wanted.length)));
  const usual = KINDS[kind].usual.flatMap((tier) => tier.map(find).find((model) => model !== undefined) ?? []);
  if (usual.length > 0) return usual;
  return models.length <= 3 ? models : models.slice(0, 1);
}

/** First what is usual, then what is known, then the rest; last what does not talk. */
export function ranked(offered: OfferedModel[], kind: ProviderKind): OfferedModel[] {
  const first = preselected(offered, kind);
  const rank = ({ model, known }: OfferedModel) => (first.includes(model) ? first.indexOf(model) - first.length : talks(model) ? (known ? 0 : 1) : 2);
  return offered.toSorted((a, b) => rank(a) - rank(b) || a.model.localeCompare(b.model));
}

/** What there is to choose from: what is set up, and what the provider has besides. */
export function choicesOf(offered: OfferedModel[], chosen: ModelSetup[], kind: ProviderKind): OfferedModel[] {
  const listed = ranked(offered, kind);
  const unlisted = chosen.map(wireName).filter((model) => !listed.some((one) => one.model === model));
  return [...unlisted.map((model) => ({ model, known: null })), ...listed];
}

export const wireName = (setup: ModelSetup): string => setup.model ?? setup.name;

export function setupOf(model: string, provider: string, others: string[]): ModelSetup {
  return renamed({ name: model }, modelName(model, provider, others));
}

/** With something else said of it. Prices of one's own are of the day on which they were put in, unless told. */
export function changed(setup: ModelSetup, change: Partial<ModelSetup>, today: string): ModelSetup {
  const isPrice = change.inputPrice != null || change.outputPrice != null || change.cachedPrice != null;
  const { name, ...rest } = { ...setup, ...change, ...(isPrice && !setup.pricedOn ? { pricedOn: today } : {}) };
  return { name, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)) };
}

/** Called something else here; its provider knows it by the same name as before. */
export function renamed(setup: ModelSetup, name: string): ModelSetup {
  const wire = wireName(setup);
  return changed(setup, { name, model: name === wire ? null : wire }, "");
}

function addressOf({ kind, baseUrl, apiVersion, apiKey }: Connection) {
  return {
    kind,
    ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
    ...(apiVersion.trim() ? { apiVersion: apiVersion.trim() } : {}),
    ...(apiKey.trim() ? { apiKey: apiKey.trim() } : {}),
  };
}

/** What is asked to look or to try; the name says whose key is used where none is given. */
export function trialOf(connection: Connection, kept: Provider | null, model?: string) {
  return { ...addressOf(connection), ...(kept ? { name: kept.name } : {}), ...(model ? { model } : {}) };
}

export function providerOf(connection: Connection, models: ModelSetup[], shared: boolean) {
  return { ...addressOf(connection), models, shared };
}

/** A provider that is there, as it is changed. */
export function connectionOf(provider: Provider): Connection {
  return { kind: provider.kind, name: provider.name, baseUrl: provider.baseUrl ?? "", apiVersion: provider.apiVersion ?? "", apiKey: "" };
}

/** Whether it is reached as before: then the kept key stays, and nothing has to be tried again. */
export function isSame(connection: Connection, kept: Provider | null): boolean {
  if (!kept) return false;
  const before = connectionOf(kept);
  return connection.apiKey.trim() === "" && (["kind", "baseUrl", "apiVersion"] as const).every((field) => connection[field].trim() === before[field]);
}

/** Whether a key is there for it: one just typed, or one kept for this address. */
export function hasKey(connection: Connection, kept: Provider | null): boolean {
  if (connection.apiKey.trim() !== "") return true;
  return kept !== null && kept.hasKey && kept.kind === connection.kind && (kept.baseUrl ?? "") === connection.baseUrl.trim();
}

/** What a provider's name may be; the server says the same. */
export const isName = (name: string): boolean => /^[A-Za-z0-9_-]{1,40}$/.test(name);

/** What is said of an address that may not be asked. */
const ABOUT_ADDRESS = /^the address |\bURL\b|only https|only names|within the network|allowed hosts|public address|^port \d/i;

export type Field = "name" | "address" | "key" | "models" | null;

/** Which field the server's words are about, and the words without its name: `providers.x.base_url: is missing`. */
export function problemAt(detail: string): { field: Field; text: string } {
  const [, path = "", text = ""] = /^(providers\.[\w-]+(?:\.base_url)?|models(?:\.\S+)?): (.*)$/s.exec(detail) ?? [];
  if (path.endsWith(".base_url")) return { field: "address", text };
  if (path.startsWith("providers.")) return { field: "name", text };
  if (path.startsWith("models")) return { field: "models", text: `${path.slice("models.".length)}: ${text}` };
  if (ABOUT_ADDRESS.test(detail)) return { field: "address", text: detail };
  if (/^the key /i.test(detail)) return { field: "key", text: detail };
  return { field: null, text: detail };
}
