// Requests to the server: who we are, in which language, and what went wrong in words.
import { keptInTab } from "./kept";
import type { ErrorCode, ProblemBody } from "./types";

/** The server said no, or could not be reached (`status` 0). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreachable" | "unknown";
  readonly traceId: string | undefined;
  /** What the problem has to say besides. */
  readonly more: Record<string, unknown>;

  constructor(status: number, code: Refusal["code"], detail: string, traceId?: string, more: Record<string, unknown> = {}) {
    super(detail);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.traceId = traceId;
    this.more = more;
  }
}

const KEY = "conserje.key";

const credentials = {
  csrfToken: "",
  // Of this tab only: a developer's key is not to outlive the window it was pasted into.
  apiKey: keptInTab.read(KEY),
  language: "en",
};

export function rememberCsrfToken(token: string | null | undefined): void {
  credentials.csrfToken = token ?? "";
}

export function holdApiKey(key: string | null): void {
  credentials.apiKey = key;
  keptInTab.keep(KEY, key);
}

/** In this window only, and kept by whoever calls. */
export function actAs(token: string | null): void {
  credentials.apiKey = token;
}

export function hasApiKey(): boolean {
  return credentials.apiKey !== null;
}

export function speak(language: string): void {
  credentials.language = language;
}

export function headersOf(method: string): Record<string, string> {
  const headers: Record<string, string> = { "accept-language": credentials.language };
  if (credentials.apiKey) headers.authorization = `Bearer ${credentials.apiKey}`;
  else if (method !== "GET") headers["x-csrf-token"] = credentials.csrfToken;
  return headers;
}

const onSignedOut = new Set<() => void>();

/** Calls back when the server no longer knows us. */
export function whenSignedOut(tell: () => void): () => void {
  onSignedOut.add(tell);
  return () => onSignedOut.delete(tell);
}

/** A refusal from a response that is not what was hoped for. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  if (response.status === 401 && problem.code === "unauthenticated") onSignedOut.forEach((tell) => tell());
  return new Refusal(response.status, problem.code ?? "unknown", problem.detail ?? `HTTP ${response.status}`, problem.traceId, problem);
}

export interface Options {
  body?: unknown;
  /** A file in place of JSON. */
  bytes?: Blob;
  signal?: AbortSignal;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export async function send(method: string, path: string, options: Options = {}): Promise<Response> {
  const headers = { ...headersOf(method), ...options.headers };
  if (options.bytes) headers["content-type"] = "application/octet-stream";
  else if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      signal: options.signal ?? null,
      body: options.bytes ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      cache: "no-store",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, "unreachable", "");
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => request<T>("GET", path, signal ? { signal } : {});
export const post = <T>(path: string, body: unknown = {}, options: Options = {}): Promise<T> =>
  request<T>("POST", path, { ...options, body });

/** `?a=1&b=2` of what is set. */
export function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}
