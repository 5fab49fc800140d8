//! Why a use case said no. What any of them can meet is a [`ConversationError`]; where more can be in the way, the use case
//! has an error of its own.

use conserje_events::EventError;
use conserje_guard::Blocked;
use conserje_kernel::ApprovalStatus;
use conserje_store::StoreError;

/// What is in the way of any use case.
#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// Also for what belongs to somebody else.
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("no assistant here is for guests; a pack says so with `serves = [\"guests\"]`")]
    NotForGuests,
    #[error("{what} are switched off in this organisation; who manages its assistants can switch them on")]
    SwitchedOff { what: &'static str },
    #[error("the turn is no longer this node's: another one has closed it")]
    TurnLost,
    #[error("the server is stopping; send the message again in a moment")]
    Stopping,
    #[error(transparent)]
    Events(EventError),
    #[error(transparent)]
    Store(StoreError),
}

/// Why a session is not made or changed, or a message not rated.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("a title is 1 to {limit} characters long, without control characters")]
    BadTitle { limit: usize },
    #[error("a comment is at most {limit} characters long; shorten it")]
    LongComment { limit: usize },
    #[error(transparent)]
    Other(#[from] ConversationError),
}

/// Why a message is not taken.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error("a turn of this session is running; wait until it completes")]
    Busy,
    #[error("{waiting} messages of this session are waiting already; wait until one is answered")]
    QueueFull { waiting: i64 },
    /// The tenant may use no more models for now.
    #[error("{0}")]
    OverBudget(crate::Budget),
    #[error("this assistant is being worked on, and cannot answer as it is: {problem}")]
    Unfinished { problem: String },
    #[error(transparent)]
    Other(#[from] ConversationError),
}

/// Why a model does not answer a program.
#[derive(Debug, thiserror::Error)]
pub enum CompleteError {
    /// The tenant may use no more models for now.
    #[error("{0}")]
    OverBudget(crate::Budget),
    #[error(transparent)]
    Model(#[from] conserje_llm::ModelError),
    #[error(transparent)]
    Other(#[from] ConversationError),
}

/// Why a decision is not taken.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    #[error("{problem}")]
    BadDecision { problem: String },
    #[error("this was {status} before; a decision is taken once")]
    AlreadyDecided { status: ApprovalStatus },
    #[error("the time to decide this has run out; it was not done")]
    Expired,
    #[error("you may approve or reject this, but not change its arguments; ask an operator")]
    MayNotEdit,
    #[error("a guest decides nothing that an assistant asks; somebody of the business does")]
    MayNotDecide,
    #[error(transparent)]
    Other(#[from] ConversationError),
}

/// Why something is not done in the inbox.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    #[error("{by} has this conversation; ask them to give it back, or wait until they do")]
    Held { by: String },
    #[error("nobody has this conversation; take it first")]
    NotHeld,
    #[error("this was closed; nobody is asked for any more")]
    Closed,
    #[error("{name} may not work the inbox; choose somebody whose role allows it")]
    MayNotWork { name: String },
    #[error("a note is 1 to {limit} characters long")]
    BadNote { limit: usize },
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Other(#[from] ConversationError),
}

/// Why a tenant's choice for a pack is not kept.
#[derive(Debug, thiserror::Error)]
pub enum ChoosePackError {
    #[error("{problem}")]
    BadSetting { problem: String },
    #[error(transparent)]
    Other(#[from] ConversationError),
}

impl ConversationError {
    pub(crate) fn no_session() -> Self {
        Self::NotFound { what: "session" }
    }
}

impl From<StoreError> for ConversationError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<EventError> for ConversationError {
    fn from(error: EventError) -> Self {
        match error {
            EventError::NoSuchSession { .. } => Self::no_session(),
            EventError::Store(error) => Self::Store(error),
            other @ (EventError::Unreadable { .. }
            | EventError::Encode(_)
            | EventError::NotProjected { .. }
            | EventError::ProjectionDead { .. }) => Self::Events(other),
        }
    }
}

/// What is below is met by every use case alike.
macro_rules! from_below {
    ($($error:ident),+) => {$(
        impl From<StoreError> for $error {
            fn from(error: StoreError) -> Self {
                Self::Other(error.into())
            }
        }

        impl From<EventError> for $error {
            fn from(error: EventError) -> Self {
                Self::Other(error.into())
            }
        }
    )+};
}
from_below!(SessionError, SendError, CompleteError, DecideError, InboxError, ChoosePackError);
