//! Stopping a turn.

use conserje_kernel::{Scope, SessionId, TurnId, UserId};
use conserje_store::{Tx, sessions as stored, turns};

use crate::sessions::keep::owner;
use crate::turn::live::Watching;
use crate::{ConversationError, Conversations};

/// How often a decision may come between a turn that waits and the wish to stop it.
const ATTEMPTS: usize = 3;

impl Conversations {
    /// Stops the session's running turn; what was said by then stays. `None` if none runs.
    pub async fn cancel(
        &self,
        scope: &Scope,
        session: SessionId,
    ) -> Result<Option<TurnId>, ConversationError> {
        let user = owner(scope, session)?;
        self.cancel_of(scope, user, session).await
    }

    /// The same for a session of somebody else, for those who may.
    pub(crate) async fn cancel_of(
        &self,
        scope: &Scope,
        user: UserId,
        session: SessionId,
    ) -> Result<Option<TurnId>, ConversationError> {
        for _ in 0..ATTEMPTS {
            let request = move |tx: &mut Tx<'_>| {
                stored::lock(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
                Ok::<_, ConversationError>(turns::request_cancel(tx, session)?)
            };
            let Some(turn) = self.0.store.write(scope, request).await? else { return Ok(None) };
            let id = turn.id;
            if turn.state == "paused" {
                if !self.cancel_paused(scope, id).await? {
                    // A decision came in between: the turn runs, or has ended.
                    continue;
                }
            } else if !self.0.running.cancel(id) {
                tracing::debug!(turn.id = %id, "Turn {id} runs elsewhere, which will see that it is to stop");
            }
            return Ok(Some(id));
        }
        Ok(None)
    }

    /// Listens to a turn, word by word. Listen before sending its message, so that nothing is missed.
    pub fn watch(&self, turn: TurnId) -> Watching {
        self.0.lives.watch(turn)
    }
}

/// A turn may end on another node, whose words are not heard here: how often its row is looked at.
pub(crate) const LOOK_AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// How long a caller waits for what was recorded to be readable.
const READABLE_WITHIN: std::time::Duration = std::time::Duration::from_secs(5);

impl Conversations {
    /// Returns once the turn has ended or waits for a person. `watching` was taken before its message was sent.
    pub(crate) async fn until_end(
        &self,
        scope: &Scope,
        session: SessionId,
        turn: TurnId,
        watching: &mut Watching,
    ) -> Result<(), ConversationError> {
        loop {
            match tokio::time::timeout(LOOK_AGAIN, watching.next()).await {
                Ok(news) if news.iter().any(|news| matches!(news, crate::turn::live::News::Ended(_))) => {
                    return Ok(());
                }
                Ok(_) => {}
                Err(_) => {
                    if self.is_over(scope, session, turn).await? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Returns once what was recorded is what people read: messages are projected a moment after their events. Whoever
    /// waits longer than that is slow in making them, not the answer; it is there all the same.
    pub async fn until_readable(&self, scope: &Scope, events: &[crate::RecordedEvent]) {
        let Some(last) = events.last() else { return };
        if let Err(error) = self.0.log.await_persistence(scope, last.id, READABLE_WITHIN).await {
            tracing::warn!(session.id = %last.session, "What a turn said cannot be read yet: {error}");
        }
    }

    /// All events of one turn, which come after this number.
    pub async fn events_of_turn(
        &self,
        scope: &Scope,
        session: SessionId,
        turn: TurnId,
        after: i64,
    ) -> Result<Vec<crate::RecordedEvent>, ConversationError> {
        const PAGE: usize = 200;
        let (mut last, mut own) = (after, Vec::new());
        loop {
            let events = self.0.log.after(scope, session, last, PAGE).await?;
            let count = events.len();
            last = events.last().map_or(last, |event| event.sequence);
            own.extend(events.into_iter().filter(|event| event.turn == Some(turn)));
            if count < PAGE {
                return Ok(own);
            }
        }
    }
}
