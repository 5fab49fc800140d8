//! What people think of answers.

use conserje_kernel::{MessageId, MessageRole, Page, PageRequest, Scope, SessionId};
use conserje_store::feedback::{self, Feedback};
use conserje_store::{Tx, messages, sessions};

use crate::sessions::keep::owner;
use crate::{ConversationError, Conversations, SessionError};

const LONGEST_COMMENT: usize = 1000;

/// Whether an answer was any good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    Up,
    Down,
}

impl Rating {
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// What somebody thinks of an answer.
#[derive(Clone, Debug)]
pub struct Opinion {
    pub rating: Rating,
    /// A word of a short list that the door keeps.
    pub reason: Option<String>,
    pub comment: Option<String>,
}

impl Conversations {
    /// In place of what the person said of it before.
    pub async fn rate(
        &self,
        scope: &Scope,
        session: SessionId,
        message: MessageId,
        opinion: Opinion,
    ) -> Result<Feedback, SessionError> {
        let user = owner(scope, session)?;
        let comment = opinion.comment.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        if comment.as_ref().is_some_and(|text| text.chars().count() > LONGEST_COMMENT) {
            return Err(SessionError::LongComment { limit: LONGEST_COMMENT });
        }
        let rate = move |tx: &mut Tx<'_>| {
            sessions::find(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            if messages::role_of(tx, session, message)? != Some(MessageRole::Assistant) {
                return Err(ConversationError::NotFound { what: "message" }.into());
            }
            let rating = opinion.rating.name().to_owned();
            let (reason, created_at) = (opinion.reason, tx.now());
            let given = Feedback { message, session, user, rating, reason, comment, created_at };
            feedback::put(tx, &given)?;
            Ok(given)
        };
        self.0.store.write(scope, rate).await
    }

    pub async fn unrate(
        &self,
        scope: &Scope,
        session: SessionId,
        message: MessageId,
    ) -> Result<(), ConversationError> {
        let user = owner(scope, session)?;
        let remove = move |tx: &mut Tx<'_>| {
            sessions::find(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            feedback::remove(tx, user, message).map_err(ConversationError::from)
        };
        self.0.store.write(scope, remove).await
    }

    /// Of the whole tenant, the latest first.
    pub async fn feedback(
        &self,
        scope: &Scope,
        rating: Option<Rating>,
        page: PageRequest,
    ) -> Result<Page<Feedback>, ConversationError> {
        let list = move |tx: &mut Tx<'_>| feedback::list(tx, rating.map(Rating::name), &page);
        Ok(self.0.store.read(scope, list).await?)
    }
}
