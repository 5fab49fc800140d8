//! Appending to and reading a session's log.

use conserje_kernel::{Digest, EventId, Scope, SessionId, Timestamp, TraceId, TurnId};
use conserje_store::event_log::{self, EventRow};
use conserje_store::{Store, StoreError, Tx, outbox};
use std::time::Duration;
use tokio::sync::watch;

use crate::chain::{self, Link};
use crate::event::{DecodeError, Event};
use crate::follow::{Follower, Hub, Signal, TransientEvent};

#[derive(Debug, thiserror::Error)]
pub enum EventError {
    #[error("the session {session} does not exist or takes no more events")]
    NoSuchSession { session: SessionId },
    #[error("event {event} cannot be read")]
    Unreadable {
        event: EventId,
        #[source]
        source: DecodeError,
    },
    #[error("an event could not be written as JSON")]
    Encode(#[from] serde_json::Error),
    #[error("the projections of event {event} were not in place within {seconds} s")]
    NotProjected { event: EventId, seconds: u64 },
    #[error("the projections of event {event} failed and wait for a person")]
    ProjectionDead { event: EventId },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An event about to be written.
#[derive(Clone, Debug)]
pub struct NewEvent {
    pub id: EventId,
    pub event: Event,
    /// Its place among all that its turn emits, transient events counted.
    pub index: i64,
    pub turn: Option<TurnId>,
    pub trace: TraceId,
}

/// What an event says, if it still says it.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Event(Event),
    /// Taken out when its session was erased; only that it happened is left.
    Erased {
        kind: String,
    },
}

/// An event as it stands in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEvent {
    pub id: EventId,
    pub session: SessionId,
    pub sequence: i64,
    pub timestamp: Timestamp,
    pub turn: Option<TurnId>,
    pub index: i64,
    pub trace: TraceId,
    pub content: Content,
}

/// Proof that events are in a transaction. Once it has committed, [`EventLog::announce`] tells followers.
#[derive(Debug)]
#[must_use = "announce it once the transaction has committed"]
pub struct Appended {
    pub events: Vec<RecordedEvent>,
    session: SessionId,
}

/// The logs of all sessions. Cheap to clone.
#[derive(Clone)]
pub struct EventLog {
    store: Store,
    hub: Hub,
    projected: watch::Receiver<u64>,
}

impl EventLog {
    /// The log, and the projector that must run beside it.
    pub fn new(store: Store) -> (Self, crate::Projector) {
        let hub = Hub::default();
        let projector = crate::Projector::new(store.clone(), hub.clone());
        (Self { store, hub, projected: projector.progress() }, projector)
    }

    /// Appends a block of events; durable when this returns.
    pub async fn append(
        &self,
        scope: &Scope,
        session: SessionId,
        events: Vec<NewEvent>,
    ) -> Result<Vec<RecordedEvent>, EventError> {
        let appended = self.store.write(scope, move |tx| Self::append_in(tx, session, events)).await?;
        Ok(self.announce(appended))
    }

    /// Appends a block as part of a larger transaction.
    pub fn append_in(
        tx: &mut Tx<'_>,
        session: SessionId,
        events: Vec<NewEvent>,
    ) -> Result<Appended, EventError> {
        let count = i64::try_from(events.len()).unwrap_or(i64::MAX);
        let head = event_log::reserve(tx, session, count)?.ok_or(EventError::NoSuchSession { session })?;
        // The lock may have been waited for: times follow the order of numbers.
        tx.tick();
        let mut previous = head.hash;
        let mut rows = Vec::with_capacity(events.len());
        let mut recorded = Vec::with_capacity(events.len());
        for (sequence, new) in (head.sequence + 1..).zip(events) {
            let row = row_of(tx, session, sequence, previous, &new)?;
            previous = row.hash;
            recorded.push(RecordedEvent {
                id: new.id,
                session,
                sequence,
                timestamp: row.timestamp,
                turn: new.turn,
                index: new.index,
                trace: new.trace,
                content: Content::Event(new.event),
            });
            rows.push(row);
        }
        event_log::insert(tx, session, &rows)?;
        Ok(Appended { events: recorded, session })
    }

    /// Events that were appended before, by a transaction whose answer was lost. `None` unless all are there.
    pub fn appended_in(
        tx: &mut Tx<'_>,
        session: SessionId,
        events: &[EventId],
    ) -> Result<Option<Appended>, EventError> {
        let mut found = Vec::with_capacity(events.len());
        for id in events {
            let Some(row) = event_log::find(tx, session, *id)? else { return Ok(None) };
            found.push(recorded(row)?);
        }
        Ok(Some(Appended { events: found, session }))
    }

