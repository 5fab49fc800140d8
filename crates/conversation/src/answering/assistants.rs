//! The assistants and tools there are, and how each tenant has chosen to have them. Packs may be read anew at any time:
//! a turn goes on with what it began with.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use conserje_agents::{Agent, Catalogue, Evidence, Pack, PackChoice, PackChoices, TenantBusiness};
use conserje_kernel::{Address, Feature, Permission, Scope, SessionId, TenantId, Timestamp, Zone};
use conserje_llm::Models;
use conserje_store::record::By;
use conserje_store::{StoreError, Tx, packs, sessions, tenants};
use conserje_tools::{HANDOFF, Handoff, Registry, Toolbox};

use super::choices;
use super::sources::{Businesses, Draft, Finds, OwnPacks, TenantModels, TenantPacks, TenantTools, There};
use crate::{ChoosePackError, ConversationError, Conversations, SendError};

/// How soon another node's change is seen here.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// Tenants whose choices are remembered; beyond that all are looked up anew.
const REMEMBERED: usize = 10_000;

/// Tenants with assistants of their own whose catalogues are kept; beyond that all are made anew.
const OWN_REMEMBERED: usize = 200;

/// The longest prompt, brand voice or name that a tenant may set, in characters.
const LONGEST_SETTING: usize = 20_000;

/// Behind the name of an assistant: as somebody works on it, not as it answers.
pub(crate) const DRAFT: &str = ".draft";

/// What every tenant chooses from.
struct Loaded {
    catalogue: Catalogue,
    tools: Registry,
}

impl Loaded {
    fn there(&self) -> There {
        There { packs: self.catalogue.packs().to_vec(), tools: self.tools.clone() }
    }
}

/// The catalogue of a tenant with assistants of its own, which takes a while to learn from its examples: kept for as long
/// as it is made of the same.
struct OwnCatalogue {
    loaded: Arc<Loaded>,
    own: Vec<Arc<Pack>>,
    catalogue: Catalogue,
}

impl OwnCatalogue {
    fn is_of(&self, loaded: &Arc<Loaded>, own: &[Arc<Pack>]) -> bool {
        let same = self.own.iter().zip(own).all(|(one, other)| Arc::ptr_eq(one, other));
        Arc::ptr_eq(&self.loaded, loaded) && self.own.len() == own.len() && same
    }
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
    /// Those for every tenant and its own, enabled or not.
    packs: Vec<Arc<Pack>>,
    /// Names of those that are the tenant's own.
    own: Vec<Arc<Pack>>,
    has_drafts: bool,
    tools: Registry,
    models: Models,
    house: TenantHouse,
}

/// What a tenant says of itself that conversations go by.
#[derive(Clone, Debug, Default)]
struct TenantHouse {
    address: Address,
    zone: Zone,
    switched_off: BTreeSet<Feature>,
}

impl TenantAssistants {
    /// Every pack that the tenant could have, enabled or not.
    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }

    /// Those of them that are its own.
    pub fn own(&self) -> &[Arc<Pack>] {
        &self.own
    }

    pub fn tools(&self) -> &Registry {
        &self.tools
    }

    /// What they can ask.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// How those whom they are for are addressed.
    pub fn address(&self) -> Address {
        self.house.address
    }

    /// The day it is where the tenant is, as a model is told it.
    pub(crate) fn day_of(&self, moment: Timestamp) -> String {
        format!("{} ({})", self.house.zone.day_of(moment), self.house.zone)
    }

    /// Whether the tenant does not do without it.
    pub fn has(&self, feature: Feature) -> bool {
        !self.house.switched_off.contains(&feature)
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

    /// How much what is found in a collection counts for an agent, where an assistant of the tenant's own says so. What
    /// comes with the program was put into the tenant's own weights when its documents were loaded.
    pub(crate) fn weights_for(&self, agent: &Agent) -> Arc<BTreeMap<String, f32>> {
        let own = self.own.iter().find(|pack| pack.name == agent.pack);
        own.map(|pack| Arc::new(pack.collections.clone())).unwrap_or_default()
    }

    /// Those of all its agents.
    pub fn every_tool(&self) -> Toolbox {
        let all: Vec<String> = self.tools.names().map(str::to_owned).collect();
        self.tools.toolbox(self.tenant, &all)
    }

    pub(crate) fn toolbox(&self, agent: &Agent) -> Toolbox {
        self.tools.toolbox(self.tenant, &agent.tools)
    }

    /// Where rules decide what comes next. Whoever they find talked to may pass the conversation on, though a language model
    /// there may not: what was begun with one assistant is not to be lost because another was asked something in between.
    pub(crate) fn toolbox_by_rules(&self, agent: &Agent) -> Toolbox {
        let passes_on = agent.dialogue.as_ref().map(|_| HANDOFF.to_owned());
        let also = passes_on.filter(|handoff| !agent.tools.contains(handoff));
        let tools: Vec<String> = agent.tools.iter().cloned().chain(also).collect();
        self.tools.toolbox(self.tenant, &tools)
    }
}

