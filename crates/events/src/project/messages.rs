//! What was said, by whom.

use conserje_kernel::{MessageId, MessageRole};
use conserje_store::Tx;
use conserje_store::messages::{self, MessageRow};
use conserje_text::fold_keeping_enye;

use crate::event::Event;
use crate::log::{EventError, RecordedEvent};

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these are messages; a new kind has its own projection"
)]
pub(super) fn project(tx: &mut Tx<'_>, event: &RecordedEvent, content: &Event) -> Result<(), EventError> {
    let row = match content {
        Event::UserMessageSent(said) => {
            if let Some(replaced) = said.replaces {
                messages::replace(tx, event.session, replaced, (said.message_id, event.sequence))?;
            }
            row(event, MessageRole::User, (&said.content, said.message_id))
        }
        Event::AgentMessageSent(said) => MessageRow {
            agent: Some(said.agent.clone()),
            model: Some(said.model.clone()),
            stop_reason: Some(said.stop_reason.name().to_owned()),
            input_tokens: i64::try_from(said.usage.input_tokens).ok(),
            output_tokens: i64::try_from(said.usage.output_tokens).ok(),
            ..row(event, MessageRole::Assistant, (&said.content, said.message_id))
        },
        Event::OperatorMessageSent(said) => MessageRow {
            operator: Some(said.operator.name.clone()),
            ..row(event, MessageRole::Assistant, (&said.text, said.message_id))
        },
        Event::NoticeSent(said) => MessageRow {
            about: Some(said.about.clone()),
            ..row(event, MessageRole::Assistant, (&said.text, said.message_id))
        },
        _ => return Ok(()),
    };
    Ok(messages::put(tx, &row)?)
}

fn row(event: &RecordedEvent, role: MessageRole, (content, id): (&str, MessageId)) -> MessageRow {
    MessageRow {
        id,
        session: event.session,
        event: event.id,
        sequence: event.sequence,
        turn: event.turn,
        role,
        // The event keeps it; a PostgreSQL column cannot.
        content: content.replace('\0', "\u{fffd}"),
        search_text: fold_keeping_enye(content),
        agent: None,
        model: None,
        stop_reason: None,
        input_tokens: None,
        output_tokens: None,
        operator: None,
        about: None,
        created_at: event.timestamp,
    }
}
