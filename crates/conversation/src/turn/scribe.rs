//! From what the machine emits to the events of the log, with their places.

use std::collections::HashMap;
use std::time::Duration;

use conserje_agents::machine::{Emission, PlannedCall, SaidStop};
use conserje_events::{
    AgentMessage, Citation, CitationsCreated, Event, GuardFinding, Handoff, NewEvent, StopReason,
    ThinkingBlock, ToolUseCompleted, ToolUseRequested, Usage,
};
use conserje_kernel::{EventId, Language, MessageId, TraceId, TurnId};
use conserje_llm::TokenUsage;
use conserje_tools::retrieval::Source;

use crate::turn::failure::public_failure;

/// Where a turn stands in its records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) ordinal: i64,
    pub(crate) next_index: i64,
    pub(crate) last_sequence: i64,
}

/// Numbers a turn's events.
pub(crate) struct Scribe {
    turn: TurnId,
    trace: TraceId,
    pub(crate) agent: String,
    pub(crate) next_index: i64,
    /// Of what people are told by us.
    language: Language,
    /// Events that were told before they are written, by call id: their ids and places.
    told: HashMap<String, [(EventId, i64); 2]>,
    pub(crate) last_message: Option<MessageId>,
    /// What the last message rests on.
    pub(crate) citations: Vec<Citation>,
    pub(crate) model: String,
    /// How long the last reply took.
    pub(crate) latency: Duration,
    /// What the guard found in the last reply.
    pub(crate) found_in_answer: Vec<GuardFinding>,
    /// Whether the last reply was given before.
    pub(crate) is_remembered: bool,
    /// What it found in what tools said, by call id.
    pub(crate) found_in_results: HashMap<String, Vec<GuardFinding>>,
}

impl Scribe {
    pub(crate) fn new(turn: TurnId, trace: TraceId, agent: &str, next_index: i64) -> Self {
        Self {
            turn,
            trace,
            agent: agent.to_owned(),
            next_index,
            language: Language::default(),
            told: HashMap::new(),
            last_message: None,
            citations: Vec::new(),
            model: String::new(),
            latency: Duration::ZERO,
            found_in_answer: Vec::new(),
            is_remembered: false,
            found_in_results: HashMap::new(),
        }
    }

    /// The same, in the language of the conversation if it is known.
    pub(crate) fn speaking(self, language: Option<Language>) -> Self {
        Self { language: language.unwrap_or_default(), ..self }
    }

    /// Ids and places for the events of these calls, to be told before they are written.
    pub(crate) fn tell_requested(&mut self, calls: &[PlannedCall]) -> Vec<(EventId, i64, Event)> {
        let places = (self.next_index..).step_by(2).zip(calls);
        let told = places.map(|(place, call)| {
            let ids = [(EventId::generate(), place), (EventId::generate(), place + 1)];
            self.told.insert(call.id.clone(), ids);
            let [(id, index), _] = ids;
            (id, index, requested(call))
        });
        told.collect()
    }

    pub(crate) fn tell_completed(
        &self,
        call: &PlannedCall,
        outcome: &conserje_tools::Outcome,
        micros: u64,
    ) -> Option<(EventId, i64, Event)> {
        let [_, (id, index)] = self.told.get(&call.id)?;
        let guard = self.found_in_results.get(&call.id).cloned().unwrap_or_default();
        Some((*id, *index, completed(call, outcome, micros, guard)))
    }

    /// The next event, whatever it is.
    pub(crate) fn number(&mut self, event: Event) -> NewEvent {
        let index = self.next_index;
        self.next_index += 1;
        NewEvent { id: EventId::generate(), event, index, turn: Some(self.turn), trace: self.trace }
    }

    pub(crate) fn events_of(&mut self, emissions: Vec<Emission>) -> Vec<NewEvent> {
        emissions.into_iter().map(|emission| self.event_of(emission)).collect()
    }

