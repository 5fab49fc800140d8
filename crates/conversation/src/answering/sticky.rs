//! Who had a conversation last, so that what says nothing to the rules reaches them.

use conserje_agents::Catalogue;
use conserje_events::{Content, Event, EventLog, RecordedEvent};
use conserje_kernel::{Language, MessageId, Scope, SessionId};
use conserje_store::{Tx, event_log, sessions, turns};

use crate::sessions::keep::owner;
use crate::turn::line::{Input, from_json};
use crate::turn::message::Incoming;
use crate::{ConversationError, Conversations};

/// So many of the newest events are looked through.
const LOOKED_THROUGH: i64 = 200;

/// How a conversation goes, as far as it matters for who answers next.
#[derive(Debug, Default)]
pub(crate) struct Course {
    /// Whoever will answer the message before this one, if that still waits; else who had the last.
    pub(crate) in_charge: Option<String>,
    /// What the last messages were about, the newest first.
    pub(crate) about: Vec<String>,
    /// Which assistant the session is with, if somebody said so.
    pub(crate) assistant: Option<String>,
    /// What the last message that shows one was written in.
    pub(crate) language: Option<Language>,
}

/// So many of the last messages tell what is talked about.
const TALKED_ABOUT: usize = 4;

impl Conversations {
    pub(crate) async fn course(
        &self,
        scope: &Scope,
        session: SessionId,
        incoming: &Incoming,
        catalogue: &Catalogue,
    ) -> Result<Course, ConversationError> {
        let user = owner(scope, session)?;
        let (first, replaced) = (catalogue.first().name.clone(), incoming.replaces);
        let look = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
            let assistant = sessions::find(tx, user, session)?.and_then(|session| session.assistant);
            if let Some(waiting) = turns::last_waiting(tx, session)? {
                let input: Input = from_json(waiting.input.as_deref().unwrap_or_default())?;
                let about = input.routing.into_iter().map(|routing| routing.intent).collect();
                let (in_charge, language) = (Some(input.agent), input.language);
                return Ok((Course { in_charge, about, assistant, language }, None));
            }
            let Some(head) = event_log::head(tx, session)? else {
                return Ok((Course { assistant, ..Course::default() }, None));
            };
            let from = head.sequence.saturating_sub(LOOKED_THROUGH).max(0);
            let span = usize::try_from(head.sequence - from).unwrap_or(0);
            let events = EventLog::after_in(tx, session, from, span)?;
            let language = last_language(&events);
            let Last { in_charge, about, notice } = last(events, replaced, &first);
            Ok((Course { in_charge, about, assistant, language }, notice))
        };
        let (course, notice) = self.0.store.read(scope, look).await?;
        let answers = notice.and_then(|kind| catalogue.for_replies(&kind));
        Ok(Course { in_charge: answers.map(ToOwned::to_owned).or(course.in_charge), ..course })
    }
}

/// Who had what, and what it was about if a person said it.
type Had = (Option<MessageId>, String, Option<String>);

/// How the conversation stands.
struct Last {
    in_charge: Option<String>,
    /// What the last messages were about, the newest first.
    about: Vec<String>,
    /// What the business said unasked since then, by its kind.
    notice: Option<String>,
}

