//! The way in: a transaction for a scope.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use conserje_kernel::{Clock, DeploymentScope, Scope, TenantId, Timestamp};
use tokio::sync::watch;

use crate::blobs::Blobs;
use crate::db::{Conn, Database, Postgres, Reach, Sqlite};
use crate::migrate::SchemaStep;
use crate::{Options, RowsHome, StoreError, WriteTrouble};

/// Rows and blobs. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    database: Database,
    blobs: Blobs,
    clock: Clock,
    transactions: Arc<AtomicU64>,
}

/// A transaction inside one tenant.
pub struct Tx<'c> {
    pub(crate) conn: Conn<'c>,
    tenant: TenantId,
    clock: Clock,
    now: Timestamp,
}

impl Tx<'_> {
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// One moment for all that is written after the last [`Tx::tick`].
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Reads the clock again: after waiting for a lock, what was now has passed, and others have been first.
    pub fn tick(&mut self) {
        self.now = self.clock.now();
    }

    /// Runs `work` so that its failure undoes only what it did.
    pub fn savepoint<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (tenant, clock, now) = (self.tenant, self.clock.clone(), self.now);
        self.conn.savepoint(|conn| work(&mut Tx { conn: conn.reborrow(), tenant, clock, now }))
    }
}

/// A transaction over all tenants, for a named system job.
pub struct DeploymentTx<'c> {
    pub(crate) conn: Conn<'c>,
    clock: Clock,
    now: Timestamp,
}

impl DeploymentTx<'_> {
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The same transaction, seen from inside one tenant.
    pub fn within(&mut self, tenant: TenantId) -> Tx<'_> {
        Tx { conn: self.conn.reborrow(), tenant, clock: self.clock.clone(), now: self.now }
    }

    /// Runs `work` so that its failure undoes only what it did.
    pub fn savepoint<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut DeploymentTx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (clock, now) = (self.clock.clone(), self.now);
        self.conn.savepoint(|conn| work(&mut DeploymentTx { conn: conn.reborrow(), clock, now }))
    }
}

impl Store {
    pub async fn open(options: Options) -> Result<Self, StoreError> {
        let Options { rows, blobs, clock } = options;
        let blobs =
            Blobs::open(blobs).map_err(|error| StoreError::Unreachable { source: Box::new(error) })?;
        // Opening talks to the disk or the network and is not async.
        let database = tokio::task::spawn_blocking(move || match rows {
            RowsHome::Sqlite { file, durability } => {
                Sqlite::open(&file, durability).map(|sqlite| Database::Sqlite(Arc::new(sqlite)))
            }
            RowsHome::Postgres { url, connections } => {
                Postgres::open(&url, connections).map(|postgres| Database::Postgres(Arc::new(postgres)))
            }
        })
        .await
        .map_err(|error| StoreError::Unreachable { source: Box::new(error) })??;
        Ok(Self { database, blobs, clock, transactions: Arc::default() })
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }

    /// The name of where rows live, for people.
    pub fn rows_home(&self) -> &'static str {
        match &self.database {
            Database::Sqlite(_) => "sqlite",
            Database::Postgres(_) => "postgresql",
        }
    }

    /// The steps of the schema that ran when it was opened.
    pub fn migrated(&self) -> &[SchemaStep] {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.migrated(),
            Database::Postgres(postgres) => postgres.migrated(),
        }
    }

    /// Whether other processes may write to the same rows.
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// Why the last commit failed, if it did; after [`WriteTrouble::SyncFailed`] the server must stop. Only an
    /// embedded database knows.
    pub fn write_trouble(&self) -> Option<watch::Receiver<Option<WriteTrouble>>> {
        match &self.database {
            Database::Sqlite(sqlite) => Some(sqlite.trouble()),
            Database::Postgres(_) => None,
        }
    }

    /// How many transactions were asked for so far, reads and writes: what idles must not add to it.
    pub fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }

    fn count(&self) {
        self.transactions.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts writes that were kept and whose caller had gone before it could hear so. Only an embedded database knows.
    pub fn unheard(&self) -> Option<watch::Receiver<u64>> {
        match &self.database {
            Database::Sqlite(sqlite) => Some(sqlite.unheard()),
            Database::Postgres(_) => None,
        }
    }

    /// The work as the database runs it: the clock is read when its transaction begins, not when it was asked for.
    fn inside<T, E, F>(
        &self,
        tenant: TenantId,
        work: F,
    ) -> impl FnOnce(&mut Conn<'_>) -> Result<T, E> + use<T, E, F>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, E>,
    {
        let clock = self.clock.clone();
        move |conn| {
            let now = clock.now();
            work(&mut Tx { conn: conn.reborrow(), tenant, clock, now })
        }
    }

    /// As [`Store::inside`], over all tenants.
    fn across_tenants<T, E, F>(&self, work: F) -> impl FnOnce(&mut Conn<'_>) -> Result<T, E> + use<T, E, F>
    where
        F: FnOnce(&mut DeploymentTx<'_>) -> Result<T, E>,
    {
        let clock = self.clock.clone();
        move |conn| {
            let now = clock.now();
            work(&mut DeploymentTx { conn: conn.reborrow(), clock, now })
        }
    }

    /// Reads, all of it as of one moment.
    pub async fn read<T, E, F>(&self, scope: &Scope, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.count();
        self.database.read(Reach::Tenant(scope.tenant()), self.inside(scope.tenant(), work)).await
    }

    /// Writes, all of it or nothing; durable when this returns.
    pub async fn write<T, E, F>(&self, scope: &Scope, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.count();
        self.database.write(Reach::Tenant(scope.tenant()), self.inside(scope.tenant(), work)).await
    }

    /// As [`Store::read`], over all tenants, for a named system job.
    pub async fn read_all<T, E, F>(&self, _scope: DeploymentScope, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut DeploymentTx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.count();
        self.database.read(Reach::Deployment, self.across_tenants(work)).await
    }

    /// As [`Store::write`], over all tenants, for a named system job.
    pub async fn write_all<T, E, F>(&self, _scope: DeploymentScope, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut DeploymentTx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.count();
        self.database.write(Reach::Deployment, self.across_tenants(work)).await
    }
}
