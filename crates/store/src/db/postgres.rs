//! The shared home: a pool of connections, each a transaction at a time.
//!
//! Work is the same plain closure as on SQLite, so it runs on a blocking thread. The pool is ours because each
//! connection carries its prepared statements with it, and waiting for a free one must not hold a thread.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use conserje_kernel::Secret;
use postgres::config::SslMode;
use postgres::types::ToSql;
use postgres::{Row, Statement};
use tokio::sync::Semaphore;
use tokio_postgres::{Config, NoTls};

use crate::StoreError;
use crate::db::line::{self, Line};
use crate::db::{Conn, Reach};
use crate::migrate::SchemaStep;
use crate::sql::Value;

const CONNECTION_WAIT: std::time::Duration = std::time::Duration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    Read,
    Write,
}

pub(crate) struct Postgres {
    config: Config,
    idle: Mutex<Vec<PostgresSession>>,
    places: Arc<Semaphore>,
    migrated: Vec<SchemaStep>,
}

impl Postgres {
    /// Connects, checks that row-level security holds for this role, and migrates.
    pub(crate) fn open(url: &Secret, connections: u16) -> Result<Self, StoreError> {
        // A step of the schema may take as long as it takes: without time limits, on a connection of its own.
        let mut migrating = Self::connect_once(url)?;
        refuse_to_bypass_row_security(&mut migrating)?;
        let migrated = crate::migrate::postgres(&mut migrating)?;
        let mut config = read(url)?;
        line::limit(&mut config);
        Ok(Self {
            config,
            idle: Mutex::new(Vec::new()),
            places: Arc::new(Semaphore::new(usize::from(connections))),
            migrated,
        })
    }

    /// A connection for one thing, without time limits.
    pub(crate) fn connect_once(url: &Secret) -> Result<postgres::Client, StoreError> {
        let config = read(url)?;
        let mut once = postgres::Config::from(config.clone());
        once.connect_timeout(line::CONNECT_WITHIN);
        let connected = if config.get_ssl_mode() == SslMode::Disable {
            once.connect(NoTls)
        } else {
            once.connect(tls()?)
        };
        connected.map_err(|error| StoreError::of_postgres("connecting", error))
    }

    pub(crate) fn migrated(&self) -> &[SchemaStep] {
        &self.migrated
    }

    pub(crate) async fn transaction<T, E, F>(
        self: &Arc<Self>,
        reach: Reach,
        mode: Mode,
        work: F,
    ) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let busy = || E::from(StoreError::Busy { seconds: CONNECTION_WAIT.as_secs() });
        let place = tokio::time::timeout(CONNECTION_WAIT, Arc::clone(&self.places).acquire_owned())
            .await
            .map_err(|_| busy())?
            .map_err(|_| busy())?;
        let postgres = Arc::clone(self);
        let run = move || {
            // Held by the thread, not by the waiting future: a caller that gives up frees no place.
            let _place = place;
            postgres.transaction_here(reach, mode, work)
        };
        tokio::task::spawn_blocking(run).await.map_err(|error| E::from(StoreError::of_thread(error)))?
    }

    fn transaction_here<T, E: From<StoreError>>(
        &self,
        reach: Reach,
        mode: Mode,
        work: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut session = self.begin(reach, mode)?;
        let outcome = work(&mut Conn::Postgres(&mut session));
        let spoiled = session.spoiled.take();
        let is_kept = outcome.is_ok() && spoiled.is_none();
        let ended = session.run(if is_kept { "COMMIT" } else { "ROLLBACK" });
        if ended.is_ok() {
            self.put_back(session);
        }
        match (outcome, spoiled) {
            // PostgreSQL would answer COMMIT with a silent rollback.
            (Ok(_), Some(statement)) => Err(E::from(StoreError::Sql {
                statement,
                source: "it failed, and what called it went on as if it had not".into(),
            })),
            (Ok(value), None) => match (mode, ended) {
                // What was read was read.
                (Mode::Read, _) | (Mode::Write, Ok(())) => Ok(value),
                (Mode::Write, Err(StoreError::Unreachable { source })) => {
                    Err(E::from(StoreError::Unanswered { source }))
                }
                (Mode::Write, Err(error)) => Err(E::from(error)),
            },
            // A connection on which nothing can be undone is closed, which undoes it.
            (Err(error), _) => Err(error),
        }
    }

    /// A transaction, on a connection that is still there: one that was lost while nobody used it has lost nothing.
    fn begin(&self, reach: Reach, mode: Mode) -> Result<PostgresSession, StoreError> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut session) = idle else {
                let mut session = self.connect()?;
                session.begin(reach, mode)?;
                return Ok(session);
            };
            match session.begin(reach, mode) {
                Ok(()) => return Ok(session),
                Err(_) if session.line.is_closed() => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn put_back(&self, session: PostgresSession) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }

    fn connect(&self) -> Result<PostgresSession, StoreError> {
        let line = if self.config.get_ssl_mode() == SslMode::Disable {
            Line::connect(&self.config, NoTls)
        } else {
            Line::connect(&self.config, tls()?)
        }?;
        Ok(PostgresSession { line, statements: HashMap::new(), spoiled: None })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Connections have runtimes of their own, which may not end on an async thread.
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        let close = move || idle.into_iter().for_each(|session| session.line.close());
        if let Err(error) = std::thread::Builder::new().spawn(close) {
            tracing::warn!("Closing the PostgreSQL connections failed: {error}");
        }
    }
}

