//! A session as a file: JSON for programs, Markdown for people.

use std::fmt::Write as _;

use conserje_events::{EventLog, RecordedEvent};
use conserje_kernel::{MessageRole, Scope, SessionId};
use conserje_store::Tx;
use conserje_store::sessions::{self as stored, Session};

use crate::sessions::keep::{Message, owner, read_messages};
use crate::{ConversationError, Conversations};

/// All of a session, as of one moment.
#[derive(Clone, Debug)]
pub struct Exported {
    pub session: Session,
    pub messages: Vec<Message>,
    pub events: Vec<RecordedEvent>,
}

impl Conversations {
    pub async fn export(&self, scope: &Scope, id: SessionId) -> Result<Exported, ConversationError> {
        let user = owner(scope, id)?;
        let read = move |tx: &mut Tx<'_>| {
            let session = stored::find(tx, user, id)?.ok_or_else(ConversationError::no_session)?;
            let messages = read_messages(tx, user, id, 0, usize::MAX)?;
            let events = EventLog::after_in(tx, id, 0, usize::MAX)?;
            Ok::<_, ConversationError>(Exported { session, messages, events })
        };
        self.0.store.read(scope, read).await
    }
}

impl Exported {
    /// Readable as it is, and by any Markdown viewer.
    pub fn to_markdown(&self) -> String {
        let title = self.session.title.as_deref().unwrap_or("Untitled");
        let mut text =
            format!("# {}\n\n{} · {}\n", one_line(title), self.session.id, self.session.created_at);
        for Message { message, citations, .. } in &self.messages {
            let who = match (message.role, &message.agent, &message.operator) {
                (MessageRole::User, _, _) => "User".to_owned(),
                (MessageRole::Assistant, _, Some(operator)) => one_line(operator),
                (MessageRole::Assistant, Some(agent), None) => format!("Assistant ({agent})"),
                (MessageRole::Assistant, None, None) if message.about.is_some() => "Notice".to_owned(),
                (MessageRole::Assistant, None, None) => "Assistant".to_owned(),
            };
            // Writing to a String cannot fail.
            let _ = write!(text, "\n## {who}\n\n*{}*\n\n{}\n", message.created_at, quoted(&message.content));
            for citation in citations {
                let page = citation.page.map(|page| format!(", p. {page}")).unwrap_or_default();
                let _ = write!(text, "\n- {}{page}", one_line(&citation.file_name));
            }
            if !citations.is_empty() {
                text.push('\n');
            }
        }
        text
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As a quotation, so that a message cannot pass for a heading of the export.
fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") })
        .collect::<Vec<_>>()
        .join("\n")
}
