//! `receive`: a message comes in, is screened, made durable and put in its session's line.

use std::sync::Arc;
use std::time::Duration;

use conserje_agents::machine::{Limits, Machine};
use conserje_agents::{By, Catalogue, Decision, Evidence, Wish};
use conserje_events::{
    Appended, Attachment, ContentRefused, Event, EventLog, GuardFinding, NewEvent, Operator, Routing,
    UserMessage,
};
use conserje_guard::{Blocked, Findings, Screened, screen_message};
use conserje_kernel::{ApiKeyId, EventId, Language, MessageId, Scope, SessionId, TraceId, TurnId};
use conserje_llm::{Choice, Message, Part};
use conserje_store::turns::{self, Lease, NewTurn, Turn};
use conserje_store::{Tx, sessions as stored};
use conserje_tools::retrieval::context::{Grounds, Included, Room};
use serde::{Deserialize, Deserializer, Serialize};

use crate::guarded::{guard_messages, noted};
use crate::in_charge::Course;
use crate::sessions::owner;
use crate::take_in::Arrived;
use crate::{ConversationError, Conversations};

/// How long a silent node is believed to be alive; renewed far more often.
pub(crate) const LEASE: Duration = Duration::from_secs(15);

/// What a person sent. The same turn id again is the same message, answered the same.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub turn: TurnId,
    pub trace: TraceId,
    pub text: String,
    /// What it is to be answered in, if the caller says so; else what it is written in.
    pub language: Option<Language>,
    /// What the caller reads, where a message does not show its language.
    pub reads: Option<Language>,
    /// Who is to answer, if the caller says so.
    pub agent: Option<String>,
    /// Which assistant is to answer, if the caller says so; else whichever the session is with.
    pub assistant: Option<String>,
    /// What was said before, if the caller keeps it and not the session.
    pub history: Option<Vec<Message>>,
    /// What was found for it before it was asked.
    pub grounds: Option<Grounds>,
    /// The person's earlier message that this one is said instead of; what followed it no longer counts.
    pub replaces: Option<MessageId>,
}

impl Incoming {
    pub fn new(turn: TurnId, trace: TraceId, text: String) -> Self {
        Self {
            turn,
            trace,
            text,
            language: None,
            reads: None,
            agent: None,
            assistant: None,
            history: None,
            grounds: None,
            replaces: None,
        }
    }

