//! The last part of `receive`: the message and its place in line become durable, and what follows from that begins.
//!
//! It is a task of the server's: whoever sent the message may hang up between the commit and what follows from it.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use conserje_events::{Appended, EventLog};
use conserje_kernel::{MessageId, MessageRole, Scope, SessionId};
use conserje_store::turns::{self, Lease, NewTurn, Turn};
use conserje_store::{StoreError, Tx, event_log, holds, messages, sessions as stored};

use crate::inbox::held::{Unanswered, receive_held};
use crate::options::WhenBusy;
use crate::sessions::keep::name_after;
use crate::turn::line::{Begun, Input, begin_next, from_json};
use crate::turn::message::{Accepted, AcceptedState};
use crate::turn::running::Running;
use crate::{ConversationError, Conversations, SendError};

/// How often a message is written again whose commit was not answered; the same turn id makes it the same message.
const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);

/// A message that was let in.
pub(crate) struct Arrived {
    pub(crate) new: NewTurn,
    pub(crate) replaces: Option<MessageId>,
    /// Who answers first.
    pub(crate) answers: Option<String>,
}

/// What is left to do once a message is durable.
enum Then {
    Nothing,
    Run(Box<Begun>, Appended),
    /// A person answers it.
    Tell(Unanswered, Appended),
}

/// Whether a transaction before this one may have done the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Unanswered,
}

impl Conversations {
    pub(crate) async fn take_in(&self, scope: &Scope, arrived: Arc<Arrived>) -> Result<Accepted, SendError> {
        let (conversations, scope) = (self.clone(), scope.clone());
        let taking = self.0.turns.spawn(async move { conversations.write_in(scope, arrived).await });
        match taking.await {
            Ok(accepted) => accepted,
            Err(fault) if fault.is_panic() => resume_unwind(fault.into_panic()),
            Err(_) => Err(ConversationError::Stopping.into()),
        }
    }

    async fn write_in(&self, scope: Scope, arrived: Arc<Arrived>) -> Result<Accepted, SendError> {
        conserje_kernel::faults::pass("turn.accept");
        let (mut before, mut tries) = (Before::Nothing, 1);
        let (accepted, then) = loop {
            let (arrived, when_busy, lease) = (Arc::clone(&arrived), self.0.options.when_busy, self.lease());
            let running = self.0.running.clone();
            let write = move |tx: &mut Tx<'_>| {
                let unheard = match before {
                    Before::Nothing => None,
                    Before::Unanswered => Some(&running),
                };
                accept(tx, &arrived, when_busy, &lease, unheard)
            };
            match self.0.store.write(&scope, write).await {
                Err(SendError::Other(ConversationError::Store(error)))
                    if error.is_passing() && tries < TRIES =>
                {
                    // What is known not to have happened is the sender's to send again.
                    if before == Before::Nothing && !matches!(error, StoreError::Unanswered { .. }) {
                        return Err(error.into());
                    }
                    before = Before::Unanswered;
                    tries += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(SendError::Other(ConversationError::Store(error)))
                    if error.is_passing() && before == Before::Unanswered =>
                {
                    return Err(StoreError::Unanswered { source: Box::new(error) }.into());
                }
                done => break done?,
            }
        };
        match then {
            Then::Nothing => {}
            Then::Run(begun, appended) => self.start(scope, *begun, appended),
            Then::Tell(message, appended) => {
                self.0.log.announce(appended);
                self.tell_held(&message);
            }
        }
        Ok(accepted)
    }
}

