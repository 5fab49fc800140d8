//! From a configuration to the parts of a server.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use conserje_conversation::ConversationError;
use conserje_documents::Library;
use conserje_events::Projector;
use conserje_kernel::Clock;
use conserje_llm::ScriptError;
use conserje_operate::{App, Setup, SetupError};
use conserje_store::secrets::{MasterKey, MasterKeys};
use conserje_store::{BlobsHome, DataFolder, Durability, FolderError, Options, RowsHome, Store, StoreError};

use crate::config::{Config, ConfigError, ModelsConfig};
use crate::opened;

/// How long a provider may keep the start waiting.
const LOOK: Duration = Duration::from_secs(3);

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
    Setup(#[from] SetupError),
    #[error("the client for HTTP requests could not be made")]
    Http(#[source] reqwest::Error),
    #[error(transparent)]
    Search(#[from] conserje_search::SearchError),
    #[error("this program does not find itself, which it needs to read files")]
    OwnProgram(#[source] std::io::Error),
    #[error("the storage could not be opened")]
    Store(#[from] StoreError),
    #[error("the data is of a newer program, the folder was opened last by {program}")]
    Newer {
        program: String,
        #[source]
        source: StoreError,
    },
    #[error("what the last run left could not be picked up")]
    Recover(#[source] ConversationError),
    #[error("the first accounts could not be made")]
    Accounts(#[source] conserje_operate::OperateError),
    #[error("nothing can listen on {address}")]
    Listen {
        address: String,
        #[source]
        source: std::io::Error,
    },
}

/// Every TLS connection of the process uses ring; who calls this second changes nothing.
pub(crate) fn install_crypto() {
    drop(rustls::crypto::ring::default_provider().install_default());
}

/// Opens everything, starts nothing. The projector is to be run, or dropped by a command that needs none.
pub async fn open(config: &Config, public_url: String) -> Result<(App, Projector), StartError> {
    install_crypto();
    let folder = DataFolder::lock(&config.data_folder)?;
    let keys = config.master_keys(&folder)?;
    let store = match Store::open(config.store_options(&folder)).await {
        Err(source @ StoreError::NewerSchema { .. }) => {
            let program = opened::version_of(folder.program()?.as_deref());
            return Err(StartError::Newer { program, source });
        }
        opened => opened?,
    };
    opened::keep(&folder, &store)?;
    let model_client = conserje_llm::http_client().map_err(StartError::Http)?;
    let models = asked_models(&config.models, &model_client).await;
    put_together(config, Opened { folder, keys, store, model_client, models }, public_url)
}

/// The parts of a server with this configuration, beside its data: in an empty folder, with nobody in it. No provider is
/// asked.
pub(crate) async fn open_aside(config: &Config, folder: &Path) -> Result<App, StartError> {
    install_crypto();
    let folder = DataFolder::lock(folder)?;
    let in_file = MasterKey::in_file(&folder.master_key_file());
    let current =
        in_file.map_err(|source| ConfigError::MasterKeyFile { path: folder.master_key_file(), source })?;
    let rows = RowsHome::Sqlite { file: folder.database_file(), durability: Durability::Off };
    let (blobs, clock) = (BlobsHome::Folder(folder.blobs()), Clock::system());
    let store = Store::open(Options { rows, blobs, clock }).await?;
    let model_client = conserje_llm::http_client().map_err(StartError::Http)?;
    let keys = MasterKeys { current, older: Vec::new() };
    let opened = Opened { folder, keys, store, model_client, models: config.models.clone() };
    put_together(config, opened, String::new()).map(|(app, _)| app)
}

/// What was opened for a server.
struct Opened {
    folder: DataFolder,
    keys: MasterKeys,
    store: Store,
    model_client: reqwest::Client,
    models: ModelsConfig,
}

fn put_together(config: &Config, opened: Opened, public_url: String) -> Result<(App, Projector), StartError> {
    let Opened { folder, keys, store, model_client, models } = opened;
    let opened = models.open(&model_client)?;
    let library = library(config, &folder, &store)?;
    Ok(App::new(Setup {
        store,
        keys,
        models: opened.models,
        configured_models: models.setup().clone(),
        model_client,
        models_egress: models.egress.clone(),
        scripted: opened.scripted,
        library,
        included_packs: config.included_packs.clone(),
        pack_folders: config.pack_folders.clone(),
        tool_secrets: config.tool_secrets.clone(),
        conversation: config.conversation.clone(),
        crash_at: config.crash_at(),
        mcp_egress: config.mcp_egress.clone(),
        channels_egress: config.channels_egress.clone(),
        channel_attempts: config.channel_attempts,
        limits: config.limits.clone(),
        desk_undo: config.desk_undo,
        slow_client_patience: config.slow_client_patience,
        public_url,
        folder,
    })?)
}

/// With what servers of one's own have, which nobody can know without asking.
async fn asked_models(config: &ModelsConfig, http: &reqwest::Client) -> ModelsConfig {
    let mut models = config.clone();
    for (name, provider, key) in config.unasked() {
        match tokio::time::timeout(LOOK, conserje_llm::offered(provider, key, http)).await {
            Ok(Ok(offered)) => models.learn(name, offered),
            Ok(Err(error)) => tracing::warn!("The provider {name} did not say which models it has: {error}"),
            Err(_) => tracing::warn!("The provider {name} did not say in time which models it has"),
        }
    }
    models
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
