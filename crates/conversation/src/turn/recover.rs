//! After a crash: turns that were running go on from where their journals end, those that waited are run.

use std::collections::HashSet;
use std::time::Duration;

use conserje_agents::machine::{FailureKind, Input as MachineInput};
use conserje_events::{Appended, Event, EventLog};
use conserje_kernel::{DeploymentScope, Scope, SystemJob, TurnId};
use conserje_store::turns::{self, Hold, Turn};
use conserje_store::{DeploymentTx, StoreError, Tx, event_log, journal, sessions as stored};
use tokio_util::sync::CancellationToken;

use crate::turn::driver::folded;
use crate::turn::driver::{Driven, FIRST_STEP};
use crate::turn::failure::public_failure;
use crate::turn::line::{Begun, Input, begin_next, from_json};
use crate::turn::scribe::Scribe;
use crate::turn::take_in::begun_unheard;
use crate::{ConversationError, Conversations};

/// With several nodes, how often each looks for turns that another left behind.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// A node that stops waits so long for the database; whoever is next waits for its leases.
const RELEASE_WITHIN: Duration = Duration::from_secs(2);
/// A turn that took the process down with it this often is not taken up again.
const RESUMES: i64 = 3;

impl Conversations {
    #[expect(clippy::disallowed_methods, reason = "recovery is a named system job")]
    fn recovery() -> DeploymentScope {
        DeploymentScope::system(SystemJob::Recovery)
    }

