//! SQLite's one writer: a thread that owns the connection and commits in groups.
//!
//! Writes that arrive while the last commit was being made durable share the next one, so that 64
//! waiting writers cost one fsync, not 64. Each write runs in a savepoint of its own: one that fails
//! is undone alone. A writer hears of its success only after the commit that holds it is durable.
//!
//! Written by hand: the grouping is the point, and no pool or queue crate does it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use crate::StoreError;
use crate::db::Conn;
use crate::error::WriteTrouble;

/// Waiting writes beyond this make their callers wait for a place.
const QUEUE: usize = 1024;
/// A commit takes at most this many writes, so that the first of them does not wait without end.
const GROUP: usize = 256;

/// A write on its way through the writer thread.
trait Queued: Send {
    /// Runs inside a savepoint; whether it may stay.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Tells the caller, once the group's commit has succeeded or failed.
    fn finish(self: Box<Self>, commit: Result<(), WriteTrouble>);
}

struct Write<F, T, E> {
    work: Option<F>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Told<T, E>>,
    unheard: watch::Sender<u64>,
}

/// The answer to a write. If its caller goes away before taking it, and it was kept, that is counted.
struct Told<T, E> {
    outcome: Option<Result<T, E>>,
    unheard: watch::Sender<u64>,
}

impl<T, E> Drop for Told<T, E> {
    fn drop(&mut self) {
        if let Some(Ok(_)) = self.outcome {
            self.unheard.send_modify(|count| *count += 1);
        }
    }
}

impl<F, T, E> Queued for Write<F, T, E>
where
    F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        if let Some(work) = self.work.take() {
            // A fault in one write must not take the writer with it, nor the writes beside it.
            let ran = catch_unwind(AssertUnwindSafe(|| work(&mut Conn::Sqlite(connection))));
            self.outcome = Some(ran.unwrap_or_else(|_| Err(StoreError::Panicked.into())));
        }
        matches!(self.outcome, Some(Ok(_)))
    }

    fn finish(self: Box<Self>, commit: Result<(), WriteTrouble>) {
        let outcome = match (commit, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (_, Some(Err(own))) => Err(own),
            (Err(trouble), _) => Err(StoreError::not_writable(trouble).into()),
            (Ok(()), None) => Err(StoreError::not_writable(WriteTrouble::Stopping).into()),
        };
        // The caller may have gone; its write stands all the same.
        drop(self.reply.send(Told { outcome: Some(outcome), unheard: self.unheard }));
    }
}

/// The way to the writer thread. Dropping the last one ends the thread after what is queued.
pub(crate) struct Writer {
    queue: Option<mpsc::Sender<Box<dyn Queued>>>,
    thread: Option<thread::JoinHandle<()>>,
    trouble: watch::Receiver<Option<WriteTrouble>>,
    unheard: watch::Sender<u64>,
}

impl Writer {
    pub(crate) fn start(connection: Connection) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let (telling, trouble) = watch::channel(None);
        let thread = thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || write_until_closed(&connection, waiting, &telling))?;
        Ok(Self { queue: Some(queue), thread: Some(thread), trouble, unheard: watch::Sender::new(0) })
    }

    /// Why the last commit failed, if it did. After [`WriteTrouble::SyncFailed`] nothing is written any more.
    pub(crate) fn trouble(&self) -> watch::Receiver<Option<WriteTrouble>> {
        self.trouble.clone()
    }

    /// Counts writes that were kept and whose caller had gone.
    pub(crate) fn unheard(&self) -> watch::Receiver<u64> {
        self.unheard.subscribe()
    }

    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let stopping = || E::from(StoreError::not_writable(WriteTrouble::Stopping));
        let (reply, answer) = oneshot::channel();
        let write = Box::new(Write { work: Some(work), outcome: None, reply, unheard: self.unheard.clone() });
        let queue = self.queue.as_ref().ok_or_else(stopping)?;
        queue.send(write).await.map_err(|_| stopping())?;
        let mut told = answer.await.map_err(|_| stopping())?;
        told.outcome.take().ok_or_else(stopping)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("The SQLite writer thread had panicked");
        }
    }
}

