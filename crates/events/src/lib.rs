//! The append-only truth: what happened in each session, in order, for good.
//!
//! A write goes [`EventLog::append`] → rows and outbox in one transaction → [`Follower`]s hear of it.
//! The [`Projector`] then turns committed events into messages, citations and the tenant's feed.
//!
//! Invariants:
//! - numbers of a session are 1, 2, 3 … without a hole, given in the transaction that appends;
//! - each event carries the hash of the one before it ([`verify()`] names the first that does not fit);
//! - a projection can be thrown away and made again from the events alone ([`rebuild`]);
//! - a shipped event version stays readable ([`Event::decode`] upcasts).
//!
//! ```
//! use conserje_events::{Event, Handoff};
//!
//! let event = Event::Handoff(Handoff { from: "greeting".into(), to: "booking".into(), reason: None });
//! let (kind, version, json) = event.encode().unwrap();
//! assert_eq!(Event::decode(kind, version, &json).unwrap(), event);
//! ```
mod chain;
mod event;
mod follow;
mod log;
mod look;
mod payload;
mod project;
mod upcast;
mod verify;

pub use event::{DecodeError, Event};
pub use follow::{Followed, Follower, Transient, TransientEvent};
pub use log::{Appended, Content, EventError, EventLog, NewEvent, RecordedEvent};
pub use payload::{
    AgentMessage, ApprovalRequested, ApprovalResolved, Attachment, Citation, CitationsCreated,
    ContentRefused, ErrorOccurred, EscalationOpened, GuardFinding, Handoff, MemoryWritten, Notice, Operator,
    OperatorMessage, Routing, SessionGivenBack, SessionTaken, StopReason, ThinkingBlock, ToolUseCompleted,
    ToolUseRequested, TurnPaused, TurnResumed, Usage, UserMessage,
};
pub use project::{Projector, rebuild};
pub use verify::{Break, Report, verify, verify_session};
