//! `record`: what happened in a turn becomes events, durable before anybody hears of it.
//!
//! One step is one transaction: the journal's entry, the events, the model calls, and, where the step ends
//! or pauses the turn, that too. After a crash a turn has all of a step or nothing of it.

use std::panic::resume_unwind;
use std::time::Duration;

use conserje_agents::machine::{Emission, FailureKind, PlannedCall};
use conserje_events::{Appended, Event, EventLog, NewEvent, Transient, TransientEvent};
use conserje_kernel::{EventId, Scope, SessionId, TraceId, TurnId, UserId};
use conserje_llm::Attempt;
use conserje_store::turns::{self, Ending, Hold, Turn};
use conserje_store::{StoreError, Tx, approvals, event_log, journal, model_calls, sessions as stored};

use crate::money::budget::Caller;
use crate::turn::approvals::Asked;
use crate::turn::failure::code_of;
use crate::turn::line::{Begun, begin_next};
use crate::turn::scribe::{Place, Scribe};
use crate::turn::take_in::begun_unheard;
use crate::{ConversationError, Conversations};

/// How long the last write of a server that stops may take; less than the server waits for its turns then.
const LAST_WRITE: Duration = Duration::from_millis(1500);

/// What the step that is written leaves the turn in.
#[derive(Clone)]
pub(crate) enum Then {
    GoOn,
    Pause(Box<Asked>),
    Finish(Ending),
}

/// What came of writing a step.
pub(crate) enum Written {
    /// Also instead of a pause, if somebody asked for the turn to be stopped: who stops does not wait.
    GoOn {
        is_unwanted: bool,
    },
    Paused,
    /// With the next turn of the session's line, if one waited.
    Finished(Option<Box<(Begun, Appended)>>),
    /// The turn is no longer ours, or the server stops: whoever has it next goes on from the journal.
    Lost,
}

/// A step, not yet written.
#[derive(Clone, Default)]
pub(crate) struct Unwritten {
    /// The journal's entry, as JSON.
    pub(crate) entry: Option<String>,
    pub(crate) emissions: Vec<Emission>,
    pub(crate) attempts: Vec<Attempt>,
}

/// Writes a running turn down.
pub(crate) struct TurnRecord {
    conversations: Conversations,
    scope: Scope,
    session: SessionId,
    user: UserId,
    caller: Caller,
    turn: TurnId,
    /// With which it was taken up: whoever takes it up next has a higher one.
    resumes: i64,
    trace: TraceId,
    pub(crate) scribe: Scribe,
    /// The next place in the journal.
    ordinal: i64,
    pub(crate) last_sequence: i64,
}

impl TurnRecord {
    pub(crate) fn new(
        conversations: &Conversations,
        scope: &Scope,
        turn: &Turn,
        (scribe, place): (Scribe, Place),
        caller: Caller,
    ) -> Self {
        Self {
            conversations: conversations.clone(),
            scope: scope.clone(),
            session: turn.session,
            user: turn.user,
            caller,
            turn: turn.id,
            resumes: turn.resumes,
            trace: turn.trace,
            scribe,
            ordinal: place.ordinal,
            last_sequence: place.last_sequence,
        }
    }

    /// Tells followers of calls that are being made; the events are written, under these ids and in this
    /// order, with what the calls answer.
    pub(crate) fn tell_requested(&mut self, calls: &[PlannedCall]) {
        for (id, index, event) in self.scribe.tell_requested(calls) {
            self.tell(id, index, event);
        }
    }

    pub(crate) fn tell_completed(&self, call: &PlannedCall, outcome: &conserje_tools::Outcome, micros: u64) {
        if let Some((id, index, event)) = self.scribe.tell_completed(call, outcome, micros) {
            self.tell(id, index, event);
        }
    }

    fn tell(&self, id: EventId, index: i64, event: Event) {
        let transient = TransientEvent {
            id,
            turn: self.turn,
            trace: self.trace,
            index,
            timestamp: self.conversations.0.store.clock().now(),
            what: Transient::Pending(Box::new(event)),
        };
        self.conversations.0.log.notify(self.session, self.last_sequence, transient);
    }

    fn model_calls(&self, attempts: &[Attempt]) -> Vec<model_calls::ModelCall> {
        let by = crate::money::meter::By {
            user: self.user,
            key: self.caller.key,
            session: Some(self.session),
            turn: Some(self.turn),
            trace: self.trace,
            agent: Some(self.scribe.agent.clone()),
        };
        attempts.iter().map(|attempt| crate::money::meter::row(&by, attempt)).collect()
    }

