//! The kinds of events: their stored names, versions and how old versions are read.

use serde_json::Value;

use crate::payload::{
    AgentMessage, ApprovalRequested, ApprovalResolved, CitationsCreated, ContentRefused, ErrorOccurred,
    EscalationOpened, Handoff, MemoryWritten, Notice, OperatorMessage, SessionGivenBack, SessionTaken,
    ThinkingBlock, ToolUseCompleted, ToolUseRequested, TurnPaused, TurnResumed, UserMessage,
};
use crate::upcast::{self, Step};

/// A stored event that this program cannot read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("this program does not know events of type `{kind}`")]
    UnknownType { kind: String },
    #[error("this program does not know version {version} of `{kind}` events")]
    UnknownVersion { kind: String, version: i64 },
    #[error("the data of a `{kind}` event does not have the shape of its version {version}")]
    Shape {
        kind: String,
        version: i64,
        #[source]
        source: serde_json::Error,
    },
}

macro_rules! events {
    ($($variant:ident($payload:ty) = $name:literal, upcasts $steps:expr;)+) => {
        /// Something that happened in a session.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Event { $($variant($payload)),+ }

        impl Event {
            /// Every stored name.
            pub const KINDS: &'static [&'static str] = &[$($name),+];

            /// The stored name.
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$variant(_) => $name),+ }
            }

            /// Stored name, current version, data.
            pub fn encode(&self) -> Result<(&'static str, i64, String), serde_json::Error> {
                match self {
                    $(Self::$variant(payload) => {
                        let steps: &[Step] = $steps;
                        let version = i64::try_from(steps.len()).unwrap_or(i64::MAX).saturating_add(1);
                        Ok(($name, version, serde_json::to_string(payload)?))
                    })+
                }
            }

            /// Reads what any released version wrote.
            pub fn decode(kind: &str, version: i64, data: &str) -> Result<Self, DecodeError> {
                let shape = |source| DecodeError::Shape { kind: kind.to_owned(), version, source };
                let unknown_version = || DecodeError::UnknownVersion { kind: kind.to_owned(), version };
                let data: Value = serde_json::from_str(data).map_err(shape)?;
                match kind {
                    $($name => {
                        let current = upcast::to_current(data, version, $steps).ok_or_else(unknown_version)?;
                        serde_json::from_value(current).map(Self::$variant).map_err(shape)
                    })+
                    _ => Err(DecodeError::UnknownType { kind: kind.to_owned() }),
                }
            }
        }
    };
}

events! {
    UserMessageSent(UserMessage) = "user_message_sent", upcasts &[];
    AgentMessageSent(AgentMessage) = "agent_message_sent", upcasts &[];
    AgentThinkingBlock(ThinkingBlock) = "agent_thinking_block", upcasts &[];
    ToolUseRequested(ToolUseRequested) = "tool_use_requested", upcasts &[];
    ToolUseCompleted(ToolUseCompleted) = "tool_use_completed", upcasts &[];
    CitationsCreated(CitationsCreated) = "citations_created", upcasts &[];
    ApprovalRequested(ApprovalRequested) = "approval_requested", upcasts &[];
    ApprovalResolved(ApprovalResolved) = "approval_resolved", upcasts &[];
    TurnPaused(TurnPaused) = "turn_paused", upcasts &[];
    TurnResumed(TurnResumed) = "turn_resumed", upcasts &[];
    Handoff(Handoff) = "handoff", upcasts &[];
    ContentRefused(ContentRefused) = "content_refused", upcasts &[];
    MemoryWritten(MemoryWritten) = "memory_written", upcasts &[];
    ErrorOccurred(ErrorOccurred) = "error_occurred", upcasts &[];
    OperatorMessageSent(OperatorMessage) = "operator_message_sent", upcasts &[];
    NoticeSent(Notice) = "notice_sent", upcasts &[];
    EscalationOpened(EscalationOpened) = "escalation_opened", upcasts &[];
    SessionTaken(SessionTaken) = "session_taken", upcasts &[];
    SessionGivenBack(SessionGivenBack) = "session_given_back", upcasts &[];
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
