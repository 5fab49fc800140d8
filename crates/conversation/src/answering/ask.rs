//! `ask`: a message whose answer is listened to, in a session that is there or in one of its own.

use std::time::Duration;

use conserje_kernel::{RoutedBy, Scope, SessionId};
use conserje_store::turns;

use crate::turn::live::{News, Watching};
use crate::turn::message::{Accepted, AcceptedState, Incoming};
use crate::{ConversationError, Conversations, SendError};

/// A turn whose words are listened to.
pub struct Asked {
    pub session: SessionId,
    pub accepted: Accepted,
    conversations: Conversations,
    scope: Scope,
    watching: Watching,
}

impl Conversations {
    /// Takes a message, in a new session unless one is named, and listens to its turn from the first word.
    pub async fn ask(
        &self,
        scope: &Scope,
        session: Option<SessionId>,
        incoming: Incoming,
    ) -> Result<Asked, SendError> {
        let is_new = session.is_none();
        if is_new {
            // A message that will not be taken makes no session.
            self.screen(&incoming)?;
        }
        if is_new
            && let Some(budget) = self.used_up(scope).await?
            && self.first_to_answer(scope, &incoming).await?.by != RoutedBy::Urgency
        {
            return Err(SendError::OverBudget(budget));
        }
        let watching = self.watch(incoming.turn);
        let session = match session {
            Some(session) => session,
            None => self.open_session(scope).await?,
        };
        let accepted = match self.receive(scope, session, incoming).await {
            Ok(accepted) => accepted,
            Err(error) => {
                if is_new && let Err(error) = self.delete_session(scope, session).await {
                    tracing::debug!(session.id = %session, "The empty session {session} stays: {error}");
                }
                return Err(error);
            }
        };
        Ok(Asked { session, accepted, conversations: self.clone(), scope: scope.clone(), watching })
    }
}

impl Asked {
    /// For whoever listens in a way of their own.
    pub fn into_watching(self) -> Watching {
        self.watching
    }

    /// Whether, within this time, the turn ended or waits for a person. What no turn answers has ended.
    pub async fn ends_within(&mut self, patience: Duration) -> Result<bool, ConversationError> {
        if matches!(self.accepted.state, AcceptedState::Finished { .. } | AcceptedState::Held { .. }) {
            return Ok(true);
        }
        let Self { session, accepted, conversations, scope, watching } = self;
        let ended = conversations.until_end(scope, *session, accepted.turn, watching);
        tokio::time::timeout(patience, ended).await.map_or(Ok(false), |ended| ended.map(|()| true))
    }

    /// What has happened since the last call; `None` if the turn has ended and its end was not heard here,
    /// because another node had it.
    pub async fn next(&mut self) -> Result<Option<Vec<News>>, ConversationError> {
        let (session, turn) = (self.session, self.accepted.turn);
        loop {
            if let Ok(news) =
                tokio::time::timeout(crate::turn::cancel::LOOK_AGAIN, self.watching.next()).await
            {
                return Ok(Some(news));
            }
            let look = move |tx: &mut conserje_store::Tx<'_>| turns::find(tx, session, turn);
            let found = self.conversations.0.store.read(&self.scope, look).await?;
            if found.is_none_or(|turn| !matches!(turn.state.as_str(), "waiting" | "running")) {
                // It may have ended between the two looks.
                let last = tokio::time::timeout(std::time::Duration::ZERO, self.watching.next()).await;
                return Ok(last.ok());
            }
        }
    }
}
