//! The shape of the configuration file.

use std::path::PathBuf;

use conserje_kernel::Secret;
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
    pub(super) log: Log,
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Server {
    pub(super) listen: String,
    pub(super) public_url: Option<String>,
    pub(super) shutdown_patience_seconds: u64,
}

impl Default for Server {
    fn default() -> Self {
        Self { listen: "127.0.0.1:8484".to_owned(), public_url: None, shutdown_patience_seconds: 20 }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Data {
    pub(super) folder: PathBuf,
}

impl Default for Data {
    fn default() -> Self {
        Self { folder: PathBuf::from("./conserje-data") }
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
    pub(super) erase_deleted_after_hours: u64,
}

impl Default for Conversation {
    fn default() -> Self {
        Self {
            max_message_bytes: 65_536,
            when_busy: "queue".to_owned(),
            queue_limit: 8,
            turn_time_limit_seconds: 300,
            erase_deleted_after_hours: 168,
        }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ModelFile {
    pub(super) script: Option<PathBuf>,
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
