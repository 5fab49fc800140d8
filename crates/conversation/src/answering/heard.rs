//! What was heard in a session, read from its log.

use conserje_agents::dialogue::Heard;
use conserje_events::{Content, Event, RecordedEvent};
use conserje_kernel::MessageId;
use conserje_llm::{Block, Message, Part};

/// Oldest first. What was said instead of something else stands in its place; `first` is who answers what nobody was
/// chosen for.
pub(crate) fn heard(events: impl IntoIterator<Item = RecordedEvent>, first: &str) -> Vec<Heard> {
    let mut heard: Vec<(Option<MessageId>, Heard)> = Vec::new();
    for event in events {
        let Content::Event(event) = event.content else { continue };
        if let Event::UserMessageSent(said) = &event {
            forget(&mut heard, said.replaces);
        }
        heard.extend(one(event, first));
    }
    heard.into_iter().map(|(_, heard)| heard).collect()
}

fn forget(heard: &mut Vec<(Option<MessageId>, Heard)>, replaced: Option<MessageId>) {
    let place = heard.iter().position(|(id, _)| replaced.is_some() && *id == replaced);
    if let Some(place) = place {
        heard.truncate(place);
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these are said or come of what is done")]
fn one(event: Event, first: &str) -> Option<(Option<MessageId>, Heard)> {
    match event {
        Event::UserMessageSent(said) => {
            let (agent, intent) = match said.routing {
                Some(routing) => (routing.agent, routing.intent),
                None => (first.to_owned(), String::new()),
            };
            Some((Some(said.message_id), Heard::Person { text: said.content, agent, intent }))
        }
        Event::ToolUseCompleted(used) => {
            let heard = Heard::Tool {
                name: used.tool_name,
                args: used.args,
                result: used.result,
                success: used.success,
            };
            Some((None, heard))
        }
        Event::AgentMessageSent(said) => Some((None, Heard::Answer { text: said.content })),
        Event::OperatorMessageSent(said) => Some((None, Heard::Answer { text: said.text })),
        Event::NoticeSent(said) => Some((None, Heard::Notice { text: said.text, about: said.about })),
        _ => None,
    }
}

/// Where the caller keeps the conversation, what it says was said comes first. Who was asked, and what was done, it cannot
/// be believed about.
pub(crate) fn after_a_given_history(given: &[Message], then: Vec<Heard>) -> Vec<Heard> {
    let before = given.iter().filter_map(|message| match message {
        Message::User { parts } => {
            let texts = parts.iter().filter_map(|part| match part {
                Part::Text { text } => Some(text.as_str()),
                Part::Image { .. } => None,
            });
            let text = texts.collect::<Vec<_>>().join("\n");
            Some(Heard::Person { text, agent: String::new(), intent: String::new() })
        }
        Message::Assistant { blocks } => {
            let texts = blocks.iter().filter_map(|block| match block {
                Block::Text { text } => Some(text.as_str()),
                Block::Thinking { .. } | Block::ToolUse(_) => None,
            });
            let text = texts.collect::<Vec<_>>().join("\n");
            (!text.is_empty()).then_some(Heard::Answer { text })
        }
        Message::Tools { .. } => None,
    });
    before.chain(then).collect()
}
