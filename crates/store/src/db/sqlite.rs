//! The embedded home: one writer thread, a pool of readers, one file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::{Semaphore, watch};

use crate::db::Conn;
use crate::db::writer::Writer;
use crate::migrate::SchemaStep;
use crate::options::Durability;
use crate::{StoreError, WriteTrouble};

/// Below this, SQLite can corrupt a database when its write-ahead log is reset.
const OLDEST_SAFE_SQLITE: i32 = 3_051_003;
const READERS: usize = 8;
const READER_WAIT: Duration = Duration::from_secs(10);

pub(crate) struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: Mutex<Vec<Connection>>,
    places: Arc<Semaphore>,
    migrated: Vec<SchemaStep>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, durability: Durability) -> Result<Self, StoreError> {
        let version = rusqlite::version_number();
        if version < OLDEST_SAFE_SQLITE {
            return Err(StoreError::Sql {
                statement: "the version check at start".to_owned(),
                source: format!(
                    "SQLite {} is older than 3.51.3; build with a newer one",
                    rusqlite::version()
                )
                .into(),
            });
        }
        let mut connection = open_writer(path, durability)?;
        let migrated = crate::migrate::sqlite(&mut connection)?;
        let writer = Writer::start(connection).map_err(|error| StoreError::Sql {
            statement: "starting the writer thread".to_owned(),
            source: Box::new(error),
        })?;
        Ok(Self {
            path: path.to_owned(),
            writer,
            readers: Mutex::new(Vec::new()),
            places: Arc::new(Semaphore::new(READERS)),
            migrated,
        })
    }

    pub(crate) fn migrated(&self) -> &[SchemaStep] {
        &self.migrated
    }

    pub(crate) fn trouble(&self) -> watch::Receiver<Option<WriteTrouble>> {
        self.writer.trouble()
    }

    pub(crate) fn unheard(&self) -> watch::Receiver<u64> {
        self.writer.unheard()
    }

    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.writer.write(work).await
    }

    pub(crate) async fn read<T, E, F>(self: &Arc<Self>, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let busy = || E::from(StoreError::Busy { seconds: READER_WAIT.as_secs() });
        let place = tokio::time::timeout(READER_WAIT, Arc::clone(&self.places).acquire_owned())
            .await
            .map_err(|_| busy())?
            .map_err(|_| busy())?;
        let sqlite = Arc::clone(self);
        let read = move || {
            // Held by the thread, not by the waiting future: a caller that gives up frees no place.
            let _place = place;
            sqlite.read_here(work)
        };
        tokio::task::spawn_blocking(read).await.map_err(|error| E::from(StoreError::of_thread(error)))?
    }

    fn read_here<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open_reader(&self.path)?,
        };
        // A transaction, so that all that `work` reads is of one moment.
        run(&connection, "BEGIN")?;
        let outcome = work(&mut Conn::Sqlite(&connection));
        run(&connection, "COMMIT")?;
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        outcome
    }
}

fn run(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    let failed = |error| StoreError::of_sqlite(sql, error);
    connection.prepare_cached(sql).map_err(failed)?.execute([]).map_err(failed).map(drop)
}

pub(crate) fn open_writer(path: &Path, durability: Durability) -> Result<Connection, StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(path, flags)?;
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Off => "OFF",
    };
    let pragmas = format!(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = {synchronous};
         PRAGMA wal_autocheckpoint = 4000;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA secure_delete = ON;
         PRAGMA cache_size = -65536;"
    );
    connection.execute_batch(&pragmas).map_err(|error| StoreError::of_sqlite("PRAGMA", error))?;
    Ok(connection)
}

fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(path, flags)?;
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -8192;")
        .map_err(|error| StoreError::of_sqlite("PRAGMA query_only", error))?;
    Ok(connection)
}

pub(crate) fn open(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreError::of_sqlite("opening the file", error))?;
    connection.set_prepared_statement_cache_capacity(256);
    // Otherwise a statement is prepared anew whenever a value that its plan may depend on is bound.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(|error| StoreError::of_sqlite("the setting QPSG", error))?;
    // No mmap: a disk error then comes back as an error, not as a signal that ends the process.
    connection
        .execute_batch("PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;")
        .map_err(|error| StoreError::of_sqlite("PRAGMA", error))?;
    Ok(connection)
}
