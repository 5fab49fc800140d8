//! Providers, models and tiers as somebody set them up: in a file, by the environment, in the page. Checked here, and
//! then connected.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use conserje_kernel::{ProviderKind, Secret};
use serde::{Deserialize, Serialize};

use crate::anthropic::Anthropic;
use crate::error::{ModelError, Trouble};
use crate::gemini::Gemini;
use crate::known::known;
use crate::model::{Facts, Model, Price, Provider};
use crate::openai::{OpenAi, OpenAiFlavour};
use crate::sse::Endpoint;
use crate::tiers::TiersSetup;

const OPENAI: &str = "https://api.openai.com/v1";
const AZURE_VERSION: &str = "2024-10-21";
/// More than anybody has, and few enough to be shown.
const MOST_PROVIDERS: usize = 50;
const MOST_MODELS: usize = 200;
const LONGEST_NAME: usize = 120;
const LONGEST_URL: usize = 2_000;
/// How long a provider may take to say which models it has.
const LOOK: Duration = Duration::from_secs(10);
const MOST_OFFERED: usize = 1_000;
const LONGEST_CHAIN: usize = 20;
const LONGEST_VERSION: usize = 40;
const MOST_TOKENS: u64 = 100_000_000;

/// A place where models are served. Its key is kept elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSetup {
    pub kind: ProviderKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_version: Option<String>,
}

/// A model. What is left out is what is known of it, or what is usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSetup {
    pub name: String,
    pub provider: String,
    /// The provider's name for it; the same as ours unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_tools: Option<bool>,
    /// Whether it sees images; unless told or known, those of Anthropic, `OpenAI` and Gemini do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    /// Prices per million tokens, in the currency the operator counts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_input: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_output: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cached: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cache_written: Option<f64>,
    /// The day from which the prices are: `2026-11-18`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priced_on: Option<String>,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelsSetup {
    pub providers: BTreeMap<String, ProviderSetup>,
    pub models: Vec<ModelSetup>,
    pub tiers: TiersSetup,
}

/// What is wrong, and where: `providers.local.base_url`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct SetupProblem {
    pub field: String,
    pub problem: String,
}

impl SetupProblem {
    fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }
}

impl ModelsSetup {
    /// Everything that is wrong with it. `others` are models that are there besides.
    pub fn problems(&self, others: &BTreeSet<&str>) -> Vec<SetupProblem> {
        let mut found = Vec::new();
        if self.providers.len() > MOST_PROVIDERS {
            found.push(SetupProblem::new("providers", format!("are more than {MOST_PROVIDERS}")));
        }
        if self.models.len() > MOST_MODELS {
            found.push(SetupProblem::new("models", format!("are more than {MOST_MODELS}")));
        }
        for (name, provider) in &self.providers {
            let at = format!("providers.{name}");
            if !is_name(name) {
                let problem = "a provider's name is 1 to 40 letters, digits, hyphens and underscores";
                found.push(SetupProblem::new(at.clone(), problem));
            }
            found.extend(
                provider.problem().map(|problem| SetupProblem::new(format!("{at}.base_url"), problem)),
            );
        }
        let mut names = BTreeSet::new();
        for model in &self.models {
            let at = format!("models.{}", model.name);
            if model.name.trim().is_empty() || model.name.chars().count() > LONGEST_NAME {
                found.push(SetupProblem::new(at.clone(), "a model's name is 1 to 120 characters long"));
            }
            if matches!(model.name.as_str(), "scripted" | "extractive") {
                found.push(SetupProblem::new(
                    at.clone(),
                    "is the name of a model that is built in; choose another",
                ));
            }
            if !names.insert(model.name.as_str()) {
                found.push(SetupProblem::new(at.clone(), "is there twice"));
            }
            if !self.providers.contains_key(&model.provider) {
                let problem = format!("names the provider `{}`, which is not there", model.provider);
                found.push(SetupProblem::new(at.clone(), problem));
            }
            found.extend(model.problem().map(|problem| SetupProblem::new(at.clone(), problem)));
            let prices =
                [model.price_input, model.price_output, model.price_cached, model.price_cache_written];
            if prices.into_iter().flatten().any(|price| !(0.0..=1e6).contains(&price)) {
                found.push(SetupProblem::new(at, "has a price below zero or beyond a million"));
            }
        }
        let is_there = |name: &String| {
            names.contains(name.as_str())
                || others.contains(name.as_str())
                || matches!(name.as_str(), "scripted" | "extractive")
        };
        for chain in [&self.tiers.fast, &self.tiers.balanced, &self.tiers.premium] {
            if chain.len() > LONGEST_CHAIN {
                found.push(SetupProblem::new(
                    "tiers",
                    format!("ask more than {LONGEST_CHAIN} models in a row"),
                ));
            }
        }
        for name in self.tiers.all().filter(|name| !is_there(name)) {
            found.push(SetupProblem::new("tiers", format!("name `{name}`, which is no model")));
        }
        found
    }

