//! Configuration: defaults, then one TOML file, then `CONSERJE__SECTION__KEY`, then the command line.
//!
//! It is parsed once into types that cannot be wrong; nothing else reads the environment.

mod environment;
mod examine;
mod explain;
mod file;
mod knowledge;
mod models;
mod moved;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use conserje_conversation::{Budgets, CrashAt, GateLimits, WhenBusy};
use conserje_guard::Limits;
use conserje_kernel::{Clock, Secret};
use conserje_llm::SetupProblem;
use conserje_operate::jobs::Workers;
use conserje_store::secrets::{MasterKey, MasterKeys, SecretError};
use conserje_store::{BlobsHome, DataFolder, Durability, RowsHome};
use conserje_tools::EgressSettings;
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::Serialize;

pub(crate) use examine::examine;
pub use explain::{Explained, explain};
use file::File;
pub use knowledge::{EXTRACT_WORKER, KnowledgeConfig};
pub use models::ModelsConfig;
use moved::Layer;
pub use moved::MovedSetting;

use conserje_accounts::limits::LimitsConfig;

/// Where data goes unless somebody says otherwise.
pub(crate) const USUAL_FOLDER: &str = "./conserje-data";

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{0}")]
    Read(Box<figment::Error>),
    #[error("there is no configuration file {}", path.display())]
    NoFile { path: PathBuf },
    #[error("`{key}` is {given}; {fix}")]
    Value { key: &'static str, given: String, fix: &'static str },
    #[error("`{}` and `{}` ({}) are the same setting, by its old and its new name; leave `{}` out",
        moved.old, moved.new, moved.origin, moved.old)]
    BothNames { moved: MovedSetting },
    #[error("{problem}")]
    Models { problem: SetupProblem },
    #[error(transparent)]
    MasterKey(#[from] SecretError),
    #[error("the master key file {} cannot be used", path.display())]
    MasterKeyFile {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// What the command line says; it outranks all else.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    pub data: Option<PathBuf>,
    pub listen: Option<SocketAddr>,
    pub json_logs: bool,
    pub packs: Vec<String>,
}

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// What people type to get here; the listening address unless set.
    pub public_url: Option<String>,
    pub data_folder: PathBuf,
    database_url: Option<Secret>,
    database_connections: u16,
    durability: Durability,
    blobs: Option<BlobsHome>,
    master_key: Option<MasterKeySource>,
    older_master_keys: Vec<Secret>,
    pub conversation: conserje_conversation::Options,
    pub models: ModelsConfig,
    pub knowledge: KnowledgeConfig,
    pub(crate) limits: LimitsConfig,
    /// Those of the packs that come with the program.
    pub included_packs: Vec<String>,
    pub pack_folders: Vec<PathBuf>,
    pub tool_secrets: BTreeMap<String, Secret>,
    /// Names, and pages, that may reach the MCP door beside its own.
    pub mcp_hosts: Vec<String>,
    pub mcp_origins: Vec<String>,
    /// Where other people's MCP servers may be.
    pub mcp_egress: EgressSettings,
    /// For how long what was done at the front desk can be taken back.
    pub desk_undo: Duration,
    /// Where the providers of channels may be.
    pub channels_egress: EgressSettings,
    pub channel_attempts: u16,
    crash_at: Option<String>,
    /// For tests of what a fault of the program leaves.
    pub fault_at: Option<&'static str>,
    pub job_workers: Workers,
    pub log: LogOptions,
    pub shutdown_patience: Duration,
    pub slow_client_patience: Duration,
    /// The machine's, but where customers are played: for them it stands still.
    pub clock: Clock,
}

#[derive(Clone, Debug)]
enum MasterKeySource {
    Given(Secret),
    File(PathBuf),
}

#[derive(Clone, Debug)]
pub struct LogOptions {
    pub json: bool,
    pub filter: String,
}

/// The layers, before they are read: kept to say where each value came from.
#[derive(Debug)]
pub struct Layers {
    values: Figment,
    /// What somebody still gives its old name.
    pub moved: Vec<MovedSetting>,
}

