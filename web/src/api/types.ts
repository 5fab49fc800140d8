// The wire types under the names that the page uses.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Account = Schemas["AccountReply"];
export type User = Schemas["UserReply"];
export type ApiKey = Schemas["ApiKeyReply"];
export type Session = Schemas["SessionReply"];
export type SessionRecord = Schemas["SessionRecordReply"];
export type Message = Schemas["MessageReply"];
export type SharedSession = Schemas["SharedSessionReply"];
export type Share = Schemas["ShareReply"];
export type Citation = Schemas["CitationWire"];
export type Usage = Schemas["UsageWire"];
export type WireEvent = Schemas["EventWire"];
export type EventOf<T extends WireEvent["type"]> = Extract<WireEvent, { type: T }>;
export type Site = Schemas["SiteReply"];
export type WidgetReply = Schemas["WidgetReply"];
export type VisitReply = Schemas["VisitReply"];
export type Approval = Schemas["ApprovalReply"];
export type Collection = Schemas["CollectionReply"];
export type FileEntry = Schemas["FileReply"];
export type FileText = Schemas["FileTextReply"];
export type FileProgress = Schemas["FileProgress"];
export type UploadReply = Schemas["UploadReply"];
export type Chunk = Schemas["ChunkReply"];
export type SearchMode = Schemas["SearchMode"];
export type SearchReply = Schemas["SearchReply"];
export type RerankMode = Schemas["RerankMode"];
export type SearchHit = Schemas["SearchHit"];
export type Synonyms = Schemas["SynonymsOfTerm"];
export type Job = Schemas["JobReply"];
export type DeadLetter = Schemas["DeadLetterReply"];
export type Verified = Schemas["VerifyReply"];
export type Health = Schemas["HealthReply"];
export type ErrorCode = Schemas["ErrorCode"];
export type ProblemBody = Schemas["Problem"];
export type SendReply = Schemas["SendMessageReply"];

/** A piece of what is being said or thought. */
export type Spoken = Schemas["TextEvent"];
/** What a message carries along, as the log tells it. */
export type Attachment = Schemas["AttachmentWire"];
export type Feedback = Schemas["FeedbackReply"];
export type FeedbackBody = Schemas["FeedbackRequest"];
export type FeedbackReason = Schemas["FeedbackReason"];
export type FeedbackEntry = Schemas["FeedbackEntry"];
export type Channel = Schemas["ChannelReply"];
export type ChannelTest = Schemas["ChannelTestReply"];
export type Delivery = Schemas["DeliveryReply"];
export type Model = Schemas["ModelStatusReply"];
export type Models = Schemas["ModelsReply"];
export type UsageSum = Schemas["UsageSum"];
export type UsageEntry = Schemas["UsageEntry"];
export type UsageReport = Schemas["UsageReply"];
export type Span = Schemas["SpanReply"];
export type Trace = Schemas["TraceReply"];
export type OneTimeLink = Schemas["OneTimeLinkReply"];
export type CreatedShare = Schemas["CreatedShareReply"];

export type Inbox = Schemas["InboxReply"];
export type Escalation = Schemas["EscalationReply"];
export type EscalationDetail = Schemas["EscalationDetail"];

export type Assistant = Schemas["AssistantReply"];
export type Assistants = Schemas["AssistantsReply"];

/** A page of any of the lists. */
export interface Paged<T> {
  items: T[];
  nextCursor?: string | null;
}
