//! The assistants and tools there are, and how each tenant has chosen to have them. Packs may be read anew at any time:
//! a turn goes on with what it began with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use conserje_agents::{Agent, Catalogue, Evidence, Pack, PackChoice, PackChoices, TenantBusiness};
use conserje_kernel::{Address, Scope, TenantId};
use conserje_store::{StoreError, Tx, packs, tenants};
use conserje_tools::{Registry, Tool, Toolbox};
use futures::future::BoxFuture;

use crate::{ConversationError, Conversations};

/// How soon another node's change is seen here.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// Tenants whose choices are remembered; beyond that all are looked up anew.
const REMEMBERED: usize = 10_000;

/// The longest prompt, brand voice or name that a tenant may set, in characters.
const LONGEST_SETTING: usize = 20_000;

/// Tools that only one tenant has.
pub trait TenantTools: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>, StoreError>>;
}

/// Says which business a tenant has.
pub trait Businesses: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope) -> BoxFuture<'a, Result<TenantBusiness, StoreError>>;
}

/// Says how much of a question documents hold, so that the right assistant is asked.
pub trait Finds: Send + Sync {
    fn of<'a>(
        &'a self,
        scope: &'a Scope,
        packs: &'a [Arc<Pack>],
        text: &'a str,
    ) -> BoxFuture<'a, Option<Evidence>>;
}

/// What every tenant chooses from.
struct Loaded {
    catalogue: Catalogue,
    tools: Registry,
}

/// Whose assistants, and whether it is about people from outside, who are served by fewer.
type Whose = (TenantId, bool);
/// What is remembered, and since when.
type Remembered = HashMap<Whose, (Instant, Arc<TenantAssistants>)>;

/// As one tenant has them.
pub struct TenantAssistants {
    tenant: TenantId,
    catalogue: Catalogue,
    choices: PackChoices,
    tools: Registry,
    address: Address,
}

impl TenantAssistants {
    /// How those whom they are for are addressed.
    pub fn address(&self) -> Address {
        self.address
    }

    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub fn choices(&self) -> &PackChoices {
        &self.choices
    }

    /// An agent that is gone since is answered for by the default one.
    pub fn agent(&self, name: &str) -> Arc<Agent> {
        Arc::clone(self.catalogue.get(name).unwrap_or_else(|| self.catalogue.first()))
    }

    /// Those of all its agents.
    pub(crate) fn every_tool(&self) -> Toolbox {
        let all: Vec<String> = self.tools.names().map(str::to_owned).collect();
        self.tools.toolbox(self.tenant, &all)
    }

    pub(crate) fn toolbox(&self, agent: &Agent) -> Toolbox {
        self.tools.toolbox(self.tenant, &agent.tools)
    }
}

pub(crate) struct Assistants {
    loaded: RwLock<Arc<Loaded>>,
    tenants: Mutex<Remembered>,
    own_tools: OnceLock<Arc<dyn TenantTools>>,
    businesses: OnceLock<Arc<dyn Businesses>>,
    finds: OnceLock<Arc<dyn Finds>>,
}

impl Assistants {
    pub(crate) fn new(catalogue: Catalogue, tools: Registry) -> Self {
        Self {
            loaded: RwLock::new(Arc::new(Loaded { catalogue, tools })),
            tenants: Mutex::default(),
            own_tools: OnceLock::new(),
            businesses: OnceLock::new(),
            finds: OnceLock::new(),
        }
    }

