//! `ask`: a message in a session of its own, for doors whose callers keep the conversation themselves.

use conserje_agents::By;
use conserje_kernel::{Scope, SessionId, TurnId};
use conserje_store::turns;

use crate::turn::live::{News, Watching};
use crate::{ConversationError, Conversations, Incoming, NewSession};

/// A turn whose words are listened to.
pub struct Asked {
    pub session: SessionId,
    pub turn: TurnId,
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
    ) -> Result<Asked, ConversationError> {
        // A message that will not be taken leaves no empty session behind.
        self.screen(&incoming)?;
        if session.is_none()
            && let Err(over) = self.within_budget(scope).await
            && self.first_to_answer(scope, &incoming).await?.by != By::Urgency
        {
            return Err(over);
        }
        let turn = incoming.turn;
        let watching = self.watch(turn);
        let session = match session {
            Some(session) => session,
            None => self.create_session(scope, SessionId::generate(), NewSession::default()).await?.id,
        };
        self.receive(scope, session, incoming).await?;
        Ok(Asked { session, turn, conversations: self.clone(), scope: scope.clone(), watching })
    }
}

impl Asked {
    /// What has happened since the last call; `None` if the turn has ended and its end was not heard here,
    /// because another node had it.
    pub async fn next(&mut self) -> Result<Option<Vec<News>>, ConversationError> {
        let (session, turn) = (self.session, self.turn);
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
