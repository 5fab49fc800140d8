//! A session that a person answers. While they have it, what the customer writes is recorded and no agent answers: no
//! turn begins, no model is asked. Who has a session is a row, so a restart changes nothing.
//!
//! A turn that runs when a person takes the session is stopped, as its own person would stop it: what it has said stays.
//! What waited in line is recorded and left to the person.

use std::sync::Arc;

use conserje_events::{
    Appended, Event, EventLog, NewEvent, Operator, OperatorMessage, SessionGivenBack, SessionTaken,
    StopReason, Usage, UserMessage,
};
use conserje_guard::Screened;
use conserje_guard::screen_message;
use conserje_kernel::{
    EscalationId, EscalationStatus, EventId, Language, MessageId, Scope, SessionId, TraceId, TurnId, UserId,
};
use conserje_store::desk::escalations::{self, Escalation};
use conserje_store::holds::{self, Holder};
use conserje_store::turns::{self, NewTurn, Turn};
use conserje_store::{StoreError, Tx, accounts, event_log};

use crate::inbox::escalations::escalation_in;
use crate::inbox::notices::{any_session, outside_turns};
use crate::turn::line::{Input, from_json, said};
use crate::turn::live::{How, News, TurnEnd};
use crate::{ConversationError, Conversations, InboxError};

impl Conversations {
    /// Takes a conversation over from its agents. Of two who try at once one has it, and the other is told who.
    pub async fn take(&self, scope: &Scope, id: EscalationId) -> Result<Escalation, InboxError> {
        let user = person(scope)?;
        let take = move |tx: &mut Tx<'_>| take_in(tx, id, user);
        let taken = self.0.store.write(scope, take).await?;
        let session = taken.escalation.session;
        for appended in taken.appended {
            self.0.log.announce(appended);
        }
        for unanswered in taken.unanswered {
            self.tell_held(&unanswered);
        }
        if taken.is_new {
            self.stop_turn(scope, session).await?;
            self.inbox_changed();
        }
        Ok(taken.escalation)
    }