pub fn layers(file: Option<&Path>, overrides: &Overrides) -> Result<Layers, ConfigError> {
    let mut moved = Vec::new();
    let mut layers = Figment::from(Serialized::defaults(File::default()));
    if let Some(path) = file {
        if !path.is_file() {
            return Err(ConfigError::NoFile { path: path.to_owned() });
        }
        let (layer, found) = Layer::of(&Toml::file_exact(path))?;
        layers = layers.merge(layer);
        moved.extend(found);
    }
    let (layer, found) = Layer::of(&Env::prefixed("CONSERJE__").split("__"))?;
    layers = layers.merge(layer);
    moved.extend(found);
    layers = environment::with_keys(layers);
    let line = |key: &'static str, layers: Figment, value: &dyn ErasedValue| value.merge_into(layers, key);
    if let Some(data) = &overrides.data {
        layers = line("data.folder", layers, &data.display().to_string());
    }
    if let Some(listen) = &overrides.listen {
        layers = line("server.listen", layers, &listen.to_string());
    }
    if overrides.json_logs {
        layers = line("log.format", layers, &"json".to_owned());
    }
    if !overrides.packs.is_empty() {
        layers = line("packs.included", layers, &overrides.packs);
    }
    Ok(Layers { values: layers, moved })
}

/// A command-line value as a layer that names itself.
trait ErasedValue {
    fn merge_into(&self, layers: Figment, key: &'static str) -> Figment;
}

impl<T: Serialize> ErasedValue for T {
    fn merge_into(&self, layers: Figment, key: &'static str) -> Figment {
        layers.merge((key, self))
    }
}

/// In seconds.
const DAY: u64 = 86_400;
/// In hours.
const CENTURY: u64 = 876_600;
/// Of one lane of jobs.
const MOST_WORKERS: usize = 64;

impl Config {
    pub fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Self::read_values(&layers.values)
    }

    fn read_values(values: &Figment) -> Result<Self, ConfigError> {
        let file: File = values.extract().map_err(|error| ConfigError::Read(Box::new(error)))?;
        file.try_into()
    }

    /// Where rows live, given the locked data folder.
    pub fn rows(&self, folder: &DataFolder) -> RowsHome {
        match &self.database_url {
            Some(url) => RowsHome::Postgres { url: url.clone(), connections: self.database_connections },
            None => RowsHome::Sqlite { file: folder.database_file(), durability: self.durability },
        }
    }

    pub fn store_options(&self, folder: &DataFolder) -> conserje_store::Options {
        conserje_store::Options {
            rows: self.rows(folder),
            blobs: self.blobs.clone().unwrap_or_else(|| BlobsHome::Folder(folder.blobs())),
            clock: self.clock.clone(),
        }
    }

    /// Where rows are, if not in the data folder.
    pub(crate) fn database_url(&self) -> Option<&Secret> {
        self.database_url.as_ref()
    }

    /// For tests of what a crash leaves.
    pub fn crash_at(&self) -> Option<CrashAt> {
        self.crash_at.as_ref().and_then(|place| place.parse().ok())
    }

    pub fn durability(&self) -> Durability {
        self.durability
    }

    /// The keys that protect secrets; one is made in the data folder if none is named.
    pub fn master_keys(&self, folder: &DataFolder) -> Result<MasterKeys, ConfigError> {
        let in_file = |path: &Path| {
            MasterKey::in_file(path)
                .map_err(|source| ConfigError::MasterKeyFile { path: path.to_owned(), source })
        };
        let current = match &self.master_key {
            Some(MasterKeySource::Given(key)) => MasterKey::parse(key)?,
            Some(MasterKeySource::File(path)) => in_file(path)?,
            None => in_file(&folder.master_key_file())?,
        };
        let older = self.older_master_keys.iter().map(MasterKey::parse).collect::<Result<_, _>>()?;
        Ok(MasterKeys { current, older })
    }
}

fn job_workers(jobs: &file::Jobs) -> Result<Workers, ConfigError> {
    let within = |key, workers: usize| {
        let wrong = || ConfigError::Value { key, given: workers.to_string(), fix: "use 1 to 64" };
        (1..=MOST_WORKERS).contains(&workers).then_some(workers).ok_or_else(wrong)
    };
    Ok(Workers {
        quick: within("jobs.quick_workers", jobs.quick_workers)?,
        documents: within("jobs.document_workers", jobs.document_workers)?,
        embedding: within("jobs.embedding_workers", jobs.embedding_workers)?,
    })
}