/// Says that the writer is broken if its thread dies.
struct Alarm<'a>(&'a watch::Sender<Option<WriteTrouble>>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.send_replace(Some(WriteTrouble::SyncFailed));
        }
    }
}

fn write_until_closed(
    connection: &Connection,
    mut waiting: mpsc::Receiver<Box<dyn Queued>>,
    telling: &watch::Sender<Option<WriteTrouble>>,
) {
    let _alarm = Alarm(telling);
    let mut group = Vec::with_capacity(GROUP);
    while let Some(first) = waiting.blocking_recv() {
        group.push(first);
        let commit = write_group(connection, &mut waiting, &mut group);
        telling.send_if_modified(|told| {
            let changed = *told != commit.err();
            *told = commit.err();
            changed
        });
        for write in group.drain(..) {
            write.finish(commit);
        }
        if commit == Err(WriteTrouble::SyncFailed) {
            // What the disk now holds is unknown, and a second fsync would lie: stop, restart, recover.
            tracing::error!("The disk failed to make a commit durable; no further write is taken");
            waiting.close();
            while let Some(write) = waiting.blocking_recv() {
                write.finish(Err(WriteTrouble::SyncFailed));
            }
        }
    }
}

/// Runs the first write and whatever else has arrived, then commits them together or undoes them all.
fn write_group(
    connection: &Connection,
    waiting: &mut mpsc::Receiver<Box<dyn Queued>>,
    group: &mut Vec<Box<dyn Queued>>,
) -> Result<(), WriteTrouble> {
    begin(connection)?;
    let committed = run_all(connection, waiting, group).and_then(|()| commit(connection));
    if committed.is_err()
        && !connection.is_autocommit()
        && let Err(error) = connection.execute_batch("ROLLBACK")
    {
        tracing::error!("Undoing a failed group of writes failed: {error}");
        return Err(WriteTrouble::SyncFailed);
    }
    committed
}

fn run_all(
    connection: &Connection,
    waiting: &mut mpsc::Receiver<Box<dyn Queued>>,
    group: &mut Vec<Box<dyn Queued>>,
) -> Result<(), WriteTrouble> {
    let mut next = 0;
    while let Some(write) = group.get_mut(next) {
        step(connection, "SAVEPOINT one_write", WriteTrouble::SyncFailed)?;
        let stays = write.run(connection);
        if connection.is_autocommit() {
            // A full or failing disk makes SQLite undo the whole transaction, the earlier writes too.
            return Err(WriteTrouble::ReadOnly);
        }
        if !stays {
            step(connection, "ROLLBACK TO one_write", WriteTrouble::SyncFailed)?;
        }
        step(connection, "RELEASE one_write", WriteTrouble::SyncFailed)?;
        next += 1;
        if group.len() < GROUP
            && let Ok(arrived) = waiting.try_recv()
        {
            group.push(arrived);
        }
    }
    Ok(())
}

fn begin(connection: &Connection) -> Result<(), WriteTrouble> {
    step(connection, "BEGIN IMMEDIATE", WriteTrouble::Locked)
}

/// A commit that fails in a way we do not know is treated as the worst one.
fn commit(connection: &Connection) -> Result<(), WriteTrouble> {
    step(connection, "COMMIT", WriteTrouble::SyncFailed)
}

fn step(connection: &Connection, sql: &str, if_unknown: WriteTrouble) -> Result<(), WriteTrouble> {
    let done = connection.prepare_cached(sql).and_then(|mut statement| statement.execute([]));
    let Err(error) = done else { return Ok(()) };
    let trouble = match StoreError::of_sqlite(sql, error) {
        StoreError::NotWritable { trouble } => trouble,
        // The disk fails in a way that waiting will not mend.
        StoreError::Unreachable { source } => {
            tracing::error!("`{sql}` failed: {source}");
            WriteTrouble::SyncFailed
        }
        other @ (StoreError::Duplicate
        | StoreError::Unanswered { .. }
        | StoreError::Busy { .. }
        | StoreError::Malformed { .. }
        | StoreError::Sql { .. }
        | StoreError::NewerSchema { .. }
        | StoreError::OtherSchema { .. }
        | StoreError::Panicked
        | StoreError::Secret(_)) => {
            tracing::error!("`{sql}` failed: {other:?}");
            if_unknown
        }
    };
    Err(trouble)
}
