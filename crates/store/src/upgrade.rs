//! What an upgrade would do to a database, found out without changing it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::{Connection, OpenFlags};

use crate::db::{Postgres, sqlite};
use crate::migrate::{self, SchemaStep};
use crate::options::Durability;
use crate::{RowsHome, StoreError};

/// Beside a server that writes much, a copy may have to be begun again.
const ATTEMPTS: u32 = 5;
/// Of what is wrong with a copy, as many are told.
const TOLD: usize = 10;

/// The copy that is brought to this program's schema, in the workplace.
const COPY: &str = "copy.db";

/// How far a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Of the schema; 0 where there is none yet.
    pub version: i64,
    pub outstanding: Vec<SchemaStep>,
}

/// What became of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub steps: Vec<SchemaStep>,
    /// What they took.
    pub took: Duration,
    /// What is not whole afterwards, in words.
    pub faults: Vec<String>,
}

/// Reads which steps have run. Those of another program are refused, as at a start. `workplace` is an empty folder.
pub fn standing(rows: &RowsHome, workplace: &Path) -> Result<Standing, StoreError> {
    let done = match rows {
        RowsHome::Sqlite { file, .. } => {
            let (connection, _) = look_at(file, workplace)?;
            let book = migrate::sqlite_book(&connection)?;
            drop(connection);
            clear(workplace, None)?;
            book
        }
        RowsHome::Postgres { url, .. } => migrate::postgres_book(&mut Postgres::connect_once(url)?)?,
    };
    let outstanding = migrate::outstanding(&done)?.map(migrate::Step::named).collect();
    Ok(Standing { version: done.last().map_or(0, |(version, _)| *version), outstanding })
}

/// What the database in a file takes, with what was written and is not yet in it.
pub fn size(file: &Path) -> io::Result<u64> {
    let wal = fs::metadata(beside(file, "-wal")).map_or(0, |about| about.len());
    Ok(fs::metadata(file)?.len().saturating_add(wal))
}

/// Copies the database in a file as it is at a moment, and brings the copy to this program's schema.
///
/// Works beside a running server. `workplace` is an empty folder, for whoever calls to remove.
pub fn try_on_copy(file: &Path, workplace: &Path) -> Result<Tried, StoreError> {
    let copy = workplace.join(COPY);
    copy_to(file, workplace, &copy)?;
    let mut connection = sqlite::open_writer(&copy, Durability::Off)?;
    let began = Instant::now();
    let steps = migrate::sqlite(&mut connection)?;
    let took = began.elapsed();
    Ok(Tried { steps, took, faults: faults(&connection)? })
}

/// An assistant of a tenant's own that answers, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAssistant {
    /// The tenant's slug.
    pub tenant: String,
    pub name: String,
    pub version: i64,
    /// JSON.
    pub content: String,
}

const OWN_ASSISTANTS: &str = "SELECT t.slug, s.name, s.version, s.content FROM setups s
     JOIN tenants t ON t.id = s.tenant_id
     JOIN (SELECT tenant_id, name, MAX(version) AS latest FROM setups WHERE kind = 'assistant'
           GROUP BY tenant_id, name) l
       ON l.tenant_id = s.tenant_id AND l.name = s.name AND l.latest = s.version
     WHERE s.kind = 'assistant' AND s.content <> 'null' ORDER BY t.slug, s.name";

/// Those of all tenants. Of a file they are read from the copy that [`try_on_copy`] left in `workplace`, none if it left
/// none.
pub fn own_assistants(rows: &RowsHome, workplace: &Path) -> Result<Vec<OwnAssistant>, StoreError> {
    match rows {
        RowsHome::Sqlite { .. } => {
            let copy = workplace.join(COPY);
            if !copy.is_file() {
                return Ok(Vec::new());
            }
            let failed = |error| StoreError::of_sqlite(OWN_ASSISTANTS, error);
            let connection = open(&uri(&copy, "mode=ro"), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let mut statement = connection.prepare(OWN_ASSISTANTS).map_err(failed)?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok(OwnAssistant {
                    tenant: row.get(0)?,
                    name: row.get(1)?,
                    version: row.get(2)?,
                    content: row.get(3)?,
                })
            };
            statement.query_map([], read).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)
        }
        RowsHome::Postgres { url, .. } => {
            let failed = |error| StoreError::of_postgres(OWN_ASSISTANTS, error);
            let mut client = Postgres::connect_once(url)?;
            let has_setups = client.query_one("SELECT to_regclass('setups') IS NOT NULL", &[]);
            if !has_setups.and_then(|row| row.try_get::<_, bool>(0)).map_err(failed)? {
                return Ok(Vec::new());
            }
            client.execute("SELECT set_config('conserje.reach', '*', false)", &[]).map_err(failed)?;
            let read = |row: &postgres::Row| {
                Ok(OwnAssistant {
                    tenant: row.try_get(0)?,
                    name: row.try_get(1)?,
                    version: row.try_get(2)?,
                    content: row.try_get(3)?,
                })
            };
            let rows = client.query(OWN_ASSISTANTS, &[]).map_err(failed)?;
            rows.iter().map(read).collect::<Result<_, _>>().map_err(failed)
        }
    }
}

