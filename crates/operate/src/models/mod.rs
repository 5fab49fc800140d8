//! Models that people set up while the server runs: providers with their keys, models, and which of them each tier asks.
//!
//! Three layers, the later over the earlier: what the server's configuration says, what the owners of the installation set up
//! for everybody, what a tenant sets up for itself. The tenant that was made first is the installation's own.
mod manage;
mod nearby;
mod trial;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use conserje_conversation::TenantModels;
use conserje_kernel::{Scope, Secret, SetupKind, TenantId};
use conserje_llm::{Models, ModelsSetup};
use conserje_store::secrets::{self, MasterKeys};
use conserje_store::setups::{self, Of};
use conserje_store::{Store, StoreError, Tx, tenants};
use conserje_tools::{Egress, EgressClient, EgressError, EgressSettings};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

pub use conserje_llm::{KnownModel, ModelSetup, ProviderSetup, TiersSetup, known};
pub use manage::{ModelShown, ModelsShown, NewProvider, ProviderShown};
pub use nearby::Nearby;
pub use trial::{Told, Trial, TrialOf};

use crate::operator;

const MODELS: Of<'static> = Of { kind: SetupKind::Models, name: "" };
/// Tenants whose models are kept connected; beyond that all are connected anew.
const REMEMBERED: usize = 10_000;

/// What is kept of a tenant's setup. Keys are among its secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    setup: ModelsSetup,
    /// Providers that all tenants may use; only the installation's own tenant has such.
    shared: BTreeSet<String>,
}

/// A setup with its number and its keys.
#[derive(Clone, Default)]
struct Layer {
    version: i64,
    kept: Kept,
    keys: BTreeMap<String, Secret>,
}

impl Layer {
    /// What is for everybody: shared providers with their models and keys, and of the tiers what they can serve.
    fn shared(mut self) -> Self {
        let shared = std::mem::take(&mut self.kept.shared);
        let setup = &mut self.kept.setup;
        setup.providers.retain(|name, _| shared.contains(name));
        setup.models.retain(|model| shared.contains(&model.provider));
        let names: BTreeSet<&str> = setup.models.iter().map(|model| model.name.as_str()).collect();
        let TiersSetup { fast, balanced, premium } = &mut setup.tiers;
        for chain in [fast, balanced, premium] {
            chain.retain(|name| names.contains(name.as_str()));
        }
        self.keys.retain(|name, _| shared.contains(name));
        Self { kept: Kept { shared, ..self.kept }, ..self }
    }
}

/// Where a provider's key is kept among the tenant's secrets.
fn place(provider: &str) -> String {
    format!("model:{provider}")
}

/// All layers, for one tenant.
struct Layers {
    /// None for the installation's own tenant, whose layer it is.
    installation: Option<Layer>,
    own: Layer,
}

/// Which versions a tenant's models were connected from: the installation's, its own.
type Versions = (i64, i64);

/// Connects tenants' models. Cheap to clone.
#[derive(Clone)]
pub struct ModelBook(Arc<Inner>);

struct Inner {
    store: Store,
    keys: MasterKeys,
    server: Models,
    configured: ModelsSetup,
    http: reqwest::Client,
    /// For providers at addresses that a tenant other than the installation's names.
    guarded: EgressClient,
    connected: Mutex<HashMap<TenantId, (Versions, Models)>>,
    /// The slug of the tenant that is the installation's own, if that is not the first.
    meant: OnceLock<&'static str>,
}

/// What models are made of.
pub struct ModelParts {
    pub store: Store,
    pub keys: MasterKeys,
    /// Those of the server's configuration, and how they are set up there.
    pub server: Models,
    pub configured: ModelsSetup,
    pub http: reqwest::Client,
    /// Where providers that tenants name may be.
    pub egress: EgressSettings,
}

impl ModelBook {
    pub fn new(parts: ModelParts) -> Result<Self, EgressError> {
        let ModelParts { store, keys, server, configured, http, egress } = parts;
        let guarded = Egress::new(&egress)?.client()?;
        let (connected, meant) = (Mutex::default(), OnceLock::new());
        Ok(Self(Arc::new(Inner { store, keys, server, configured, http, guarded, connected, meant })))
    }

    /// Whoever owns this tenant runs the installation: on a demo server the demo's, which nobody else is on.
    pub(crate) fn mean_tenant(&self, slug: &'static str) {
        self.0.meant.get_or_init(|| slug);
    }