    /// Says something to the customer, in a conversation that the caller has. The same id again is the same message.
    pub async fn say_as_operator(
        &self,
        scope: &Scope,
        id: EscalationId,
        message: MessageId,
        text: &str,
    ) -> Result<(), InboxError> {
        let user = person(scope)?;
        let text = screen_message(text, self.0.options.limits)?.into_inner();
        let say = move |tx: &mut Tx<'_>| {
            let escalation = escalation_in(tx, id)?;
            let holder = locked_holder(tx, escalation.session)?;
            let Some(holder) = holder else { return Err(InboxError::NotHeld) };
            if holder.user != user {
                return Err(InboxError::Held { by: holder.name });
            }
            let operator = operator(holder);
            let event = Event::OperatorMessageSent(OperatorMessage { message_id: message, text, operator });
            // The message's own number makes a second attempt the same attempt.
            let event = NewEvent { id: EventId::from_uuid(message.as_uuid()), ..outside_turns(event) };
            Ok(EventLog::append_in(tx, escalation.session, vec![event])?)
        };
        match self.0.store.write(scope, say).await {
            Ok(appended) => {
                self.0.log.announce(appended);
                Ok(())
            }
            Err(InboxError::Other(ConversationError::Store(StoreError::Duplicate))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Gives a conversation back to its agents, who go on from all that was said; what was asked of a person is done.
    /// A colleague may, too: who took it may have gone home.
    pub async fn give_back(&self, scope: &Scope, id: EscalationId) -> Result<Escalation, InboxError> {
        self.finish_escalation(scope, id, true).await
    }

    /// Nobody needs to see to it any more. If somebody has the conversation, it is given back.
    pub async fn close(&self, scope: &Scope, id: EscalationId) -> Result<Escalation, InboxError> {
        self.finish_escalation(scope, id, false).await
    }

    async fn finish_escalation(
        &self,
        scope: &Scope,
        id: EscalationId,
        must_be_held: bool,
    ) -> Result<Escalation, InboxError> {
        let user = person(scope)?;
        let finish = move |tx: &mut Tx<'_>| {
            let escalation = escalation_in(tx, id)?;
            locked_holder(tx, escalation.session)?;
            // One that is done leaves the conversation to whoever was asked for since.
            let is_open = escalations::close(tx, id, Some(user))?;
            let was_held = is_open && holds::release(tx, escalation.session)?;
            if must_be_held && !was_held && is_open {
                return Err(InboxError::NotHeld);
            }
            let appended = if was_held {
                let given = SessionGivenBack { operator: operator_of(tx, user)? };
                let event = outside_turns(Event::SessionGivenBack(given));
                Some(EventLog::append_in(tx, escalation.session, vec![event])?)
            } else {
                None
            };
            Ok((escalation_in(tx, id)?, appended))
        };
        let (escalation, appended) = self.0.store.write(scope, finish).await?;
        if let Some(appended) = appended {
            self.0.log.announce(appended);
        }
        self.inbox_changed();
        Ok(escalation)
    }

    /// Whether a person answers in the session, as of now.
    pub(crate) async fn is_held(&self, scope: &Scope, session: SessionId) -> Result<bool, ConversationError> {
        let read = move |tx: &mut Tx<'_>| holds::holder(tx, session);
        Ok(self.0.store.read(scope, read).await?.is_some())
    }

    /// Stops what runs in the session, or waits for a decision.
    async fn stop_turn(&self, scope: &Scope, session: SessionId) -> Result<(), InboxError> {
        let find = move |tx: &mut Tx<'_>| any_session(tx, session);
        let owner = self.0.store.read(scope, find).await?.user;
        self.cancel_of(scope, owner, session).await?;
        Ok(())
    }

    /// Tells whoever listens to a message's answer that a person will give it.
    pub(crate) fn tell_held(&self, message: &Unanswered) {
        let live = self.0.lives.of(message.turn);
        self.0.lives.forget(message.turn);
        for news in held_news(message.turn, message.language, &message.operator) {
            live.tell(news);
        }
    }
}

/// A message that is left to a person.
#[derive(Clone, Debug)]
pub(crate) struct Unanswered {
    pub(crate) turn: TurnId,
    pub(crate) language: Option<Language>,
    pub(crate) operator: Operator,
}

/// What those hear who wait for the words of an answer.
#[expect(clippy::disallowed_methods, reason = "the program's own words")]
pub(crate) fn held_news(turn: TurnId, language: Option<Language>, operator: &Operator) -> Vec<News> {
    let name = &operator.name;
    let text = match language.unwrap_or_default() {
        Language::Es => format!("{name} lleva esta conversación ahora y le responderá aquí."),
        Language::En => format!("{name} has taken over this conversation and will answer you here."),
    };
    let end = TurnEnd {
        turn,
        how: How::Completed,
        message: None,
        model: String::new(),
        stop_reason: StopReason::EndTurn,
        usage: Usage::default(),
        citations: Vec::new(),
    };
    vec![News::Text(Screened::own(text.into())), News::Ended(Arc::new(end))]
}

struct Taken {
    escalation: Escalation,
    appended: Vec<Appended>,
    unanswered: Vec<Unanswered>,
    /// Whether the caller did not have it already.
    is_new: bool,
}

fn take_in(tx: &mut Tx<'_>, id: EscalationId, user: UserId) -> Result<Taken, InboxError> {
    let escalation = escalation_in(tx, id)?;
    let session = any_session(tx, escalation.session)?.id;
    match locked_holder(tx, session)? {
        Some(holder) if holder.user == user => {
            return Ok(Taken { escalation, appended: Vec::new(), unanswered: Vec::new(), is_new: false });
        }
        Some(holder) => return Err(InboxError::Held { by: holder.name }),
        None => {}
    }
    // As it is now that the session is locked.
    if escalation_in(tx, id)?.status == EscalationStatus::Closed {
        return Err(InboxError::Closed);
    }
    holds::take(tx, session, user)?;
    escalations::take(tx, id, user)?;
    let operator = operator_of(tx, user)?;
    let taken = outside_turns(Event::SessionTaken(SessionTaken { operator: operator.clone() }));
    let mut appended = vec![EventLog::append_in(tx, session, vec![taken])?];
    let mut unanswered = Vec::new();
    for turn in turns::leave_unanswered(tx, session)? {
        let (message, events) = unanswered_in(tx, &turn, operator.clone())?;
        unanswered.push(message);
        appended.push(events);
    }
    Ok(Taken { escalation: escalation_in(tx, id)?, appended, unanswered, is_new: true })
}

/// Records what waited in line, for the person who answers now.
fn unanswered_in(
    tx: &mut Tx<'_>,
    turn: &Turn,
    operator: Operator,
) -> Result<(Unanswered, Appended), ConversationError> {
    let input: Input = from_json(turn.input.as_deref().unwrap_or_default())?;
    let said = UserMessage {
        held_by: Some(Box::new(operator.clone())),
        routing: None,
        ..said(turn.message, &input)
    };
    let appended = EventLog::append_in(tx, turn.session, vec![of_turn(said, turn.id, turn.trace)])?;
    Ok((Unanswered { turn: turn.id, language: input.language, operator }, appended))
}

/// Takes a message in a session that a person has: recorded, and answered by nobody else. The session is locked.
pub(crate) fn receive_held(
    tx: &mut Tx<'_>,
    new: &NewTurn,
    holder: Holder,
) -> Result<(Unanswered, Appended), ConversationError> {
    turns::accept_unanswered(tx, new)?;
    let turn = turns::find(tx, new.session, new.id)?.ok_or(ConversationError::TurnLost)?;
    unanswered_in(tx, &turn, operator(holder))
}

fn of_turn(said: UserMessage, turn: TurnId, trace: TraceId) -> NewEvent {
    NewEvent {
        id: EventId::generate(),
        event: Event::UserMessageSent(said),
        index: crate::turn::line::USER_MESSAGE,
        turn: Some(turn),
        trace,
    }
}

/// Locks the session, and says who has it.
fn locked_holder(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Holder>, ConversationError> {
    event_log::reserve(tx, session, 0)?.ok_or_else(ConversationError::no_session)?;
    tx.tick();
    Ok(holds::holder(tx, session)?)
}

pub(crate) fn operator(holder: Holder) -> Operator {
    Operator { id: holder.user, name: holder.name }
}

fn operator_of(tx: &mut Tx<'_>, user: UserId) -> Result<Operator, ConversationError> {
    let name = accounts::find(tx, user)?.map(|user| user.name).unwrap_or_default();
    Ok(Operator { id: user, name })
}

/// Who works the inbox is a person.
pub(crate) fn person(scope: &Scope) -> Result<UserId, ConversationError> {
    scope.user().ok_or(ConversationError::NotFound { what: "escalation" })
}