fn read(url: &Secret) -> Result<Config, StoreError> {
    let mut config: Config =
        url.expose().parse().map_err(|error| StoreError::Unreachable { source: Box::new(error) })?;
    config.application_name("conserje");
    Ok(config)
}

fn tls() -> Result<tokio_postgres_rustls::MakeRustlsConnect, StoreError> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unreachable { source: Box::new(error) })?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(tokio_postgres_rustls::MakeRustlsConnect::new(config))
}

pub(crate) struct PostgresSession {
    line: Line,
    statements: HashMap<&'static str, Statement>,
    /// The statement that failed in this transaction, which can then only be rolled back.
    spoiled: Option<String>,
}

impl PostgresSession {
    fn begin(&mut self, reach: Reach, mode: Mode) -> Result<(), StoreError> {
        let mode = match mode {
            // All that is read is of one moment.
            Mode::Read => "ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Mode::Write => "READ WRITE",
        };
        // Ids are hex texts of our own making; nothing a person typed gets here.
        let reach = match reach {
            Reach::Tenant(tenant) => tenant.to_string(),
            Reach::Deployment => "*".to_owned(),
        };
        self.run(&format!("BEGIN {mode}; SELECT set_config('conserje.reach', '{reach}', true)"))
    }

    fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        self.line.wait(sql, async |client| client.batch_execute(sql).await)
    }

    pub(crate) fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepared(sql)?;
        let values: Vec<_> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let done = self.line.wait(sql, async |client| client.execute(&statement, &values).await);
        done.inspect_err(|_| self.spoil(sql))
    }

    pub(crate) fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let statement = self.prepared(sql)?;
        let values: Vec<_> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = self.line.wait(sql, async |client| client.query(&statement, &values).await);
        rows.inspect_err(|_| self.spoil(sql))
    }

    fn prepared(&mut self, sql: &'static str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let numbered = sql.replace('?', "$");
        let statement = self.line.wait(sql, async |client| client.prepare(&numbered).await);
        let statement = statement.inspect_err(|_| self.spoil(sql))?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    fn spoil(&mut self, sql: &'static str) {
        self.spoiled = Some(sql.split_whitespace().take(8).collect::<Vec<_>>().join(" "));
    }

    /// What was done since the savepoint is undone, a failed statement too.
    pub(crate) fn mend(&mut self) {
        self.spoiled = None;
    }
}

fn refuse_to_bypass_row_security(client: &mut postgres::Client) -> Result<(), StoreError> {
    let statement =
        "SELECT rolname::text, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user";
    let failed = |error| StoreError::of_postgres(statement, error);
    let row = client.query_one(statement, &[]).map_err(failed)?;
    let (role, bypasses): (String, bool) = (row.try_get(0).map_err(failed)?, row.try_get(1).map_err(failed)?);
    if bypasses {
        return Err(StoreError::Sql {
            statement: "the role check at start".to_owned(),
            source: format!(
                "the PostgreSQL role `{role}` is a superuser or has BYPASSRLS, so row-level security \
                 would not hold; connect as a plain role that owns the database"
            )
            .into(),
        });
    }
    Ok(())
}