    /// The tenant that was made first, unless another is meant; whoever owns it runs the installation.
    async fn installation(&self) -> Result<Option<TenantId>, StoreError> {
        let all = self.0.store.read_all(operator(), tenants::all).await?;
        let meant = self.0.meant.get();
        let found = all.iter().find(|tenant| meant.is_some_and(|slug| tenant.slug == *slug));
        Ok(found.or_else(|| all.first()).map(|tenant| tenant.id))
    }

    /// What is asked in the installation's own tenant.
    pub(crate) async fn of_installation(&self) -> Result<Models, StoreError> {
        match self.installation().await? {
            Some(first) => self.of(&operator().within(first)).await,
            None => Ok(self.0.server.clone()),
        }
    }

    pub(crate) async fn is_installation(&self, scope: &Scope) -> Result<bool, StoreError> {
        Ok(self.installation().await? == Some(scope.tenant()))
    }

    async fn layer(&self, scope: &Scope) -> Result<Layer, StoreError> {
        let keys = self.0.keys.clone();
        self.0.store.read(scope, move |tx| read_layer(tx, &keys)).await
    }

    async fn layers(&self, scope: &Scope) -> Result<Layers, StoreError> {
        let own = self.layer(scope).await?;
        let installation = match self.installation().await? {
            Some(first) if first != scope.tenant() => {
                Some(self.layer(&operator().within(first)).await?.shared())
            }
            Some(_) | None => None,
        };
        Ok(Layers { installation, own })
    }

    /// The client that a tenant's provider is asked with. Whoever runs the installation may name any address; others those
    /// that the configuration allows.
    fn client(
        &self,
        provider: &ProviderSetup,
        is_installation: bool,
    ) -> Result<reqwest::Client, EgressError> {
        match &provider.base_url {
            Some(url) if !is_installation => {
                let checked = self.0.guarded.egress().check(url)?;
                Ok(self.0.guarded.plain(&checked).clone())
            }
            Some(_) | None => Ok(self.0.http.clone()),
        }
    }

    fn connect(&self, layers: &Layers) -> Models {
        let Inner { server, http, .. } = &*self.0;
        let mut models = server.clone();
        if let Some(layer) = &layers.installation {
            let setup = &layer.kept.setup;
            models = models.over(setup.connect(&layer.keys, |_| Some(http.clone())), &setup.tiers);
        }
        let setup = &layers.own.kept.setup;
        let is_installation = layers.installation.is_none();
        let client = |provider: &ProviderSetup| {
            let client = self.client(provider, is_installation);
            client
                .inspect_err(|error| tracing::warn!("A tenant's provider of models is not asked: {error}"))
                .ok()
        };
        models.over(setup.connect(&layers.own.keys, client), &setup.tiers)
    }
}

fn read_layer(tx: &mut Tx<'_>, keys: &MasterKeys) -> Result<Layer, StoreError> {
    let Some(row) = setups::latest(tx, MODELS)? else { return Ok(Layer::default()) };
    let kept: Kept = serde_json::from_str(&row.content).unwrap_or_else(|error| {
        // A newer program wrote it. What the server itself is configured with still answers.
        tracing::warn!("A tenant's models cannot be read: {error}");
        Kept::default()
    });
    let mut own = BTreeMap::new();
    for name in kept.setup.providers.keys() {
        if let Some(key) = secrets::get(tx, keys, &place(name))? {
            own.insert(name.clone(), key);
        }
    }
    Ok(Layer { version: row.version, kept, keys: own })
}

impl TenantModels for ModelBook {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Models, StoreError>> {
        Box::pin(async move {
            let layers = self.layers(scope).await?;
            let versions =
                (layers.installation.as_ref().map_or(0, |layer| layer.version), layers.own.version);
            if versions == (0, 0) {
                return Ok(self.0.server.clone());
            }
            let mut connected = self.0.connected.lock().unwrap_or_else(PoisonError::into_inner);
            // The same models have the same breakers.
            if let Some((before, models)) = connected.get(&scope.tenant())
                && *before == versions
            {
                return Ok(models.clone());
            }
            if connected.len() >= REMEMBERED {
                connected.clear();
            }
            let models = self.connect(&layers);
            connected.insert(scope.tenant(), (versions, models.clone()));
            Ok(models)
        })
    }
}
