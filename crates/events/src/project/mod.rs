//! From events to what people read: messages, citations, and the tenant's feed.
//!
//! At least once, and idempotent by event id, so that once is what it comes to. A batch is one
//! transaction; if it fails, its events are tried one by one, and the one at fault waits, longer each
//! time, until it is a dead letter that an operator sees and can run again.

mod citations;
mod deliveries;
mod messages;

use std::collections::BTreeMap;
use std::time::Duration;

use conserje_kernel::{DeploymentScope, Scope, SessionId, SystemJob};
use conserje_store::outbox::{self, AfterFailure, Waiting};
use conserje_store::{DeploymentTx, Store, Tx, event_log, feed, jobs, messages as stored_messages, sessions};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::follow::Hub;
use crate::log::{Content, EventError, RecordedEvent, read_after, recorded};

/// On SQLite a batch holds up whoever wants to append: short enough not to be noticed.
const BATCH: i64 = 64;
/// How long events may gather before they are projected together.
const GATHER: Duration = Duration::from_millis(5);
/// Other nodes' events, and retries that have come due, are looked for this often.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
const ATTEMPTS: i64 = 6;
/// The kinds of events that [`project`] makes something of; all others are in the feed and nowhere else.
const PROJECTED: [&str; 6] = [
    "user_message_sent",
    "agent_message_sent",
    "operator_message_sent",
    "notice_sent",
    "citations_created",
    "error_occurred",
];

/// Runs beside the log until told to stop.
#[derive(Clone)]
pub struct Projector {
    store: Store,
    scope: DeploymentScope,
    hub: Hub,
    progress: watch::Sender<u64>,
    /// Of the store, from the log's beginning on.
    unheard: Option<watch::Receiver<u64>>,
}

impl Projector {
    #[expect(clippy::disallowed_methods, reason = "projection is a named system job")]
    pub(crate) fn new(store: Store, hub: Hub) -> Self {
        let scope = DeploymentScope::system(SystemJob::Projection);
        let unheard = store.unheard();
        Self { store, scope, hub, progress: watch::Sender::new(0), unheard }
    }

    pub(crate) fn progress(&self) -> watch::Receiver<u64> {
        self.progress.subscribe()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn scope(&self) -> DeploymentScope {
        self.scope
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.hub
    }

    pub(crate) fn unheard(&self) -> Option<watch::Receiver<u64>> {
        self.unheard.clone()
    }

    /// Projects, and tells followers of what others appended.
    pub async fn run(self, stop: CancellationToken) {
        tokio::join!(self.project_until(&stop), self.look(&stop));
    }

    async fn project_until(&self, stop: &CancellationToken) {
        while !stop.is_cancelled() {
            match self.project_batch().await {
                Ok(0) => {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = self.hub.woken() => tokio::time::sleep(GATHER).await,
                        () = tokio::time::sleep(LOOK_AGAIN) => {}
                    }
                }
                Ok(_) => self.progress.send_modify(|batches| *batches += 1),
                Err(error) => {
                    tracing::error!("Projecting events failed and will be tried again: {error:?}");
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = tokio::time::sleep(LOOK_AGAIN) => {}
                    }
                }
            }
        }
    }

    /// Projects what is due; how many events it took up.
    pub async fn project_batch(&self) -> Result<usize, EventError> {
        conserje_kernel::faults::pass("projector.batch");
        let whole = self
            .store
            .write_all(self.scope, |tx| {
                let due = take_due(tx)?;
                for waiting in &due {
                    project_waiting(tx, waiting)?;
                    outbox::done(tx, waiting.position)?;
                }
                Ok::<_, EventError>(due.len())
            })
            .await;
        match whole {
            Ok(count) => Ok(count),
            // None of its events is at fault.
            Err(EventError::Store(error)) if error.is_passing() => Err(error.into()),
            Err(error) => {
                tracing::debug!("A batch of projections failed, trying its events one by one: {error:?}");
                self.store.write_all(self.scope, project_one_by_one).await
            }
        }
    }
}

/// The due events, each of them by now in its tenant's feed.
fn take_due(tx: &mut DeploymentTx<'_>) -> Result<Vec<Waiting>, EventError> {
    outbox::lock(tx)?;
    let due = outbox::due(tx, BATCH)?;
    let mut new_by_tenant: BTreeMap<_, Vec<Waiting>> = BTreeMap::new();
    for waiting in due.iter().filter(|waiting| !waiting.is_in_feed) {
        new_by_tenant.entry(waiting.tenant).or_default().push(waiting.clone());
    }
    for (tenant, events) in new_by_tenant {
        feed::add(&mut tx.within(tenant), &events)?;
    }
    Ok(due)
}

fn project_one_by_one(tx: &mut DeploymentTx<'_>) -> Result<usize, EventError> {
    let due = take_due(tx)?;
    for waiting in &due {
        match tx.savepoint(|tx| project_waiting(tx, waiting)) {
            Ok(()) => outbox::done(tx, waiting.position)?,
            Err(error) => {
                let then = if waiting.attempts + 1 >= ATTEMPTS {
                    tracing::error!(event.id = %waiting.event, "Projecting event {} failed for good: {error:?}", waiting.event);
                    AfterFailure::Dead
                } else {
                    AfterFailure::RetryAt(tx.now().plus(jobs::backoff(waiting.attempts + 1)))
                };
                outbox::failed(tx, waiting.position, &chain_of(&error), then)?;
            }
        }
    }
    Ok(due.len())
}

fn chain_of(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn project_waiting(tx: &mut DeploymentTx<'_>, waiting: &Waiting) -> Result<(), EventError> {
    if !waiting.event_type.is_empty() && !PROJECTED.contains(&waiting.event_type.as_str()) {
        return Ok(());
    }
    conserje_kernel::faults::pass("projector.event");
    let mut tx = tx.within(waiting.tenant);
    let Some(row) = event_log::find(&mut tx, waiting.session, waiting.event)? else {
        return Err(EventError::NoSuchSession { session: waiting.session });
    };
    let event = recorded(row)?;
    project(&mut tx, &event)?;
    // Not when a session is projected anew: what was said was said.
    deliveries::queue(&mut tx, &event)
}

/// The work itself, for one event; doing it twice changes nothing.
fn project(tx: &mut Tx<'_>, event: &RecordedEvent) -> Result<(), EventError> {
    let Content::Event(content) = &event.content else { return Ok(()) };
    messages::project(tx, event, content)?;
    citations::project(tx, event, content)
}

/// Makes a session's projections again from its events alone; how many events there were.
pub async fn rebuild(store: &Store, scope: &Scope, session: SessionId) -> Result<usize, EventError> {
    const PAGE: usize = 500;
    store
        .write(scope, move |tx| {
            let record = sessions::record(tx, session)?.ok_or(EventError::NoSuchSession { session })?;
            if record.erased_at.is_some() {
                // Its usage stands, and its events have nothing left to make the rest from.
                return Ok(0);
            }
            stored_messages::clear(tx, session)?;
            let (mut count, mut last) = (0, 0);
            loop {
                let events = read_after(tx, session, last, PAGE)?;
                for event in &events {
                    project(tx, event)?;
                    last = event.sequence;
                }
                count += events.len();
                if events.len() < PAGE {
                    return Ok(count);
                }
            }
        })
        .await
}