    fn event_of(&mut self, emission: Emission) -> NewEvent {
        let (mut id, mut told_index) = (EventId::generate(), None);
        let event = match emission {
            Emission::Thought { text } => Event::AgentThinkingBlock(ThinkingBlock { content: text }),
            Emission::Said { text, model, stop_reason, usage } => {
                let message_id = MessageId::generate();
                self.last_message = Some(message_id);
                self.model.clone_from(&model);
                let latency = if usage == TokenUsage::default() { Duration::ZERO } else { self.latency };
                Event::AgentMessageSent(AgentMessage {
                    message_id,
                    content: text,
                    agent: self.agent.clone(),
                    model,
                    stop_reason: stop(stop_reason),
                    usage: used(usage, latency),
                    guard: std::mem::take(&mut self.found_in_answer),
                    cached: std::mem::take(&mut self.is_remembered),
                })
            }
            Emission::Requested { call } => {
                if let Some([(told, index), _]) = self.told.get(&call.id) {
                    (id, told_index) = (*told, Some(*index));
                }
                requested(&call)
            }
            Emission::Completed { call, outcome, micros } => {
                if let Some([_, (told, index)]) = self.told.remove(&call.id) {
                    (id, told_index) = (told, Some(index));
                }
                let guard = self.found_in_results.remove(&call.id).unwrap_or_default();
                completed(&call, &outcome, micros, guard)
            }
            Emission::HandedOff { from, to, reason } => {
                self.agent.clone_from(&to);
                Event::Handoff(Handoff { from, to, reason })
            }
            Emission::Cited { sources } => {
                self.citations = sources.into_iter().map(citation).collect();
                let message_id = self.last_message.unwrap_or_else(MessageId::generate);
                Event::CitationsCreated(CitationsCreated { message_id, citations: self.citations.clone() })
            }
            Emission::Failed { kind } => Event::ErrorOccurred(public_failure(kind, self.language)),
        };
        let index = told_index.unwrap_or(self.next_index);
        self.next_index = self.next_index.max(index) + 1;
        NewEvent { id, event, index, turn: Some(self.turn), trace: self.trace }
    }
}

fn citation(source: Source) -> Citation {
    Citation {
        document_id: source.file_id,
        file_name: source.file_name,
        source_type: source.source_type,
        mime_type: source.mime_type,
        relevance: source.relevance_score,
        is_image: source.is_image,
        page: source.page,
        quote: source.quote,
        section: source.section,
        chunk_id: source.chunk_id,
        text_hash: source.text_hash,
        start: source.start,
        end: source.end,
        marker: (source.number > 0).then_some(source.number),
    }
}

fn requested(call: &PlannedCall) -> Event {
    Event::ToolUseRequested(ToolUseRequested {
        tool_use_id: call.id.clone(),
        tool_name: call.name.clone(),
        args: call.args.clone(),
    })
}

fn completed(
    call: &PlannedCall,
    outcome: &conserje_tools::Outcome,
    micros: u64,
    guard: Vec<GuardFinding>,
) -> Event {
    Event::ToolUseCompleted(ToolUseCompleted {
        tool_use_id: call.id.clone(),
        tool_name: call.name.clone(),
        args: call.args.clone(),
        result: outcome.result.clone(),
        success: outcome.status.is_success(),
        duration_micros: micros,
        guard,
    })
}

fn stop(reason: SaidStop) -> StopReason {
    match reason {
        SaidStop::Model(reason) => stop_reason(reason),
        SaidStop::Cancelled => StopReason::Cancelled,
    }
}

pub(crate) fn stop_reason(reason: conserje_llm::StopReason) -> StopReason {
    match reason {
        conserje_llm::StopReason::EndTurn => StopReason::EndTurn,
        conserje_llm::StopReason::MaxTokens => StopReason::MaxTokens,
        conserje_llm::StopReason::ToolUse => StopReason::ToolUse,
        conserje_llm::StopReason::StopSequence => StopReason::StopSequence,
    }
}

pub(crate) fn used(usage: TokenUsage, latency: Duration) -> Usage {
    Usage {
        input_tokens: usage.input,
        output_tokens: usage.output,
        thinking_tokens: usage.thinking,
        cached_tokens: usage.cached,
        latency_micros: u64::try_from(latency.as_micros()).unwrap_or(u64::MAX),
    }
}
