//! `record`: what happened in a turn becomes events, durable before anybody hears of it.
//!
//! A turn's last events and its end are one transaction: after a crash a turn has either both or neither.

use std::time::Duration;

use conserje_agents::Step;
use conserje_events::{
    AgentMessage, Appended, ErrorOccurred, Event, EventLog, NewEvent, StopReason, Transient, Usage,
};
use conserje_kernel::{EventId, MessageId, Scope, SessionId, TraceId, TurnId, UserId};
use conserje_store::turns::{self, Ending};
use conserje_store::{Tx, sessions as stored};

use crate::receive::{Begun, begin_next};
use crate::run_turn::FIRST_STEP;
use crate::{ConversationError, Conversations};

/// Why a turn failed: what a client is told, and what the log is.
pub(crate) struct Failure {
    pub(crate) public: ErrorOccurred,
    pub(crate) internal: String,
}

impl Failure {
    /// `code` is one of the public error table.
    pub(crate) fn new(code: &str, cause: &dyn std::error::Error) -> Self {
        let message = match code {
            "model_failed" => "The model did not answer. Try again.",
            "turn_timeout" => "The answer took too long. Try again, or ask for less at once.",
            "server_stopped" => "The server stopped in the middle of this turn. Send the message again.",
            _ => "Something went wrong on the server. Try again.",
        };
        let causes = std::iter::successors(Some(cause), |cause| cause.source());
        Self {
            public: ErrorOccurred { code: code.to_owned(), message: message.to_owned() },
            internal: causes.map(ToString::to_string).collect::<Vec<_>>().join(": "),
        }
    }
}

/// Writes a running turn down.
pub(crate) struct TurnRecord {
    conversations: Conversations,
    scope: Scope,
    session: SessionId,
    user: UserId,
    turn: TurnId,
    trace: TraceId,
    pub(crate) agent: String,
    pub(crate) next_index: i64,
    pub(crate) last_sequence: i64,
    /// What is to be written with the turn's end.
    unwritten: Vec<NewEvent>,
    complete: Option<Transient>,
}

impl TurnRecord {
    pub(crate) fn new(conversations: Conversations, scope: Scope, begun: &Begun) -> Self {
        Self {
            conversations,
            scope,
            session: begun.turn.session,
            user: begun.turn.user,
            turn: begun.turn.id,
            trace: begun.turn.trace,
            agent: String::new(),
            next_index: FIRST_STEP,
            last_sequence: begun.sequence,
            unwritten: Vec::new(),
            complete: None,
        }
    }

    /// The turn will end with these.
    pub(crate) fn happened(&mut self, steps: Vec<Step>) {
        for step in steps {
            let event = self.event_of(step);
            self.add(event);
        }
    }

    /// The turn will end with this error.
    pub(crate) fn failed(&mut self, error: ErrorOccurred) {
        self.add(Event::ErrorOccurred(error));
    }

    fn add(&mut self, event: Event) {
        let id = EventId::generate();
        self.unwritten.push(NewEvent {
            id,
            event,
            index: self.next_index,
            turn: Some(self.turn),
            trace: self.trace,
        });
        self.next_index += 1;
    }

    fn event_of(&mut self, step: Step) -> Event {
        let Step::Said { text, model, stop_reason, usage, latency } = step;
        let message_id = MessageId::generate();
        let stop_reason = match stop_reason {
            conserje_llm::StopReason::EndTurn => StopReason::EndTurn,
            conserje_llm::StopReason::MaxTokens => StopReason::MaxTokens,
            conserje_llm::StopReason::ToolUse => StopReason::ToolUse,
            conserje_llm::StopReason::StopSequence => StopReason::StopSequence,
        };
        let usage = Usage {
            input_tokens: usage.input,
            output_tokens: usage.output,
            thinking_tokens: usage.thinking,
            cached_tokens: usage.cached,
            latency_micros: u64::try_from(latency.as_micros()).unwrap_or(u64::MAX),
        };
        self.complete = Some(Transient::Complete {
            message: Some(message_id),
            stop_reason,
            usage,
            citations: Vec::new(),
        });
        Event::AgentMessageSent(AgentMessage {
            message_id,
            content: text,
            agent: self.agent.clone(),
            model,
            stop_reason,
            usage,
        })
    }

    /// `publish`: what is durable is told to whoever follows.
    fn publish(&mut self, appended: Appended) {
        let events = self.conversations.0.log.announce(appended);
        self.last_sequence = events.last().map_or(self.last_sequence, |event| event.sequence);
    }

    /// Ends the turn and begins the next in line, in one transaction. Storage that takes no writes is
    /// waited for: an unfinished turn would leave its session stuck. If the process ends first, recovery
    /// does this at the next start.
    ///
    /// `None` when the turn is no longer ours to finish; else what to tell followers, and the next turn.
    pub(crate) async fn finish(
        &mut self,
        ending: Ending,
    ) -> Option<(Option<Transient>, Option<(Begun, Appended)>)> {
        let mut next_turn = NextTurn::Begin;
        let mut pause = Duration::from_millis(50);
        loop {
            if self.conversations.0.turns.is_closed() {
                // The server is stopping: what waits is durable, and begins at the next start.
                next_turn = NextTurn::Leave;
            }
            match self.try_to_finish(&ending, next_turn).await {
                Ok((appended, next)) => {
                    self.publish(appended);
                    return Some((self.complete.take(), next));
                }
                Err(lost @ (ConversationError::TurnLost | ConversationError::NotFound { .. })) => {
                    tracing::warn!(turn.id = %self.turn, "Turn {} was not finished here: {lost}", self.turn);
                    return None;
                }
                Err(error) => {
                    tracing::error!(turn.id = %self.turn, "Finishing turn {} failed, trying again: {error:?}", self.turn);
                    if !matches!(error, ConversationError::Store(_)) {
                        // The next in line cannot be read: that must not keep this one from ending.
                        next_turn = NextTurn::Leave;
                    }
                }
            }
            tokio::select! {
                () = self.conversations.0.stop.cancelled() => return None,
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(Duration::from_secs(5)),
            }
        }
    }

    async fn try_to_finish(
        &self,
        ending: &Ending,
        next_turn: NextTurn,
    ) -> Result<(Appended, Option<(Begun, Appended)>), ConversationError> {
        let (session, user, turn, ending) = (self.session, self.user, self.turn, ending.clone());
        let events = self.unwritten.clone();
        let lease = self.conversations.lease();
        let finish = move |tx: &mut Tx<'_>| {
            // Appending locks the session, so that nobody else closes the turn from here on.
            let appended = EventLog::append_in(tx, session, events)?;
            if !turns::is_ours(tx, turn, &lease.owner)? {
                return Err(ConversationError::TurnLost);
            }
            turns::finish(tx, turn, &ending)?;
            let next = match (next_turn, stored::lock(tx, user, session)?) {
                (NextTurn::Begin, Some(_)) => begin_next(tx, session, &lease)?,
                (NextTurn::Begin, None) | (NextTurn::Leave, _) => None,
            };
            Ok((appended, next))
        };
        self.conversations.0.store.write(&self.scope, finish).await
    }
}

/// What to do about the session's line when a turn has ended.
#[derive(Clone, Copy)]
enum NextTurn {
    Begin,
    Leave,
}
