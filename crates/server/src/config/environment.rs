//! Keys of providers that are in the environment anyway, under the names that every tool reads: enough to have a model.
//!
//! They count where the configuration names no provider.

use figment::Figment;
use serde_json::{Map, Value, json};

/// Where Ollama listens unless told.
const OLLAMA_PORT: u16 = 11434;

/// The layers with the providers whose keys are there.
#[expect(clippy::disallowed_methods, reason = "this is where the environment is read")]
pub(super) fn with_keys(layers: Figment) -> Figment {
    named_by(layers, &|name| std::env::var(name).ok())
}

fn named_by(layers: Figment, environment: &dyn Fn(&str) -> Option<String>) -> Figment {
    let is_named = layers
        .find_value("providers")
        .is_ok_and(|value| value.as_dict().is_some_and(|providers| !providers.is_empty()));
    let found = if is_named { Map::new() } else { providers(environment) };
    if found.is_empty() { layers } else { layers.merge(("providers", Value::Object(found))) }
}

fn providers(environment: &dyn Fn(&str) -> Option<String>) -> Map<String, Value> {
    let get =
        |name: &str| environment(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let mut found = Map::new();
    if let Some(key) = get("ANTHROPIC_API_KEY") {
        found.insert("anthropic".to_owned(), json!({"kind": "anthropic", "api_key": key}));
    }
    match (get("OPENAI_API_KEY"), get("OPENAI_BASE_URL")) {
        (key, Some(url)) => {
            let key = key.unwrap_or_default();
            found.insert(
                "openai".to_owned(),
                json!({"kind": "openai_compatible", "base_url": url, "api_key": key}),
            );
        }
        (Some(key), None) => {
            found.insert("openai".to_owned(), json!({"kind": "openai", "api_key": key}));
        }
        (None, None) => {}
    }
    if let Some(key) = get("GEMINI_API_KEY").or_else(|| get("GOOGLE_API_KEY")) {
        found.insert("gemini".to_owned(), json!({"kind": "gemini", "api_key": key}));
    }
    if let (Some(key), Some(url)) = (get("AZURE_OPENAI_API_KEY"), get("AZURE_OPENAI_ENDPOINT")) {
        let version = get("AZURE_OPENAI_API_VERSION").or_else(|| get("OPENAI_API_VERSION"));
        let mut azure = json!({"kind": "azure_openai", "base_url": url, "api_key": key});
        if let (Some(version), Some(fields)) = (version, azure.as_object_mut()) {
            fields.insert("api_version".to_owned(), json!(version));
        }
        found.insert("azure".to_owned(), azure);
    }
    if let Some(host) = get("OLLAMA_HOST") {
        let url = ollama(&host);
        found.insert("ollama".to_owned(), json!({"kind": "openai_compatible", "base_url": url}));
    }
    found
}

/// `0.0.0.0`, `box:11434` and `http://box:11434/` are all ways to say where it is.
fn ollama(host: &str) -> String {
    let (scheme, rest) = host.split_once("://").unwrap_or(("http", host));
    let place = rest.trim_end_matches('/');
    let (name, port) = match place.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => (name, port.to_owned()),
        Some(_) | None => (place, OLLAMA_PORT.to_string()),
    };
    // To listen everywhere is no place to go to.
    let name = if matches!(name, "0.0.0.0" | "[::]" | "") { "127.0.0.1" } else { name };
    format!("{scheme}://{name}:{port}/v1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_where_no_provider_is_named() {
        let environment = |name: &str| match name {
            "OPENAI_API_KEY" => Some(" sk-1 ".to_owned()),
            "AZURE_OPENAI_API_KEY" => Some("no endpoint".to_owned()),
            "GEMINI_API_KEY" => Some(String::new()),
            _ => None,
        };
        let found =
            |layers: &Figment| layers.find_value("providers").ok().map(|value| serde_json::json!(value));
        let layers = named_by(Figment::new(), &environment);
        assert_eq!(found(&layers), Some(json!({"openai": {"kind": "openai", "api_key": "sk-1"}})));
        let named = Figment::new().merge(("providers.mine.kind", "anthropic"));
        assert_eq!(found(&named_by(named.clone(), &environment)), found(&named));
    }

    #[test]
    fn ollama_is_found_however_its_place_is_written() {
        for (given, url) in [
            ("127.0.0.1", "http://127.0.0.1:11434/v1"),
            ("0.0.0.0:8000", "http://127.0.0.1:8000/v1"),
            (":8000", "http://127.0.0.1:8000/v1"),
            ("https://box.example/", "https://box.example:11434/v1"),
            ("http://box:80", "http://box:80/v1"),
        ] {
            assert_eq!(ollama(given), url, "{given}");
        }
    }
}