    fn loaded(&self) -> Arc<Loaded> {
        Arc::clone(&self.loaded.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn remembered(&self, whose: Whose) -> Option<Arc<TenantAssistants>> {
        let tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        tenants.get(&whose).filter(|(at, _)| at.elapsed() < LOOK_AGAIN).map(|(_, known)| Arc::clone(known))
    }

    /// For a turn whose tenant's choices cannot be read, to end as well as it can.
    pub(crate) fn without_choices(&self, tenant: TenantId) -> Arc<TenantAssistants> {
        let loaded = self.loaded();
        let (catalogue, tools) = (loaded.catalogue.clone(), loaded.tools.clone());
        let address = Address::default();
        Arc::new(TenantAssistants { tenant, catalogue, choices: PackChoices::new(), tools, address })
    }

    fn forget(&self, tenant: Option<TenantId>) {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        match tenant {
            Some(tenant) => tenants.retain(|(other, _), _| *other != tenant),
            None => tenants.clear(),
        }
    }
}

impl Conversations {
    /// The caller's tenant's assistants: for a guest those that are for guests.
    pub async fn assistants(&self, scope: &Scope) -> Result<Arc<TenantAssistants>, ConversationError> {
        let (assistants, tenant, is_guest) = (&self.0.assistants, scope.tenant(), scope.is_guest());
        if let Some(known) = assistants.remembered((tenant, is_guest)) {
            return Ok(known);
        }
        let loaded = assistants.loaded();
        let look = |tx: &mut Tx<'_>| Ok::<_, StoreError>((packs::all(tx)?, tenants::own(tx)?));
        let (rows, itself) = self.0.store.read(scope, look).await?;
        let choices = rows.into_iter().filter_map(|row| Some((row.pack.clone(), readable(&row)?))).collect();
        let address = itself.map_or_else(Address::default, |tenant| tenant.address_for(is_guest));
        let tools = match assistants.own_tools.get() {
            Some(own) => loaded.tools.with(own.of(scope).await?),
            None => loaded.tools.clone(),
        };
        let business = match assistants.businesses.get() {
            Some(businesses) if loaded.catalogue.asks_for_business() => businesses.of(scope).await?,
            Some(_) | None => TenantBusiness::None,
        };
        let chosen = loaded.catalogue.chosen(&choices, &business);
        let made = Arc::new(TenantAssistants {
            tenant,
            catalogue: if is_guest {
                chosen.for_guests().ok_or(ConversationError::NotForGuests)?
            } else {
                chosen
            },
            choices,
            tools,
            address,
        });
        let mut tenants = assistants.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        if tenants.len() >= REMEMBERED {
            tenants.clear();
        }
        // What was read before a reload is not kept past it.
        if Arc::ptr_eq(&loaded, &assistants.loaded()) {
            tenants.insert((tenant, is_guest), (Instant::now(), Arc::clone(&made)));
        }
        Ok(made)
    }

    /// Says where tools come from that only one tenant has; once.
    pub fn take_tools_from(&self, source: Arc<dyn TenantTools>) {
        if self.0.assistants.own_tools.set(source).is_err() {
            tracing::warn!("Tools of tenants come from where they came from before");
        }
    }

    /// Says who knows which business a tenant has; once.
    pub fn take_businesses_from(&self, source: Arc<dyn Businesses>) {
        if self.0.assistants.businesses.set(source).is_err() {
            tracing::warn!("Businesses of tenants come from where they came from before");
        }
    }

    /// Says who knows what documents hold of a question; once.
    pub fn take_finds_from(&self, source: Arc<dyn Finds>) {
        if self.0.assistants.finds.set(source).is_err() {
            tracing::warn!("What documents hold is asked where it was asked before");
        }
    }

    /// What documents hold of a question, where that matters for who answers it.
    pub(crate) async fn evidence(
        &self,
        scope: &Scope,
        catalogue: &Catalogue,
        text: &str,
    ) -> Option<Evidence> {
        let finds = self.0.assistants.finds.get().filter(|_| catalogue.weighs_evidence())?;
        finds.of(scope, catalogue.packs(), text).await
    }

    pub(crate) async fn knows_assistant(&self, scope: &Scope, name: &str) -> Result<(), ConversationError> {
        let assistants = self.assistants(scope).await?;
        let is_known = assistants.catalogue().packs().iter().any(|pack| pack.name == name);
        if is_known { Ok(()) } else { Err(ConversationError::NotFound { what: "assistant" }) }
    }

    /// Learns from the examples of packs now instead of with the first message. It takes a while: call it where that
    /// keeps nobody waiting.
    pub fn learn(&self) {
        self.0.assistants.loaded().catalogue.learn();
    }

    /// A tenant's assistants have changed, and are looked up anew.
    pub fn forget_assistants(&self, scope: &Scope) {
        self.0.assistants.forget(Some(scope.tenant()));
    }

    /// Every pack there is, whoever has it.
    pub fn all_packs(&self) -> Vec<Arc<conserje_agents::Pack>> {
        self.0.assistants.loaded().catalogue.packs().to_vec()
    }

    pub fn registry(&self) -> Registry {
        self.0.assistants.loaded().tools.clone()
    }

    /// Keeps what a tenant says about a pack.
    pub async fn choose_pack(
        &self,
        scope: &Scope,
        pack: &str,
        choice: PackChoice,
    ) -> Result<(), ConversationError> {
        let packs = self.all_packs();
        let Some(known) = packs.iter().find(|known| known.name == pack) else {
            return Err(ConversationError::NotFound { what: "pack" });
        };
        let settings = &choice.settings;
        let texts = settings.prompts.values().chain(&settings.brand_voice).chain(&settings.name);
        if texts.clone().any(|text| text.chars().count() > LONGEST_SETTING) {
            let problem =
                format!("a prompt, a voice and a name are at most {LONGEST_SETTING} characters long");
            return Err(ConversationError::BadDecision { problem });
        }
        if let Some(vertical) =
            settings.vertical.as_ref().filter(|named| !known.variants.contains_key(*named))
        {
            let there = known.variants.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let problem =
                format!("the pack `{pack}` has nothing for the vertical `{vertical}`; it has: {there}");
            return Err(ConversationError::BadDecision { problem });
        }
        let strange = choice
            .settings
            .prompts
            .keys()
            .find(|name| !known.agents.iter().any(|agent| &agent.name == *name));
        if let Some(name) = strange {
            let problem = format!("the pack `{pack}` has no agent `{name}`, whose prompt could be replaced");
            return Err(ConversationError::BadDecision { problem });
        }
        let (pack, choice) = (pack.to_owned(), crate::turn::line::to_json(&choice)?);
        self.0.store.write(scope, move |tx| packs::put(tx, &pack, &choice)).await?;
        self.0.assistants.forget(Some(scope.tenant()));
        Ok(())
    }

    /// Takes packs that were read anew.
    pub fn reload(&self, catalogue: Catalogue, tools: Registry) {
        let loaded = Arc::new(Loaded { catalogue, tools });
        *self.0.assistants.loaded.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        self.0.assistants.forget(None);
    }
}

/// A choice that this version cannot read leaves the pack as it is.
fn readable(row: &packs::PackChoice) -> Option<PackChoice> {
    serde_json::from_str(&row.choice)
        .inspect_err(|error| {
            tracing::warn!("What a tenant chose for the pack `{}` cannot be read: {error}", row.pack);
        })
        .ok()
}
