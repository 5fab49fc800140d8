//! A session's line: what a message waits with until its turn, and how the next turn begins.

use conserje_agents::Decision;
use conserje_agents::machine::{Limits, Machine};
use conserje_events::{Appended, Attachment, Event, EventLog, GuardFinding, NewEvent, Routing, UserMessage};
use conserje_guard::Screened;
use conserje_kernel::{ApiKeyId, EventId, Language, MessageId, SessionId};
use conserje_llm::{Message, Part};
use conserje_store::Tx;
use conserje_store::turns::{self, Lease, Turn};
use conserje_tools::retrieval::context::{Grounds, Included};
use serde::{Deserialize, Deserializer, Serialize};

use crate::ConversationError;

pub(crate) const USER_MESSAGE: i64 = 1;

/// A turn's input as it waits in line.
#[derive(Serialize, Deserialize)]
pub(crate) struct Input {
    #[serde(deserialize_with = "kept")]
    pub(crate) text: Screened<String>,
    /// The key that it was said with, if it was one: it pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<ApiKeyId>,
    pub(crate) language: Option<Language>,
    /// Who answers first, and how far the turn may go: as it was when the message came.
    #[serde(default = "default_agent")]
    pub(crate) agent: String,
    #[serde(default)]
    pub(crate) limits: Limits,
    /// Why this agent answers; none where there is nothing to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) routing: Option<Decision>,
    /// What the guard found in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) guard: Vec<GuardFinding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default, deserialize_with = "kept_if_any", skip_serializing_if = "Option::is_none")]
    pub(crate) history: Option<Screened<Vec<Message>>>,
    #[serde(default, deserialize_with = "kept_if_any", skip_serializing_if = "Option::is_none")]
    pub(crate) grounds: Option<Screened<Grounds>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replaces: Option<MessageId>,
    /// The assistant that somebody works on and that answers, not one that is in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) draft: Option<String>,
}

impl Input {
    /// The turn before anything has happened in it.
    pub(crate) fn begin(&self) -> Machine {
        let (machine, _) = Machine::begin(&self.agent, self.limits);
        match &self.grounds {
            Some(grounds) => machine.grounded(grounds.get().sources.clone()),
            None => machine,
        }
    }

    /// The question as the model reads it: the documents it is asked with, then the words themselves.
    pub(crate) fn message(&self, images: &[Part]) -> Screened<Message> {
        let grounds =
            self.grounds.clone().map(|grounds| grounds.map(|grounds| Part::Text { text: grounds.text }));
        let texts = grounds.into_iter().chain([self.text.clone().map(|text| Part::Text { text })]);
        #[expect(clippy::disallowed_methods, reason = "what stands on a picture nobody has read yet")]
        let images = images.iter().cloned().map(Screened::unread);
        images.chain(texts).collect::<Screened<Vec<Part>>>().map(|parts| Message::User { parts })
    }
}

/// What waits in line was screened when it came.
#[expect(clippy::disallowed_methods, reason = "it comes from the turn's row")]
fn kept<'de, D: Deserializer<'de>, T: Deserialize<'de>>(row: D) -> Result<Screened<T>, D::Error> {
    T::deserialize(row).map(Screened::kept)
}

#[expect(clippy::disallowed_methods, reason = "it comes from the turn's row")]
fn kept_if_any<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    row: D,
) -> Result<Option<Screened<T>>, D::Error> {
    Ok(Option::<T>::deserialize(row)?.map(Screened::kept))
}

/// Turns that were accepted before agents had names were all its.
fn default_agent() -> String {
    "assistant".to_owned()
}

/// A turn that has begun and must now be run.
pub(crate) struct Begun {
    pub(crate) turn: Turn,
    pub(crate) input: Input,
    pub(crate) sequence: i64,
}

/// Begins the next turn in a session's line, if none is running. The session is locked.
pub(crate) fn begin_next(
    tx: &mut Tx<'_>,
    session: SessionId,
    lease: &Lease,
) -> Result<Option<(Begun, Appended)>, ConversationError> {
    let Some(turn) = turns::start_next(tx, session, lease)? else { return Ok(None) };
    let input: Input = from_json(turn.input.as_deref().unwrap_or_default())?;
    let event = NewEvent {
        id: EventId::generate(),
        event: Event::UserMessageSent(said(turn.message, &input)),
        index: USER_MESSAGE,
        turn: Some(turn.id),
        trace: turn.trace,
    };
    let appended = EventLog::append_in(tx, session, vec![event])?;
    let sequence = appended.events.last().map_or(0, |event| event.sequence);
    Ok(Some((Begun { turn, input, sequence }, appended)))
}

/// The message as the log has it.
pub(crate) fn said(message_id: MessageId, input: &Input) -> UserMessage {
    let files = input.grounds.iter().flat_map(|grounds| &grounds.get().files);
    UserMessage {
        message_id,
        content: input.text.get().clone(),
        language: input.language,
        attachments: files.map(attachment).collect(),
        replaces: input.replaces,
        routing: input.routing.as_ref().map(routing).map(Box::new),
        guard: input.guard.clone(),
        held_by: None,
    }
}

fn routing(decision: &Decision) -> Routing {
    Routing {
        agent: decision.agent.clone(),
        variant_of: decision.variant_of.clone(),
        intent: decision.intent.clone(),
        by: decision.by,
        // Two digits are enough to explain, and read back as they were written.
        confidence: (f64::from(decision.confidence) * 100.0).round() / 100.0,
        rules: decision.fired.iter().map(|fired| fired.rule.clone()).collect(),
    }
}

fn attachment(file: &Included) -> Attachment {
    Attachment {
        file_id: file.file_id.clone(),
        file_name: file.file_name.clone(),
        origin: file.origin.name().to_owned(),
        strategy: file.strategy.name().to_owned(),
        is_cut: file.is_cut,
    }
}

pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String, ConversationError> {
    serde_json::to_string(value).map_err(|error| ConversationError::Events(error.into()))
}

pub(crate) fn from_json<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, ConversationError> {
    serde_json::from_str(text).map_err(|error| ConversationError::Events(error.into()))
}
