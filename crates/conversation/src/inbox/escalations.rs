//! The inbox: conversations in which a person was asked for, as those see them who work it.
//!
//! Whether the caller may is asked by the door (`inbox:work`): here every session of the tenant can be read, by its
//! escalation and no other way.

use std::sync::Arc;
use std::time::Duration;

use conserje_events::{Follower, RecordedEvent};
use conserje_kernel::{EscalationId, NoteId, Page, PageRequest, Permission, Scope, UserId, allows};
use conserje_store::desk::escalations::{self, Escalation, Shown, Standing};
use conserje_store::desk::notes::{self, Note};
use conserje_store::{Tx, accounts};
use tokio::sync::watch;

use crate::inbox::held::person;
use crate::{ConversationError, Conversations, InboxError};

/// The longest note, in characters.
pub const NOTE_LIMIT: usize = 4000;
/// Another node may have changed something: how often it is looked for.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Wakes those who watch the inbox.
#[derive(Clone)]
pub(crate) struct Changes(Arc<watch::Sender<u64>>);

impl Default for Changes {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

impl Changes {
    pub(crate) fn tell(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// One listener's view of the inbox.
pub struct InboxWatch {
    conversations: Conversations,
    scope: Scope,
    changes: watch::Receiver<u64>,
    last: Option<Standing>,
}

impl InboxWatch {
    /// How the inbox stands, at once and then whenever something in it has changed. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Standing, ConversationError> {
        loop {
            self.changes.borrow_and_update();
            let standing = self.conversations.inbox_standing(&self.scope).await?;
            if self.last != Some(standing) {
                self.last = Some(standing);
                return Ok(standing);
            }
            // Whether told or timed out, the rows say what is.
            drop(tokio::time::timeout(LOOK_AGAIN, self.changes.changed()).await);
        }
    }
}

impl Conversations {
    pub(crate) fn inbox_changed(&self) {
        self.0.inbox.tell();
    }

    pub async fn inbox(
        &self,
        scope: &Scope,
        shown: Shown,
        page: PageRequest,
    ) -> Result<Page<Escalation>, ConversationError> {
        Ok(self.0.store.read(scope, move |tx| escalations::list(tx, shown, &page)).await?)
    }

    pub async fn inbox_standing(&self, scope: &Scope) -> Result<Standing, ConversationError> {
        Ok(self.0.store.read(scope, escalations::standing).await?)
    }

    /// How the inbox stands, and then every change of it.
    pub fn watch_inbox(&self, scope: &Scope) -> InboxWatch {
        InboxWatch {
            conversations: self.clone(),
            scope: scope.clone(),
            changes: self.0.inbox.0.subscribe(),
            last: None,
        }
    }

    pub async fn escalation(
        &self,
        scope: &Scope,
        id: EscalationId,
    ) -> Result<(Escalation, Vec<Note>), ConversationError> {
        let read = move |tx: &mut Tx<'_>| {
            let escalation = escalation_in(tx, id)?;
            Ok((escalation, notes::of_escalation(tx, id)?))
        };
        self.0.store.read(scope, read).await
    }

    /// Somebody is to see to it, or nobody in particular.
    pub async fn assign(
        &self,
        scope: &Scope,
        id: EscalationId,
        to: Option<UserId>,
    ) -> Result<Escalation, InboxError> {
        let assign = move |tx: &mut Tx<'_>| {
            escalation_in(tx, id)?;
            if let Some(to) = to {
                let found = accounts::find(tx, to)?.filter(|user| user.disabled_at.is_none());
                let user = found.ok_or(ConversationError::NotFound { what: "user" })?;
                if !allows(user.role, Permission::WorkInbox) {
                    return Err(InboxError::MayNotWork { name: user.name });
                }
            }
            if !escalations::assign(tx, id, to)? {
                return Err(InboxError::Closed);
            }
            Ok(escalation_in(tx, id)?)
        };
        let escalation = self.0.store.write(scope, assign).await?;
        self.inbox_changed();
        Ok(escalation)
    }

    /// Notes something for colleagues. It is not in the log: no model and no customer is told.
    pub async fn note(
        &self,
        scope: &Scope,
        id: EscalationId,
        note: NoteId,
        text: &str,
    ) -> Result<Note, InboxError> {
        let author = person(scope)?;
        let text = text.trim().replace('\0', "\u{fffd}");
        if text.is_empty() || text.chars().count() > NOTE_LIMIT {
            return Err(InboxError::BadNote { limit: NOTE_LIMIT });
        }
        let add = move |tx: &mut Tx<'_>| {
            escalation_in(tx, id)?;
            notes::add(tx, id, note, (author, &text))?;
            escalations::touch(tx, id)?;
            let written = notes::of_escalation(tx, id)?.into_iter().find(|other| other.id == note);
            written.ok_or(ConversationError::NotFound { what: "note" })
        };
        let written = self.0.store.write(scope, add).await?;
        self.inbox_changed();
        Ok(written)
    }

    /// The conversation that a person was asked for: its events after a number.
    pub async fn escalated_events(
        &self,
        scope: &Scope,
        id: EscalationId,
        after: i64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, ConversationError> {
        let session = self.escalation(scope, id).await?.0.session;
        Ok(self.0.log.after(scope, session, after, limit).await?)
    }

    /// The conversation that a person was asked for: everything after a number, and then what comes.
    pub async fn follow_escalated(
        &self,
        scope: &Scope,
        id: EscalationId,
        after: i64,
    ) -> Result<(conserje_kernel::SessionId, Follower), ConversationError> {
        let session = self.escalation(scope, id).await?.0.session;
        Ok((session, self.0.log.follow(scope, session, after)))
    }
}

pub(crate) fn escalation_in(tx: &mut Tx<'_>, id: EscalationId) -> Result<Escalation, ConversationError> {
    escalations::find(tx, id)?.ok_or(ConversationError::NotFound { what: "escalation" })
}
