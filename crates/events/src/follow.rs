//! Following a session: what is in the log, then what comes, in one order.
//!
//! Signals carry no content, only "the log now reaches n": a follower reads the log itself. So one
//! that lags behind loses nothing but transient events, holds no memory, and holds nobody up.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
/// Another node may have appended: how often a follower looks for itself.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

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

/// Who listens to which session.
#[derive(Clone, Default)]
pub(crate) struct Hub {
    rooms: Arc<Mutex<HashMap<SessionId, broadcast::Sender<Signal>>>>,
    projector: Arc<Notify>,
}

impl Hub {
    pub(crate) fn send(&self, session: SessionId, signal: Signal) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(&session)
            && room.send(signal).is_err()
        {
            // The last listener has left.
            rooms.remove(&session);
        }
    }

    pub(crate) fn listen(&self, session: SessionId) -> broadcast::Receiver<Signal> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Rooms whose listeners have left without a further signal are cleared when another opens.
        rooms.retain(|_, room| room.receiver_count() > 0);
        rooms.entry(session).or_insert_with(|| broadcast::channel(SIGNALS).0).subscribe()
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
            if let Some((after, _)) = self.heard {
                self.read_up_to(after).await?;
                if let Some((after, transient)) = self.heard.take() {
                    self.ready.push_back(Followed::Transient { after, transient });
                }
                continue;
            }
            match tokio::time::timeout(LOOK_AGAIN, self.signals.recv()).await {
                Ok(Ok(Signal::Recorded { upto })) => self.read_up_to(upto).await?,
                Ok(Ok(Signal::Transient { after, transient })) => self.heard = Some((after, transient)),
                Ok(Err(RecvError::Lagged(_))) | Err(_) => while self.read_on(BATCH).await? == BATCH {},
                // The room was cleared while we sat in it: sit down again.
                Ok(Err(RecvError::Closed)) => self.signals = self.log.listen_again(self.session),
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
        let events = self.log.after(&self.scope, self.session, self.read, at_most).await?;
        let count = events.len();
        for event in events {
            self.read = event.sequence;
            self.ready.push_back(Followed::Recorded(event));
        }
        Ok(count)
    }
}
