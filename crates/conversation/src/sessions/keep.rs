//! Sessions: create, list, read, rename, delete.

use std::time::Duration;

use conserje_events::{Follower, RecordedEvent};
use conserje_kernel::{JobKind, Page, PageRequest, Scope, SessionId, UserId};
use conserje_store::desk::escalations;
use conserje_store::feedback::{self, Feedback};
use conserje_store::jobs::{self, NewJob};
use conserje_store::messages::{self, CitationRow, MessageRow};
use conserje_store::sessions::{self, Named, Search, Session, Title};
use conserje_store::{Tx, holds, turns};
use conserje_text::fold_keeping_enye;

use crate::{ConversationError, Conversations, SessionError};

/// The longest title a person may give, in characters.
pub const TITLE_LIMIT: usize = 200;
/// A title made up from the first message is shorter.
const MADE_UP_TITLE: usize = 60;

/// What is said of a session as it is made.
#[derive(Clone, Debug, Default)]
pub struct NewSession {
    /// None: the first message names it.
    pub title: Option<String>,
    /// None: who answers is chosen message by message.
    pub assistant: Option<String>,
}

/// What becomes of a session; what is not said stays.
#[derive(Clone, Debug, Default)]
pub struct SessionChange {
    pub title: Option<String>,
    pub is_pinned: Option<bool>,
    pub assistant: Option<With>,
}

/// Which assistant a session is with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum With {
    /// Whoever fits, message by message.
    Anybody,
    Assistant(String),
}

impl With {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Anybody => None,
            Self::Assistant(name) => Some(name),
        }
    }
}

/// A session and what is going on in it.
#[derive(Clone, Debug)]
pub struct SessionState {
    pub session: Session,
    pub running: i64,
    pub waiting: i64,
}

/// A message with what it rests on.
#[derive(Clone, Debug)]
pub struct Message {
    pub message: MessageRow,
    pub citations: Vec<CitationRow>,
    /// What its reader thinks of it.
    pub feedback: Option<Feedback>,
}

/// The person whose own sessions these are. A system job or a share has none, and so finds none.
fn person(scope: &Scope) -> Result<UserId, ConversationError> {
    scope.user().ok_or_else(ConversationError::no_session)
}

/// Whose the session is, as far as the caller may know.
pub(crate) fn owner(scope: &Scope, session: SessionId) -> Result<UserId, ConversationError> {
    scope.owner_of(session).ok_or_else(ConversationError::no_session)
}

impl Conversations {
    /// Makes a session. The same id again, from the same user, is the same session.
    pub async fn create_session(
        &self,
        scope: &Scope,
        id: SessionId,
        new: NewSession,
    ) -> Result<Session, SessionError> {
        let user = person(scope)?;
        let title = new.title.as_deref().map(checked_title).transpose()?;
        if let Some(assistant) = &new.assistant {
            self.knows_assistant(scope, assistant).await?;
        }
        let create = move |tx: &mut Tx<'_>| {
            let mut session = sessions::create(tx, id, user)?.ok_or_else(ConversationError::no_session)?;
            if let Some(assistant) = &new.assistant {
                let changed = sessions::set_assistant(tx, user, id, Some(assistant))?;
                session = changed.ok_or_else(ConversationError::no_session)?;
            }
            match title {
                None => Ok(session),
                Some(title) => name(tx, user, id, &title, Named::ByPerson),
            }
        };
        Ok(self.0.store.write(scope, create).await?)
    }

    /// A session without a name, for a message that begins one.
    pub(crate) async fn open_session(&self, scope: &Scope) -> Result<SessionId, ConversationError> {
        let (id, user) = (SessionId::generate(), person(scope)?);
        let create = move |tx: &mut Tx<'_>| sessions::create(tx, id, user);
        self.0.store.write(scope, create).await?.ok_or_else(ConversationError::no_session)?;
        Ok(id)
    }

    pub async fn list_sessions(
        &self,
        scope: &Scope,
        query: Option<&str>,
        page: PageRequest,
    ) -> Result<Page<Session>, ConversationError> {
        let user = person(scope)?;
        let text = query
            .map(fold_keeping_enye)
            .filter(|text| !text.trim().is_empty())
            .map(|text| text.trim().to_owned());
        let list = move |tx: &mut Tx<'_>| sessions::list(tx, user, &Search { text }, &page);
        Ok(self.0.store.read(scope, list).await?)
    }

    pub async fn session(&self, scope: &Scope, id: SessionId) -> Result<SessionState, ConversationError> {
        let user = owner(scope, id)?;
        let read = move |tx: &mut Tx<'_>| {
            let session = sessions::find(tx, user, id)?.ok_or_else(ConversationError::no_session)?;
            let (running, waiting) = turns::open(tx, id)?;
            Ok(SessionState { session, running, waiting })
        };
        self.0.store.read(scope, read).await
    }

    /// Another title, another place in the list, another assistant.
    pub async fn change_session(
        &self,
        scope: &Scope,
        id: SessionId,
        change: SessionChange,
    ) -> Result<Session, SessionError> {
        let user = owner(scope, id)?;
        let SessionChange { title, is_pinned, assistant } = change;
        let title = title.as_deref().map(checked_title).transpose()?;
        if let Some(With::Assistant(name)) = &assistant {
            self.knows_assistant(scope, name).await?;
        }
        let change = move |tx: &mut Tx<'_>| {
            if let Some(title) = title {
                name(tx, user, id, &title, Named::ByPerson)?;
            }
            if let Some(is_pinned) = is_pinned {
                sessions::pin(tx, user, id, is_pinned)?;
            }
            if let Some(with) = assistant {
                sessions::set_assistant(tx, user, id, with.name())?;
            }
            sessions::find(tx, user, id)?.ok_or_else(ConversationError::no_session)
        };
        Ok(self.0.store.write(scope, change).await?)
    }

    /// Hides the session now; a job erases its content later. What runs in it, or waits for a decision, stops.
    pub async fn delete_session(&self, scope: &Scope, id: SessionId) -> Result<(), ConversationError> {
        let user = owner(scope, id)?;
        self.cancel(scope, id).await?;
        let erase_after = self.0.options.erase_after;
        let delete = move |tx: &mut Tx<'_>| {
            if !sessions::delete(tx, user, id)? {
                return Err(ConversationError::no_session());
            }
            holds::release(tx, id)?;
            escalations::close_of_session(tx, id)?;
            // What began since: whoever runs it sees this before the next effect.
            turns::request_cancel(tx, id)?;
            let job = NewJob {
                kind: JobKind::EraseSession,
                payload: id.to_string(),
                run_after: tx.now().plus(erase_after),
                max_attempts: 10,
                time_limit: Duration::from_secs(300),
            };
            jobs::enqueue(tx, &job)?;
            Ok(())
        };
        self.0.store.write(scope, delete).await
    }

    /// Takes the content out of a deleted session. For the job that [`Conversations::delete_session`] left.
    pub async fn erase_session(&self, scope: &Scope, id: SessionId) -> Result<bool, ConversationError> {
        Ok(self.0.store.write(scope, move |tx| sessions::erase(tx, id)).await?)
    }

    /// Messages after a number, in order, with their citations, in three queries however many there are.
    pub async fn messages(
        &self,
        scope: &Scope,
        id: SessionId,
        after: i64,
        limit: usize,
    ) -> Result<Vec<Message>, ConversationError> {
        let user = owner(scope, id)?;
        self.0.store.read(scope, move |tx| read_messages(tx, user, id, after, limit)).await
    }

    /// Events after a number, in order.
    pub async fn events(
        &self,
        scope: &Scope,
        id: SessionId,
        after: i64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, ConversationError> {
        self.session(scope, id).await?;
        Ok(self.0.log.after(scope, id, after, limit).await?)
    }

    /// Everything after a number, and then what comes.
    pub async fn follow(
        &self,
        scope: &Scope,
        id: SessionId,
        after: i64,
    ) -> Result<Follower, ConversationError> {
        self.session(scope, id).await?;
        Ok(self.0.log.follow(scope, id, after))
    }
}

