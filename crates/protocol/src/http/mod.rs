//! Requests and replies of the REST door, a file per noun.

mod accounts;
mod approvals;
mod chat;
mod desk;
mod health;
mod jobs;
mod keys;
mod knowledge;
mod mcp;
mod operate;
mod sessions;

pub use accounts::{
    AccountReply, CreateUserRequest, LoginReply, LoginRequest, RedeemLinkRequest, UpdateUserRequest,
    UserReply, UsersReply,
};
pub use approvals::{ApprovalReply, ApprovalsReply, Decision, DecisionReply, DecisionRequest};
pub use chat::{
    ChatEvent, ChunkEvent, CopilotDone, CopilotEvent, CopilotRequest, CopilotTokens, ErrorEvent, ModeEvent,
    PipelineMessage, PipelineRole, RagAgentDone, RagAgentEvent, RagAgentRequest, RagPipelineDone,
    RagPipelineEvent, RagPipelineRequest, StageEvent, TextEvent, ToolStatusEvent,
};
pub use desk::{BusinessReply, ImportBusinessRequest};
pub use health::{ComponentReply, HealthReply, LiveReply};
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