/// Checks where tests want the program to die or fail; the place to fail at.
fn places_to_fail(testing: &file::Testing) -> Result<Option<&'static str>, ConfigError> {
    let refused =
        |key, place: &str| ConfigError::Value { key, given: format!("`{place}`"), fix: "leave it out" };
    if let Some(place) = testing.crash_at.as_deref().filter(|place| place.parse::<CrashAt>().is_err()) {
        return Err(refused("testing.crash_at", place));
    }
    let named = |place| conserje_kernel::faults::named(place).map_err(|_| refused("testing.fault_at", place));
    testing.fault_at.as_deref().map(named).transpose()
}

impl TryFrom<File> for Config {
    type Error = ConfigError;

    fn try_from(file: File) -> Result<Self, ConfigError> {
        let wrong =
            |key, given: &dyn ToString, fix| ConfigError::Value { key, given: given.to_string(), fix };
        let File {
            server,
            data,
            database,
            blobs,
            secrets,
            conversation,
            model,
            providers,
            models,
            tiers,
            budgets,
            limits,
            cache,
            packs,
            documents,
            embedding,
            search,
            jobs,
            tool_secrets,
            mcp,
            desk,
            channels,
            testing,
            log,
        } = file;
        let listen = server.listen.parse().map_err(|_| {
            wrong(
                "server.listen",
                &format!("`{}`", server.listen),
                "use an address and a port, such as 127.0.0.1:8484",
            )
        })?;
        if server.slow_client_patience_seconds == 0 {
            return Err(wrong("server.slow_client_patience_seconds", &0, "use 1 or more"));
        }
        if database.connections == 0 {
            return Err(wrong("database.connections", &0, "use 1 or more"));
        }
        if let Some(url) = &database.url
            && !url.starts_with("postgres://")
            && !url.starts_with("postgresql://")
        {
            let given = "not a PostgreSQL URL".to_owned();
            return Err(wrong(
                "database.url",
                &given,
                "use postgres://user:password@host/database, or leave it out",
            ));
        }
        let durability = match database.durability.as_str() {
            "full" => Durability::Full,
            "off" => Durability::Off,
            other => {
                return Err(wrong(
                    "database.durability",
                    &format!("`{other}`"),
                    "use full, or off for measuring only",
                ));
            }
        };
        let when_busy = match conversation.when_busy.as_str() {
            "queue" => WhenBusy::Queue { at_most: conversation.queue_limit },
            "refuse" => WhenBusy::Refuse,
            other => {
                return Err(wrong("conversation.when_busy", &format!("`{other}`"), "use queue or refuse"));
            }
        };
        if !(1..=1_000_000).contains(&conversation.max_message_bytes) {
            return Err(wrong(
                "conversation.max_message_bytes",
                &conversation.max_message_bytes,
                "use 1 to 1000000",
            ));
        }
        // What is added to the time of day must not lead out of it.
        if !(1..=DAY).contains(&conversation.turn_time_limit_seconds) {
            let given = &conversation.turn_time_limit_seconds;
            return Err(wrong(
                "conversation.turn_time_limit_seconds",
                given,
                "use 1 to 86400, which is a day",
            ));
        }
        for (name, seconds) in [
            ("server.shutdown_patience_seconds", server.shutdown_patience_seconds),
            ("server.slow_client_patience_seconds", server.slow_client_patience_seconds),
        ] {
            if seconds > DAY {
                return Err(wrong(name, &seconds, "use at most 86400, which is a day"));
            }
        }
        for (name, hours) in [
            ("conversation.approvals_expire_after_minutes", conversation.approvals_expire_after_minutes / 60),
            ("conversation.erase_deleted_after_hours", conversation.erase_deleted_after_hours),
            ("cache.lifetime_hours", cache.lifetime_hours),
        ] {
            if hours > CENTURY {
                return Err(wrong(name, &"more than a hundred years", "use less"));
            }
        }
        if [conversation.turns_at_once, conversation.tenant_turns_at_once, conversation.user_turns_at_once]
            .contains(&0)
        {
            let fix = "use 1 or more, here, per tenant and per user";
            return Err(wrong("conversation.turns_at_once", &0, fix));
        }
        let fault_at = places_to_fail(&testing)?;
        if desk.undo_minutes > 10_080 {
            return Err(wrong("desk.undo_minutes", &desk.undo_minutes, "use 0 to 10080, which is a week"));
        }
        let is_no_host = |host: &&String| host.is_empty() || host.contains(['/', '*', ' ']);
        if let Some(host) = mcp.allowed_hosts.iter().find(is_no_host) {
            let fix = "use a name as requests say it, such as chat.example or chat.example:8484";
            return Err(wrong("mcp.allowed_hosts", &format!("`{host}`"), fix));
        }
        let is_no_page = |page: &&String| conserje_doors::mcp::transport::origin(page).is_none();
        if let Some(page) = mcp.allowed_origins.iter().find(is_no_page) {
            let fix = "use the beginning of a page's address, such as https://app.example";
            return Err(wrong("mcp.allowed_origins", &format!("`{page}`"), fix));
        }
        if channels.attempts == 0 {
            return Err(wrong("channels.attempts", &0, "use 1 or more"));
        }
        let json = match log.format.as_str() {
            "pretty" => false,
            "json" => true,
            other => return Err(wrong("log.format", &format!("`{other}`"), "use pretty or json")),
        };
        let master_key = match (secrets.master_key, secrets.master_key_file) {
            (Some(_), Some(_)) => {
                let given = "set beside `secrets.master_key_file`".to_owned();
                return Err(wrong("secrets.master_key", &given, "set one of the two"));
            }
            (Some(key), None) => Some(MasterKeySource::Given(Secret::new(key))),
            (None, Some(path)) => Some(MasterKeySource::File(path)),
            (None, None) => None,
        };
        Ok(Self {
            listen,
            public_url: server.public_url.map(|url| url.trim_end_matches('/').to_owned()),
            data_folder: data.folder,
            database_url: database.url.map(Secret::new),
            database_connections: database.connections,
            durability,
            blobs: blobs.try_into()?,
            master_key,
            older_master_keys: secrets.older_master_keys.into_iter().map(Secret::new).collect(),
            conversation: conserje_conversation::Options {
                limits: Limits { message_bytes: conversation.max_message_bytes },
                when_busy,
                turn_time_limit: Duration::from_secs(conversation.turn_time_limit_seconds),
                approvals_last: Duration::from_secs(
                    conversation.approvals_expire_after_minutes.saturating_mul(60),
                ),
                gate: GateLimits {
                    at_once: conversation.turns_at_once,
                    at_once_per_tenant: conversation.tenant_turns_at_once,
                    at_once_per_user: conversation.user_turns_at_once,
                },
                budgets: Budgets {
                    tenant_tokens_per_day: budgets.tenant_tokens_per_day,
                    user_tokens_per_day: budgets.user_tokens_per_day,
                    key_tokens_per_day: budgets.key_tokens_per_day,
                    address_tokens_per_day: budgets.address_tokens_per_day,
                    tenant_cost_per_month: conserje_llm::micros(budgets.tenant_cost_per_month),
                },
                remembering: cache.remembering()?,
                remembered_for: Duration::from_secs(cache.lifetime_hours.saturating_mul(3600)),
                erase_after: Duration::from_secs(conversation.erase_deleted_after_hours.saturating_mul(3600)),
            },
            models: ModelsConfig::read(model, &testing, providers, (models, tiers))?,
            knowledge: KnowledgeConfig::read(&documents, embedding, search, &testing)?,
            limits: limits.read(&server.trusted_proxies)?,
            included_packs: packs.included,
            pack_folders: packs.folders,
            tool_secrets: tool_secrets.into_iter().map(|(name, value)| (name, Secret::new(value))).collect(),
            mcp_hosts: mcp.allowed_hosts,
            mcp_origins: mcp.allowed_origins,
            mcp_egress: EgressSettings {
                allowed_hosts: mcp.external_hosts,
                allow_private: mcp.external_private,
            },
            desk_undo: Duration::from_secs(desk.undo_minutes.saturating_mul(60)),
            channels_egress: EgressSettings {
                allowed_hosts: channels.hosts,
                allow_private: channels.private,
            },
            channel_attempts: channels.attempts,
            crash_at: testing.crash_at,
            clock: Clock::system(),
            fault_at,
            job_workers: job_workers(&jobs)?,
            log: LogOptions { json, filter: log.filter },
            shutdown_patience: Duration::from_secs(server.shutdown_patience_seconds),
            slow_client_patience: Duration::from_secs(server.slow_client_patience_seconds),
        })
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
