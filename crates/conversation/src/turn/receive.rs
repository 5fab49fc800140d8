//! `receive`: a message comes in, is screened, made durable and put in its session's line.

use std::sync::Arc;
use std::time::Duration;

use conserje_agents::{Catalogue, Decision, Evidence, Wish};
use conserje_events::{ContentRefused, Event, EventLog, NewEvent};
use conserje_guard::{Blocked, Findings, Screened, screen_message};
use conserje_kernel::{EventId, MessageId, RoutedBy, Scope, SessionId, TraceId, TurnId};
use conserje_llm::Choice;
use conserje_store::turns::{Lease, NewTurn};
use conserje_store::{Tx, sessions as stored};
use conserje_tools::retrieval::context::{Grounds, Room};

use crate::answering::assistants::DRAFT;
use crate::answering::guarded::{guard_messages, noted};
use crate::answering::sticky::Course;
use crate::sessions::keep::owner;
use crate::turn::line::{Input, to_json};
use crate::turn::message::{Accepted, Incoming};
use crate::turn::take_in::Arrived;
use crate::{ConversationError, Conversations, SendError};

/// How long a silent node is believed to be alive; renewed far more often.
pub(crate) const LEASE: Duration = Duration::from_secs(15);

impl Conversations {
    /// Takes a message. When this returns, it is durable and will be answered.
    pub async fn receive(
        &self,
        scope: &Scope,
        session: SessionId,
        mut incoming: Incoming,
    ) -> Result<Accepted, SendError> {
        let user = owner(scope, session)?;
        if self.0.turns.is_closed() {
            return Err(ConversationError::Stopping.into());
        }
        let screened = self.screen(&incoming)?;
        let draft = self.draft_for(scope, session, incoming.assistant.as_deref()).await?;
        if draft.is_some() {
            // Nobody else is there.
            incoming.assistant = None;
        }
        let assistants = self.assistants_or_draft(scope, draft.as_deref()).await?;
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
        if routed.by != RoutedBy::Urgency
            && !self.is_held(scope, session).await?
            && let Some(budget) = self.used_up(scope).await?
        {
            return Err(SendError::OverBudget(budget));
        }
        let agent = assistants.agent(&routed.agent);
        let language = incoming.answered_in(course.language);
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
                draft,
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
    ) -> Result<Decision, SendError> {
        let asked = Incoming::new(TurnId::generate(), TraceId::generate(), text.to_owned());
        self.first_to_answer(scope, &Incoming { assistant, ..asked }).await
    }

    /// Who answers a message that opens a conversation.
    pub(crate) async fn first_to_answer(
        &self,
        scope: &Scope,
        incoming: &Incoming,
    ) -> Result<Decision, SendError> {
        let screened = self.screen(incoming)?;
        let assistants = self.assistants(scope).await?;
        let catalogue = assistants.catalogue();
        let is_chosen = incoming.agent.is_none() && incoming.assistant.is_none();
        let evidence = if is_chosen { self.evidence(scope, catalogue, screened.get()).await } else { None };
        Ok(route(catalogue, &screened, incoming, (&Course::default(), evidence.as_ref()))?)
    }

    /// Nothing goes on without this proof.
    pub(crate) fn screen(&self, incoming: &Incoming) -> Result<Screened<String>, SendError> {
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
        let chain = assistants.models().chain(&Choice::Tier(agent.tier));
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
    let assistant = assistant.map(|name| name.strip_suffix(DRAFT).unwrap_or(name));
    let has_documents = incoming.grounds.as_ref().is_some_and(|grounds| !grounds.files.is_empty());
    Ok(catalogue.route(
        message,
        Wish {
            agent: named,
            assistant,
            has_documents,
            in_charge: course.in_charge.as_deref(),
            about: &course.about,
            evidence,
        },
    ))
}

/// Where there was nothing to choose, there is nothing to explain.
fn is_worth_telling(routed: &Decision) -> bool {
    routed.by != RoutedBy::Default || routed.hint.is_some() || routed.is_open || routed.variant_of.is_some()
}
