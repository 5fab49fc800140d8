//! Every value, what it is for, and where it came from.

use figment::Figment;
use figment::value::Value;
use serde::Serialize;

/// One line of `conserje config check`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Explained {
    pub key: &'static str,
    pub value: String,
    pub origin: String,
    pub meaning: &'static str,
}

const SECRET: &[&str] = &[
    "database.url",
    "blobs.access_key",
    "blobs.secret_key",
    "secrets.master_key",
    "secrets.older_master_keys",
    "providers",
    "tool_secrets",
    "embedding.api_key",
    "embedding.image_api_key",
    "search.qdrant_key",
];

const MEANINGS: &[(&str, &str)] = &[
    ("server.listen", "address and port to listen on"),
    ("server.public_url", "what people type to get here; used in links"),
    ("server.shutdown_patience_seconds", "how long running turns may take to end at shutdown"),
    (
        "server.slow_client_patience_seconds",
        "how long a live connection may take none of its events before it is cut",
    ),
    (
        "server.trusted_proxies",
        "addresses and networks of proxies in front, whose X-Forwarded-For is believed",
    ),
    ("data.folder", "everything of an embedded server; used by one process at a time"),
    ("database.url", "PostgreSQL, for several nodes; left out, SQLite in the data folder"),
    ("database.connections", "how many PostgreSQL connections at most"),
    ("database.durability", "full: acknowledged writes survive a power cut; off: for measuring only"),
    ("blobs.bucket", "S3-compatible bucket for files; left out, the data folder"),
    ("blobs.endpoint", "URL of the S3-compatible store, if not AWS"),
    ("blobs.region", "region of the bucket"),
    ("blobs.access_key", "access key of the bucket"),
    ("blobs.secret_key", "secret key of the bucket"),
    ("secrets.master_key", "64 hex digits that protect stored secrets"),
    ("secrets.master_key_file", "file with those digits; left out, `master.key` in the data folder"),
    ("secrets.older_master_keys", "keys from before, until `conserje secrets rotate` has run"),
    ("conversation.max_message_bytes", "longest message a person may send"),
    ("conversation.when_busy", "a message during a running turn: queue or refuse"),
    ("conversation.queue_limit", "how many messages of a session may wait"),
    ("conversation.turn_time_limit_seconds", "longest a turn may take"),
    (
        "conversation.approvals_expire_after_minutes",
        "how long a person has to approve what an assistant asks",
    ),
    ("conversation.turns_at_once", "how many turns this process runs at once; the rest wait"),
    ("conversation.tenant_turns_at_once", "how many of them one tenant may have"),
    ("conversation.user_turns_at_once", "how many of them one person may have"),
    ("conversation.erase_deleted_after_hours", "when the content of a deleted session is erased for good"),
    ("model.script", "file of prepared replies for the scripted model"),
    (
        "model.scripted",
        "true: the scripted model answers, which repeats what it hears; for trying things out",
    ),
    ("providers", "where models are served: [providers.NAME] with kind, base_url, api_key"),
    ("models", "models of those providers: [[models]] with name, provider, model, limits and prices"),
    ("tiers.fast", "models for quick work, the first that answers"),
    ("tiers.balanced", "models for answers, the first that answers"),
    ("tiers.premium", "models for hard work, the first that answers"),
    ("budgets.tenant_tokens_per_day", "tokens a tenant may use per day (UTC), in and out; 0 is no limit"),
    ("budgets.user_tokens_per_day", "the same for each person of it"),
    ("budgets.key_tokens_per_day", "the same for each API key"),
    ("budgets.address_tokens_per_day", "the same for each network address, in the memory of this process"),
    ("budgets.tenant_cost_per_month", "what a tenant's models may cost per month (UTC); 0 is no limit"),
    ("limits.address_requests_per_minute", "requests from one network address; 0 is no limit, as below"),
    ("limits.key_requests_per_minute", "requests with one API key"),
    ("limits.user_requests_per_minute", "requests of one person"),
    ("limits.tenant_requests_per_minute", "requests of one tenant"),
    ("limits.address_sign_ins_per_minute", "attempts to sign in from one network address"),
    ("limits.user_upload_megabytes_per_hour", "files that one person uploads"),
    ("limits.tenant_upload_megabytes_per_hour", "files that one tenant uploads"),
    (
        "cache.answers",
        "answers given again without asking a model: off, same (to the same message) or alike (to one that means the same)",
    ),
    ("cache.lifetime_hours", "for how long"),
    ("packs.included", "packs that come with the program: docs, legal, erp, frontdesk"),
    ("packs.folders", "folders with a pack.toml: assistants, their prompts and tools"),
    ("tool_secrets", "what HTTP tools mean by secret:NAME"),
    ("documents.max_file_megabytes", "largest file that is taken"),
    ("documents.max_image_megabytes", "largest picture that is taken"),
    ("documents.workers", "processes that read files; 0 is one for each core"),
    ("documents.chunk_tokens", "longest passage that a document is cut into"),
    ("documents.chunk_overlap", "tokens that a passage repeats of the one before"),
    (
        "embedding.folders",
        "models on this machine that compare meaning; left out, those in the cache folder; [] for none",
    ),
    ("embedding.base_url", "a server that speaks OpenAI's embeddings, instead of a model on this machine"),
    ("embedding.api_key", "its key"),
    ("embedding.model", "its model"),
    (
        "embedding.image_base_url",
        "a server that speaks Azure AI Vision's embeddings, to find pictures by what is on them",
    ),
    ("embedding.image_api_key", "its key"),
    ("embedding.price", "what it costs per million tokens, in the currency the operator counts in"),
    ("embedding.dimensions", "how many numbers a vector of that model has"),
    ("search.qdrant_url", "Qdrant server for the index, for several nodes; left out, the data folder"),
    ("search.qdrant_key", "its key"),
    ("desk.undo_minutes", "how long what was done at the front desk can be taken back; 0 for never"),
    (
        "mcp.allowed_hosts",
        "names that MCP clients reach this server by, beside its own machine's and `server.public_url`",
    ),
    ("mcp.allowed_origins", "web pages whose scripts may use MCP, beside those of `server.public_url`"),
    ("mcp.external_hosts", "hosts whose MCP servers tenants may list; * is every public host"),
    (
        "mcp.external_private",
        "MCP servers that are not public and that tenants may list: host:port, each by itself",
    ),
    ("channels.hosts", "hosts that messages through channels may go to; * is every public host"),
    ("channels.private", "hosts of channels that are not public: host:port, each by itself"),
    ("channels.attempts", "how often a message is tried to be sent before it is given up on"),
    ("testing.worker_program", "the program that reads files, for tests only"),
    ("testing.crash_at", "where the process is to die, for tests of crash safety only"),
    ("log.format", "pretty or json"),
    ("log.filter", "what is logged: info, debug, or module=level,…"),
];

