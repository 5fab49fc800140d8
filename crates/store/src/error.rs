//! What can go wrong below, in the few kinds that callers treat differently.

use std::error::Error;

/// Why a read or write did not happen. Nothing of it was kept, unless it is [`StoreError::Unanswered`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("a row with the same key is already there")]
    Duplicate,
    #[error("the storage takes no writes: {trouble}")]
    NotWritable { trouble: WriteTrouble },
    #[error("the database cannot be reached")]
    Unreachable {
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The line was lost between a commit and its answer: all of the write was kept, or nothing of it. Whoever asked for
    /// it must look, or ask for the same again where a second time changes nothing.
    #[error("the database was lost while it committed; whether it did is not known")]
    Unanswered {
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("the database had no free connection within {seconds} s")]
    Busy { seconds: u64 },
    #[error("column {column} holds a value that this version cannot read: {problem}")]
    Malformed { column: usize, problem: String },
    #[error("a statement failed: {statement}")]
    Sql {
        statement: String,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error(
        "the database has schema version {found}, this program knows up to {known}; \
         start the program that wrote it, or a newer one"
    )]
    NewerSchema { found: i64, known: i64 },
    #[error(
        "schema step {version} `{name}` is not the one that this database was made with; \
         start the program that made it"
    )]
    OtherSchema { version: i64, name: &'static str },
    /// A fault of the program. What the transaction did is undone; asked again, it would fail again.
    #[error("the program failed within a transaction, which was undone")]
    Panicked,
    #[error("{0}")]
    Secret(#[from] SecretError),
}

/// Why a secret cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("a master key is 64 hexadecimal digits; `openssl rand -hex 32` prints one")]
    BadMasterKey,
    #[error("the master key `{id}` that protects this tenant's secrets is not configured")]
    MasterKeyMissing { id: String },
    #[error("a stored secret does not open: it was changed, moved, or written with another key")]
    DoesNotOpen,
    #[error("the machine gave no random bytes")]
    NoRandomness,
}

/// What keeps the storage from taking writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WriteTrouble {
    #[error("the disk is full")]
    DiskFull,
    #[error("the disk takes no writes: it is read-only, or fails")]
    ReadOnly,
    #[error("the disk failed to make a write durable; the server must stop")]
    SyncFailed,
    #[error("another program holds the database file")]
    Locked,
    #[error("the server is stopping")]
    Stopping,
}

impl StoreError {
    pub(crate) fn not_writable(trouble: WriteTrouble) -> Self {
        Self::NotWritable { trouble }
    }

    /// Whether the same may succeed later: the storage is the trouble, and not what was asked of it.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::NotWritable { .. }
            | Self::Unreachable { .. }
            | Self::Unanswered { .. }
            | Self::Busy { .. } => true,
            Self::Duplicate
            | Self::Malformed { .. }
            | Self::Sql { .. }
            | Self::NewerSchema { .. }
            | Self::OtherSchema { .. }
            | Self::Panicked
            | Self::Secret(_) => false,
        }
    }

    /// Of work that was given to a thread.
    pub(crate) fn of_thread(error: tokio::task::JoinError) -> Self {
        if error.is_panic() { Self::Panicked } else { Self::Unreachable { source: Box::new(error) } }
    }

    pub(crate) fn of_sqlite(statement: &str, source: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        if let rusqlite::Error::SqliteFailure(failure, _) = &source {
            match failure.extended_code {
                rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                    return Self::Duplicate;
                }
                rusqlite::ffi::SQLITE_IOERR_FSYNC | rusqlite::ffi::SQLITE_IOERR_DIR_FSYNC => {
                    return Self::not_writable(WriteTrouble::SyncFailed);
                }
                // A full disk has a code of its own: these are what a read-only or failing one gives.
                rusqlite::ffi::SQLITE_IOERR_WRITE
                | rusqlite::ffi::SQLITE_IOERR_TRUNCATE
                | rusqlite::ffi::SQLITE_IOERR_SHMSIZE => return Self::not_writable(WriteTrouble::ReadOnly),
                _ => {}
            }
            if failure.code == ErrorCode::DiskFull {
                return Self::not_writable(WriteTrouble::DiskFull);
            }
            if failure.code == ErrorCode::ReadOnly {
                return Self::not_writable(WriteTrouble::ReadOnly);
            }
            let disk_fails = [
                ErrorCode::SystemIoFailure,
                ErrorCode::DatabaseCorrupt,
                ErrorCode::NotADatabase,
                ErrorCode::CannotOpen,
            ];
            if disk_fails.contains(&failure.code) {
                return Self::Unreachable { source: Box::new(source) };
            }
        }
        Self::Sql { statement: first_words(statement), source: Box::new(source) }
    }

    pub(crate) fn of_postgres(statement: &str, source: postgres::Error) -> Self {
        use postgres::error::SqlState;
        let Some(state) = source.code() else {
            return Self::Unreachable { source: Box::new(source) };
        };
        if *state == SqlState::UNIQUE_VIOLATION {
            Self::Duplicate
        } else if *state == SqlState::DISK_FULL {
            Self::not_writable(WriteTrouble::DiskFull)
        } else if *state == SqlState::READ_ONLY_SQL_TRANSACTION {
            Self::not_writable(WriteTrouble::ReadOnly)
        } else if is_of_the_server(state.code()) {
            Self::Unreachable { source: Box::new(source) }
        } else {
            Self::Sql { statement: first_words(statement), source: Box::new(source) }
        }
    }
}

/// Whether the same statement may succeed later. By SQLSTATE: the connection (08), transactions that met (40), resources (53),
/// an operator or the system (57P, 58), and what our own time limits end (25P03, 55P03, 57014).
fn is_of_the_server(state: &str) -> bool {
    let classes = ["08", "40", "53", "57P", "58"];
    classes.iter().any(|class| state.starts_with(class)) || ["25P03", "55P03", "57014"].contains(&state)
}

/// Enough of a statement to find it; values are never part of it.
fn first_words(statement: &str) -> String {
    statement.split_whitespace().take(8).collect::<Vec<_>>().join(" ")
}