/// `unheard`: a transaction before this one may have begun a turn of the session, and these are what runs here.
fn accept(
    tx: &mut Tx<'_>,
    arrived: &Arrived,
    when_busy: WhenBusy,
    lease: &Lease,
    unheard: Option<&Running>,
) -> Result<(Accepted, Then), SendError> {
    let Arrived { new, replaces, answers } = arrived;
    let session = stored::lock(tx, new.user, new.session)?.ok_or_else(ConversationError::no_session)?;
    // The lock may have been waited for: the line is in the order in which it was taken.
    tx.tick();
    if let Some(known) = turns::find(tx, session.id, new.id)? {
        let begun = match unheard {
            Some(running) => begun_unheard(tx, session.id, lease, running)?,
            None => None,
        };
        let then = begun.map_or(Then::Nothing, |(begun, appended)| Then::Run(Box::new(begun), appended));
        return Ok((already_accepted(tx, &known)?, then));
    }
    let (running, waiting) = turns::open(tx, session.id)?;
    make_room(when_busy, running, waiting)?;
    if let Some(replaced) = replaces {
        // What is said instead of it would otherwise depend on when the running turn ends.
        make_room(WhenBusy::Refuse, running, waiting)?;
        let role = messages::role_of(tx, session.id, *replaced)?;
        if role != Some(MessageRole::User) {
            return Err(ConversationError::NotFound { what: "message" }.into());
        }
    }
    name_after(tx, &session, from_json::<Input>(&new.input)?.text.get())?;
    let accepted =
        |agent, state| Accepted { turn: new.id, message: new.message, trace: new.trace, agent, state };
    if let Some(holder) = holds::holder(tx, session.id)? {
        let (message, appended) = receive_held(tx, new, holder)?;
        let sequence = appended.events.last().map_or(0, |event| event.sequence);
        let state = AcceptedState::Held { sequence, by: message.operator.clone() };
        return Ok((accepted(None, state), Then::Tell(message, appended)));
    }
    turns::accept(tx, new)?;
    let Some((begun, appended)) = begin_next(tx, session.id, lease)? else {
        return Ok((accepted(answers.clone(), AcceptedState::Waiting), Then::Nothing));
    };
    let state = if begun.turn.id == new.id {
        AcceptedState::Running { sequence: begun.sequence }
    } else {
        AcceptedState::Waiting
    };
    Ok((accepted(answers.clone(), state), Then::Run(Box::new(begun), appended)))
}

/// The session's turn, if a transaction whose answer was lost has begun it for this node and so nobody drives it. The
/// session is locked.
pub(crate) fn begun_unheard(
    tx: &mut Tx<'_>,
    session: SessionId,
    lease: &Lease,
    running: &Running,
) -> Result<Option<(Begun, Appended)>, ConversationError> {
    let Some(mut turn) = turns::running(tx, session, &lease.owner)? else { return Ok(None) };
    if running.has(turn.id) {
        return Ok(None);
    }
    let Some(taken) = turns::take_back(tx, turn.id, turn.resumes, lease)? else { return Ok(None) };
    turn.resumes = taken.resumes;
    let input: Input = from_json(turn.input.as_deref().unwrap_or_default())?;
    let sequence = event_log::of_turn(tx, session, turn.id)?.unwrap_or(0);
    let first: Vec<_> =
        event_log::after(tx, session, sequence - 1, 1)?.into_iter().map(|event| event.id).collect();
    let appended = EventLog::appended_in(tx, session, &first)?;
    Ok(appended.map(|appended| (Begun { turn, input, sequence }, appended)))
}

fn make_room(when_busy: WhenBusy, running: i64, waiting: i64) -> Result<(), SendError> {
    match when_busy {
        WhenBusy::Refuse if running + waiting > 0 => Err(SendError::Busy),
        WhenBusy::Queue { at_most } if running > 0 && waiting >= i64::from(at_most) => {
            Err(SendError::QueueFull { waiting })
        }
        WhenBusy::Refuse | WhenBusy::Queue { .. } => Ok(()),
    }
}

fn already_accepted(tx: &mut Tx<'_>, known: &Turn) -> Result<Accepted, ConversationError> {
    let begun = conserje_store::event_log::of_turn(tx, known.session, known.id)?;
    let state = match (known.state.as_str(), begun) {
        ("running" | "paused", Some(sequence)) => AcceptedState::Running { sequence },
        ("completed" | "failed", Some(sequence)) => AcceptedState::Finished { sequence },
        _ => AcceptedState::Waiting,
    };
    let input = known.input.as_deref().and_then(|input| from_json::<Input>(input).ok());
    let agent = input.map(|input| input.agent);
    Ok(Accepted { turn: known.id, message: known.message, trace: known.trace, agent, state })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_session_queues_up_to_its_limit_or_refuses() {
        let queue = WhenBusy::Queue { at_most: 2 };
        assert!(make_room(queue, 0, 0).is_ok());
        assert!(make_room(queue, 1, 1).is_ok());
        assert!(matches!(make_room(queue, 1, 2), Err(SendError::QueueFull { waiting: 2 })));
        assert!(make_room(WhenBusy::Refuse, 0, 0).is_ok());
        assert!(matches!(make_room(WhenBusy::Refuse, 1, 0), Err(SendError::Busy)));
    }
}
