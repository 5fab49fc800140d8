//! From a request to a turn that is listened to.

use conserje_conversation::model::Message;
use conserje_conversation::{Asked, Incoming};
use conserje_kernel::{Language, Scope, SessionId, TurnId};
use conserje_operate::App;
use conserje_operate::grounding::{Grounds, Wanted, ground};

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

/// What goes with a question.
pub(super) struct With<'a> {
    pub(super) attachments: &'a [String],
    pub(super) is_searched: bool,
}

/// The same with what its sender wants it asked with.
pub(super) async fn start_with(
    app: &App,
    scope: &Scope,
    with: With<'_>,
    asking: Asking,
) -> Result<Asked, Failure> {
    let With { attachments, is_searched } = with;
    let wanted = Wanted { question: &asking.text, agent: asking.agent.as_deref(), attachments, is_searched };
    let grounds = ground(app, scope, wanted).await?;
    start(app, scope, Asking { grounds, ..asking }).await
}

pub(super) async fn start(app: &App, scope: &Scope, asking: Asking) -> Result<Asked, Failure> {
    // One that is no id names nothing, like one that does not exist.
    let session = asking.session.as_deref().map(str::parse::<SessionId>).transpose();
    let session = session.map_err(|_| Failure::not_found("session"))?;
    let incoming = Incoming {
        reads: asking.language,
        agent: asking.agent,
        assistant: asking.assistant,
        history: asking.history,
        grounds: asking.grounds,
        ..Incoming::new(TurnId::generate(), current_trace(), asking.text)
    };
    Ok(app.conversations().ask(scope, session, incoming).await?)
}