    /// Goes on with what a dead process left running and starts what it left waiting; how many of both.
    pub async fn recover(&self) -> Result<usize, ConversationError> {
        if self.0.turns.is_closed() {
            // What is left now is for the next start, or for another node.
            return Ok(0);
        }
        let node = self.0.node.clone();
        let find = move |tx: &mut DeploymentTx<'_>| turns::abandoned(tx, &node);
        let abandoned = self.0.store.read_all(Self::recovery(), find).await?;
        let mut recovered = abandoned.len();
        for turn in abandoned {
            let id = turn.id;
            match self.take_up(turn, Claim::OfTheDead).await {
                Err(ConversationError::Store(error)) if !error.is_passing() => {
                    // It must keep neither the others nor this start waiting.
                    tracing::error!(turn.id = %id, "Turn {id} cannot be taken up: {error:?}");
                }
                taken => taken?,
            }
        }
        let standing = self.0.store.read_all(Self::recovery(), turns::standing).await?;
        recovered += standing.len();
        for (tenant, session, user) in standing {
            let scope = Self::recovery_scope(tenant);
            let lease = self.lease();
            let begin = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
                if stored::lock(tx, user, session)?.is_none() {
                    return Ok(None);
                }
                let Some(next) = begin_next(tx, session, &lease)? else { return Ok(None) };
                Ok(Some((next, Self::scope_of_turn(tx, user)?)))
            };
            if let Some(((begun, appended), as_whom)) = self.0.store.write(&scope, begin).await? {
                self.start(as_whom, begun, appended);
            }
        }
        Ok(recovered)
    }

    /// Goes on with a turn of this node's that nobody here drives, if that is so: it was begun in a transaction whose
    /// answer was lost.
    async fn take_up_unattended(&self, turn: Turn) -> Result<(), ConversationError> {
        if self.0.running.has(turn.id) || self.0.turns.is_closed() {
            return Ok(());
        }
        self.take_up(turn, Claim::Ours).await
    }

    /// The turns that this node has, by their rows, and that nobody here drives.
    async fn unattended(&self) -> Result<Vec<Turn>, ConversationError> {
        let node = self.0.node.clone();
        let find = move |tx: &mut DeploymentTx<'_>| turns::of_owner(tx, &node);
        let mut ours = self.0.store.read_all(Self::recovery(), find).await?;
        ours.retain(|turn| !self.0.running.has(turn.id));
        Ok(ours)
    }

    /// Takes up what was found to be unattended the last time, too: what has just been begun is driven in a moment.
    async fn take_up_all_unattended(&self, before: &mut HashSet<TurnId>) -> Result<(), ConversationError> {
        let mut now = HashSet::new();
        for turn in self.unattended().await? {
            let id = turn.id;
            if !before.contains(&id) {
                now.insert(id);
            } else if let Err(error) = self.take_up_unattended(turn).await {
                tracing::error!(turn.id = %id, "Turn {id} cannot be taken up: {error:?}");
            }
        }
        *before = now;
        Ok(())
    }

    /// Goes on with a turn, unless it has had its time or its chances: then it is closed with an error.
    async fn take_up(&self, mut turn: Turn, claim: Claim) -> Result<(), ConversationError> {
        let scope = Self::recovery_scope(turn.tenant);
        let (lease, time_limit) = (self.lease(), self.0.options.turn_time_limit);
        let take = move |tx: &mut Tx<'_>| -> Result<Taken, ConversationError> {
            // Its owner may live, and be writing the next step: the journal is read after that, or before none.
            if event_log::reserve(tx, turn.session, 0)?.is_none() {
                // Erased meanwhile: there is no log left to write to.
                turns::finish(tx, turn.id, &turns::Ending::Failed("server_stopped".to_owned()))?;
                return Ok(Taken::Not);
            }
            tx.tick();
            let taken = match claim {
                Claim::OfTheDead => turns::take_over(tx, turn.id, &lease)?,
                Claim::Ours => turns::take_back(tx, turn.id, turn.resumes, &lease)?,
            };
            let Some(taken) = taken else { return Ok(Taken::Not) };
            turn.resumes = taken.resumes;
            let is_too_old = taken.since.unwrap_or(turn.accepted_at).plus(time_limit) < tx.now();
            let mut driven = match folded(tx, turn.clone()) {
                Ok(driven) => driven,
                // It cannot go on, and must neither keep its session nor this start waiting.
                Err(ConversationError::Events(error)) => {
                    tracing::error!(turn.id = %turn.id, "The journal of turn {} cannot be read: {error:?}", turn.id);
                    return Ok(Taken::Closed(close(tx, &turn, FailureKind::ServerStopped)?));
                }
                Err(error) => return Err(error),
            };
            let kind = match (taken.is_unwanted, taken.resumes > RESUMES || is_too_old) {
                (true, _) => Some(FailureKind::Cancelled),
                (false, true) => Some(FailureKind::ServerStopped),
                (false, false) => None,
            };
            let appended = kind.map(|kind| give_up(tx, &mut driven, kind)).transpose()?;
            Ok(Taken::Up(Box::new(driven), appended, Self::scope_of_turn(tx, turn.user)?))
        };
        match self.0.store.write(&scope, take).await? {
            Taken::Not => {}
            Taken::Closed(appended) => drop(self.0.log.announce(appended)),
            Taken::Up(driven, appended, as_whom) => {
                if let Some(appended) = appended {
                    self.0.log.announce(appended);
                }
                self.go_on(as_whom, *driven);
            }
        }
        Ok(())
    }

    /// Writes into the journal that a turn ends with an error of ours; nothing, if it cannot be read or is over.
    pub(crate) async fn give_up_on(&self, turn: Turn) -> Result<Option<Driven>, ConversationError> {
        let scope = Self::recovery_scope(turn.tenant);
        let lease = self.lease();
        let give = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
            // Over, erased, or by now another node's.
            let is_there = event_log::reserve(tx, turn.session, 0)?.is_some();
            if !is_there || turns::hold(tx, turn.id, turn.resumes, &lease.owner)? == Hold::Lost {
                return Ok(None);
            }
            let mut driven = match folded(tx, turn) {
                Ok(driven) => driven,
                Err(ConversationError::Events(_)) => return Ok(None),
                Err(error) => return Err(error),
            };
            let appended = give_up(tx, &mut driven, FailureKind::Internal)?;
            Ok(Some((driven, appended)))
        };
        match self.0.store.write(&scope, give).await {
            Ok(Some((driven, appended))) => {
                self.0.log.announce(appended);
                Ok(Some(driven))
            }
            Ok(None) | Err(ConversationError::Store(StoreError::Panicked)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Ends a turn by its row alone, and begins the next in line.
    pub(crate) async fn close_row(&self, turn: Turn) -> Result<Option<(Begun, Appended)>, ConversationError> {
        let scope = Self::recovery_scope(turn.tenant);
        let (lease, running) = (self.lease(), self.0.running.clone());
        let end = move |tx: &mut Tx<'_>| -> Result<_, ConversationError> {
            let place = event_log::reserve(tx, turn.session, 0)?;
            if turns::hold(tx, turn.id, turn.resumes, &lease.owner)? == Hold::Lost {
                // Over: then what was next in line may have begun with its end, and nobody drives it.
                let next = place.map(|_| begun_unheard(tx, turn.session, &lease, &running)).transpose()?;
                return Ok((None, next.flatten()));
            }
            let closed = match place {
                Some(_) => Some(close(tx, &turn, FailureKind::Internal)?),
                None => {
                    turns::finish(tx, turn.id, &turns::Ending::Failed("internal".to_owned()))?;
                    None
                }
            };
            Ok((closed, begin_next(tx, turn.session, &lease)?))
        };
        let (closed, next) = self.0.store.write(&scope, end).await?;
        if let Some(appended) = closed {
            self.0.log.announce(appended);
        }
        Ok(next)
    }

    /// With rows that other nodes share: shows that this one lives, and picks up what a dead one left.
    pub async fn keep_alive(self, stop: CancellationToken) {
        let mut unattended = HashSet::new();
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
            let lease = self.lease();
            let beat = move |tx: &mut DeploymentTx<'_>| {
                turns::heartbeat(tx, &lease)?;
                turns::to_be_cancelled(tx, &lease.owner)
            };
            match self.0.store.write_all(Self::recovery(), beat).await {
                Ok(unwanted) => {
                    for turn in unwanted {
                        self.0.running.cancel(turn);
                    }
                }
                Err(error) => tracing::error!("Renewing the leases of running turns failed: {error:?}"),
            }
            if let Err(error) = self.recover().await {
                tracing::error!("Looking for turns that another node left behind failed: {error:?}");
            }
            if let Err(error) = self.take_up_all_unattended(&mut unattended).await {
                tracing::error!("Looking for turns that were begun unheard failed: {error:?}");
            }
        }
    }

    /// Lets other nodes take up at once what this one leaves running.
    pub(crate) async fn release_turns(&self) {
        let node = self.0.node.clone();
        let release = move |tx: &mut DeploymentTx<'_>| turns::release(tx, &node);
        let released =
            tokio::time::timeout(RELEASE_WITHIN, self.0.store.write_all(Self::recovery(), release));
        let why = match released.await {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => format!("{error:?}"),
            Err(_) => format!("no answer within {} s", RELEASE_WITHIN.as_secs()),
        };
        tracing::warn!("Letting go of running turns failed; others wait for their leases to end: {why}");
    }
}

