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
export type ModelsSetup = Schemas["ModelsSetupReply"];
export type ModelSetup = Schemas["ModelSetupWire"];
export type ModelsVersion = Schemas["SetupVersionReply"];
export type Tiers = Schemas["TiersReply"];
export type Provider = Schemas["ProviderReply"];
export type ProviderKind = Schemas["ProviderKind"];
export type ProviderTrouble = Schemas["ProviderTrouble"];
export type OfferedModel = Schemas["OfferedModelReply"];
export type OfferedModels = Schemas["OfferedModelsReply"];
export type NearbyServer = Schemas["NearbyReply"];
export type Trial = Schemas["TryModelReply"];
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
export type Served = Schemas["ServedReply"];
export type Agent = Schemas["AgentReply"];
export type Pack = Schemas["PackReply"];
/** What is not set is left out. */
export type PackSettings = Partial<Schemas["PackSettings"]>;
export type WhoAnswers = Schemas["ChooseReply"];
export type RoutedBy = Schemas["RoutedBy"];

export type McpServer = Schemas["McpServerReply"];
export type McpServerBody = Schemas["McpServerRequest"];
export type McpTool = Schemas["McpToolReply"];
export type McpTools = Schemas["McpToolsReply"];
export type McpApproval = Schemas["McpApproval"];
export type McpToolRisk = Schemas["McpToolRisk"];
export type McpToolState = Schemas["McpToolState"];

export type TenantSettings = Schemas["SettingsReply"];
export type TenantSettingsChange = Schemas["UpdateSettingsRequest"];
/** A version of what was set up. */
export type SetupVersion = Schemas["SetupVersionReply"];
/** Something that was changed of the set-up. */
export type SetupChange = Schemas["SetupChangeReply"];
export type Tenant = Schemas["TenantReply"];
export type NewTenant = Schemas["CreateTenantRequest"];
export type CreatedTenant = Schemas["CreatedTenantReply"];

/** A page of any of the lists. */
export interface Paged<T> {
  items: T[];
  nextCursor?: string | null;
}
