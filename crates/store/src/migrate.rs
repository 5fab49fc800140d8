//! The schema, forward only: each step in a transaction of its own, so that a broken start is picked
//! up where it stopped; a step that has run is checked against the text it ran with.

use std::fmt::Write as _;

use postgres::Client;
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use crate::StoreError;

/// A step of the schema, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaStep {
    pub version: i64,
    pub name: &'static str,
}

pub(crate) struct Step {
    version: i64,
    name: &'static str,
    sql: &'static str,
}

/// In order; a shipped step is never edited.
const STEPS: &[Step] = &[
    Step { version: 1, name: "floor", sql: include_str!("../migrations/0001_floor.sql") },
    Step { version: 2, name: "turns", sql: include_str!("../migrations/0002_turns.sql") },
    Step { version: 3, name: "knowledge", sql: include_str!("../migrations/0003_knowledge.sql") },
    Step { version: 4, name: "embedders", sql: include_str!("../migrations/0004_embedders.sql") },
    Step { version: 5, name: "page", sql: include_str!("../migrations/0005_page.sql") },
    Step { version: 6, name: "packs", sql: include_str!("../migrations/0006_packs.sql") },
    Step { version: 7, name: "mcp", sql: include_str!("../migrations/0007_mcp.sql") },
    Step { version: 8, name: "desk", sql: include_str!("../migrations/0008_desk.sql") },
    Step { version: 9, name: "guests", sql: include_str!("../migrations/0009_guests.sql") },
    Step { version: 10, name: "inbox", sql: include_str!("../migrations/0010_inbox.sql") },
    Step { version: 11, name: "channels", sql: include_str!("../migrations/0011_channels.sql") },
    Step { version: 12, name: "orders", sql: include_str!("../migrations/0012_orders.sql") },
    Step { version: 13, name: "keys", sql: include_str!("../migrations/0013_keys.sql") },
    Step {
        version: 14,
        name: "tenant_settings",
        sql: include_str!("../migrations/0014_tenant_settings.sql"),
    },
    Step {
        version: 15,
        name: "session_assistant",
        sql: include_str!("../migrations/0015_session_assistant.sql"),
    },
    Step { version: 16, name: "job_lanes", sql: include_str!("../migrations/0016_job_lanes.sql") },
    Step { version: 17, name: "setups", sql: include_str!("../migrations/0017_setups.sql") },
    Step { version: 18, name: "tenant_looks", sql: include_str!("../migrations/0018_tenant_looks.sql") },
    Step { version: 19, name: "setup_record", sql: include_str!("../migrations/0019_setup_record.sql") },
    Step {
        version: 20,
        name: "appointment_name",
        sql: include_str!("../migrations/0020_appointment_name.sql"),
    },
    Step { version: 21, name: "desk_facts", sql: include_str!("../migrations/0021_desk_facts.sql") },
    Step { version: 22, name: "counter", sql: include_str!("../migrations/0022_counter.sql") },
    Step { version: 23, name: "reminders", sql: include_str!("../migrations/0023_reminders.sql") },
];

const BOOK: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (
    version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)";

/// Two nodes that start together migrate one after the other.
const POSTGRES_LOCK: i64 = 0x636f_6e73_6572_6a65;

/// The version that a database has once this program has opened it.
pub fn schema_version() -> i64 {
    STEPS.last().map_or(0, |step| step.version)
}

const DONE: &str = "SELECT version, checksum FROM schema_migrations ORDER BY version";

/// Which steps have run, with the text they ran with.
type Book = Vec<(i64, String)>;

/// The steps that ran.
pub(crate) fn sqlite(connection: &mut Connection) -> Result<Vec<SchemaStep>, StoreError> {
    let failed = |error| StoreError::of_sqlite("migrating", error);
    connection.execute_batch(BOOK).map_err(failed)?;
    let mut ran = Vec::new();
    for step in outstanding(&sqlite_done(connection)?)? {
        let migration = connection.transaction().map_err(failed)?;
        migration.execute_batch(step.sql).map_err(failed)?;
        migration
            .execute(
                "INSERT INTO schema_migrations (version, name, checksum) VALUES (?1, ?2, ?3)",
                rusqlite::params![step.version, step.name, step.checksum()],
            )
            .map_err(failed)?;
        migration.commit().map_err(failed)?;
        ran.push(step.named());
    }
    Ok(ran)
}