    /// The models of it, each behind its provider. What names no provider that is there, or one that may not be asked, is
    /// left out.
    pub fn connect(
        &self,
        keys: &BTreeMap<String, Secret>,
        client: impl Fn(&ProviderSetup) -> Option<reqwest::Client>,
    ) -> Vec<Model> {
        let connect = |model: &ModelSetup| {
            let provider = self.providers.get(&model.provider)?;
            let key = keys.get(&model.provider).cloned().unwrap_or_default();
            Some(provider.connect(model, key, &client(provider)?))
        };
        self.models.iter().filter_map(connect).collect()
    }
}

impl ProviderSetup {
    /// Why it cannot be reached as it is set up.
    pub fn problem(&self) -> Option<String> {
        if self.api_version.as_ref().is_some_and(|version| version.chars().count() > LONGEST_VERSION) {
            return Some("has an API version of more than 40 characters".to_owned());
        }
        match &self.base_url {
            None if self.kind.needs_address() => {
                Some("is missing; say where it is served, as `http://localhost:11434/v1`".to_owned())
            }
            None => None,
            Some(url) if url.len() > LONGEST_URL => Some("is too long".to_owned()),
            Some(url) => match reqwest::Url::parse(url) {
                Ok(read) if matches!(read.scheme(), "http" | "https") && read.has_host() => {
                    let has_more =
                        !read.username().is_empty() || read.password().is_some() || read.query().is_some();
                    has_more.then(|| {
                        "has a user, a password or a query in it; a key has a field of its own".to_owned()
                    })
                }
                Ok(_) | Err(_) => Some(format!("`{}` is no http or https address", shown(url))),
            },
        }
    }

    /// The model behind its provider, with what is known of it.
    pub fn connect(&self, model: &ModelSetup, key: Secret, http: &reqwest::Client) -> Model {
        let wire_name = model.model.as_deref().unwrap_or(&model.name);
        Model {
            name: model.name.as_str().into(),
            wire_name: wire_name.into(),
            facts: model.facts(self.kind),
            provider: self.provider(key, http),
        }
    }

    fn provider(&self, key: Secret, http: &reqwest::Client) -> Provider {
        let (base_url, http) = (self.base_url.clone(), http.clone());
        let flavour = match self.kind {
            ProviderKind::Anthropic => return Provider::Anthropic(Anthropic::new(base_url, key, http)),
            ProviderKind::Gemini => return Provider::Gemini(Gemini::new(base_url, key, http)),
            ProviderKind::OpenAi => OpenAiFlavour::OpenAi,
            ProviderKind::OpenAiCompatible => OpenAiFlavour::Compatible,
            ProviderKind::AzureOpenAi => OpenAiFlavour::Azure {
                api_version: self.api_version.clone().unwrap_or_else(|| AZURE_VERSION.to_owned()),
            },
        };
        Provider::OpenAi(OpenAi::new(base_url.as_deref().unwrap_or(OPENAI), key, http, flavour))
    }
}

