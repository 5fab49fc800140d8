//! What those who run the server or a tenant do.

mod channels;
mod desk;
mod health;
mod mcp;
mod once;
mod records;
mod sites;
mod tenants;
mod usage;
mod work;

use std::sync::Arc;

use conserje_conversation::{ConversationError, Conversations};
use conserje_desk::counter::{Counter, DeskError};
use conserje_documents::{Library, LibraryError};
use conserje_events::EventError;
use conserje_kernel::{DeploymentScope, SystemJob};
use conserje_store::Store;
use conserje_store::secrets::MasterKeys;

use crate::access::{Access, AccessError};

pub(crate) use channels::{Ended, ListedChannel, Pace, Secrets, Taken, Writer, channel_scope};
pub(crate) use conserje_store::StoreError;
pub(crate) use conserje_store::channels::incoming::Arrived;
pub(crate) use conserje_store::channels::outgoing::Delivery;
pub(crate) use conserje_store::channels::{Channel as ChannelRow, ChannelFacts};
pub(crate) use conserje_store::jobs::Job;
pub(crate) use conserje_store::model_calls::{ModelCall, Sum, SumBy};
pub(crate) use conserje_store::outbox::DeadLetter;
pub(crate) use conserje_store::sessions::SessionRecord;
pub(crate) use conserje_store::{WriteTrouble, schema_version};
pub(crate) use desk::read_business;
pub(crate) use health::{Component, Health};
pub(crate) use mcp::{Approval, Listing, McpTools, NewServer, OfferedTool, State as ToolState};
pub(crate) use once::{Claimed, OnceKey};
pub(crate) use sites::{Site, SiteFacts, USUAL_COLOR};
pub(crate) use tenants::{AddressChange, FIRST_TENANT, Settings, SettingsChange};
pub(crate) use usage::Course;

#[derive(Debug, thiserror::Error)]
pub enum OperateError {
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("{problem}")]
    Invalid { problem: String },
    #[error(transparent)]
    Mcp(#[from] conserje_tools::mcp::McpError),
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Conversation(#[from] ConversationError),
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
pub(crate) struct Operate(Arc<Parts>);

/// What it works on.
pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) access: Access,
    pub(crate) conversations: Conversations,
    pub(crate) library: Library,
    pub(crate) counter: Counter,
    pub(crate) keys: MasterKeys,
    pub(crate) mcp: McpTools,
    /// Told of what comes into the lines of channels.
    pub(crate) channel_work: tokio::sync::watch::Sender<u64>,
    /// Names this process in leases.
    pub(crate) node: String,
}

impl Operate {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    pub(crate) fn access(&self) -> &Access {
        &self.0.access
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
