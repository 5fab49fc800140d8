//! All parts, wired.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use conserje_accounts::Access;
use conserje_accounts::limits::{Limits, LimitsConfig};
use conserje_agents::TenantBusiness;
use conserje_conversation::{Businesses, Conversations, CrashAt, EscalateToHuman, Meaning};
use conserje_desk::front_desk::{DeskError, FrontDesk};
use conserje_documents::Library;
use conserje_events::{EventLog, Projector};
use conserje_kernel::{Health, Language, Scope, Secret, Timestamp};
use conserje_llm::{Models, ModelsSetup, Scripted};
use conserje_store::secrets::MasterKeys;
use conserje_store::{DataFolder, Store, StoreError};
use conserje_tools::EgressSettings;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::assistants::OwnAssistants;
use crate::channels::ChannelClient;
use crate::dialogues::dialogues;
use crate::models::{ModelBook, ModelParts};
use crate::packs::evidence::EvidenceOf;
use crate::packs::{PackSource, PacksError, included};
use crate::tasks::Tasks;
use crate::{Component, McpTools, Operate, OperateError};

/// Parts that were opened could not be put together.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Packs(#[from] PacksError),
    #[error("`mcp.external_hosts` or `mcp.external_private` cannot be used")]
    Mcp(#[source] conserje_tools::EgressError),
    #[error("`model.hosts` or `model.private` cannot be used")]
    Models(#[source] conserje_tools::EgressError),
    #[error("`channels.hosts` or `channels.private` cannot be used")]
    Channels(#[source] conserje_tools::EgressError),
}

/// What a server is made of: what was opened for it, and how it is to behave.
pub struct Setup {
    pub folder: DataFolder,
    pub store: Store,
    pub keys: MasterKeys,
    pub models: Models,
    /// How they are set up.
    pub configured_models: ModelsSetup,
    /// What providers are asked with.
    pub model_client: reqwest::Client,
    /// Where providers may be that tenants name.
    pub models_egress: EgressSettings,
    /// The model of a script, if it is one of them.
    pub scripted: Scripted,
    pub library: Library,
    /// Those of the packs that come with the program.
    pub included_packs: Vec<String>,
    pub pack_folders: Vec<PathBuf>,
    pub tool_secrets: BTreeMap<String, Secret>,
    pub conversation: conserje_conversation::Options,
    /// For tests of what a crash leaves.
    pub crash_at: Option<CrashAt>,
    /// Where other people's MCP servers may be.
    pub mcp_egress: EgressSettings,
    /// Where the providers of channels may be.
    pub channels_egress: EgressSettings,
    pub channel_attempts: u16,
    pub limits: LimitsConfig,
    pub desk_undo: Duration,
    pub slow_client_patience: Duration,
    pub public_url: String,
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
    front_desk: FrontDesk,
    desk_undo: Duration,
    packs: PackSource,
    tasks: Tasks,
    scripted: Scripted,
    public_url: String,
    /// The tenant that whoever sits at the machine means, if they name none.
    usual_tenant: OnceLock<&'static str>,
    channels: ChannelClient,
    limits: Limits,
    slow_client_patience: Duration,
    started_at: Timestamp,
    /// Held for as long as anything of the server lives.
    folder: DataFolder,
}

impl App {
    /// Puts everything together, starts nothing. The projector is to be run, or dropped by a command that needs none.
    pub fn new(setup: Setup) -> Result<(Self, Projector), SetupError> {
        let Setup { folder, store, keys, library, public_url, .. } = setup;
        let (log, projector) = EventLog::new(store.clone());
        let included = included::unpack(&setup.included_packs, &included::folder(folder.path()))
            .map_err(PacksError::from)?;
        let folders = included.into_iter().chain(setup.pack_folders).collect();
        let front_desk = FrontDesk::new(store.clone());
        let escalate = Arc::new(EscalateToHuman::new(store.clone(), log.clone()));
        let packs =
            PackSource::new(folders, setup.tool_secrets, library.clone(), front_desk.clone(), escalate);
        let (catalogue, tools) = packs.read()?;
        let node = format!("node_{}", uuid::Uuid::now_v7().simple());
        let conversations = Conversations::new(conserje_conversation::Setup {
            store: store.clone(),
            log,
            models: setup.models.clone(),
            tools,
            catalogue,
            dialogues: dialogues(front_desk.clone()),
            options: setup.conversation,
            node: node.clone(),
            crash_at: setup.crash_at,
        });
        let mcp = McpTools::new(store.clone(), keys.clone(), &setup.mcp_egress).map_err(SetupError::Mcp)?;
        conversations.take_tools_from(Arc::new(mcp.clone()));
        let models = ModelBook::new(ModelParts {
            store: store.clone(),
            keys: keys.clone(),
            server: setup.models,
            configured: setup.configured_models,
            http: setup.model_client,
            egress: setup.models_egress,
        })
        .map_err(SetupError::Models)?;
        conversations.take_models_from(Arc::new(models.clone()));
        let assistants = OwnAssistants::new(store.clone(), folder.path().join("assistants"));
        conversations.take_packs_from(Arc::new(assistants.clone()));
        conversations.take_businesses_from(Arc::new(BusinessOf(front_desk.clone())));
        conversations.take_finds_from(Arc::new(EvidenceOf {
            library: library.clone(),
            front_desk: front_desk.clone(),
        }));
        conversations.compare_questions_by(Arc::new(MeaningOf(library.clone())));
        let access = Access::new(store.clone(), public_url.starts_with("https://"));
        let operate = Operate::new(crate::Parts {
            store: store.clone(),
            access: access.clone(),
            conversations: conversations.clone(),
            library: library.clone(),
            front_desk: front_desk.clone(),
            keys,
            mcp,
            models,
            assistants,
            channel_work: tokio::sync::watch::Sender::default(),
            node,
        });
        let parts = Parts {
            started_at: store.clock().now(),
            store,
            access,
            conversations,
            operate,
            library,
            front_desk,
            desk_undo: setup.desk_undo,
            packs,
            tasks: Tasks::default(),
            scripted: setup.scripted,
            limits: Limits::new(setup.limits),
            channels: ChannelClient::new(&setup.channels_egress, setup.channel_attempts)
                .map_err(SetupError::Channels)?,
            public_url,
            usual_tenant: OnceLock::new(),
            slow_client_patience: setup.slow_client_patience,
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

    pub fn front_desk(&self) -> &FrontDesk {
        &self.0.front_desk
    }

    /// For how long what was done at the front desk can be taken back.
    pub fn desk_undo(&self) -> Duration {
        self.0.desk_undo
    }

    pub fn packs(&self) -> &PackSource {
        &self.0.packs
    }

    pub fn operate(&self) -> &Operate {
        &self.0.operate
    }

    pub fn tasks(&self) -> &Tasks {
        &self.0.tasks
    }

    /// Since when this process serves.
    pub fn started_at(&self) -> Timestamp {
        self.0.started_at
    }

    /// How each part is, and what runs beside the doors.
    pub async fn health(&self) -> Vec<Component> {
        let mut parts = self.operate().health().await;
        let unwell: Vec<String> = self
            .tasks()
            .unwell()
            .into_iter()
            .map(|(name, times)| format!("{name} ({times} times)"))
            .collect();
        let (health, detail) = match unwell.as_slice() {
            [] => (Health::Ready, "all run".to_owned()),
            unwell => {
                (Health::Degraded, format!("failed and begun again: {}; the log says why", unwell.join(", ")))
            }
        };
        parts.push(Component { name: "tasks", health, detail });
        parts
    }

    pub fn folder(&self) -> &DataFolder {
        &self.0.folder
    }

    pub fn now(&self) -> Timestamp {
        self.0.store.clock().now()
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
    pub fn usual_tenant(&self) -> &'static str {
        self.0.usual_tenant.get().copied().unwrap_or(crate::FIRST_TENANT)
    }

    /// From now on it is this one.
    pub fn mean_tenant(&self, slug: &'static str) {
        self.0.usual_tenant.get_or_init(|| slug);
        self.0.operate.models_book().mean_tenant(slug);
    }

    /// The way to the providers of channels.
    pub fn channels(&self) -> &ChannelClient {
        &self.0.channels
    }

    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// How long a live connection may take none of its events.
    pub fn slow_client_patience(&self) -> Duration {
        self.0.slow_client_patience
    }

    /// Cancelled when the server begins to stop.
    pub fn stop_token(&self) -> CancellationToken {
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

/// The business of a tenant is that of its front desk.
struct BusinessOf(FrontDesk);

impl Businesses for BusinessOf {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<TenantBusiness, StoreError>> {
        Box::pin(async move {
            match self.0.vertical(scope).await {
                Ok(vertical) => Ok(TenantBusiness::Of { vertical }),
                Err(DeskError::NoBusiness) => Ok(TenantBusiness::None),
                Err(DeskError::Store(error)) => Err(error),
                Err(error @ DeskError::Unreadable(_)) => {
                    tracing::warn!("Which trade a business is in is not known: {error}");
                    Ok(TenantBusiness::Of { vertical: None })
                }
            }
        })
    }
}