fn copy_to(file: &Path, workplace: &Path, copy: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::of_sqlite("VACUUM INTO", error);
    for attempt in 1.. {
        let before = stamp(file);
        let (connection, is_locked) = look_at(file, workplace)?;
        let copied = connection.execute("VACUUM INTO ?1", [copy.as_os_str().to_string_lossy()]);
        drop(connection);
        // What nothing was locked for may have been written to meanwhile.
        if is_locked || before == stamp(file) || attempt == ATTEMPTS {
            copied.map_err(failed)?;
            return clear(workplace, Some(copy));
        }
        clear(workplace, None)?;
    }
    Ok(())
}

type Stamp = Option<(u64, Option<SystemTime>)>;

fn stamp(file: &Path) -> [Stamp; 2] {
    [file.to_owned(), beside(file, "-wal")].map(|path| {
        let about = fs::metadata(path).ok().filter(|about| about.len() > 0)?;
        Some((about.len(), about.modified().ok()))
    })
}

/// A connection that changes nothing, neither the file nor what lies beside it, and whether it keeps writers in order.
fn look_at(file: &Path, workplace: &Path) -> Result<(Connection, bool), StoreError> {
    let [_, has_wal] = stamp(file).map(|stamp| stamp.is_some());
    if !has_wal {
        // All is in the file. An ordinary reader would make what readers share beside it.
        return Ok((open(&uri(file, "immutable=1"), OpenFlags::SQLITE_OPEN_READ_ONLY)?, false));
    }
    if beside(file, "-shm").exists() {
        // Somebody has it open, or died with it: then the reader finds out by itself what was written.
        return Ok((open(&uri(file, "readonly_shm=1"), OpenFlags::SQLITE_OPEN_READ_ONLY)?, true));
    }
    // Put back from a copy made of a running server: a reader would have to write beside it.
    let put = |end: &str| {
        let copied = fs::copy(beside(file, end), workplace.join(format!("as-it-is.db{end}")));
        copied.map_err(|source| StoreError::Unreachable { source: Box::new(source) })
    };
    put("")?;
    put("-wal")?;
    Ok((open(&uri(&workplace.join("as-it-is.db"), "mode=rw"), OpenFlags::SQLITE_OPEN_READ_WRITE)?, false))
}

fn open(uri: &str, access: OpenFlags) -> Result<Connection, StoreError> {
    let flags = access | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    sqlite::open(Path::new(uri), flags)
}

/// Every byte that could mean something in an address is written as what it is.
fn uri(file: &Path, parameter: &str) -> String {
    let mut uri = "file:".to_owned();
    for byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            uri.push_str(&format!("%{byte:02x}"));
        }
    }
    format!("{uri}?{parameter}")
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn clear(workplace: &Path, but: Option<&Path>) -> Result<(), StoreError> {
    let unusable = |source: io::Error| StoreError::Unreachable { source: Box::new(source) };
    for entry in fs::read_dir(workplace).map_err(unusable)? {
        let path = entry.map_err(unusable)?.path();
        if but != Some(path.as_path()) {
            fs::remove_file(path).map_err(unusable)?;
        }
    }
    Ok(())
}

fn faults(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let failed = |error| StoreError::of_sqlite("PRAGMA integrity_check", error);
    let told = |sql: &str, tell: fn(&rusqlite::Row<'_>) -> rusqlite::Result<String>| {
        let mut statement = connection.prepare(sql).map_err(failed)?;
        let rows = statement.query_map([], tell).map_err(failed)?;
        rows.take(TOLD).collect::<Result<Vec<String>, _>>().map_err(failed)
    };
    let mut faults = told("PRAGMA integrity_check", |row| row.get(0))?;
    faults.retain(|said| said != "ok");
    faults.extend(told("PRAGMA foreign_key_check", |row| {
        let (table, of): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("a row of `{table}` belongs to one of `{of}` that is not there"))
    })?);
    Ok(faults)
}

#[cfg(test)]
#[path = "upgrade_tests.rs"]
mod tests;
