//! Providers, models and tiers, as the operator configured them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use conserje_kernel::{ProviderKind, Secret};
use conserje_llm::{
    Model, ModelSetup, Models, ModelsSetup, ProviderSetup, Script, ScriptError, Scripted, Tier, TiersSetup,
    begins_with,
};
use conserje_tools::EgressSettings;

use super::ConfigError;
use super::file::{ModelFile, ProviderFile, Testing};

/// What can be asked, checked but not yet connected.
#[derive(Clone, Debug)]
pub struct ModelsConfig {
    script: Option<PathBuf>,
    is_scripted: bool,
    setup: ModelsSetup,
    keys: BTreeMap<String, Secret>,
    /// Where providers may be that tenants name.
    pub egress: EgressSettings,
}

/// The models, and the scripted one among them, for tests that say what it answers.
pub struct Opened {
    pub models: Models,
    pub scripted: Scripted,
}

impl ModelsConfig {
    pub(super) fn read(
        model: ModelFile,
        testing: &Testing,
        providers: BTreeMap<String, ProviderFile>,
        (models, tiers): (Vec<ModelSetup>, TiersSetup),
    ) -> Result<Self, ConfigError> {
        let mut setup = ModelsSetup { models, tiers, ..ModelsSetup::default() };
        let mut keys = BTreeMap::new();
        for (name, ProviderFile { kind, base_url, api_key, api_version }) in providers {
            let kind = kind.parse().map_err(|_| ConfigError::Value {
                key: "providers",
                given: format!("of kind `{kind}` in `{name}`"),
                fix: "use anthropic, openai, openai_compatible, azure_openai or gemini",
            })?;
            keys.insert(name.clone(), Secret::new(api_key));
            setup.providers.insert(name, ProviderSetup { kind, base_url, api_version });
        }
        if setup.models.is_empty() && setup.tiers.is_empty() {
            begin(&mut setup);
        }
        if let Some(problem) = setup.problems(&BTreeSet::new()).into_iter().next() {
            return Err(ConfigError::Models { problem });
        }
        Ok(Self {
            is_scripted: testing.scripted || testing.script.is_some(),
            script: testing.script.clone(),
            setup,
            keys,
            egress: EgressSettings { allowed_hosts: model.hosts, allow_private: model.private },
        })
    }

    /// Providers whose models nobody named and that are not known without asking.
    pub fn unasked(&self) -> impl Iterator<Item = (&String, &ProviderSetup, Secret)> {
        let has_models = |name: &str| self.setup.models.iter().any(|model| model.provider == name);
        self.setup
            .providers
            .iter()
            .filter(move |(name, provider)| {
                provider.kind == ProviderKind::OpenAiCompatible && !has_models(name)
            })
            .map(|(name, provider)| (name, provider, self.keys.get(name).cloned().unwrap_or_default()))
    }

    /// What a provider said it has, when it was asked.
    pub fn learn(&mut self, provider: &str, models: Vec<String>) {
        let is_new = self.setup.tiers.is_empty();
        for name in models {
            if is_new && self.setup.tiers.balanced.is_empty() {
                self.setup.tiers.balanced.push(name.clone());
            }
            if !self.setup.models.iter().any(|model| model.name == name) {
                let model = ModelSetup { name, provider: provider.to_owned(), ..ModelSetup::default() };
                self.setup.models.push(model);
            }
        }
    }

    pub fn setup(&self) -> &ModelsSetup {
        &self.setup
    }

    /// A tier without models uses its neighbours', all of them without any the one that needs nothing.
    pub fn open(&self, http: &reqwest::Client) -> Result<Opened, ScriptError> {
        let script = self.script.as_deref().map(Script::read).transpose()?.unwrap_or_default();
        let scripted = Scripted::from(script);
        let last_resort =
            if self.is_scripted { Model::scripted(scripted.clone()) } else { Model::extractive() };
        let chains =
            [Tier::Fast, Tier::Balanced, Tier::Premium].map(|tier| (tier, vec![last_resort.clone()]));
        let built_in = [Model::scripted(scripted.clone()), Model::extractive()];
        let named =
            built_in.into_iter().filter(|model| self.setup.tiers.all().any(|name| **name == *model.name));
        let connected = self.setup.connect(&self.keys, |_| Some(http.clone()));
        let models = Models::new(BTreeMap::from(chains)).over(named.chain(connected), &self.setup.tiers);
        Ok(Opened { models, scripted })
    }
}

/// Where only providers are named, each begins with the models that are usual for it.
fn begin(setup: &mut ModelsSetup) {
    for (provider, ProviderSetup { kind, .. }) in &setup.providers {
        let usual = begins_with(*kind);
        let names: BTreeSet<String> = usual.all().cloned().collect();
        setup.models.extend(names.into_iter().map(|name| ModelSetup {
            name,
            provider: provider.clone(),
            ..ModelSetup::default()
        }));
        setup.tiers.fast.extend(usual.fast);
        setup.tiers.balanced.extend(usual.balanced);
        setup.tiers.premium.extend(usual.premium);
    }
}