    /// Writes a step. Storage that takes no writes is waited for: a turn that is not written down would
    /// leave its session stuck. If the process ends first, recovery goes on at the next start.
    pub(crate) async fn write(&mut self, step: Unwritten, then: Then) -> Written {
        if let Some(last) = step.attempts.last() {
            self.scribe.latency = last.latency;
        }
        let calls = self.model_calls(&step.attempts);
        let events = self.scribe.events_of(step.emissions);
        let first_index = self.scribe.next_index;
        let question: Vec<_> = match &then {
            Then::Pause(asked) => asked.events().map(|event| self.scribe.number(event)).into(),
            Then::GoOn | Then::Finish(_) => Vec::new(),
        };
        let mut then = then;
        let mut next_turn = NextTurn::Begin;
        let mut is_doubtful = false;
        let mut pause = Duration::from_millis(50);
        let stop = self.conversations.0.stop.clone();
        loop {
            if self.conversations.0.turns.is_closed() {
                // The server is stopping: what waits is durable, and begins at the next start.
                next_turn = NextTurn::Leave;
            }
            let mut lines = Lines { entry: step.entry.clone(), events: events.clone(), calls: calls.clone() };
            if let Then::Pause(_) = then {
                lines.events.extend(question.iter().cloned());
            }
            let trying = async {
                // A commit without an answer: before anything is written again, it is looked for.
                if is_doubtful && let Some(tried) = self.look_for(&lines, &then).await? {
                    return Ok(tried);
                }
                self.try_to_write(lines, then.clone(), next_turn).await
            };
            // The database may say nothing at all; whether this was written, the next owner sees in the journal.
            let too_late = async {
                stop.cancelled().await;
                tokio::time::sleep(LAST_WRITE).await;
            };
            let tried = tokio::select! {
                tried = trying => tried,
                () = too_late => return Written::Lost,
            };
            match tried {
                Ok(Tried::MayNotPause) => {
                    self.scribe.next_index = first_index;
                    then = Then::GoOn;
                    continue;
                }
                Ok(Tried::Done { appended, is_unwanted, next }) => {
                    self.ordinal += i64::from(step.entry.is_some());
                    self.conversations.spend(self.scope.tenant(), self.user, self.caller, &step.attempts);
                    self.publish(appended);
                    return match &then {
                        Then::GoOn => Written::GoOn { is_unwanted },
                        Then::Pause(_) => Written::Paused,
                        Then::Finish(_) => Written::Finished(next),
                    };
                }
                // Also of what somebody else has written at this place, who then has the turn.
                Err(lost @ (ConversationError::TurnLost | ConversationError::NotFound { .. })) => {
                    tracing::warn!(turn.id = %self.turn, "Turn {} goes on elsewhere or not at all: {lost}", self.turn);
                    return Written::Lost;
                }
                Err(ConversationError::Store(StoreError::Duplicate)) if !is_doubtful => is_doubtful = true,
                Err(ConversationError::Store(error)) if error.is_passing() => {
                    is_doubtful |= matches!(error, StoreError::Unanswered { .. });
                    tracing::error!(turn.id = %self.turn, "Recording turn {} failed, trying again: {error:?}", self.turn);
                }
                // The next in line cannot be read: that must not keep this one from ending.
                Err(ConversationError::Events(error)) if matches!(next_turn, NextTurn::Begin) => {
                    tracing::error!(turn.id = %self.turn, "What waits behind turn {} cannot begin: {error:?}", self.turn);
                    next_turn = NextTurn::Leave;
                }
                // Tried again it would fail again: the turn is ended by whoever catches this.
                Err(error) => {
                    tracing::error!(turn.id = %self.turn, "Turn {} cannot be recorded: {error:?}", self.turn);
                    resume_unwind(Box::new("a step cannot be written"))
                }
            }
            tokio::select! {
                () = stop.cancelled() => return Written::Lost,
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(Duration::from_secs(5)),
            }
        }
    }

