//! Every value, what it is for, and where it came from.

use figment::value::{Num, Value};
use serde::Serialize;

use super::Layers;

/// One line of `conserje config check`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Explained {
    pub key: &'static str,
    pub value: String,
    pub origin: String,
    pub meaning: &'static str,
}

/// Where values come from that `CONSERJE__SECTION__KEY` sets.
pub(super) const ENVIRONMENT: &str = "environment";
const NOT_SET: &str = "not set";
const HIDDEN: &str = "hidden";
const NO_LIMIT: &str = "no limit";

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
    ("model.hosts", "where providers may be that tenants name in the page; `*` is every public host"),
    ("model.private", "the same within your network: host:port, each by itself"),
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
        "models on this machine that compare meaning; left out, the one that came with the program or is in the cache folder; [] for none",
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
    ("jobs.quick_workers", "jobs done at once that take a moment: telling customers, erasing"),
    ("jobs.document_workers", "files read at once; of one tenant or of several"),
    (
        "jobs.embedding_workers",
        "tenants whose documents are embedded anew at once, after a change of the model",
    ),
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
    ("testing.script", "file of prepared replies for the scripted model"),
    (
        "testing.scripted",
        "true: the scripted model answers, which repeats what it hears; for trying things out",
    ),
    ("testing.worker_program", "the program that reads files, for tests only"),
    ("testing.fault_at", "where the program is to fail once, for tests only"),
    ("testing.crash_at", "where the process is to die, or with `panic ` before it to fail, for tests only"),
    ("log.format", "pretty or json"),
    ("log.filter", "what is logged: info, debug, or module=level,…"),
];

/// Whether there is such a setting; of what an operator names himself, the whole.
pub(super) fn is_known(key: &str) -> bool {
    MEANINGS.iter().any(|(known, _)| *known == key)
}

pub fn explain(layers: &Layers) -> Vec<Explained> {
    let layers = &layers.values;
    MEANINGS
        .iter()
        .map(|&(key, meaning)| {
            let found = layers.find_value(key).ok().filter(|value| !matches!(value, Value::Empty(..)));
            let value = found.as_ref().map_or_else(|| NOT_SET.to_owned(), |value| shown(key, value));
            let origin = layers.find_metadata(key).map_or_else(|| "default".to_owned(), origin_of);
            Explained { key, value, origin, meaning }
        })
        .collect()
}

