//! Following a session: what is in the log, then what comes, in one order.
//!
//! Signals carry no content, only "the log now reaches n": a follower reads the log itself. So one
//! that lags behind loses nothing but transient events, holds no memory, and holds nobody up. Nor does it ask whether
//! there is something new: who appends here signals, and what others append is looked for once for all (`look`).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use conserje_kernel::{EventId, MessageId, Scope, SessionId, Timestamp, TraceId, TurnId};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};

use crate::event::Event;
use crate::log::{EventError, EventLog, RecordedEvent};
use crate::payload::{Citation, StopReason, Usage};

/// Signals a follower may fall behind by before it is told that it lagged.
const SIGNALS: usize = 64;
/// Events read from the log at a time.
const BATCH: usize = 100;

/// What is sent to followers and not kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Transient {
    SessionStart,
    /// Will be in the log, under the same id, with what belongs to it.
    Pending(Box<Event>),
    Complete {
        message: Option<MessageId>,
        stop_reason: StopReason,
        usage: Usage,
        citations: Vec<Citation>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct TransientEvent {
    /// The same for everyone who hears it.
    pub id: EventId,
    pub turn: TurnId,
    pub trace: TraceId,
    pub index: i64,
    pub timestamp: Timestamp,
    pub what: Transient,
}

#[derive(Clone, Debug)]
pub(crate) enum Signal {
    Recorded { upto: i64 },
    Transient { after: i64, transient: TransientEvent },
}

/// Those who follow one session.
struct Room {
    listeners: broadcast::Sender<Signal>,
    /// How far they were told that the log reaches.
    told: i64,
}

/// Who listens to which session.
#[derive(Clone, Default)]
pub(crate) struct Hub {
    rooms: Arc<Mutex<HashMap<SessionId, Room>>>,
    projector: Arc<Notify>,
}

impl Hub {
    pub(crate) fn send(&self, session: SessionId, signal: Signal) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(room) = rooms.get_mut(&session) else { return };
        if let Signal::Recorded { upto } = signal {
            room.told = room.told.max(upto);
        }
        if room.listeners.send(signal).is_err() {
            // The last listener has left.
            rooms.remove(&session);
        }
    }

    /// The sessions that somebody follows.
    pub(crate) fn followed(&self) -> Vec<SessionId> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| room.listeners.receiver_count() > 0);
        rooms.keys().copied().collect()
    }

    /// Tells those who were not told yet how far their logs reach.
    pub(crate) fn tell_heads(&self, heads: impl IntoIterator<Item = (SessionId, i64)>) {
        for (session, upto) in heads {
            let is_news = {
                let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
                rooms.get(&session).is_some_and(|room| room.told < upto)
            };
            if is_news {
                self.send(session, Signal::Recorded { upto });
            }
        }
    }

    pub(crate) fn listen(&self, session: SessionId) -> broadcast::Receiver<Signal> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Rooms whose listeners have left without a further signal are cleared when another opens.
        rooms.retain(|_, room| room.listeners.receiver_count() > 0);
        let open = || Room { listeners: broadcast::channel(SIGNALS).0, told: 0 };
        rooms.entry(session).or_insert_with(open).listeners.subscribe()
    }

    pub(crate) fn wake_projector(&self) {
        self.projector.notify_one();
    }

    pub(crate) async fn woken(&self) {
        self.projector.notified().await;
    }
}

/// What a follower hears.
#[derive(Clone, Debug, PartialEq)]
pub enum Followed {
    Recorded(RecordedEvent),
    /// Came after the event with this number.
    Transient {
        after: i64,
        transient: TransientEvent,
    },
}

/// One listener's place in a session.
pub struct Follower {
    log: EventLog,
    scope: Scope,
    session: SessionId,
    signals: broadcast::Receiver<Signal>,
    /// Everything up to here has been handed out or is in `ready`.
    read: i64,
    ready: VecDeque<Followed>,
    /// The log is said to reach this far.
    due: i64,
    /// Heard, and to be handed out once the log has been read up to it.
    heard: Option<(i64, TransientEvent)>,
    started: bool,
}

impl Follower {
    pub(crate) fn new(
        log: EventLog,
        scope: Scope,
        session: SessionId,
        signals: broadcast::Receiver<Signal>,
        after: i64,
    ) -> Self {
        Self {
            log,
            scope,
            session,
            signals,
            read: after,
            due: 0,
            ready: VecDeque::new(),
            heard: None,
            started: false,
        }
    }

    /// The next event; waits for one if need be. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Followed, EventError> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Ok(next);
            }
            if !self.started {
                // Listening began before this read, so nothing falls between the two.
                if self.read_on(BATCH).await? < BATCH {
                    self.started = true;
                }
                continue;
            }
            if self.due > self.read {
                // Kept until it is read: a read that fails, or is given up, is made again.
                self.read_up_to(self.due).await?;
                self.due = if self.ready.is_empty() { self.read } else { self.due };
                continue;
            }
            if let Some((after, _)) = self.heard {
                self.read_up_to(after).await?;
                if let Some((after, transient)) = self.heard.take() {
                    self.ready.push_back(Followed::Transient { after, transient });
                }
                continue;
            }
            match self.signals.recv().await {
                Ok(Signal::Recorded { upto }) => self.due = self.due.max(upto),
                Ok(Signal::Transient { after, transient }) => self.heard = Some((after, transient)),
                // What was missed is in the log, except for transient events.
                Err(RecvError::Lagged(_)) => self.started = false,
                // The room was cleared while we sat in it: sit down again, and look what happened meanwhile.
                Err(RecvError::Closed) => {
                    self.signals = self.log.listen_again(self.session);
                    self.started = false;
                }
            }
        }
    }

    /// Reads on to the present. For whoever begins to listen before something happens and takes it later:
    /// what is sent from now on and not kept will have its place among what is.
    pub async fn catch_up(&mut self) -> Result<(), EventError> {
        while !self.started {
            self.started = self.read_on(BATCH).await? < BATCH;
        }
        Ok(())
    }

    async fn read_up_to(&mut self, sequence: i64) -> Result<(), EventError> {
        // Not past it: what came after may have a transient event before it.
        while self.read < sequence {
            let missing = usize::try_from(sequence - self.read).unwrap_or(BATCH);
            if self.read_on(missing.min(BATCH)).await? == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Reads the next batch; how many events it had.
    async fn read_on(&mut self, at_most: usize) -> Result<usize, EventError> {
        conserje_kernel::faults::pass("follower.read");
        let events = self.log.after(&self.scope, self.session, self.read, at_most).await?;
        let count = events.len();
        for event in events {
            self.read = event.sequence;
            self.ready.push_back(Followed::Recorded(event));
        }
        Ok(count)
    }
}
