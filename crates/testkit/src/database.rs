//! A database per test.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use conserje_kernel::{Clock, DeploymentScope, Language, Role, Scope, Secret, SystemJob, TenantId, UserId};
use conserje_store::accounts::{self, NewUser};
use conserje_store::{BlobsHome, Durability, Options, RowsHome, Store, StoreError, tenants};
use tempfile::TempDir;

use crate::line::LineProxy;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    Sqlite,
    Postgres,
}

/// An empty database that goes when this is dropped.
pub struct TestDatabase {
    folder: TempDir,
    postgres: Option<PostgresDatabase>,
}

struct PostgresDatabase {
    admin_url: String,
    name: String,
    /// What the store reaches it by, and how long it waits there for an answer, if not as long as it does for people.
    line: Option<(LineProxy, Option<u8>)>,
}

/// Longer than any answer takes, shorter than a test has.
const PATIENCE_SECONDS: u8 = 3;
/// After so many transactions a connection of a test's store ends by itself.
const TIRES_AFTER: u32 = 10;

static COUNT: AtomicU32 = AtomicU32::new(0);

impl TestDatabase {
    pub fn new(home: Home) -> Self {
        let folder = tempfile::Builder::new().prefix("conserje-").tempdir().expect("a temporary folder");
        let postgres = (home == Home::Postgres).then(PostgresDatabase::create);
        Self { folder, postgres }
    }

    /// PostgreSQL, reached by a line that the test can do things to.
    pub fn on_a_line() -> Self {
        let mut database = Self::new(Home::Postgres);
        database.reach_by(LineProxy::to, Some(PATIENCE_SECONDS));
        database
    }

    fn reach_by(&mut self, line: impl FnOnce(SocketAddr) -> LineProxy, patience: Option<u8>) {
        if let Some(postgres) = &mut self.postgres {
            postgres.line = Some((line(postgres.address()), patience));
        }
    }

    /// The line, if it is reached by one.
    pub fn line(&self) -> Option<&LineProxy> {
        self.postgres.as_ref()?.line.as_ref().map(|(line, _)| line)
    }

    /// The data folder.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub fn postgres_url(&self) -> Option<String> {
        self.postgres.as_ref().map(PostgresDatabase::url)
    }

    /// By the line, if there is one.
    pub(crate) fn store_url(&self) -> Option<String> {
        let direct = self.postgres_url()?;
        Some(match self.postgres.as_ref().and_then(|postgres| postgres.line.as_ref()) {
            None => direct,
            Some((line, None)) => line.url(&direct),
            Some((line, Some(patience))) => format!("{}&tcp_user_timeout={patience}", line.url(&direct)),
        })
    }

    pub fn options(&self, clock: Clock) -> Options {
        let rows = match self.store_url() {
            Some(url) => RowsHome::Postgres { url: Secret::new(url), connections: 8 },
            None => RowsHome::Sqlite {
                file: self.folder.path().join("conserje.db"),
                durability: Durability::Full,
            },
        };
        Options { rows, blobs: BlobsHome::Folder(self.folder.path().join("blobs")), clock }
    }
}

#[expect(clippy::disallowed_methods, reason = "how `make test` says where PostgreSQL is")]
fn admin_url() -> String {
    std::env::var("CONSERJE_TEST_POSTGRES_URL").unwrap_or_else(|_| {
        panic!("CONSERJE_TEST_POSTGRES_URL is not set; run `make test`, or `make services-up` and export what it prints")
    })
}

