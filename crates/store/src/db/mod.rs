//! The two homes of rows behind one face: closures that run inside a transaction.

mod line;
mod postgres;
pub(crate) mod sqlite;
mod writer;

use std::sync::Arc;

pub(crate) use postgres::{Postgres, PostgresSession};
pub(crate) use sqlite::Sqlite;

use crate::StoreError;

/// A connection inside a transaction.
pub(crate) enum Conn<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut PostgresSession),
}

impl Conn<'_> {
    pub(crate) fn reborrow(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(connection) => Conn::Sqlite(connection),
            Self::Postgres(session) => Conn::Postgres(session),
        }
    }

    /// Whether no other process can be using these rows: the data folder is locked.
    pub(crate) fn is_exclusive(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// Runs `work` so that its failure undoes only what it did.
    pub(crate) fn savepoint<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.execute("SAVEPOINT step", &[])?;
        let outcome = work(&mut self.reborrow());
        if outcome.is_err() {
            self.execute("ROLLBACK TO SAVEPOINT step", &[])?;
            if let Self::Postgres(session) = self {
                session.mend();
            }
        }
        self.execute("RELEASE SAVEPOINT step", &[])?;
        outcome
    }
}

/// What a transaction on PostgreSQL may see; the second wall behind the `tenant_id` of every statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach {
    Tenant(conserje_kernel::TenantId),
    Deployment,
}

/// Rows live in one of these.
#[derive(Clone)]
pub(crate) enum Database {
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

impl Database {
    pub(crate) async fn read<T, E, F>(&self, reach: Reach, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(sqlite) => sqlite.read(work).await,
            Self::Postgres(postgres) => postgres.transaction(reach, postgres::Mode::Read, work).await,
        }
    }

    pub(crate) async fn write<T, E, F>(&self, reach: Reach, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(sqlite) => sqlite.write(work).await,
            Self::Postgres(postgres) => postgres.transaction(reach, postgres::Mode::Write, work).await,
        }
    }
}