/// Asks a provider which models it has, by its own names for them. Azure does not say: its models are what somebody deployed.
pub async fn offered(
    provider: &ProviderSetup,
    key: Secret,
    http: &reqwest::Client,
) -> Result<Vec<String>, ModelError> {
    let (base, path, list, field) = match provider.kind {
        ProviderKind::AzureOpenAi => return Ok(Vec::new()),
        ProviderKind::Anthropic => (crate::anthropic::BASE_URL, "/v1/models?limit=1000", "data", "id"),
        ProviderKind::Gemini => (crate::gemini::BASE_URL, "/v1beta/models?pageSize=1000", "models", "name"),
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible => (OPENAI, "/models", "data", "id"),
    };
    let base_url = provider.base_url.clone().unwrap_or_else(|| base.to_owned());
    let endpoint = Endpoint::new(base_url, key, http.clone()).with_patience(LOOK);
    let request = endpoint.get(path);
    let request = match provider.kind {
        ProviderKind::Anthropic => {
            request.header("x-api-key", endpoint.key()).header("anthropic-version", crate::anthropic::VERSION)
        }
        ProviderKind::Gemini => request.header("x-goog-api-key", endpoint.key()),
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible | ProviderKind::AzureOpenAi
            if endpoint.key().is_empty() =>
        {
            request
        }
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible | ProviderKind::AzureOpenAi => {
            request.bearer_auth(endpoint.key())
        }
    };
    let document = endpoint.document(provider.kind.name(), request).await?;
    let Some(models) = document.get(list).and_then(serde_json::Value::as_array) else {
        let problem = format!("the answer has no `{list}`; is this the address of its API?");
        return Err(ModelError::new(provider.kind.name(), Trouble::Malformed, problem));
    };
    let names = models.iter().filter_map(|model| model.get(field)?.as_str());
    let mut names: Vec<String> = names
        .map(|name| name.trim_start_matches("models/").chars().take(LONGEST_NAME).collect())
        .take(MOST_OFFERED)
        .collect();
    names.sort();
    Ok(names)
}

impl ModelSetup {
    /// What is said of it that cannot be.
    fn problem(&self) -> Option<&'static str> {
        let is_date = |day: &String| day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok();
        if self.priced_on.as_ref().is_some_and(|day| !is_date(day)) {
            return Some("has prices of no day; write it as 2026-11-18");
        }
        if self.model.as_ref().is_some_and(|name| name.chars().count() > LONGEST_NAME) {
            return Some("has a name at its provider that is longer than 120 characters");
        }
        if self.context_window.is_some_and(|tokens| !(1..=MOST_TOKENS).contains(&tokens)) {
            return Some("has a context window of none or of more than a hundred million tokens");
        }
        if self.max_output_tokens.is_some_and(|tokens| !(1..=MOST_TOKENS).contains(&u64::from(tokens))) {
            return Some("may say nothing, or more than a hundred million tokens");
        }
        None
    }

    pub fn facts(&self, kind: ProviderKind) -> Facts {
        let usual = Facts::default();
        let known = known(self.model.as_deref().unwrap_or(&self.name));
        let sees = matches!(kind, ProviderKind::Anthropic | ProviderKind::Gemini | ProviderKind::OpenAi);
        let price = known.map(|known| known.price);
        let input = self.price_input.or_else(|| price.map(|price| price.input)).unwrap_or(0.0);
        let output = self.price_output.or_else(|| price.map(|price| price.output)).unwrap_or(0.0);
        // A price of one's own does not mix with the known ones beside it.
        let beside = price.filter(|_| self.price_input.is_none());
        let cached = self.price_cached.or_else(|| beside.and_then(|price| price.cached)).unwrap_or(input);
        let written = self
            .price_cache_written
            .or_else(|| beside.and_then(|price| price.cache_written))
            .unwrap_or(input);
        Facts {
            context_window: self
                .context_window
                .or_else(|| known.map(|known| known.context_window))
                .unwrap_or(usual.context_window),
            // What a model can say at most is more than an answer should cost.
            max_output_tokens: self.max_output_tokens.unwrap_or(usual.max_output_tokens),
            native_tools: self.native_tools.unwrap_or(true),
            vision: self.vision.or_else(|| known.map(|known| known.vision)).unwrap_or(sees),
            price: Price {
                input: micros(input),
                cached: micros(cached),
                cache_written: micros(written),
                output: micros(output),
            },
        }
    }
}

/// Prices are whole millionths from here on.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what fits")]
pub fn micros(price: f64) -> u64 {
    (price.clamp(0.0, 1e9) * 1e6).round() as u64
}

fn is_name(name: &str) -> bool {
    let is_fine = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '-' | '_');
    (1..=40).contains(&name.len()) && name.chars().all(is_fine)
}

fn shown(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;
