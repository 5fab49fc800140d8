//! All parts, wired.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::FromRef;
use conserje_conversation::{ConversationError, Conversations, EscalateToHuman, Meaning, Setup, Verticals};
use conserje_desk::counter::{Counter, DeskError};
use conserje_documents::Library;
use conserje_events::{EventLog, Projector};
use conserje_kernel::{Language, Scope};
use conserje_llm::{ScriptError, Scripted};
use conserje_store::{DataFolder, FolderError, Store, StoreError};
use conserje_tools::Toolbox;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::access::Access;
use crate::config::{Config, ConfigError};
use crate::dialogues::dialogues;
use crate::doors::channels::ChannelClient;
use crate::doors::mcp::transport::DoorOptions;
use crate::limits::Limits;
use crate::operate::{Component, Health, McpTools, Operate, OperateError};
use crate::packs::evidence::EvidenceOf;
use crate::packs::{PackSource, PacksError, included};
use crate::tasks::Tasks;

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error(transparent)]
    Packs(#[from] PacksError),
    #[error("`mcp.external_hosts` or `mcp.external_private` cannot be used")]
    Mcp(#[source] conserje_tools::EgressError),
    #[error("`channels.hosts` or `channels.private` cannot be used")]
    Channels(#[source] conserje_tools::EgressError),
    #[error("the client for HTTP requests could not be made")]
    Http(#[source] reqwest::Error),
    #[error(transparent)]
    Search(#[from] conserje_search::SearchError),
    #[error("this program does not find itself, which it needs to read files")]
    OwnProgram(#[source] std::io::Error),
    #[error("the storage could not be opened")]
    Store(#[from] StoreError),
    #[error("what the last run left could not be picked up")]
    Recover(#[source] ConversationError),
    #[error("the first accounts could not be made")]
    Accounts(#[source] crate::operate::OperateError),
    #[error("nothing can listen on {address}")]
    Listen {
        address: String,
        #[source]
        source: std::io::Error,
    },
}

/// The server's parts. Cheap to clone; handlers take the part they need.
#[derive(Clone)]
pub struct App(Arc<Parts>);

struct Parts {
    store: Store,
    access: Access,
    conversations: Conversations,
    operate: Operate,
    library: Library,
    counter: Counter,
    desk_undo: Duration,
    packs: PackSource,
    tasks: Tasks,
    scripted: Scripted,
    public_url: String,
    /// The tenant that whoever sits at the machine means, if they name none.
    usual_tenant: OnceLock<&'static str>,
    mcp: DoorOptions,
    channels: ChannelClient,
    limits: Limits,
    slow_client_patience: Duration,
    /// Held for as long as anything of the server lives.
    folder: DataFolder,
}

/// Every TLS connection of the process uses ring; who calls this second changes nothing.
pub(crate) fn install_crypto() {
    drop(rustls::crypto::ring::default_provider().install_default());
}

impl App {
    /// Opens everything, starts nothing. The projector is to be run, or dropped by a command that needs none.
    pub async fn open(config: &Config, public_url: String) -> Result<(Self, Projector), StartError> {
        install_crypto();
        let folder = DataFolder::lock(&config.data_folder)?;
        let keys = config.master_keys(&folder)?;
        let store = Store::open(config.store_options(&folder)).await?;
        let (log, projector) = EventLog::new(store.clone());
        let opened = config.models.open()?;
        let library = library(config, &folder, &store)?;
        let included = included::unpack(&config.included_packs, &folder.path().join("packs"))
            .map_err(PacksError::from)?;
        let folders = included.into_iter().chain(config.pack_folders.iter().cloned()).collect();
        let counter = Counter::new(store.clone());
        let escalate = Arc::new(EscalateToHuman::new(store.clone(), log.clone()));
        let packs =
            PackSource::new(folders, config.tool_secrets.clone(), library.clone(), counter.clone(), escalate);
        let (catalogue, tools) = packs.read()?;
        let node = format!("node_{}", uuid::Uuid::now_v7().simple());
        let conversations = Conversations::new(Setup {
            store: store.clone(),
            log,
            models: opened.models,
            tools,
            catalogue,
            dialogues: dialogues(counter.clone()),
            options: config.conversation.clone(),
            node: node.clone(),
            crash_at: config.crash_at(),
        });
        let mcp = McpTools::new(store.clone(), keys.clone(), &config.mcp_egress).map_err(StartError::Mcp)?;
        conversations.take_tools_from(Arc::new(mcp.clone()));
        conversations.take_verticals_from(Arc::new(VerticalOf(counter.clone())));
        conversations.take_finds_from(Arc::new(EvidenceOf(library.clone())));
        conversations.compare_questions_by(Arc::new(MeaningOf(library.clone())));
        let access = Access::new(store.clone(), public_url.starts_with("https://"));
        let operate = Operate::new(crate::operate::Parts {
            store: store.clone(),
            access: access.clone(),
            conversations: conversations.clone(),
            library: library.clone(),
            counter: counter.clone(),
            keys,
            mcp,
            channel_work: tokio::sync::watch::Sender::default(),
            node,
        });
        let parts = Parts {
            store,
            access,
            conversations,
            operate,
            library,
            counter,
            desk_undo: config.desk_undo,
            packs,
            tasks: Tasks::default(),
            scripted: opened.scripted,
            limits: Limits::new(config.limits.clone()),
            channels: ChannelClient::new(&config.channels_egress, config.channel_attempts)
                .map_err(StartError::Channels)?,
            mcp: DoorOptions::at(&public_url, &config.mcp_hosts, &config.mcp_origins),
            public_url,
            usual_tenant: OnceLock::new(),
            slow_client_patience: config.slow_client_patience,
            folder,
        };
        Ok((Self(Arc::new(parts)), projector))
    }

    pub fn access(&self) -> &Access {
        &self.0.access
    }

    pub fn conversations(&self) -> &Conversations {
        &self.0.conversations
    }

    pub fn library(&self) -> &Library {
        &self.0.library
    }

    pub(crate) fn counter(&self) -> &Counter {
        &self.0.counter
    }

    /// For how long what was done at the front desk can be taken back.
    pub(crate) fn desk_undo(&self) -> Duration {
        self.0.desk_undo
    }

    /// What can be called without an agent: the tools that look things up in documents.
    pub(crate) fn direct_tools(&self, scope: &Scope) -> Toolbox {
        self.0.conversations.registry().toolbox(scope.tenant(), &crate::toolset::direct())
    }

    pub(crate) fn packs(&self) -> &PackSource {
        &self.0.packs
    }

    pub(crate) fn operate(&self) -> &Operate {
        &self.0.operate
    }

    pub(crate) fn tasks(&self) -> &Tasks {
        &self.0.tasks
    }

    /// How each part is, and what runs beside the doors.
    pub(crate) async fn health(&self) -> Vec<Component> {
        let mut parts = self.operate().health().await;
        let unwell: Vec<String> = self
            .tasks()
            .unwell()
            .into_iter()
            .map(|(name, times)| format!("{name} failed {times} times and was begun again"))
            .collect();
        let (health, detail) = match unwell.as_slice() {
            [] => (Health::Ready, "all run".to_owned()),
            unwell => (Health::Degraded, format!("{}; the log says why", unwell.join(", "))),
        };
        parts.push(Component { name: "tasks", health, detail });
        parts
    }

    pub(crate) fn folder(&self) -> &DataFolder {
        &self.0.folder
    }

    /// For tests that look at rows, and for what watches the disk.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// For tests that say what the model answers.
    pub fn scripted_model(&self) -> &Scripted {
        &self.0.scripted
    }

    /// The operator's scope inside a tenant, which is made if it is not there.
    pub async fn operator_inside(&self, slug: &str) -> Result<Scope, OperateError> {
        match self.0.operate.inside(slug).await {
            Err(OperateError::NotFound { .. }) => {
                self.0.operate.create_tenant(slug, slug, Language::default()).await?;
                self.0.operate.inside(slug).await
            }
            found => found,
        }
    }

    pub fn public_url(&self) -> &str {
        &self.0.public_url
    }

    /// The tenant that is meant where none is named.
    pub(crate) fn usual_tenant(&self) -> &'static str {
        self.0.usual_tenant.get().copied().unwrap_or(crate::operate::FIRST_TENANT)
    }

    /// From now on it is this one.
    pub(crate) fn mean_tenant(&self, slug: &'static str) {
        self.0.usual_tenant.get_or_init(|| slug);
    }

    /// Who is let in to the MCP door.
    pub(crate) fn mcp(&self) -> &DoorOptions {
        &self.0.mcp
    }

    /// The way to the providers of channels.
    pub(crate) fn channels(&self) -> &ChannelClient {
        &self.0.channels
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// How long a live connection may take none of its events.
    pub(crate) fn slow_client_patience(&self) -> Duration {
        self.0.slow_client_patience
    }

    /// Cancelled when the server begins to stop.
    pub(crate) fn stop_token(&self) -> CancellationToken {
        self.0.tasks.stop_token()
    }
}

/// Questions mean what searches make of them.
struct MeaningOf(Library);

impl Meaning for MeaningOf {
    fn of<'a>(&'a self, scope: &'a Scope, text: &'a str) -> BoxFuture<'a, Option<Vec<f32>>> {
        Box::pin(async move {
            self.0.meaning(scope, text).await.unwrap_or_else(|error| {
                tracing::warn!("A question is not compared with those before: {error}");
                None
            })
        })
    }
}

/// The trade of a tenant is that of its front desk.
struct VerticalOf(Counter);

impl Verticals for VerticalOf {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        Box::pin(async move {
            match self.0.vertical(scope).await {
                Ok(vertical) => Ok(vertical),
                Err(DeskError::NoBusiness) => Ok(None),
                Err(DeskError::Store(error)) => Err(error),
                Err(error @ DeskError::Unreadable(_)) => {
                    tracing::warn!("Which trade a business is in is not known: {error}");
                    Ok(None)
                }
            }
        })
    }
}

fn library(config: &Config, folder: &DataFolder, store: &Store) -> Result<Library, StartError> {
    let knowledge = config.knowledge.clone();
    let http = conserje_llm::http_client().map_err(StartError::Http)?;
    Ok(Library::new(conserje_documents::Setup {
        store: store.clone(),
        engine: config.knowledge.engine(folder)?,
        image_embedder: config.knowledge.image_embedder(&http),
        embedders: Arc::new(move || knowledge.embedders(&http)),
        pool: config.knowledge.pool().map_err(StartError::OwnProgram)?,
        limits: config.knowledge.limits.clone(),
    }))
}

impl FromRef<App> for Access {
    fn from_ref(app: &App) -> Self {
        app.0.access.clone()
    }
}

impl FromRef<App> for Conversations {
    fn from_ref(app: &App) -> Self {
        app.0.conversations.clone()
    }
}

impl FromRef<App> for Library {
    fn from_ref(app: &App) -> Self {
        app.0.library.clone()
    }
}

impl FromRef<App> for Counter {
    fn from_ref(app: &App) -> Self {
        app.0.counter.clone()
    }
}

impl FromRef<App> for Operate {
    fn from_ref(app: &App) -> Self {
        app.0.operate.clone()
    }
}