    fn answered_in(&self) -> Option<Language> {
        self.language.or_else(|| conserje_search::language_of(&self.text)).or(self.reads)
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub turn: TurnId,
    pub message: MessageId,
    pub trace: TraceId,
    /// Who answers first; not known any more of a turn that has ended.
    pub agent: Option<String>,
    pub state: AcceptedState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedState {
    /// Its turn runs; the message is the event with this number.
    Running { sequence: i64 },
    /// It is durable and will be answered after those before it.
    Waiting,
    /// It is the event with this number, and this person answers it: no turn runs.
    Held { sequence: i64, by: Operator },
    /// It was sent before, and has been answered or has failed; its events begin with this number.
    Finished { sequence: i64 },
}

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

impl Conversations {
    /// Takes a message. When this returns, it is durable and will be answered.
    pub async fn receive(
        &self,
        scope: &Scope,
        session: SessionId,
        incoming: Incoming,
    ) -> Result<Accepted, ConversationError> {
        let user = owner(scope, session)?;
        if self.0.turns.is_closed() {
            return Err(ConversationError::Stopping);
        }
        let screened = self.screen(&incoming)?;
        let assistants = self.assistants(scope).await?;
        let catalogue = assistants.catalogue();
        let course = if catalogue.stays() {
            self.course(scope, session, &incoming, catalogue).await?
        } else {
            Course::default()
        };
        let is_chosen =
            incoming.agent.is_none() && incoming.assistant.is_none() && course.assistant.is_none();
        let evidence = if is_chosen { self.evidence(scope, catalogue, screened.get()).await } else { None };
        let routed = route(catalogue, &screened, &incoming, (&course, evidence.as_ref()))?;
        // Neither a person nor what was written down for an emergency costs tokens.
        if routed.by != By::Urgency && !self.is_held(scope, session).await? {
            self.within_budget(scope).await?;
        }
        let agent = assistants.agent(&routed.agent);
        let language = incoming.answered_in();
        let guard = agent.guard.speaking(language.unwrap_or_default());
        let limits = self.0.options.limits;
        let history = incoming.history.map(|history| guard_messages(&guard, limits, history)).transpose()?;
        let said = match guard.message(screened.get(), self.0.options.limits) {
            Ok(said) => said,
            Err(Blocked::Refused(findings)) => {
                self.note_refusal(scope, session, (incoming.trace, &findings)).await?;
                return Err(Blocked::Refused(findings).into());
            }
            Err(blocked) => return Err(blocked.into()),
        };
        let mut found = noted(&said.findings);
        let grounds = incoming.grounds.map(|grounds| {
            let (grounds, findings) = guard.outside_in(grounds, Grounds::each_text);
            found.extend(noted(&findings));
            grounds
        });
        let answers = Some(agent.name.clone());
        let new = NewTurn {
            id: incoming.turn,
            session,
            user,
            trace: incoming.trace,
            input: to_json(&Input {
                text: said.text,
                key: scope.api_key(),
                guard: found,
                language,
                agent: agent.name.clone(),
                limits: agent.limits,
                routing: is_worth_telling(&routed).then_some(routed),
                model: None,
                history,
                grounds,
                replaces: incoming.replaces,
            })?,
            message: MessageId::generate(),
        };
        self.take_in(scope, Arc::new(Arrived { new, replaces: incoming.replaces, answers })).await
    }

    /// Who would answer a message that opens a conversation, and why. Nothing is kept of it.
    pub async fn who_answers(
        &self,
        scope: &Scope,
        text: &str,
        assistant: Option<String>,
    ) -> Result<Decision, ConversationError> {
        let asked = Incoming::new(TurnId::generate(), TraceId::generate(), text.to_owned());
        self.first_to_answer(scope, &Incoming { assistant, ..asked }).await
    }

    /// Who answers a message that opens a conversation.
    pub(crate) async fn first_to_answer(
        &self,
        scope: &Scope,
        incoming: &Incoming,
    ) -> Result<Decision, ConversationError> {
        let screened = self.screen(incoming)?;
        let assistants = self.assistants(scope).await?;
        let catalogue = assistants.catalogue();
        let is_chosen = incoming.agent.is_none() && incoming.assistant.is_none();
        let evidence = if is_chosen { self.evidence(scope, catalogue, screened.get()).await } else { None };
        route(catalogue, &screened, incoming, (&Course::default(), evidence.as_ref()))
    }

    /// Nothing goes on without this proof.
    pub(crate) fn screen(&self, incoming: &Incoming) -> Result<Screened<String>, ConversationError> {
        Ok(screen_message(&incoming.text, self.0.options.limits)?)
    }

    /// A message that is not taken is not kept, either; by which rules it was refused is.
    async fn note_refusal(
        &self,
        scope: &Scope,
        session: SessionId,
        (trace, findings): (TraceId, &Findings),
    ) -> Result<(), ConversationError> {
        let user = owner(scope, session)?;
        let rules = noted(findings).into_iter().map(|finding| finding.rule).collect();
        let refused = ContentRefused { reason: "the guard refused a message".to_owned(), rules };
        let event = NewEvent {
            id: EventId::generate(),
            event: Event::ContentRefused(refused),
            index: 0,
            turn: None,
            trace,
        };
        let note = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
            let session = stored::lock(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            Ok(EventLog::append_in(tx, session.id, vec![event])?)
        };
        let appended = self.0.store.write(scope, note).await?;
        self.0.log.announce(appended);
        Ok(())
    }

    /// What the model that will answer can take of documents: half of its window, since there is more to say.
    pub async fn room(&self, scope: &Scope, agent: Option<&str>) -> Result<Room, ConversationError> {
        let assistants = self.assistants(scope).await?;
        let agent = assistants.agent(agent.unwrap_or_default());
        let chain = self.0.models.chain(&Choice::Tier(agent.tier));
        let Some(model) = chain.first() else { return Ok(Room::default()) };
        let facts = &model.facts;
        Ok(Room {
            tokens: facts.context_window.saturating_sub(u64::from(facts.max_output_tokens)) / 2,
            model: model.wire_name.to_string(),
            sees_images: facts.vision,
        })
    }

    pub(crate) fn lease(&self) -> Lease {
        Lease { owner: self.0.node.clone(), until: self.0.store.clock().now().plus(LEASE) }
    }
}

/// Who answers, and why.
fn route(
    catalogue: &Catalogue,
    message: &Screened<String>,
    incoming: &Incoming,
    (course, evidence): (&Course, Option<&Evidence>),
) -> Result<Decision, ConversationError> {
    let named = incoming.agent.as_deref();
    if named.is_some_and(|name| catalogue.get(name).is_none()) {
        return Err(ConversationError::NotFound { what: "agent" });
    }
    let is_known = |name: &str| catalogue.packs().iter().any(|pack| pack.name == name);
    if incoming.assistant.as_deref().is_some_and(|name| !is_known(name)) {
        return Err(ConversationError::NotFound { what: "assistant" });
    }
    // One that the session is with and that is gone since is nobody.
    let assistant = incoming.assistant.as_deref().or(course.assistant.as_deref());
    let has_documents = incoming.grounds.as_ref().is_some_and(|grounds| !grounds.files.is_empty());
    Ok(catalogue.route(
        message,
        Wish { agent: named, assistant, has_documents, in_charge: course.in_charge.as_deref(), evidence },
    ))
}

/// Where there was nothing to choose, there is nothing to explain.
fn is_worth_telling(routed: &Decision) -> bool {
    routed.by != By::Default || routed.hint.is_some() || routed.is_open || routed.variant_of.is_some()
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
        index: crate::run_turn::USER_MESSAGE,
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
        by: decision.by.name().to_owned(),
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
