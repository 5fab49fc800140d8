// The wire types under the names that the page uses.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Account = Schemas["AccountReply"] & {
  /** What this server can do beyond the first version of its API. */
  features?: string[];
};
export type User = Schemas["UserReply"];
export type ApiKey = Schemas["ApiKeyReply"];
export type Session = Schemas["SessionReply"] & { pinnedAt?: string | null };
export type Message = Schemas["MessageReply"];
export type SharedSession = Schemas["SharedSessionReply"];
export type Share = Schemas["ShareReply"];
export type Citation = Schemas["CitationWire"];
export type Usage = Schemas["UsageWire"] & { cost?: number | null };
export type WireEvent = Schemas["EventWire"];
export type EventOf<T extends WireEvent["type"]> = Extract<WireEvent, { type: T }>;
export type Approval = Schemas["ApprovalReply"];
export type Collection = Schemas["CollectionReply"];
export type FileEntry = Schemas["FileReply"];
export type FileText = Schemas["FileTextReply"];
export type FileProgress = Schemas["FileProgress"];
export type UploadReply = Schemas["UploadReply"];
export type Chunk = Schemas["ChunkReply"];
export type SearchMode = Schemas["SearchMode"];
export type SearchReply = Schemas["SearchReply"];
export type SearchHit = Schemas["SearchHit"];
export type Synonyms = Schemas["SynonymsOfTerm"];
export type Job = Schemas["JobReply"];
export type DeadLetter = Schemas["DeadLetterReply"];
export type Verified = Schemas["VerifyReply"];
export type Health = Schemas["HealthReply"];
export type ErrorCode = Schemas["ErrorCode"];
export type ProblemBody = Schemas["Problem"];
export type SendReply = Schemas["SendMessageReply"];

export interface Paged<T> {
  items: T[];
  nextCursor?: string | null;
}

/** What a message carries along, as the log tells it. */
export type Attachment = Schemas["AttachmentWire"];

export interface Agent {
  name: string;
  title?: string | null;
  description: string;
  starters?: string[];
}

export interface ModelEntry {
  name: string;
  provider: string;
  wireName?: string;
  contextTokens?: number | null;
  inputPrice?: number | null;
  outputPrice?: number | null;
  breaker?: BreakerState;
}

export type BreakerState = "closed" | "open" | "half_open";

export interface ModelsInForce {
  isConfigured: boolean;
  items: ModelEntry[];
  tiers: Record<string, string[]>;
  currency?: string;
}

export interface Breaker {
  model: string;
  provider: string;
  state: BreakerState;
  failures: number;
  openedAt: string | null;
  retryAt: string | null;
  lastError: string | null;
}

export interface UsageCounts {
  turns: number;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  cost: number | null;
  errors: number;
}

export interface UsageReport {
  currency: string;
  by: "day" | "model" | "agent" | "user";
  items: (UsageCounts & { key: string })[];
  total: UsageCounts;
}

export type SpanKind = "route" | "guard" | "model" | "tool" | "wait" | "record";

export interface Span {
  id: string;
  parentId: string | null;
  kind: SpanKind;
  name: string;
  startMs: number;
  durationMs: number | null;
  status: "ok" | "error" | "cancelled";
  detail: Record<string, unknown>;
}

export interface Trace {
  turnId: string;
  traceId: string;
  startedAt: string;
  endedAt: string | null;
  spans: Span[];
}
