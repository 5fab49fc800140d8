//! Why a use case said no.

use conserje_events::EventError;
use conserje_guard::Blocked;
use conserje_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// Also for what belongs to somebody else.
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error("a turn of this session is running; wait until it completes")]
    Busy,
    #[error("{waiting} messages of this session are waiting already; wait until one is answered")]
    QueueFull { waiting: i64 },
    #[error("a title is 1 to {limit} characters long, without control characters")]
    BadTitle { limit: usize },
    #[error("a comment is at most {limit} characters long; shorten it")]
    LongComment { limit: usize },
    #[error("{problem}")]
    BadDecision { problem: String },
    #[error("this was {state} before; a decision is taken once")]
    AlreadyDecided { state: String },
    #[error("the time to decide this has run out; it was not done")]
    ApprovalExpired,
    #[error("you may approve or reject this, but not change its arguments; ask an operator")]
    MayNotEdit,
    #[error("a guest decides nothing that an assistant asks; somebody of the business does")]
    MayNotDecide,
    #[error("no assistant here is for guests; a pack says so with `serves = [\"guests\"]`")]
    NotForGuests,
    #[error("{by} has this conversation; ask them to give it back, or wait until they do")]
    Held { by: String },
    #[error("nobody has this conversation; take it first")]
    NotHeld,
    #[error("this was closed; nobody is asked for any more")]
    EscalationClosed,
    #[error("{name} may not work the inbox; choose somebody whose role allows it")]
    MayNotWork { name: String },
    #[error("a note is 1 to {limit} characters long")]
    BadNote { limit: usize },
    /// The tenant may use no more models for now.
    #[error("{0}")]
    OverBudget(crate::Budget),
    #[error(transparent)]
    Model(#[from] conserje_llm::ModelError),
    #[error("the turn is no longer this node's: another one has closed it")]
    TurnLost,
    #[error("the server is stopping; send the message again in a moment")]
    Stopping,
    #[error(transparent)]
    Events(EventError),
    #[error(transparent)]
    Store(StoreError),
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

impl ConversationError {
    pub(crate) fn no_session() -> Self {
        Self::NotFound { what: "session" }
    }
}
