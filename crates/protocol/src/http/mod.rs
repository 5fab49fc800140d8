//! Requests and replies of the REST door, a file per noun.

mod accounts;
mod approvals;
mod channels;
mod chat;
mod desk;
mod health;
mod inbox;
mod jobs;
mod keys;
mod knowledge;
mod mcp;
mod operate;
mod sessions;
mod sites;

pub use accounts::{
    AccountReply, ChangePasswordRequest, CreateUserRequest, LoginReply, LoginRequest, RedeemLinkRequest,
    UpdateUserRequest, UserReply, UsersReply,
};
pub use approvals::{ApprovalReply, ApprovalsReply, Decision, DecisionReply, DecisionRequest};
pub use channels::{
    ChannelReply, ChannelTestReply, ChannelsReply, CreateChannelRequest, DeliveriesReply, DeliveryReply,
    UpdateChannelRequest,
};
pub use chat::{
    ChatEvent, ChunkEvent, CopilotDone, CopilotEvent, CopilotRequest, CopilotTokens, ErrorEvent, ModeEvent,
    PipelineMessage, PipelineRole, RagAgentDone, RagAgentEvent, RagAgentRequest, RagPipelineDone,
    RagPipelineEvent, RagPipelineRequest, StageEvent, TextEvent, ToolStatusEvent,
};
pub use desk::{
    BusinessReply, CreateDeskAppointmentRequest, DeskAppointmentDone, DeskAppointmentFileReply,
    DeskAppointmentReply, DeskAppointmentsReply, DeskCatalogueReply, DeskChangeReply, DeskChangedReply,
    DeskContact, DeskCustomerDone, DeskCustomerFileReply, DeskCustomerReply, DeskCustomersReply,
    DeskDayReply, DeskDaysReply, DeskDemoRequest, DeskDemosReply, DeskEvent, DeskLedgerEntry, DeskOrderDone,
    DeskOrderFileReply, DeskOrderLine, DeskOrderReply, DeskOrderStep, DeskOrdersReply, DeskPieceReply,
    DeskSlotProblem, DeskSlotReply, DeskSlotsReply, DeskStretch, DeskTokensRequest, DeskUndoRequest,
    DeskWorksReply, ImportBusinessRequest, MoveDeskAppointmentRequest, MoveDeskOrderRequest,
};
pub use health::{ComponentReply, HealthReply, LiveReply};
pub use inbox::{
    AssignRequest, EscalationCustomer, EscalationDetail, EscalationReply, InboxFilter, InboxNews, InboxReply,
    NoteReply, NoteRequest, OperatorReplyReply, OperatorReplyRequest,
};
pub use jobs::{DeadLetterReply, DeadLettersReply, JobReply, JobsReply, RetriedReply};
pub use keys::{ApiKeyReply, ApiKeysReply, CreateApiKeyRequest, CreatedApiKeyReply};
pub use knowledge::{
    ArticleReply, ChunkReply, ChunksReply, CollectionReply, CollectionsReply, CreateCollectionRequest,
    FileProgress, FileReply, FileTextReply, FilesReply, RefusedFile, RerankMode, SearchHit, SearchMode,
    SearchReply, SearchRequest, SynonymsOfTerm, SynonymsReply, ToolDescription, ToolReply, ToolsReply,
    UpdateCollectionRequest, UpdateFileRequest, UploadForm, UploadReply, UploadedFile,
};
pub use mcp::{
    McpApproval, McpApproveRequest, McpServerReply, McpServerRequest, McpServersReply, McpToolReply,
    McpToolRisk, McpToolState, McpToolsReply,
};
pub use operate::{
    AgentReply, AgentsReply, ModelStatusReply, ModelsReply, OneTimeLinkReply, PackChoiceRequest, PackCommand,
    PackInstructions, PackReply, PackSettings, PacksReply, SessionRecordReply, SessionRecordsReply,
    SpanReply, TiersReply, TraceReply, UsageEntry, UsageReply, UsageSum,
};
pub use sessions::{
    CancelReply, CreateSessionRequest, CreateShareRequest, CreatedShareReply, EventsReply, ExportReply,
    FeedEntryReply, FeedReply, FeedbackEntry, FeedbackListReply, FeedbackRating, FeedbackReason,
    FeedbackReply, FeedbackRequest, MessageReply, MessagesReply, SendMessageReply, SendMessageRequest,
    SessionReply, SessionsReply, ShareReply, SharedSessionReply, SharesReply, TurnStatus,
    UpdateSessionRequest, VerifyBreakReply, VerifyReply,
};
pub use sites::{CreateSiteRequest, SiteReply, SitesReply, UpdateSiteRequest, VisitReply, WidgetReply};
