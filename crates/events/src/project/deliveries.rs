//! What goes out to people who write through a channel: the answers of their turns, and that there is none.

use conserje_kernel::DeliveryKind;
use conserje_store::Tx;
use conserje_store::channels::outgoing::{self, ToSay};

use crate::event::Event;
use crate::log::{Content, EventError, RecordedEvent};
use crate::payload::StopReason;

/// Puts what an event says in the line of its contact, if its session has one; once, however often it is projected.
pub(super) fn queue(tx: &mut Tx<'_>, event: &RecordedEvent) -> Result<(), EventError> {
    let Content::Event(content) = &event.content else { return Ok(()) };
    let Some((kind, text)) = said(content) else { return Ok(()) };
    let say = ToSay {
        session: event.session,
        cause: &event.id.to_string(),
        sequence: event.sequence,
        kind,
        // The event keeps it; a PostgreSQL column cannot.
        content: &text.replace('\0', "\u{fffd}"),
    };
    outgoing::queue(tx, &say)?;
    Ok(())
}

fn said(content: &Event) -> Option<(DeliveryKind, String)> {
    if let Event::AgentMessageSent(said) = content {
        // What is said on the way to a tool is no answer yet; what was stopped is none any more.
        let is_answer = match said.stop_reason {
            StopReason::EndTurn | StopReason::MaxTokens | StopReason::StopSequence => true,
            StopReason::ToolUse | StopReason::Cancelled => false,
        };
        return (is_answer && !said.content.trim().is_empty())
            .then(|| (DeliveryKind::Answer, said.content.clone()));
    }
    if let Event::ErrorOccurred(error) = content {
        return (error.code != "turn_cancelled").then(|| (DeliveryKind::Failure, error.code.clone()));
    }
    // By its stored name: whoever else speaks in a session says it in `text`.
    match content.kind() {
        "operator_message_sent" => Some((DeliveryKind::Operator, text_of(content)?)),
        "notice_sent" => Some((DeliveryKind::Notice, text_of(content)?)),
        _ => None,
    }
}

fn text_of(content: &Event) -> Option<String> {
    let (_, _, data) = content.encode().ok()?;
    let data: serde_json::Value = serde_json::from_str(&data).ok()?;
    Some(data.get("text")?.as_str()?.to_owned()).filter(|text| !text.trim().is_empty())
}
