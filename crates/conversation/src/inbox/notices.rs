//! What the business tells the other side of a session unasked: an appointment was moved, an order is ready.

use conserje_events::{Event, EventLog, NewEvent, Notice};
use conserje_guard::screen_message;
use conserje_kernel::{EventId, MessageId, Scope, SessionId, TraceId};
use conserje_store::{StoreError, Tx, sessions as stored};

use crate::{ConversationError, Conversations, InboxError};

impl Conversations {
    /// Says something in a session without a turn, whoever's session it is: the door has asked whether its caller may.
    /// `about` is a word for programs, such as `appointment`.
    pub async fn notify(
        &self,
        scope: &Scope,
        session: SessionId,
        text: String,
        about: String,
    ) -> Result<(), InboxError> {
        let text = screen_message(&text, self.0.options.limits)?.into_inner();
        let notice = Notice { message_id: MessageId::generate(), text, about };
        Ok(self.tell(scope, session, Event::NoticeSent(notice)).await?)
    }

    /// As [`Conversations::notify`], if `claim` says so: in the transaction of what it writes, so that it is said once, and
    /// never without that. Whether it was said.
    pub async fn notify_if<F>(
        &self,
        scope: &Scope,
        session: SessionId,
        (text, about): (String, String),
        claim: F,
    ) -> Result<bool, InboxError>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<bool, StoreError> + Send + 'static,
    {
        let text = screen_message(&text, self.0.options.limits)?.into_inner();
        let event = Event::NoticeSent(Notice { message_id: MessageId::generate(), text, about });
        let append = move |tx: &mut Tx<'_>| {
            if !claim(tx)? {
                return Ok(None);
            }
            any_session(tx, session)?;
            Ok::<_, ConversationError>(Some(EventLog::append_in(tx, session, vec![outside_turns(event)])?))
        };
        let appended = self.0.store.write(scope, append).await?;
        let is_said = appended.is_some();
        if let Some(appended) = appended {
            self.0.log.announce(appended);
        }
        Ok(is_said)
    }

    /// Appends what belongs to no turn to a session of the tenant, and tells whoever follows it.
    async fn tell(&self, scope: &Scope, session: SessionId, event: Event) -> Result<(), ConversationError> {
        let append = move |tx: &mut Tx<'_>| {
            any_session(tx, session)?;
            Ok::<_, ConversationError>(EventLog::append_in(tx, session, vec![outside_turns(event)])?)
        };
        let appended = self.0.store.write(scope, append).await?;
        self.0.log.announce(appended);
        Ok(())
    }
}

/// A session of the tenant, whoever's, that was not deleted.
pub(crate) fn any_session(tx: &mut Tx<'_>, id: SessionId) -> Result<stored::Session, ConversationError> {
    let record = stored::record(tx, id)?.filter(|record| record.deleted_at.is_none());
    Ok(record.ok_or_else(ConversationError::no_session)?.session)
}

/// An event that belongs to no turn.
pub(crate) fn outside_turns(event: Event) -> NewEvent {
    NewEvent { id: EventId::generate(), event, index: 0, turn: None, trace: TraceId::generate() }
}
