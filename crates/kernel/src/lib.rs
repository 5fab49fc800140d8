//! The words everyone shares: passive types and pure policy, no IO, no async runtime.
//!
//! - [`ids`](TenantId): typed version-7 ids that read as `ses_0198…`.
//! - [`Scope`]: who asks, for which tenant, with which rights. Every read and write takes one.
//! - [`Permission`] and [`allows`]: the access policy as a pure function, kept as a snapshot table.
//! - [`Clock`], [`Zone`], [`Secret`], [`Cursor`] and [`Page`], [`Language`].
//! - [`JobState`], [`ApprovalStatus`], …: what things are and how they stand, each set of words once. They describe
//!   themselves to OpenAPI, so that rows, use cases and wire types have one definition.
//!
//! A type is born beside the interface that uses it and moves here when a second crate needs it.
//!
//! ```
//! use conserje_kernel::{Permission, Role, SessionId, allows};
//!
//! let id: SessionId = SessionId::generate();
//! assert!(id.to_string().starts_with("ses_"));
//! assert!(!allows(Role::Member, Permission::ManageUsers));
//! ```
mod access;
mod clock;
mod digest;
pub mod faults;
mod ids;
mod language;
mod page;
mod scope;
mod secret;
mod states;
mod words;
mod zone;

pub use access::{KeyScope, KeyScopes, Permission, Role, allows};
pub use clock::{Clock, Timestamp};
pub use digest::Digest;
pub use ids::{
    ApiKeyId, AppointmentId, ApprovalId, BadId, BlockId, ChannelId, CollectionId, CustomerId, DeliveryId,
    DocumentId, EscalationId, EventId, JobId, LinkId, LoginId, MessageId, ModelCallId, NoteId, OrderId,
    SessionId, ShareId, SiteId, TenantId, TraceId, TurnId, UserId, WaitingId,
};
pub use language::{Address, Bilingual, Language, say};
pub use page::{BadCursor, Cursor, Page, PageRequest, PageSize};
pub use scope::{Credential, DeploymentScope, Principal, Scope, SystemJob};
pub use secret::Secret;
pub use states::{
    AppointmentStatus, ApprovalStatus, ChannelKind, DayPart, DeliveryKind, DeliveryStatus, DeskChangeKind,
    DocumentStatus, EscalationStatus, Feature, Health, JobKind, JobState, MessageRole, OrderKind, OrderStage,
    OrderStatus, PassageKind, ProviderKind, ProviderSource, ReminderOutcome, RoutedBy, SetupAct, SetupKind,
    SetupPart, Urgency, UsageBy, WeekDay,
};
pub use words::UnknownName;
pub use zone::{UnknownZone, Zone};