/// A value as people say it: with its unit, lists as lists, and of secrets only that they are there.
fn shown(key: &str, value: &Value) -> String {
    let text = match value {
        Value::String(_, text) => text.clone(),
        Value::Char(_, sign) => sign.to_string(),
        Value::Bool(_, true) => "yes".to_owned(),
        Value::Bool(_, false) => "no".to_owned(),
        Value::Num(_, number) => counted(key, *number),
        Value::Empty(..) => return NOT_SET.to_owned(),
        Value::Dict(_, entries) => listed(entries.keys().cloned()),
        Value::Array(_, items) => listed(items.iter().map(name_of)),
    };
    match value {
        Value::Dict(_, entries) if SECRET.contains(&key) && !entries.is_empty() => {
            format!("{text} ({HIDDEN})")
        }
        Value::Array(_, items) if SECRET.contains(&key) && !items.is_empty() => {
            format!("{} ({HIDDEN})", items.len())
        }
        Value::String(..) | Value::Char(..) if SECRET.contains(&key) => HIDDEN.to_owned(),
        Value::String(..)
        | Value::Char(..)
        | Value::Bool(..)
        | Value::Num(..)
        | Value::Empty(..)
        | Value::Dict(..)
        | Value::Array(..) => text,
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What one of a list is called: itself, or its name.
fn name_of(item: &Value) -> String {
    let name = item.as_dict().and_then(|entries| entries.get("name"));
    name.and_then(Value::as_str).map_or_else(|| shown("", item), str::to_owned)
}

/// A number with its unit, which the key ends with.
fn counted(key: &str, number: Num) -> String {
    // What a file says is signed, what we say is not.
    let whole = number.to_u128().or_else(|| number.to_i128().and_then(|whole| u128::try_from(whole).ok()));
    let Some(whole) = whole.and_then(|whole| u64::try_from(whole).ok()) else {
        let said = number.to_f64().map(|number| number.to_string());
        let said = said.or_else(|| number.to_i128().map(|number| number.to_string())).unwrap_or_default();
        return match said.as_str() {
            "0" if key.ends_with("_per_month") => NO_LIMIT.to_owned(),
            _ if key.ends_with("_per_month") => format!("{said} per month"),
            _ => said,
        };
    };
    let per = |unit: &str, span: &str| {
        if whole == 0 { NO_LIMIT.to_owned() } else { format!("{}{unit} per {span}", grouped(whole)) }
    };
    let ends = |end: &str| key.ends_with(end);
    match whole {
        0 if key == "desk.undo_minutes" => "never".to_owned(),
        0 if key == "documents.workers" => "one for each core".to_owned(),
        _ if ends("_megabytes_per_hour") => per(" MB", "hour"),
        _ if ends("_per_minute") => per("", "minute"),
        _ if ends("_tokens_per_day") => per(" tokens", "day"),
        _ if ends("_per_month") => per("", "month"),
        _ if ends("_seconds") => span(whole),
        _ if ends("_minutes") => span(whole.saturating_mul(60)),
        _ if ends("_hours") => span(whole.saturating_mul(3600)),
        _ if ends("_megabytes") => format!("{} MB", grouped(whole)),
        _ if ends("_bytes") && whole >= 1024 && whole.is_multiple_of(1024) => {
            format!("{} KiB", grouped(whole / 1024))
        }
        _ if ends("_bytes") => format!("{} bytes", grouped(whole)),
        _ if ends("_tokens") || ends("_overlap") => format!("{} tokens", grouped(whole)),
        _ => grouped(whole),
    }
}

/// In the largest unit that it is whole in.
fn span(seconds: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(24 * 3600, "days"), (3600, "h"), (60, "min")];
    match UNITS.iter().find(|(length, _)| seconds >= *length && seconds.is_multiple_of(*length)) {
        Some((length, "days")) if seconds == *length => "1 day".to_owned(),
        Some((length, unit)) => format!("{} {unit}", grouped(seconds / length)),
        None => format!("{} s", grouped(seconds)),
    }
}

/// `20 000`, as nobody counts noughts.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len() > 4 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

pub(super) fn origin_of(metadata: &figment::Metadata) -> String {
    use figment::Source;
    match &metadata.source {
        Some(Source::File(path)) => format!("file {}", path.display()),
        _ if metadata.name.contains(ENVIRONMENT) => ENVIRONMENT.to_owned(),
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

    #[test]
    fn values_are_said_in_words_and_secrets_are_not_said() {
        let file = r#"
            [server]
            public_url = "https://assistants.example.com"
            trusted_proxies = ["10.0.0.0/8", "192.168.1.1"]
            shutdown_patience_seconds = 300
            [database]
            url = "postgres://user:password@db/conserje"
            [providers.anthropic]
            kind = "anthropic"
            api_key = "sk-secret"
            [[models]]
            name = "sonnet"
            provider = "anthropic"
            [budgets]
            tenant_tokens_per_day = 2000000
            tenant_cost_per_month = 12.5
            [desk]
            undo_minutes = 0
            [tool_secrets]
            calendar = "secret"
        "#;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conserje.toml");
        std::fs::write(&path, file).unwrap();
        let layers = super::super::layers(Some(&path), &super::super::Overrides::default()).unwrap();
        let lines = explain(&layers).into_iter().map(|line| format!("{} = {}", line.key, line.value));
        let text = lines.collect::<Vec<_>>().join("\n");
        assert!(!text.contains("secret\"") && !text.contains("password@") && !text.contains("sk-"), "{text}");
        insta::assert_snapshot!(text);
    }
}