/// Why a turn may be taken up.
#[derive(Clone, Copy)]
enum Claim {
    /// Whoever had it is gone.
    OfTheDead,
    /// It is this node's, and nobody drives it.
    Ours,
}

/// What became of a turn that its owner left.
enum Taken {
    /// In whose name it goes on.
    Up(Box<Driven>, Option<Appended>, Scope),
    Closed(Appended),
    /// Somebody else has it, or nobody can.
    Not,
}

/// Ends a turn of which nothing more is known than that it ran.
fn close(tx: &mut Tx<'_>, turn: &Turn, kind: FailureKind) -> Result<Appended, ConversationError> {
    // What was said may be gone, or unreadable by now.
    let input = turn.input.as_deref().and_then(|text| from_json::<Input>(text).ok());
    let language = input.and_then(|input| input.language).unwrap_or_default();
    let failure = public_failure(kind, language);
    let last = event_log::last_index_of_turn(tx, turn.session, turn.id)?;
    let mut scribe = Scribe::new(turn.id, turn.trace, "", FIRST_STEP.max(last + 1));
    turns::finish(tx, turn.id, &turns::Ending::Failed(failure.code.clone()))?;
    Ok(EventLog::append_in(tx, turn.session, vec![scribe.number(Event::ErrorOccurred(failure))])?)
}

/// Closes what is open, says why; the driver then only has to end the turn.
fn give_up(tx: &mut Tx<'_>, driven: &mut Driven, kind: FailureKind) -> Result<Appended, ConversationError> {
    let stop = MachineInput::Stopped { kind, partial: None };
    let entry = serde_json::to_string(&stop).map_err(|error| ConversationError::Events(error.into()))?;
    let mut scribe =
        Scribe::new(driven.turn.id, driven.turn.trace, driven.machine.agent(), driven.place.next_index)
            .speaking(driven.input.language);
    let events = match driven.machine.advance(stop) {
        Ok(advanced) => scribe.events_of(advanced.emissions),
        // It was over, and only its row was not.
        Err(_) => return Ok(EventLog::append_in(tx, driven.turn.session, Vec::new())?),
    };
    journal::append(tx, driven.turn.session, driven.turn.id, driven.place.ordinal, &entry)?;
    let appended = EventLog::append_in(tx, driven.turn.session, events)?;
    driven.place.ordinal += 1;
    driven.place.next_index = scribe.next_index;
    Ok(appended)
}
