//! The real server, in this process, on a port and a database of its own.

use conserje_accounts::{NewAccount, NewKey};
use conserje_kernel::{ApiKeyId, Clock, KeyScope, Role, Scope, SessionId, UserId};
use conserje_llm::{Scene, Scripted};
use conserje_server::config::{Config, Overrides, layers};
use conserje_server::{Running, Startup, serve};
use conserje_store::Tx;
use conserje_store::model_calls::{self, ModelCall};

use crate::client::Client;
use crate::database::{Home, TestDatabase};

/// How a test server differs from the default.
#[derive(Clone, Debug, Default)]
pub struct TestServerOptions {
    /// TOML, as in a configuration file.
    pub config: String,
    /// A `pack.toml`; without one there is the plain assistant.
    pub pack: Option<String>,
    /// In place of the machine's.
    pub clock: Option<Clock>,
}

impl TestServerOptions {
    pub fn config(config: impl Into<String>) -> Self {
        Self { config: config.into(), ..Self::default() }
    }

    #[must_use]
    pub fn at(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    #[must_use]
    pub fn with_pack(self, pack: impl Into<String>) -> Self {
        Self { pack: Some(pack.into()), ..self }
    }
}

/// Stops and cleans up when dropped; [`TestServer::stop`] does so in an orderly way.
pub struct TestServer {
    running: Running,
    client: Client,
    options: TestServerOptions,
    database: TestDatabase,
}

impl TestServer {
    pub async fn start(home: Home) -> Self {
        Self::start_with(home, TestServerOptions::default()).await
    }

    pub async fn start_with(home: Home, options: TestServerOptions) -> Self {
        Self::start_on(TestDatabase::new(home), options).await
    }

    /// On a database that the test has made, for instance one on a line.
    pub async fn start_on(database: TestDatabase, options: TestServerOptions) -> Self {
        let mut config = config(&database, &options);
        config.clock = options.clock.clone().unwrap_or(config.clock);
        let running = serve(&config, Startup::Demo)
            .await
            .unwrap_or_else(|error| panic!("the server starts: {error:?}"));
        let key = running.demo_api_key.clone();
        let client = Client::new(running.url(), key);
        Self { running, client, options, database }
    }

    /// Stops in an orderly way and starts again on the same data.
    pub async fn restart(self) -> Self {
        let options = self.options.clone();
        self.restart_with(options).await
    }

    /// The same with another configuration.
    pub async fn restart_with(self, options: TestServerOptions) -> Self {
        let Self { running, database, .. } = self;
        running.stop().await;
        Self::start_on(database, options).await
    }

    pub async fn stop(self) {
        self.running.stop().await;
    }

    /// The owner of the demo tenant, with an admin key.
    pub fn owner(&self) -> &Client {
        &self.client
    }

    /// Somebody without any credential.
    pub fn stranger(&self) -> Client {
        self.client.with_key(None)
    }

    pub fn owner_link(&self) -> Option<&str> {
        self.running.owner_link.as_deref()
    }

    /// Where the demo's business can be tried as a customer.
    pub fn customer_link(&self) -> Option<&str> {
        self.running.customer_link.as_deref()
    }

    pub fn app(&self) -> &conserje_operate::App {
        &self.running.app
    }

    pub fn database(&self) -> &TestDatabase {
        &self.database
    }

    /// Says what the model answers next.
    pub fn model_says(&self, replies: impl IntoIterator<Item = Scene>) {
        let scripted: &Scripted = self.running.app.scripted_model();
        scripted.then(replies);
    }

    /// What the demo tenant's session made models do.
    pub async fn model_calls(&self, session: &str) -> Vec<ModelCall> {
        let app = &self.running.app;
        let operator = app.operator_inside("demo").await.expect("a tenant");
        let session: SessionId = session.parse().expect("a session's id");
        let read = move |tx: &mut Tx<'_>| model_calls::of_session(tx, session);
        app.store().read(&operator, read).await.expect("the calls")
    }

    /// Somebody in a tenant, made if it is not there, with a key of these scopes.
    pub async fn somebody(&self, tenant: &str, role: Role, scopes: &[KeyScope]) -> Client {
        let (client, _) = self.somebody_with_scope(tenant, role, scopes).await;
        client
    }

    pub async fn somebody_with_scope(
        &self,
        tenant: &str,
        role: Role,
        scopes: &[KeyScope],
    ) -> (Client, Scope) {
        let app = &self.running.app;
        let operator = app.operator_inside(tenant).await.expect("a tenant");
        let id = UserId::generate();
        let email = format!("{}@{tenant}.example", id.as_uuid().simple());
        let account = NewAccount { id, email, name: format!("{role} of {tenant}"), role, password: None };
        app.access().create_user(&operator, account).await.expect("a user");
        let new = NewKey {
            id: ApiKeyId::generate(),
            user: id,
            name: "test".to_owned(),
            scopes: scopes.iter().copied().collect(),
            lasts: None,
        };
        let (_, token) = app.access().create_key(&operator, new).await.expect("a key");
        (self.client.with_key(Some(token.expose().to_owned())), operator)
    }
}

fn config(database: &TestDatabase, options: &TestServerOptions) -> Config {
    let file = database.folder().join("test.toml");
    let mut text = options.config.clone();
    if !text.contains("scripted = ") && !text.contains("[tiers]") {
        text = match text.split_once("[testing]\n") {
            Some((before, after)) => format!("{before}[testing]\nscripted = true\n{after}"),
            None => format!("{text}\n[testing]\nscripted = true\n"),
        };
    }
    if !text.contains("[embedding]") {
        text = format!("{text}\n[embedding]\nfolders = []\n");
    }
    if let Some(pack) = &options.pack {
        let folder = database.folder().join("pack");
        std::fs::create_dir_all(&folder).expect("a folder for the pack");
        std::fs::write(folder.join("pack.toml"), pack).expect("a pack");
        text = format!("{text}\n[packs]\nfolders = [\"{}\"]\n", folder.display());
    }
    if let Some(url) = database.store_url() {
        text = format!("{text}\n[database]\nurl = \"{url}\"\nconnections = 8\n");
    }
    std::fs::write(&file, text).expect("a configuration file");
    let overrides = Overrides {
        data: Some(database.folder().join("data")),
        listen: Some(([127, 0, 0, 1], 0).into()),
        json_logs: false,
        ..Overrides::default()
    };
    let layers = layers(Some(&file), &overrides).expect("the configuration is found");
    Config::read(&layers).unwrap_or_else(|error| panic!("the configuration is good: {error}"))
}
