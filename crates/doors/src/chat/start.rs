//! From a request to a turn that is listened to.

use conserje_conversation::model::Message;
use conserje_conversation::{Accepted, Incoming, NewSession, Watching};
use conserje_kernel::{Language, Scope, SessionId, TurnId};
use conserje_operate::App;
use conserje_operate::grounding::Grounds;

use crate::wire::{Failure, current_trace};

/// What a client sent, whatever the contract.
pub(super) struct Asking {
    /// As the client wrote it; none for a new session.
    pub(super) session: Option<String>,
    pub(super) text: String,
    pub(super) agent: Option<String>,
    pub(super) assistant: Option<String>,
    pub(super) language: Option<Language>,
    pub(super) history: Option<Vec<Message>>,
    pub(super) grounds: Option<Grounds>,
}

/// A turn that was accepted, and a place from which nothing of it is missed.
pub(super) struct Started {
    pub(super) session: SessionId,
    pub(super) accepted: Accepted,
    pub(super) watching: Watching,
}

pub(super) async fn start(app: &App, scope: &Scope, asking: Asking) -> Result<Started, Failure> {
    let conversations = app.conversations();
    let is_new = asking.session.is_none();
    let session = match asking.session {
        // One that is no id names nothing, like one that does not exist.
        Some(id) => id.parse::<SessionId>().map_err(|_| Failure::not_found("session"))?,
        None => conversations.create_session(scope, SessionId::generate(), NewSession::default()).await?.id,
    };
    let turn = TurnId::generate();
    let incoming = Incoming {
        reads: asking.language,
        agent: asking.agent,
        assistant: asking.assistant,
        history: asking.history,
        grounds: asking.grounds,
        ..Incoming::new(turn, current_trace(), asking.text)
    };
    let watching = conversations.watch(turn);
    match conversations.receive(scope, session, incoming).await {
        Ok(accepted) => Ok(Started { session, accepted, watching }),
        Err(error) => {
            // A message that was refused leaves no empty session behind.
            if is_new && let Err(error) = conversations.delete_session(scope, session).await {
                tracing::debug!(session.id = %session, "The empty session {session} stays: {error}");
            }
            Err(error.into())
        }
    }
}
