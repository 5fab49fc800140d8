//! Requests and replies of the REST door, a file per noun.

mod accounts;
mod approvals;
mod assistants;
mod channels;
mod chat;
mod counter;
mod desk;
mod health;
mod inbox;
mod jobs;
mod keys;
mod knowledge;
mod mcp;
mod models;
mod operate;
mod sessions;
mod settings;
mod sites;

pub use accounts::{
    AccountReply, ChangePasswordRequest, CreateUserRequest, LoginReply, LoginRequest, RedeemLinkRequest,
    UpdateUserRequest, UserReply, UsersReply,
};
pub use approvals::{
    ApprovalReply, ApprovalsReply, Decision, DecisionReply, DecisionRequest, DecisionStatus,
};
pub use assistants::{
    AboutAssistant, AgentFormWire, AnswerMissedReply, AnswerScoreReply, AssistantDraftReply,
    AssistantEvalsReply, AssistantFaultReply, AssistantFormWire, AssistantLiveReply, AssistantToolReply,
    AssistantToolsReply, AssistantVersionReply, BilingualListWire, BilingualWire, CreateAssistantRequest,
    FormalityWire, GoLiveRequest, GuardFoundKind, GuardFoundReply, GuardPlace, GuardTriedReply, LanguageWire,
    LookAtVoiceRequest, OwnAssistantDetailReply, OwnAssistantReply, OwnAssistantsReply, RouteMissedReply,
    RouteScoreReply, SaveDraftRequest, ServesWire, ToneWire, TryGuardRequest, VoiceFindingKind,
    VoiceFindingReply, VoiceReply, VoiceWire,
};
pub use channels::{
    ChannelReply, ChannelTestReply, ChannelsReply, CreateChannelRequest, DeliveriesReply, DeliveryReply,
    UpdateChannelRequest,
};
pub use chat::{
    ChatEvent, ChunkEvent, CopilotDone, CopilotEvent, CopilotRequest, CopilotTokens, ErrorEvent, ModeEvent,
    PipelineMessage, RagAgentDone, RagAgentEvent, RagAgentRequest, RagPipelineDone, RagPipelineEvent,
    RagPipelineRequest, StageEvent, StageStatus, TextEvent, ToolStatus, ToolStatusEvent,
};
pub use counter::{
    CreateDeskBlockRequest, CreateDeskCustomerRequest, CreateDeskOrderRequest, CreateDeskWaitingRequest,
    DeskBlockDone, DeskBlockProblem, DeskBlockReply, DeskBlocksReply, DeskCustomerProblem, DeskOrderItem,
    DeskWaitingDone, DeskWaitingListReply, DeskWaitingReply, DeskWalkInRequest, EditDeskCustomerRequest,
    ServeDeskWaitingRequest,
};
pub use desk::{
    BusinessReply, CreateDeskAppointmentRequest, DeskAppointmentDone, DeskAppointmentFileReply,
    DeskAppointmentReply, DeskAppointmentsReply, DeskCatalogueReply, DeskChangeReply, DeskChangedReply,
    DeskContact, DeskCustomerDone, DeskCustomerFileReply, DeskCustomerReply, DeskCustomersReply,
    DeskDayReply, DeskDaysReply, DeskDemoRequest, DeskDemosReply, DeskEvent, DeskLedgerEntry, DeskOrderDone,
    DeskOrderFileReply, DeskOrderLine, DeskOrderReply, DeskOrderStatus, DeskOrderStep, DeskOrdersReply,
    DeskPieceReply, DeskReminderReply, DeskSlotProblem, DeskSlotReply, DeskSlotsReply, DeskStretch,
    DeskTokensRequest, DeskUndoRequest, DeskWorksReply, ImportBusinessRequest, MoveDeskAppointmentRequest,
    MoveDeskOrderRequest,
};
pub use health::{ComponentReply, HealthReply, LiveReply, LiveStatus};
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
pub use models::{
    KnownModelReply, ModelSetupWire, ModelStatusReply, ModelsReply, ModelsSetupReply, NearbyReply,
    NearbysReply, OfferedModelReply, OfferedModelsReply, ProviderReply, ProviderRequest, ProviderTrouble,
    SetupVersionReply, SetupVersionsReply, TiersReply, TryModelReply, TryProviderRequest,
};
pub use operate::{
    AgentReply, AgentsReply, AssistantReply, AssistantsReply, ChooseReply, ChooseRequest, OneTimeLinkReply,
    PackChoiceRequest, PackCommand, PackInstructions, PackReply, PackSettings, PacksReply, ServedReply,
    SessionRecordReply, SessionRecordsReply, SpanKind, SpanReply, SpanStatus, TitleReply, TraceReply,
    UsageEntry, UsageReply, UsageSum,
};
pub use sessions::{
    CancelReply, CreateSessionRequest, CreateShareRequest, CreatedShareReply, EventsReply, ExportReply,
    FeedEntryReply, FeedReply, FeedbackEntry, FeedbackListReply, FeedbackRating, FeedbackReason,
    FeedbackReply, FeedbackRequest, MessageReply, MessageStatus, MessagesReply, SendMessageReply,
    SendMessageRequest, SessionReply, SessionsReply, ShareReply, SharedSessionReply, SharesReply, TurnStatus,
    UpdateSessionRequest, VerifyBreakReply, VerifyReply,
};
pub use settings::{
    AddressName, CreateTenantRequest, CreatedTenantReply, LanguageName, SettingsReply, SetupChangeReply,
    SetupChangesReply, TenantReply, TenantsReply, UpdateSettingsRequest,
};
pub use sites::{CreateSiteRequest, SiteReply, SitesReply, UpdateSiteRequest, VisitReply, WidgetReply};