pub fn explain(layers: &Figment) -> Vec<Explained> {
    MEANINGS
        .iter()
        .map(|&(key, meaning)| {
            let found = layers.find_value(key).ok().filter(|value| !matches!(value, Value::Empty(..)));
            let value = match &found {
                None => "(not set)".to_owned(),
                Some(_) if SECRET.contains(&key) => "[redacted]".to_owned(),
                Some(value) => shown(value),
            };
            let origin = layers.find_metadata(key).map_or_else(|| "default".to_owned(), origin_of);
            Explained { key, value, origin, meaning }
        })
        .collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(_, text) => text.clone(),
        Value::Char(_, sign) => sign.to_string(),
        Value::Bool(_, yes) => yes.to_string(),
        Value::Num(_, number) => number
            .to_u128()
            .map(|n| n.to_string())
            .or_else(|| number.to_f64().map(|n| n.to_string()))
            .unwrap_or_default(),
        Value::Empty(..) => String::new(),
        Value::Dict(..) | Value::Array(..) => format!("{value:?}"),
    }
}

fn origin_of(metadata: &figment::Metadata) -> String {
    use figment::Source;
    match &metadata.source {
        Some(Source::File(path)) => format!("file {}", path.display()),
        _ if metadata.name.contains("environment") => "environment".to_owned(),
        Some(Source::Code(_)) if metadata.name.contains("File") => "default".to_owned(),
        _ => "command line".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_file_is_explained() {
        let file = serde_json::to_value(super::super::file::File::default()).unwrap();
        let mut keys = Vec::new();
        for (section, values) in file.as_object().unwrap() {
            match values.as_object() {
                // What an operator names himself is explained as a whole.
                Some(values) if !values.is_empty() => {
                    keys.extend(values.keys().map(|key| format!("{section}.{key}")));
                }
                _ => keys.push(section.clone()),
            }
        }
        let mut explained: Vec<_> = MEANINGS.iter().map(|(key, _)| (*key).to_owned()).collect();
        keys.sort();
        explained.sort();
        assert_eq!(keys, explained);
    }
}