    /// Tells followers and the projector of events that have been committed.
    pub fn announce(&self, appended: Appended) -> Vec<RecordedEvent> {
        conserje_kernel::faults::pass("log.announce");
        if let Some(last) = appended.events.last() {
            self.hub.send(appended.session, Signal::Recorded { upto: last.sequence });
            self.hub.wake_projector();
        }
        appended.events
    }

    /// Sends something that is not kept to those who follow the session right now.
    pub fn notify(&self, session: SessionId, after: i64, transient: TransientEvent) {
        self.hub.send(session, Signal::Transient { after, transient });
    }

    /// A session's events after a number, in order, at most `limit`.
    pub async fn after(
        &self,
        scope: &Scope,
        session: SessionId,
        sequence: i64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, EventError> {
        self.store.read(scope, move |tx| read_after(tx, session, sequence, limit)).await
    }

    /// As [`EventLog::after`], as part of a larger transaction.
    pub fn after_in(
        tx: &mut Tx<'_>,
        session: SessionId,
        sequence: i64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, EventError> {
        read_after(tx, session, sequence, limit)
    }

    /// Everything after a number, and then what comes, for as long as the caller listens.
    pub fn follow(&self, scope: &Scope, session: SessionId, after: i64) -> Follower {
        Follower::new(self.clone(), scope.clone(), session, self.hub.listen(session), after)
    }

    pub(crate) fn listen_again(&self, session: SessionId) -> tokio::sync::broadcast::Receiver<Signal> {
        self.hub.listen(session)
    }

    /// Changes whenever something was projected here.
    pub fn progress(&self) -> watch::Receiver<u64> {
        self.projected.clone()
    }

    /// Returns once the event's projections are in place.
    pub async fn await_persistence(
        &self,
        scope: &Scope,
        event: EventId,
        patience: Duration,
    ) -> Result<(), EventError> {
        /// Another node may be the one that projects, and its progress is not seen here.
        const LOOK_AGAIN: Duration = Duration::from_millis(200);
        let mut progress = self.projected.clone();
        let wait = async {
            loop {
                progress.borrow_and_update();
                match self.store.read(scope, move |tx| outbox::is_waiting(tx, event)).await? {
                    None => return Ok(()),
                    Some(true) => return Err(EventError::ProjectionDead { event }),
                    Some(false) => drop(tokio::time::timeout(LOOK_AGAIN, progress.changed()).await),
                }
            }
        };
        let late = |_| EventError::NotProjected { event, seconds: patience.as_secs() };
        tokio::time::timeout(patience, wait).await.map_err(late)?
    }
}

fn row_of(
    tx: &Tx<'_>,
    session: SessionId,
    sequence: i64,
    previous_hash: Digest,
    new: &NewEvent,
) -> Result<EventRow, EventError> {
    let (kind, version, data) = new.event.encode()?;
    let salt: [u8; 16] = rand::random();
    let data_hash = chain::hash_data(&salt, data.as_bytes());
    let timestamp = tx.now();
    let hash = chain::hash_link(&Link {
        tenant: tx.tenant().to_string().as_bytes(),
        session: session.to_string().as_bytes(),
        id: new.id.to_string().as_bytes(),
        sequence,
        kind: kind.as_bytes(),
        version,
        timestamp: timestamp.as_micros(),
        turn: new.turn.map(|turn| turn.to_string()).unwrap_or_default().as_bytes(),
        index: new.index,
        trace: new.trace.to_string().as_bytes(),
        data_hash: data_hash.as_bytes(),
        previous: previous_hash.as_bytes(),
    });
    Ok(EventRow {
        id: new.id,
        session,
        sequence,
        event_type: kind.to_owned(),
        version,
        timestamp,
        turn: new.turn,
        event_index: new.index,
        trace: new.trace,
        data: Some(data),
        salt: Some(salt.to_vec()),
        data_hash,
        previous_hash,
        hash,
    })
}

pub(crate) fn read_after(
    tx: &mut Tx<'_>,
    session: SessionId,
    sequence: i64,
    limit: usize,
) -> Result<Vec<RecordedEvent>, EventError> {
    event_log::after(tx, session, sequence, limit)?.into_iter().map(recorded).collect()
}

pub(crate) fn recorded(row: EventRow) -> Result<RecordedEvent, EventError> {
    let content = match &row.data {
        None => Content::Erased { kind: row.event_type },
        Some(data) => Event::decode(&row.event_type, row.version, data)
            .map(Content::Event)
            .map_err(|source| EventError::Unreadable { event: row.id, source })?,
    };
    Ok(RecordedEvent {
        id: row.id,
        session: row.session,
        sequence: row.sequence,
        timestamp: row.timestamp,
        turn: row.turn,
        index: row.event_index,
        trace: row.trace,
        content,
    })
}