/// `replaced`: by what is said now, with all that followed it.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these say who has the conversation")]
fn last(events: Vec<RecordedEvent>, replaced: Option<MessageId>, first: &str) -> Last {
    let mut had: Vec<Had> = Vec::new();
    let mut notice: Option<(usize, String)> = None;
    for event in events {
        let Content::Event(event) = event.content else { continue };
        let one = match event {
            // To whoever of the business held it.
            Event::UserMessageSent(said) if said.held_by.is_some() => continue,
            Event::UserMessageSent(said) => {
                forget(&mut had, said.replaces);
                let (agent, about) = match said.routing {
                    Some(routing) => (routing.agent, routing.intent),
                    None => (first.to_owned(), String::new()),
                };
                (Some(said.message_id), agent, Some(about))
            }
            Event::NoticeSent(said) => {
                notice = Some((had.len(), said.kind().to_owned()));
                continue;
            }
            Event::Handoff(handoff) => (None, handoff.to, None),
            Event::AgentMessageSent(said) => (None, said.agent, None),
            _ => continue,
        };
        had.push(one);
    }
    forget(&mut had, replaced);
    let about = had.iter().rev().filter_map(|(_, _, about)| about.clone()).take(TALKED_ABOUT).collect();
    let notice = notice.filter(|(place, _)| *place == had.len()).map(|(_, kind)| kind);
    Last { in_charge: had.pop().map(|(_, agent, _)| agent), about, notice }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only what a person said is in a language of theirs")]
fn last_language(events: &[RecordedEvent]) -> Option<Language> {
    events.iter().rev().find_map(|event| match &event.content {
        Content::Event(Event::UserMessageSent(said)) => said.language,
        _ => None,
    })
}

fn forget(had: &mut Vec<Had>, replaced: Option<MessageId>) {
    if let Some(place) = had.iter().position(|(id, _, _)| replaced.is_some() && *id == replaced) {
        had.truncate(place);
    }
}

#[cfg(test)]
mod tests {
    use conserje_events::{Handoff, Routing, UserMessage};
    use conserje_kernel::{EventId, RoutedBy, Timestamp, TraceId};

    use super::*;

    fn recorded(event: Event) -> RecordedEvent {
        RecordedEvent {
            id: EventId::generate(),
            session: SessionId::generate(),
            sequence: 1,
            timestamp: Timestamp::from_micros(0),
            turn: None,
            index: 0,
            trace: TraceId::generate(),
            content: Content::Event(event),
        }
    }

    fn said(agent: Option<&str>, replaces: Option<MessageId>) -> (MessageId, RecordedEvent) {
        let message_id = MessageId::generate();
        let routing = agent.map(|agent| {
            Box::new(Routing {
                agent: agent.to_owned(),
                variant_of: None,
                intent: String::new(),
                by: RoutedBy::Rule,
                confidence: 1.0,
                rules: Vec::new(),
            })
        });
        let said = UserMessage {
            message_id,
            content: "x".to_owned(),
            language: None,
            attachments: Vec::new(),
            replaces,
            routing,
            guard: Vec::new(),
            held_by: None,
        };
        (message_id, recorded(Event::UserMessageSent(said)))
    }

    #[test]
    fn whoever_had_it_last_is_in_charge_unless_that_was_said_anew() {
        let handoff =
            || recorded(Event::Handoff(Handoff { from: "a".to_owned(), to: "b".to_owned(), reason: None }));
        let in_charge = |events, replaced| last(events, replaced, "desk").in_charge;
        let ((_, first), (id, second)) = (said(Some("a"), None), said(None, None));
        assert_eq!(in_charge(Vec::new(), None), None);
        assert_eq!(in_charge(vec![first.clone()], None).as_deref(), Some("a"));
        let both = || vec![first.clone(), handoff(), second.clone()];
        assert_eq!(in_charge(both(), None).as_deref(), Some("desk"), "nobody was chosen for it");
        assert_eq!(in_charge(both(), Some(id)).as_deref(), Some("b"), "what is said anew does not count");
        assert_eq!(last(both(), None, "desk").about.len(), 2, "only what a person said is about something");
        let (_, anew) = said(Some("c"), Some(id));
        assert_eq!(in_charge([both(), vec![anew]].concat(), None).as_deref(), Some("c"));
    }

    #[test]
    fn what_the_business_said_last_counts_until_it_is_answered() {
        let reminder = recorded(Event::NoticeSent(conserje_events::Notice {
            message_id: MessageId::generate(),
            text: "x".to_owned(),
            about: "reminder:apt_1".to_owned(),
        }));
        let ((_, first), (id, second)) = (said(Some("a"), None), said(Some("b"), None));
        let notice = |events, replaced| last(events, replaced, "desk").notice;
        assert_eq!(notice(vec![first.clone(), reminder.clone()], None).as_deref(), Some("reminder"));
        let answered = vec![first, reminder, second];
        assert_eq!(notice(answered.clone(), None), None);
        assert_eq!(notice(answered, Some(id)).as_deref(), Some("reminder"), "the answer is said anew");
    }
}