/// The same, looked at only; empty where there is no book yet.
pub(crate) fn sqlite_book(connection: &Connection) -> Result<Book, StoreError> {
    let has_book = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations')";
    let is_there = connection.query_row(has_book, [], |row| row.get(0));
    if is_there.map_err(|error| StoreError::of_sqlite(has_book, error))? {
        sqlite_done(connection)
    } else {
        Ok(Book::new())
    }
}

fn sqlite_done(connection: &Connection) -> Result<Book, StoreError> {
    connection
        .prepare(DONE)
        .and_then(|mut book| book.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .map_err(|error| StoreError::of_sqlite(DONE, error))
}

/// The steps that ran.
pub(crate) fn postgres(client: &mut Client) -> Result<Vec<SchemaStep>, StoreError> {
    let failed = |error| StoreError::of_postgres("migrating", error);
    client.execute("SELECT pg_advisory_lock($1)", &[&POSTGRES_LOCK]).map_err(failed)?;
    client.batch_execute(BOOK).map_err(failed)?;
    let mut ran = Vec::new();
    for step in outstanding(&postgres_done(client)?)? {
        let mut migration = client.transaction().map_err(failed)?;
        // A step that moves rows moves every tenant's.
        migration.batch_execute("SELECT set_config('conserje.reach', '*', true)").map_err(failed)?;
        migration.batch_execute(&for_postgres(step.sql)).map_err(failed)?;
        migration
            .execute(
                "INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)",
                &[&step.version, &step.name, &step.checksum()],
            )
            .map_err(failed)?;
        migration.commit().map_err(failed)?;
        ran.push(step.named());
    }
    client.execute("SELECT pg_advisory_unlock($1)", &[&POSTGRES_LOCK]).map_err(failed)?;
    Ok(ran)
}

/// The same, looked at only; empty where there is no book yet.
pub(crate) fn postgres_book(client: &mut Client) -> Result<Book, StoreError> {
    let has_book = "SELECT to_regclass('schema_migrations') IS NOT NULL";
    let failed = |error| StoreError::of_postgres(has_book, error);
    if client.query_one(has_book, &[]).and_then(|row| row.try_get(0)).map_err(failed)? {
        postgres_done(client)
    } else {
        Ok(Book::new())
    }
}

fn postgres_done(client: &mut Client) -> Result<Book, StoreError> {
    let rows = client.query(DONE, &[]).map_err(|error| StoreError::of_postgres(DONE, error))?;
    let line = |row: &postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?));
    rows.iter().map(line).collect::<Result<_, _>>().map_err(|error| StoreError::of_postgres(DONE, error))
}

impl Step {
    pub(crate) fn named(&self) -> SchemaStep {
        SchemaStep { version: self.version, name: self.name }
    }

    fn checksum(&self) -> String {
        hex::encode(Sha256::digest(self.sql))
    }
}

/// The steps that have not run, once those that have are found to be ours.
pub(crate) fn outstanding(
    done: &[(i64, String)],
) -> Result<impl Iterator<Item = &'static Step> + use<>, StoreError> {
    let last = done.last().map_or(0, |(version, _)| *version);
    for (version, checksum) in done {
        match STEPS.iter().find(|step| step.version == *version) {
            None => return Err(StoreError::NewerSchema { found: last, known: schema_version() }),
            Some(step) if step.checksum() != *checksum => {
                return Err(StoreError::OtherSchema { version: *version, name: step.name });
            }
            Some(_) => {}
        }
    }
    Ok(STEPS.iter().filter(move |step| step.version > last))
}

/// SQLite's words as PostgreSQL spells them, and a row-level policy for each tenant table.
fn for_postgres(sql: &str) -> String {
    let mut text = sql
        .replace("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
        .replace(" INTEGER", " BIGINT")
        .replace(" BLOB", " BYTEA")
        .replace(" REAL", " DOUBLE PRECISION")
        .replace(") STRICT;", ");");
    for table in sql.lines().filter_map(|line| line.strip_prefix("-- tenant table: ")) {
        let table = table.trim();
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\nALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
             ALTER TABLE {table} FORCE ROW LEVEL SECURITY;
             CREATE POLICY tenant_wall ON {table} USING (
                 current_setting('conserje.reach', true) IN (tenant_id, '*'));"
        );
    }
    text
}

#[cfg(test)]
#[path = "migrate_tests.rs"]
mod tests;