pub(crate) struct Assistants {
    loaded: RwLock<Arc<Loaded>>,
    tenants: Mutex<Remembered>,
    pub(super) own_tools: OnceLock<Arc<dyn TenantTools>>,
    /// What is asked where nobody says otherwise.
    usual_models: Models,
    pub(super) own_models: OnceLock<Arc<dyn TenantModels>>,
    pub(super) businesses: OnceLock<Arc<dyn Businesses>>,
    pub(super) finds: OnceLock<Arc<dyn Finds>>,
    pub(super) own_packs: OnceLock<Arc<dyn TenantPacks>>,
    own_catalogues: Mutex<HashMap<TenantId, OwnCatalogue>>,
}

impl Assistants {
    pub(crate) fn new(catalogue: Catalogue, tools: Registry, usual_models: Models) -> Self {
        Self {
            loaded: RwLock::new(Arc::new(Loaded { catalogue, tools })),
            tenants: Mutex::default(),
            own_tools: OnceLock::new(),
            usual_models,
            own_models: OnceLock::new(),
            businesses: OnceLock::new(),
            finds: OnceLock::new(),
            own_packs: OnceLock::new(),
            own_catalogues: Mutex::default(),
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
        Arc::new(TenantAssistants {
            tenant,
            packs: catalogue.packs().to_vec(),
            catalogue,
            choices: PackChoices::new(),
            own: Vec::new(),
            has_drafts: false,
            tools,
            models: self.usual_models.clone(),
            house: TenantHouse::default(),
        })
    }

    /// What a tenant chooses from that has assistants of its own.
    async fn with_own(
        &self,
        loaded: &Arc<Loaded>,
        tenant: TenantId,
        own: Vec<Arc<Pack>>,
    ) -> Result<Catalogue, ConversationError> {
        if own.is_empty() {
            return Ok(loaded.catalogue.clone());
        }
        let known = |catalogues: &HashMap<TenantId, OwnCatalogue>| {
            let known = catalogues.get(&tenant).filter(|known| known.is_of(loaded, &own));
            known.map(|known| known.catalogue.clone())
        };
        if let Some(known) = known(&self.own_catalogues.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(known);
        }
        let catalogue = loaded.catalogue.with_own(&own);
        let catalogue = learned(catalogue).await;
        let mut catalogues = self.own_catalogues.lock().unwrap_or_else(PoisonError::into_inner);
        if catalogues.len() >= OWN_REMEMBERED {
            catalogues.clear();
        }
        let made = OwnCatalogue { loaded: Arc::clone(loaded), own, catalogue: catalogue.clone() };
        catalogues.insert(tenant, made);
        Ok(catalogue)
    }

    fn forget(&self, tenant: Option<TenantId>) {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        match tenant {
            Some(tenant) => tenants.retain(|(other, _), _| *other != tenant),
            None => tenants.clear(),
        }
    }
}

/// Learns where that keeps no other work waiting.
async fn learned(catalogue: Catalogue) -> Catalogue {
    let learning = catalogue.clone();
    if let Err(error) = tokio::task::spawn_blocking(move || learning.learn()).await {
        tracing::error!("A tenant's assistants did not learn from their examples: {error}");
    }
    catalogue
}

/// Who can be handed over to, where a tenant has assistants that not everybody has.
fn handing_over(tools: &Registry, catalogue: &Catalogue) -> Registry {
    let agents: Vec<String> = catalogue.agents().map(|agent| agent.name.clone()).collect();
    if agents.len() > 1 { tools.replacing(Arc::new(Handoff::to(&agents))) } else { tools.clone() }
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
        let choices: PackChoices =
            rows.into_iter().filter_map(|row| Some((row.pack.clone(), choices::readable(&row)?))).collect();
        let own = match assistants.own_packs.get() {
            Some(own) => own.of(scope, &loaded.there()).await?,
            None => OwnPacks::default(),
        };
        let house = itself.map_or_else(TenantHouse::default, |tenant| TenantHouse {
            address: tenant.address_for(is_guest),
            zone: tenant.zone.unwrap_or_default(),
            switched_off: tenant.switched_off,
        });
        let tools = match assistants.own_tools.get() {
            Some(own) => loaded.tools.with(own.of(scope).await?),
            None => loaded.tools.clone(),
        };
        let models = match assistants.own_models.get() {
            Some(own) => own.of(scope).await?,
            None => assistants.usual_models.clone(),
        };
        let business = match assistants.businesses.get() {
            Some(businesses) if loaded.catalogue.asks_for_business() || !own.live.is_empty() => {
                businesses.of(scope).await?
            }
            Some(_) | None => TenantBusiness::None,
        };
        let is_on = |pack: &&Arc<Pack>| choices.get(&pack.name).is_none_or(|choice| choice.enabled);
        let own_ones: Vec<_> = own.live.iter().filter(is_on).cloned().collect();
        let has_own = !own_ones.is_empty();
        let chosen = assistants.with_own(&loaded, tenant, own_ones).await?.chosen(&choices, &business);
        let made = Arc::new(TenantAssistants {
            tenant,
            packs: loaded.catalogue.packs().iter().chain(&own.live).cloned().collect(),
            own: own.live,
            has_drafts: own.has_drafts,
            tools: if has_own { handing_over(&tools, &chosen) } else { tools },
            catalogue: if is_guest {
                chosen.for_guests().ok_or(ConversationError::NotForGuests)?
            } else {
                chosen
            },
            choices,
            models,
            house,
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

    /// Which assistant is being worked on that this message is for, if it is for such a one: the caller may then see it.
    pub(crate) async fn draft_for(
        &self,
        scope: &Scope,
        session: SessionId,
        named: Option<&str>,
    ) -> Result<Option<String>, SendError> {
        if !self.assistants(scope).await?.has_drafts || !scope.may(Permission::ManageAssistants) {
            return Ok(None);
        }
        let user = crate::sessions::keep::owner(scope, session)?;
        let named = match named {
            Some(named) => Some(named.to_owned()),
            None => {
                let find = move |tx: &mut Tx<'_>| sessions::find(tx, user, session);
                self.0.store.read(scope, find).await?.and_then(|session| session.assistant)
            }
        };
        let draft = named.and_then(|named| named.strip_suffix(DRAFT).map(str::to_owned));
        let Some(draft) = draft else { return Ok(None) };
        match self.draft(scope, &draft).await? {
            Some(Ok(_)) => Ok(Some(draft)),
            Some(Err(problem)) => Err(SendError::Unfinished { problem }),
            None => Ok(None),
        }
    }

    async fn draft(&self, scope: &Scope, name: &str) -> Result<Option<Draft>, ConversationError> {
        let Some(own) = self.0.assistants.own_packs.get() else { return Ok(None) };
        Ok(own.draft(scope, name, &self.0.assistants.loaded().there()).await?)
    }

    /// The tenant's assistants, or nothing but the one that is being worked on. One that is gone since is answered for by
    /// the others.
    pub(crate) async fn assistants_or_draft(
        &self,
        scope: &Scope,
        draft: Option<&str>,
    ) -> Result<Arc<TenantAssistants>, ConversationError> {
        let usual = self.assistants(scope).await?;
        let Some(name) = draft else { return Ok(usual) };
        let Some(Ok(pack)) = self.draft(scope, name).await? else { return Ok(usual) };
        let business = match self.0.assistants.businesses.get() {
            Some(businesses) => businesses.of(scope).await?,
            None => TenantBusiness::None,
        };
        let catalogue = learned(Catalogue::alone(pack)).await.chosen(&PackChoices::new(), &business);
        Ok(Arc::new(TenantAssistants {
            tenant: usual.tenant,
            tools: handing_over(&usual.tools, &catalogue),
            packs: catalogue.packs().to_vec(),
            own: catalogue.packs().to_vec(),
            catalogue,
            choices: PackChoices::new(),
            has_drafts: true,
            models: usual.models.clone(),
            house: usual.house.clone(),
        }))
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
        let is_known = match name.strip_suffix(DRAFT) {
            Some(draft) => {
                scope.may(Permission::ManageAssistants) && self.draft(scope, draft).await?.is_some()
            }
            None => assistants.catalogue().packs().iter().any(|pack| pack.name == name),
        };
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

    /// What all tenants may use has changed.
    pub fn forget_all_assistants(&self) {
        self.0.assistants.forget(None);
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
    ) -> Result<(), ChoosePackError> {
        let assistants = self.assistants(scope).await?;
        let Some(known) = assistants.packs().iter().find(|known| known.name == pack) else {
            return Err(ConversationError::NotFound { what: "pack" }.into());
        };
        let settings = &choice.settings;
        let texts = settings.prompts.values().chain(&settings.brand_voice).chain(&settings.name);
        if texts.clone().any(|text| text.chars().count() > LONGEST_SETTING) {
            let problem =
                format!("a prompt, a voice and a name are at most {LONGEST_SETTING} characters long");
            return Err(ChoosePackError::BadSetting { problem });
        }
        if let Some(vertical) =
            settings.vertical.as_ref().filter(|named| !known.variants.contains_key(*named))
        {
            let there = known.variants.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let problem =
                format!("the pack `{pack}` has nothing for the vertical `{vertical}`; it has: {there}");
            return Err(ChoosePackError::BadSetting { problem });
        }
        let strange = choice
            .settings
            .prompts
            .keys()
            .find(|name| !known.agents.iter().any(|agent| &agent.name == *name));
        if let Some(name) = strange {
            let problem = format!("the pack `{pack}` has no agent `{name}`, whose prompt could be replaced");
            return Err(ChoosePackError::BadSetting { problem });
        }
        let (pack, text, by) = (pack.to_owned(), crate::turn::line::to_json(&choice)?, By::from(scope));
        self.0.store.write(scope, move |tx| choices::put(tx, by, &pack, (&choice, &text))).await?;
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