pub(crate) fn read_messages(
    tx: &mut Tx<'_>,
    user: UserId,
    id: SessionId,
    after: i64,
    limit: usize,
) -> Result<Vec<Message>, ConversationError> {
    sessions::find(tx, user, id)?.ok_or_else(ConversationError::no_session)?;
    let rows = messages::after(tx, id, after, limit)?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let citations = messages::citations_between(tx, id, first.sequence, last.sequence)?;
    let thoughts = feedback::of_session(tx, user, id)?;
    let hydrate = |message: MessageRow| {
        let own = citations.iter().filter(|citation| citation.message == message.id).cloned().collect();
        let thought = thoughts.iter().find(|thought| thought.message == message.id).cloned();
        Message { message, citations: own, feedback: thought }
    };
    Ok(rows.into_iter().map(hydrate).collect())
}

fn name(
    tx: &mut Tx<'_>,
    user: UserId,
    id: SessionId,
    shown: &str,
    named: Named,
) -> Result<Session, ConversationError> {
    let title = Title { shown, folded: &fold_keeping_enye(shown), named };
    sessions::rename(tx, user, id, &title)?.ok_or_else(ConversationError::no_session)
}

/// Names a session that has no name yet after its first message.
pub(crate) fn name_after(tx: &mut Tx<'_>, session: &Session, message: &str) -> Result<(), ConversationError> {
    if session.title.is_some() {
        return Ok(());
    }
    let shown = made_up_title(message);
    name(tx, session.user, session.id, &shown, Named::ByServer).map(drop)
}

fn made_up_title(message: &str) -> String {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let words: Vec<_> = line.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= MADE_UP_TITLE {
        return line;
    }
    let cut: String = line.chars().take(MADE_UP_TITLE - 1).collect();
    // At a word's end, unless that leaves next to nothing.
    let at_word = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    let kept = if at_word.chars().count() * 2 > MADE_UP_TITLE { at_word } else { &cut };
    format!("{kept}…")
}

fn checked_title(title: &str) -> Result<String, SessionError> {
    let fine = !title.trim().is_empty()
        && title.chars().count() <= TITLE_LIMIT
        && !title.chars().any(char::is_control);
    if fine { Ok(title.trim().to_owned()) } else { Err(SessionError::BadTitle { limit: TITLE_LIMIT }) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_made_up_title_is_the_first_line_cut_at_a_word() {
        assert_eq!(made_up_title("\n  ¿Cuánto   cuesta?  \nGracias"), "¿Cuánto cuesta?");
        let long = "palabra ".repeat(20);
        assert_eq!(made_up_title(&long), format!("{}…", ["palabra"; 7].join(" ")));
    }

    proptest! {
        #[test]
        fn a_made_up_title_is_never_too_long(message in "\\PC{0,300}") {
            prop_assert!(made_up_title(&message).chars().count() <= MADE_UP_TITLE);
        }
    }
}
