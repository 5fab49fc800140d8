//! What those who run the server or a tenant do, and what runs beside the doors.
//!
//! - [`App`]: all parts, wired.
//! - [`Operate`]: jobs, dead letters, verifying, tenants, sites, MCP servers, channels.
//! - [`channels`]: the drivers of the channels that people outside write from.
//! - [`tasks`]: what runs in the background, supervised; [`jobs`]: the durable work.
//! - [`simulate`]: customers who are played, for whoever changes an assistant.
//! - [`packs`], [`toolset`], [`demo`]: what assistants are made of, and the one to try.
//! - [`direct`]: tools that programs call by name.

mod app;
pub mod assistants;
pub mod channels;
pub mod demo;
mod desk;
pub mod dialogues;
pub mod direct;
pub mod grounding;
pub mod guard_trial;
mod health;
pub mod jobs;
mod judge;
mod mcp;
pub mod metrics;
pub mod models;
mod once;
pub mod packs;
mod records;
mod settings;
pub mod simulate;
mod sites;
pub mod tasks;
mod tenants;
pub mod toolset;
mod usage;
mod versions;
mod work;

use std::sync::Arc;

use assistants::OwnAssistants;
use conserje_accounts::limits::Exceeded;
use conserje_accounts::{Access, AccessError};
use conserje_conversation::{ConversationError, Conversations, InboxError, SendError, SessionError};
use conserje_desk::front_desk::{DeskError, FrontDesk};
use conserje_documents::{Library, LibraryError};
use conserje_events::EventError;
use conserje_kernel::{DeploymentScope, SystemJob};
use conserje_store::Store;
use conserje_store::secrets::MasterKeys;
use models::ModelBook;

pub use app::{App, Setup, SetupError};
pub use channels::lines::{Ended, ListedChannel, Pace, Secrets, Taken, Writer, channel_scope};
pub use conserje_store::StoreError;
pub use conserje_store::channels::incoming::Arrived;
pub use conserje_store::channels::outgoing::Delivery;
pub use conserje_store::channels::{Channel as ChannelRow, ChannelFacts};
pub use conserje_store::jobs::{Job, Lane};
pub use conserje_store::model_calls::{ModelCall, Sum};
pub use conserje_store::outbox::DeadLetter;
pub use conserje_store::record::Entry as RecordedChange;
pub use conserje_store::sessions::SessionRecord;
pub use conserje_store::tenants::{Logo, Tenant};
pub use conserje_store::{WriteTrouble, schema_version};
pub use desk::read_business;
pub use health::Component;
pub use judge::ModelJudge;
pub use mcp::{Approval, Listing, McpTools, NewServer, OfferedTool, State as ToolState};
pub use once::{Claimed, OnceKey};
pub use settings::{Change, LARGEST_LOGO, Settings, SettingsChange, USUAL_CURRENCY};
pub use sites::{Site, SiteFacts, USUAL_COLOR};
pub use tenants::{FIRST_TENANT, NewTenant};
pub use usage::Course;
pub use versions::VersionShown;

#[derive(Debug, thiserror::Error)]
pub enum OperateError {
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("{problem}")]
    Invalid { problem: String },
    #[error("only owners of the installation may do this")]
    NotInstallation,
    #[error("the program failed at it; its log says where")]
    Fault,
    #[error(transparent)]
    Mcp(#[from] conserje_tools::mcp::McpError),
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    #[error(transparent)]
    Send(#[from] SendError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Inbox(#[from] InboxError),
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Events(#[from] EventError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Operate(Arc<Parts>);

/// What it works on.
pub struct Parts {
    pub store: Store,
    pub access: Access,
    pub conversations: Conversations,
    pub library: Library,
    pub front_desk: FrontDesk,
    pub keys: MasterKeys,
    pub mcp: McpTools,
    pub models: ModelBook,
    pub assistants: OwnAssistants,
    /// Told of what comes into the lines of channels.
    pub channel_work: tokio::sync::watch::Sender<u64>,
    /// Names this process in leases.
    pub node: String,
}

impl Operate {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    pub fn access(&self) -> &Access {
        &self.0.access
    }

    pub(crate) fn models_book(&self) -> &ModelBook {
        &self.0.models
    }
}

/// The scope of somebody at the machine itself.
#[expect(clippy::disallowed_methods, reason = "the operator's commands are a named system job")]
fn operator() -> DeploymentScope {
    DeploymentScope::system(SystemJob::Operator)
}

#[expect(clippy::disallowed_methods, reason = "running jobs is a named system job")]
fn job_runner() -> DeploymentScope {
    DeploymentScope::system(SystemJob::JobRunner)
}
