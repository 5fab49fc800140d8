//! Providers, models and tiers, as the operator configured them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use conserje_kernel::Secret;
use conserje_llm::{
    Anthropic, Facts, Gemini, Model, Models, OpenAi, OpenAiFlavour, Price, Provider, Script, ScriptError,
    Scripted, Tier, http_client,
};

use super::ConfigError;
use super::file::{ModelFile, NamedModel, ProviderFile, Tiers};

/// What can be asked, checked but not yet connected.
#[derive(Clone, Debug)]
pub struct ModelsConfig {
    script: Option<PathBuf>,
    is_scripted: bool,
    models: Vec<Planned>,
    tiers: BTreeMap<Tier, Vec<String>>,
}

#[derive(Clone, Debug)]
struct Planned {
    name: String,
    wire_name: String,
    facts: Facts,
    at: At,
}

/// Where a model is served.
#[derive(Clone, Debug)]
struct At {
    kind: Kind,
    base_url: Option<String>,
    key: Secret,
}

#[derive(Clone, Debug)]
enum Kind {
    Anthropic,
    OpenAi(OpenAiFlavour),
    Gemini,
}

/// The models, and the scripted one among them, for tests that say what it answers.
pub struct Opened {
    pub models: Models,
    pub scripted: Scripted,
}

impl ModelsConfig {
    pub(super) fn read(
        model: ModelFile,
        providers: BTreeMap<String, ProviderFile>,
        models: Vec<NamedModel>,
        tiers: Tiers,
    ) -> Result<Self, ConfigError> {
        let mut places = BTreeMap::new();
        for (name, provider) in providers {
            places.insert(name.clone(), place(&name, provider)?);
        }
        let models =
            models.into_iter().map(|model| planned(model, &places)).collect::<Result<Vec<_>, _>>()?;
        let tiers = BTreeMap::from([
            (Tier::Fast, tiers.fast),
            (Tier::Balanced, tiers.balanced),
            (Tier::Premium, tiers.premium),
        ]);
        let known = |name: &String| {
            matches!(name.as_str(), "scripted" | "extractive")
                || models.iter().any(|model| model.name == *name)
        };
        if let Some(unknown) = tiers.values().flatten().find(|name| !known(name)) {
            return Err(ConfigError::Value {
                key: "tiers",
                given: format!("naming `{unknown}`"),
                fix: "name a model of [[models]], `extractive` or `scripted`",
            });
        }
        Ok(Self {
            is_scripted: model.scripted || model.script.is_some(),
            script: model.script,
            models,
            tiers,
        })
    }

    /// A tier without models uses its neighbours', all of them without any the one that needs nothing.
    pub fn open(&self) -> Result<Opened, ScriptError> {
        let script = self.script.as_deref().map(Script::read).transpose()?.unwrap_or_default();
        let scripted = Scripted::from(script);
        let http = http_client().map_err(|error| {
            tracing::error!("The HTTP client for models could not be made: {error}");
        });
        let connected: Vec<Model> = match &http {
            Ok(http) => self.models.iter().map(|model| model.connect(http)).collect(),
            Err(()) => Vec::new(),
        };
        let built_in = [Model::scripted(scripted.clone()), Model::extractive()];
        let find =
            |name: &String| connected.iter().chain(&built_in).find(|model| *model.name == **name).cloned();
        let last_resort =
            if self.is_scripted { Model::scripted(scripted.clone()) } else { Model::extractive() };
        let any: Vec<String> =
            self.tiers.values().find(|names| !names.is_empty()).cloned().unwrap_or_default();
        let chains = self.tiers.iter().map(|(tier, names)| {
            let names = if names.is_empty() { &any } else { names };
            let mut chain: Vec<_> = names.iter().filter_map(find).collect();
            if chain.is_empty() {
                chain.push(last_resort.clone());
            }
            (*tier, chain)
        });
        let models = Models::new(chains.collect()).and_named(connected.iter().cloned());
        Ok(Opened { models, scripted })
    }
}

impl Planned {
    fn connect(&self, http: &reqwest::Client) -> Model {
        let At { kind, base_url, key } = &self.at;
        let provider = match kind {
            Kind::Anthropic => {
                Provider::Anthropic(Anthropic::new(base_url.clone(), key.clone(), http.clone()))
            }
            Kind::Gemini => Provider::Gemini(Gemini::new(base_url.clone(), key.clone(), http.clone())),
            Kind::OpenAi(flavour) => {
                let base = base_url.as_deref().unwrap_or("https://api.openai.com/v1");
                Provider::OpenAi(OpenAi::new(base, key.clone(), http.clone(), flavour.clone()))
            }
        };
        Model {
            name: self.name.as_str().into(),
            wire_name: self.wire_name.as_str().into(),
            facts: self.facts.clone(),
            provider,
        }
    }
}

fn place(name: &str, provider: ProviderFile) -> Result<At, ConfigError> {
    let wrong = |given: String, fix| ConfigError::Value { key: "providers", given, fix };
    let kind = match provider.kind.as_str() {
        "anthropic" => Kind::Anthropic,
        "gemini" => Kind::Gemini,
        "openai" => Kind::OpenAi(OpenAiFlavour::OpenAi),
        "openai_compatible" => Kind::OpenAi(OpenAiFlavour::Compatible),
        "azure_openai" => Kind::OpenAi(OpenAiFlavour::Azure {
            api_version: provider.api_version.unwrap_or_else(|| "2024-10-21".to_owned()),
        }),
        other => {
            let fix = "use anthropic, openai, openai_compatible, azure_openai or gemini";
            return Err(wrong(format!("of kind `{other}` in `{name}`"), fix));
        }
    };
    let needs_url = matches!(&kind, Kind::OpenAi(OpenAiFlavour::Compatible | OpenAiFlavour::Azure { .. }));
    if needs_url && provider.base_url.is_none() {
        return Err(wrong(format!("`{name}` without a base_url"), "set base_url to where it is served"));
    }
    Ok(At { kind, base_url: provider.base_url, key: Secret::new(provider.api_key) })
}

fn planned(model: NamedModel, places: &BTreeMap<String, At>) -> Result<Planned, ConfigError> {
    let Some(at) = places.get(&model.provider).cloned() else {
        return Err(ConfigError::Value {
            key: "models",
            given: format!("`{}` of the provider `{}`", model.name, model.provider),
            fix: "name a provider of [providers.NAME]",
        });
    };
    let usual = Facts::default();
    let sees = matches!(at.kind, Kind::Anthropic | Kind::Gemini | Kind::OpenAi(OpenAiFlavour::OpenAi));
    let (input, output) = (micros(model.price_input), micros(model.price_output));
    Ok(Planned {
        wire_name: model.model.unwrap_or_else(|| model.name.clone()),
        name: model.name,
        facts: Facts {
            context_window: model.context_window.unwrap_or(usual.context_window),
            max_output_tokens: model.max_output_tokens.unwrap_or(usual.max_output_tokens),
            native_tools: model.native_tools.unwrap_or(true),
            vision: model.vision.unwrap_or(sees),
            price: Price {
                input,
                cached: model.price_cached.map_or(input, micros),
                cache_written: model.price_cache_written.map_or(input, micros),
                output,
            },
        },
        at,
    })
}

/// Prices are whole millionths from here on.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what fits")]
pub(super) fn micros(price: f64) -> u64 {
    (price.clamp(0.0, 1e9) * 1e6).round() as u64
}