impl PostgresDatabase {
    fn create() -> Self {
        let admin_url = admin_url();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{count}", std::process::id());
        run_as_admin(&admin_url, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        run_as_admin(&admin_url, format!("CREATE DATABASE {name}"));
        Self { admin_url, name, line: None }
    }

    fn address(&self) -> SocketAddr {
        let (_, place) = self.admin_url.rsplit_once('@').expect("a URL with a user");
        let (address, _) = place.split_once('/').expect("a URL with a database name");
        address.parse().expect("PostgreSQL is reached by an address and a port")
    }

    fn url(&self) -> String {
        let (server, _) = self.admin_url.rsplit_once('/').expect("a URL with a database name");
        format!("{server}/{}?sslmode=disable", self.name)
    }
}

/// On a thread of its own: the synchronous client may not run on an async one.
fn run_as_admin(url: &str, sql: String) {
    let url = format!("{}?sslmode=disable", url.split('?').next().unwrap_or(url));
    let run = move || {
        postgres::Client::connect(&url, postgres::NoTls).and_then(|mut client| client.batch_execute(&sql))
    };
    std::thread::spawn(run).join().expect("the thread ends").expect("PostgreSQL runs the statement");
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        run_as_admin(&self.admin_url, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

/// A store with a tenant and a user in it.
pub struct TestStore {
    pub store: Store,
    /// Stands still until moved, when asked for.
    pub clock: Clock,
    pub tenant: TenantId,
    pub user: UserId,
    // Dropped last: the store's connections go first.
    database: TestDatabase,
}

impl TestStore {
    pub async fn open(home: Home) -> Self {
        Self::open_at(home, Clock::system()).await
    }

    pub async fn open_at(home: Home, clock: Clock) -> Self {
        let mut database = TestDatabase::new(home);
        database.reach_by(|target| LineProxy::that_tires(target, TIRES_AFTER), None);
        Self::open_in(database, clock).await
    }

    /// On PostgreSQL, by a line that the test can do things to.
    pub async fn open_on_a_line() -> Self {
        Self::open_in(TestDatabase::on_a_line(), Clock::system()).await
    }

    async fn open_in(database: TestDatabase, clock: Clock) -> Self {
        let store = Store::open(database.options(clock.clone())).await.expect("the store opens");
        let (tenant, user) = make_tenant(&store, "acme").await;
        Self { store, clock, tenant, user, database }
    }

    /// The same rows, opened again as after a restart.
    pub async fn reopen(self) -> Self {
        let Self { store, clock, tenant, user, database } = self;
        drop(store);
        let store = Store::open(database.options(clock.clone())).await.expect("the store opens again");
        Self { store, clock, tenant, user, database }
    }

    pub fn database(&self) -> &TestDatabase {
        &self.database
    }

    /// The line to PostgreSQL.
    pub fn line(&self) -> &LineProxy {
        self.database.line().expect("a store on PostgreSQL")
    }

    pub fn scope(&self) -> Scope {
        scope(self.tenant, self.user)
    }

    /// Another tenant, and somebody in it.
    pub async fn another_tenant(&self, slug: &str) -> Scope {
        let (tenant, user) = make_tenant(&self.store, slug).await;
        scope(tenant, user)
    }

    pub fn deployment(&self) -> DeploymentScope {
        deployment()
    }
}

#[expect(clippy::disallowed_methods, reason = "tests say who they are")]
fn scope(tenant: TenantId, user: UserId) -> Scope {
    let credential = conserje_kernel::Credential::Login(conserje_kernel::LoginId::generate());
    Scope::authenticated(tenant, user, Role::Owner, credential)
}

#[expect(clippy::disallowed_methods, reason = "tests say who they are")]
fn deployment() -> DeploymentScope {
    DeploymentScope::system(SystemJob::Operator)
}

async fn make_tenant(store: &Store, slug: &str) -> (TenantId, UserId) {
    let slug = slug.to_owned();
    let make = move |tx: &mut conserje_store::DeploymentTx<'_>| {
        let tenant = tenants::create(tx, &slug, &slug, Language::Es)?;
        let new = NewUser {
            email: format!("owner@{slug}.example"),
            name: "Owner".to_owned(),
            role: Role::Owner,
            password_hash: None,
        };
        let user = accounts::create(&mut tx.within(tenant.id), UserId::generate(), new)?;
        Ok::<_, StoreError>((tenant.id, user.id))
    };
    store.write_all(deployment(), make).await.expect("a tenant is made")
}
