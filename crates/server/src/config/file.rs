//! The shape of the configuration file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use conserje_accounts::limits::{LimitsConfig, Rate, TrustedProxies};
use conserje_conversation::Remembering;
use conserje_kernel::Secret;
use conserje_llm::{ModelSetup, TiersSetup};
use conserje_store::BlobsHome;
use serde::{Deserialize, Serialize};

use super::ConfigError;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct File {
    pub(super) server: Server,
    pub(super) data: Data,
    pub(super) database: Database,
    pub(super) blobs: Blobs,
    pub(super) secrets: Secrets,
    pub(super) conversation: Conversation,
    pub(super) model: ModelFile,
    /// By a name of the operator's choosing.
    pub(super) providers: BTreeMap<String, ProviderFile>,
    pub(super) models: Vec<ModelSetup>,
    pub(super) tiers: TiersSetup,
    pub(super) budgets: BudgetsFile,
    pub(super) limits: LimitsFile,
    pub(super) cache: CacheFile,
    pub(super) packs: Packs,
    pub(super) documents: Documents,
    pub(super) embedding: Embedding,
    pub(super) search: Search,
    pub(super) jobs: Jobs,
    /// What HTTP tools mean by `secret:NAME`.
    pub(super) tool_secrets: BTreeMap<String, String>,
    pub(super) mcp: Mcp,
    pub(super) desk: Desk,
    pub(super) channels: Channels,
    pub(super) testing: Testing,
    pub(super) log: Log,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Server {
    pub(super) listen: String,
    pub(super) public_url: Option<String>,
    pub(super) shutdown_patience_seconds: u64,
    pub(super) slow_client_patience_seconds: u64,
    pub(super) trusted_proxies: Vec<String>,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8484".to_owned(),
            public_url: None,
            shutdown_patience_seconds: 5,
            slow_client_patience_seconds: 30,
            trusted_proxies: Vec::new(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Data {
    pub(super) folder: PathBuf,
}

impl Default for Data {
    fn default() -> Self {
        Self { folder: PathBuf::from(super::USUAL_FOLDER) }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Database {
    pub(super) url: Option<String>,
    pub(super) connections: u16,
    pub(super) durability: String,
}

impl Default for Database {
    fn default() -> Self {
        Self { url: None, connections: 16, durability: "full".to_owned() }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Blobs {
    pub(super) bucket: Option<String>,
    pub(super) endpoint: Option<String>,
    pub(super) region: Option<String>,
    pub(super) access_key: Option<String>,
    pub(super) secret_key: Option<String>,
}

impl TryFrom<Blobs> for Option<BlobsHome> {
    type Error = ConfigError;

    fn try_from(blobs: Blobs) -> Result<Self, ConfigError> {
        let Some(bucket) = blobs.bucket else { return Ok(None) };
        let missing = |key| ConfigError::Value {
            key,
            given: "missing".to_owned(),
            fix: "set it beside `blobs.bucket`",
        };
        Ok(Some(BlobsHome::S3 {
            endpoint: blobs.endpoint,
            region: blobs.region.unwrap_or_else(|| "us-east-1".to_owned()),
            bucket,
            access_key: Secret::new(blobs.access_key.ok_or_else(|| missing("blobs.access_key"))?),
            secret_key: Secret::new(blobs.secret_key.ok_or_else(|| missing("blobs.secret_key"))?),
        }))
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Secrets {
    pub(super) master_key: Option<String>,
    pub(super) master_key_file: Option<PathBuf>,
    pub(super) older_master_keys: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Conversation {
    pub(super) max_message_bytes: usize,
    pub(super) when_busy: String,
    pub(super) queue_limit: u16,
    pub(super) turn_time_limit_seconds: u64,
    pub(super) approvals_expire_after_minutes: u64,
    pub(super) turns_at_once: usize,
    pub(super) tenant_turns_at_once: usize,
    pub(super) user_turns_at_once: usize,
    pub(super) erase_deleted_after_hours: u64,
}

impl Default for Conversation {
    fn default() -> Self {
        Self {
            max_message_bytes: 65_536,
            when_busy: "queue".to_owned(),
            queue_limit: 8,
            turn_time_limit_seconds: 300,
            approvals_expire_after_minutes: 24 * 60,
            turns_at_once: 1024,
            tenant_turns_at_once: 256,
            user_turns_at_once: 64,
            erase_deleted_after_hours: 168,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ModelFile {
    pub(super) hosts: Vec<String>,
    pub(super) private: Vec<String>,
}

impl Default for ModelFile {
    fn default() -> Self {
        Self { hosts: vec!["*".to_owned()], private: Vec::new() }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderFile {
    /// `anthropic`, `openai`, `openai_compatible`, `azure_openai` or `gemini`.
    pub(super) kind: String,
    pub(super) base_url: Option<String>,
    #[serde(default)]
    pub(super) api_key: String,
    pub(super) api_version: Option<String>,
}

/// 0 is no limit.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct BudgetsFile {
    pub(super) tenant_tokens_per_day: u64,
    pub(super) user_tokens_per_day: u64,
    pub(super) key_tokens_per_day: u64,
    pub(super) address_tokens_per_day: u64,
    /// In the currency of the prices.
    pub(super) tenant_cost_per_month: f64,
}

/// 0 is no limit.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LimitsFile {
    pub(super) address_requests_per_minute: u32,
    pub(super) key_requests_per_minute: u32,
    pub(super) user_requests_per_minute: u32,
    pub(super) tenant_requests_per_minute: u32,
    pub(super) address_sign_ins_per_minute: u32,
    pub(super) user_upload_megabytes_per_hour: u32,
    pub(super) tenant_upload_megabytes_per_hour: u32,
}

impl Default for LimitsFile {
    fn default() -> Self {
        // More than people and well-meant programs need; an office behind one address is many people.
        Self {
            address_requests_per_minute: 12_000,
            key_requests_per_minute: 6_000,
            user_requests_per_minute: 6_000,
            tenant_requests_per_minute: 60_000,
            address_sign_ins_per_minute: 60,
            user_upload_megabytes_per_hour: 20_000,
            tenant_upload_megabytes_per_hour: 100_000,
        }
    }
}

/// Answers that are given again.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CacheFile {
    pub(super) answers: String,
    pub(super) lifetime_hours: u64,
}

impl Default for CacheFile {
    fn default() -> Self {
        Self { answers: "off".to_owned(), lifetime_hours: 24 }
    }
}

impl CacheFile {
    pub(super) fn remembering(&self) -> Result<Remembering, ConfigError> {
        match self.answers.as_str() {
            "off" => Ok(Remembering::Nothing),
            "same" => Ok(Remembering::Same),
            "alike" => Ok(Remembering::Alike),
            other => Err(ConfigError::Value {
                key: "cache.answers",
                given: format!("`{other}`"),
                fix: "use off, same, or alike",
            }),
        }
    }
}

impl LimitsFile {
    pub(super) fn read(&self, trusted_proxies: &[String]) -> Result<LimitsConfig, ConfigError> {
        let trusted_proxies = TrustedProxies::read(trusted_proxies).map_err(|given| ConfigError::Value {
            key: "server.trusted_proxies",
            given: format!("`{given}`"),
            fix: "use addresses or networks, such as 127.0.0.1 or 10.0.0.0/8",
        })?;
        // Counted in kilobytes.
        let uploads = |megabytes: u32| Rate::per_hour(megabytes.saturating_mul(1024));
        Ok(LimitsConfig {
            address_requests: Rate::per_minute(self.address_requests_per_minute),
            key_requests: Rate::per_minute(self.key_requests_per_minute),
            user_requests: Rate::per_minute(self.user_requests_per_minute),
            tenant_requests: Rate::per_minute(self.tenant_requests_per_minute),
            address_sign_ins: Rate::per_minute(self.address_sign_ins_per_minute),
            user_uploads: uploads(self.user_upload_megabytes_per_hour),
            tenant_uploads: uploads(self.tenant_upload_megabytes_per_hour),
            trusted_proxies,
        })
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Packs {
    pub(super) included: Vec<String>,
    pub(super) folders: Vec<PathBuf>,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Mcp {
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) external_hosts: Vec<String>,
    pub(super) external_private: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Desk {
    pub(super) undo_minutes: u64,
}

impl Default for Desk {
    fn default() -> Self {
        Self { undo_minutes: 60 }
    }
}

impl Default for Mcp {
    fn default() -> Self {
        Self {
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            external_hosts: vec!["*".to_owned()],
            external_private: Vec::new(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Channels {
    pub(super) hosts: Vec<String>,
    pub(super) private: Vec<String>,
    pub(super) attempts: u16,
}

impl Default for Channels {
    fn default() -> Self {
        // The last attempts are an hour apart: an outage of a night is waited for.
        Self { hosts: vec!["*".to_owned()], private: Vec::new(), attempts: 20 }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Testing {
    pub(super) crash_at: Option<String>,
    pub(super) fault_at: Option<String>,
    pub(super) script: Option<PathBuf>,
    pub(super) scripted: bool,
    pub(super) worker_program: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Documents {
    pub(super) max_file_megabytes: u64,
    pub(super) max_image_megabytes: u64,
    /// 0: one for each core.
    pub(super) workers: usize,
    pub(super) chunk_tokens: u32,
    pub(super) chunk_overlap: u32,
}

impl Default for Documents {
    fn default() -> Self {
        Self {
            max_file_megabytes: 100,
            max_image_megabytes: 30,
            workers: 0,
            chunk_tokens: 512,
            chunk_overlap: 50,
        }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Embedding {
    pub(super) folders: Option<Vec<PathBuf>>,
    pub(super) base_url: Option<String>,
    pub(super) api_key: Option<String>,
    pub(super) model: Option<String>,
    pub(super) dimensions: usize,
    /// Per million tokens.
    pub(super) price: f64,
    pub(super) image_base_url: Option<String>,
    pub(super) image_api_key: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Search {
    pub(super) qdrant_url: Option<String>,
    pub(super) qdrant_key: Option<String>,
}

/// Background work that runs at once on this node, by how long it takes.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "they are called so where they are set")]
pub(super) struct Jobs {
    pub(super) quick_workers: usize,
    pub(super) document_workers: usize,
    pub(super) embedding_workers: usize,
}

impl Default for Jobs {
    fn default() -> Self {
        Self { quick_workers: 2, document_workers: 2, embedding_workers: 1 }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Log {
    pub(super) format: String,
    pub(super) filter: String,
}

impl Default for Log {
    fn default() -> Self {
        Self { format: "pretty".to_owned(), filter: "info".to_owned() }
    }
}