    /// What became of a step whose commit was not answered: the same entry in its place means that it is written.
    /// `None` if it is not.
    async fn look_for(&self, lines: &Lines, then: &Then) -> Result<Option<Tried>, ConversationError> {
        let (session, turn, ordinal, resumes) = (self.session, self.turn, self.ordinal, self.resumes);
        let (lease, running) = (self.conversations.lease(), self.conversations.0.running.clone());
        let (entry, then) = (lines.entry.clone(), then.clone());
        let ids: Vec<EventId> = lines.events.iter().map(|event| event.id).collect();
        let look = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
            // Whatever may still be under way is over when this has the lock.
            if event_log::reserve(tx, session, 0)?.is_none() {
                return Err(ConversationError::no_session());
            }
            if let Some(entry) = &entry {
                match journal::at(tx, turn, ordinal)? {
                    Some(found) if found == *entry => {}
                    Some(_) => return Err(ConversationError::TurnLost),
                    None => return Ok(None),
                }
            }
            let hold = turns::hold(tx, turn, resumes, &lease.owner)?;
            let is_written = match &then {
                Then::GoOn => hold != Hold::Lost,
                Then::Pause(asked) => approvals::find(tx, asked.id)?.is_some(),
                Then::Finish(_) => {
                    turns::find(tx, session, turn)?.is_none_or(|turn| turn.finished_at.is_some())
                }
            };
            let appended = EventLog::appended_in(tx, session, &ids)?;
            match (is_written, appended) {
                (true, Some(appended)) => {
                    // Its next in line may have begun, and nobody was told.
                    let next = match then {
                        Then::Finish(_) => begun_unheard(tx, session, &lease, &running)?,
                        Then::GoOn | Then::Pause(_) => None,
                    };
                    let is_unwanted = hold == Hold::Unwanted;
                    Ok(Some(Tried::Done { appended, is_unwanted, next: next.map(Box::new) }))
                }
                // The entry is there, and the turn is somebody else's by now.
                (false, _) if entry.is_some() => Err(ConversationError::TurnLost),
                (true | false, _) => Ok(None),
            }
        };
        self.conversations.0.store.write(&self.scope, look).await
    }

    async fn try_to_write(
        &self,
        lines: Lines,
        then: Then,
        next_turn: NextTurn,
    ) -> Result<Tried, ConversationError> {
        let (session, user, turn, ordinal) = (self.session, self.user, self.turn, self.ordinal);
        let resumes = self.resumes;
        let lease = self.conversations.lease();
        let write = move |tx: &mut Tx<'_>| {
            if let Then::Pause(_) = &then {
                // Locked before it is looked at: a wish to stop comes before the pause or finds it.
                event_log::reserve(tx, session, 0)?;
                if turns::hold(tx, turn, resumes, &lease.owner)? == Hold::Unwanted {
                    return Ok(Tried::MayNotPause);
                }
            }
            // Appending locks the session, so that nobody else goes on with the turn from here on.
            let appended = EventLog::append_in(tx, session, lines.events)?;
            let is_unwanted = match turns::hold(tx, turn, resumes, &lease.owner)? {
                Hold::Lost => return Err(ConversationError::TurnLost),
                hold @ (Hold::Ours | Hold::Unwanted) => hold == Hold::Unwanted,
            };
            if let Some(entry) = &lines.entry {
                journal::append(tx, session, turn, ordinal, entry)?;
            }
            for call in &lines.calls {
                model_calls::put(tx, call)?;
            }
            let next = match then {
                Then::GoOn => None,
                Then::Pause(asked) => {
                    approvals::ask(tx, &asked.row(tx, session, user, turn))?;
                    turns::pause(tx, turn)?;
                    None
                }
                Then::Finish(ending) => {
                    turns::finish(tx, turn, &ending)?;
                    match (next_turn, stored::lock(tx, user, session)?) {
                        (NextTurn::Begin, Some(_)) => begin_next(tx, session, &lease)?,
                        (NextTurn::Begin, None) | (NextTurn::Leave, _) => None,
                    }
                }
            };
            Ok(Tried::Done { appended, is_unwanted, next: next.map(Box::new) })
        };
        self.conversations.0.store.write(&self.scope, write).await
    }

    /// `publish`: what is durable is told to whoever follows.
    fn publish(&mut self, appended: Appended) {
        conserje_kernel::faults::pass("turn.recorded");
        let events = self.conversations.0.log.announce(appended);
        self.last_sequence = events.last().map_or(self.last_sequence, |event| event.sequence);
    }
}

/// What came of one attempt at writing.
enum Tried {
    Done { appended: Appended, is_unwanted: bool, next: Option<Box<(Begun, Appended)>> },
    MayNotPause,
}

/// The rows of a step.
struct Lines {
    entry: Option<String>,
    events: Vec<NewEvent>,
    calls: Vec<model_calls::ModelCall>,
}

/// What to do about the session's line when a turn has ended.
#[derive(Clone, Copy)]
enum NextTurn {
    Begin,
    Leave,
}

/// How the turns table calls the end.
pub(crate) fn ending(kind: Option<FailureKind>) -> Ending {
    kind.map_or(Ending::Completed, |kind| Ending::Failed(code_of(kind)))
}
