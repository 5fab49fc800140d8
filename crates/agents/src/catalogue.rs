//! The agents there are, for everybody and for one tenant.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use conserje_guard::{Guard, Policy, Screened};
use conserje_llm::Tier;
use conserje_tools::Risk;
use serde::{Deserialize, Serialize};

use crate::instructions::InstructionSet;
use crate::machine::Limits;
use crate::pack::{Fault, Pack, PackError};
use crate::routing::{By, Decision, Router};
use crate::urgency::URGENT;

/// One specialist.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    pub name: String,
    /// Whose it is; of the one there is without packs, nobody's.
    pub pack: String,
    pub description: String,
    pub prompt: String,
    pub persona: Persona,
    /// Names of the tools it may use; its tenant must allow them too.
    pub tools: Vec<String>,
    /// The [`Dialogue`](crate::dialogue::Dialogue) that says what comes next where no language model answers.
    pub dialogue: Option<String>,
    pub tier: Tier,
    pub limits: Limits,
    /// How many tokens it may think; none switches thinking off.
    pub thinking_budget: Option<u32>,
    pub approvals: Approvals,
    /// What it hears and says goes through this.
    pub guard: Screen,
}

/// As whom it speaks.
/// A compiled policy, shared by whoever keeps to it.
#[derive(Clone)]
pub struct Screen(Arc<Guard>);

impl std::fmt::Debug for Screen {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Screen")
    }
}

impl Screen {
    pub fn of(guard: Guard) -> Self {
        Self(Arc::new(guard))
    }
}

/// The strict one.
impl Default for Screen {
    fn default() -> Self {
        static STRICT: LazyLock<Screen> = LazyLock::new(|| {
            // Its rules are part of the program, and a test compiles them.
            #[expect(clippy::expect_used, reason = "checked by every test of the guard")]
            Screen::of(Guard::new(&Policy::default()).expect("the default policy compiles"))
        });
        STRICT.clone()
    }
}

impl std::ops::Deref for Screen {
    type Target = Guard;

    fn deref(&self) -> &Guard {
        &self.0
    }
}

/// Two agents are the same if they share it.
impl PartialEq for Screen {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persona {
    pub name: Option<String>,
    /// How the business sounds, in its own words.
    pub brand_voice: Option<String>,
    pub instructions: Option<InstructionSet>,
}

/// From which risk on a person is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Approvals {
    #[default]
    Write,
    Dangerous,
    /// Nobody is asked, even when text from outside may have put the model up to it.
    Never,
}

impl Approvals {
    /// Text from outside in the turn makes every effect one that a person is asked about.
    pub fn asks_for(self, risk: Risk, is_tainted: bool) -> bool {
        match self {
            Self::Never => false,
            Self::Write => risk.has_effects(),
            Self::Dangerous => risk == Risk::Dangerous || (is_tainted && risk.has_effects()),
        }
    }
}

impl Default for Agent {
    fn default() -> Self {
        Self {
            name: "assistant".to_owned(),
            pack: String::new(),
            persona: Persona::default(),
            guard: Screen::default(),
            description: "Answers questions from the tenant's documents.".to_owned(),
            prompt: "You are an assistant of this business. Answer in the user's language. Look up what you are asked \
                     about with `search_knowledge_base` before you answer, cite what you use by its number, as in [1], \
                     and say so when the documents do not answer it."
                .to_owned(),
            tools: ["search_knowledge_base", "list_documents", "tool_file_content", "todo"]
                .map(str::to_owned)
                .to_vec(),
            dialogue: None,
            tier: Tier::Balanced,
            limits: Limits::default(),
            thinking_budget: None,
            approvals: Approvals::default(),
        }
    }
}

/// What a tenant says about a pack, without editing its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackChoice {
    pub enabled: bool,
    #[serde(default)]
    pub settings: PackSettings,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PackSettings {
    /// The assistant's name.
    pub name: Option<String>,
    /// How the business sounds, in its own words.
    pub brand_voice: Option<String>,
    /// Style, kind of assistant and channel.
    pub instructions: Option<InstructionSet>,
    /// In place of an agent's own prompt.
    pub prompts: BTreeMap<String, String>,
    /// The trade that the pack is used for, whatever the business says.
    pub vertical: Option<String>,
}

/// By the name of the pack. A pack that is not named is enabled as it is.
pub type PackChoices = BTreeMap<String, PackChoice>;

/// Never empty: there is always somebody to answer.
#[derive(Clone, Debug)]
pub struct Catalogue {
    default: Arc<Agent>,
    agents: BTreeMap<String, Arc<Agent>>,
    packs: Vec<Arc<Pack>>,
    /// Who stands in for whom.
    variants: BTreeMap<String, String>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new(Agent::default(), [])
    }
}

/// What a message comes with, besides its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// Whom the caller names.
    pub agent: Option<&'a str>,
    pub has_documents: bool,
    /// Who had the conversation last.
    pub in_charge: Option<&'a str>,
}

impl Catalogue {
    /// The first answers whatever nobody else does.
    pub fn new(first: Agent, others: impl IntoIterator<Item = Agent>) -> Self {
        let default = Arc::new(first);
        let mut agents = BTreeMap::from([(default.name.clone(), Arc::clone(&default))]);
        for agent in others {
            agents.entry(agent.name.clone()).or_insert_with(|| Arc::new(agent));
        }
        Self { default, agents, packs: Vec::new(), variants: BTreeMap::new() }
    }

    /// The first agent of the first pack answers whatever nobody else does.
    pub fn of_packs(packs: Vec<Pack>) -> Result<Self, PackError> {
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        let mut faults = Vec::new();
        for pack in &packs {
            let path = pack.folder.join("pack.toml");
            if packs.iter().filter(|other| other.name == pack.name).count() > 1 {
                faults.push(Fault::of_file(
                    &path,
                    format!("there are two packs named `{}`; rename one", pack.name),
                ));
            }
            for agent in &pack.agents {
                if let Some(other) = owners.insert(&agent.name, &pack.name) {
                    let problem =
                        format!("the pack `{other}` has an agent `{}`, too; rename one", agent.name);
                    faults.push(Fault::of_file(&path, problem));
                }
            }
        }
        if faults.is_empty() {
            Ok(Self::of(packs.into_iter().map(Arc::new).collect(), &PackChoices::new(), None))
        } else {
            Err(PackError { faults })
        }
    }

    /// As one tenant has it; `vertical` is the trade of its business.
    #[must_use]
    pub fn chosen(&self, choices: &PackChoices, vertical: Option<&str>) -> Self {
        if self.packs.is_empty() { self.clone() } else { Self::of(self.packs.clone(), choices, vertical) }
    }

    /// What people from outside are served by: packs that say so; nothing, if none does.
    #[must_use]
    pub fn for_guests(&self) -> Option<Self> {
        let open: Vec<_> = self.packs.iter().filter(|pack| pack.guests).cloned().collect();
        let is_open = |agent: &Arc<Agent>| open.iter().any(|pack| pack.name == agent.pack);
        let first = open.first()?.agents.first()?;
        let agents: BTreeMap<_, _> = self
            .agents
            .iter()
            .filter(|(_, agent)| is_open(agent))
            .map(|(name, agent)| (name.clone(), Arc::clone(agent)))
            .collect();
        let default = agents.get(&first.name)?;
        let variants = self.variants.clone();
        Some(Self { default: Arc::clone(default), agents, packs: open, variants })
    }

    fn of(packs: Vec<Arc<Pack>>, choices: &PackChoices, vertical: Option<&str>) -> Self {
        let is_enabled = |pack: &Arc<Pack>| choices.get(&pack.name).is_none_or(|choice| choice.enabled);
        let enabled: Vec<_> = packs.into_iter().filter(is_enabled).collect();
        let settings = |pack: &Pack| choices.get(&pack.name).map(|choice| &choice.settings);
        let mut agents =
            enabled.iter().flat_map(|pack| pack.agents.iter().map(|agent| agent.as_set(settings(pack))));
        let made = match agents.next() {
            Some(first) => Self::new(first, agents),
            None => Self::default(),
        };
        let variants = enabled.iter().flat_map(|pack| {
            let chosen = settings(pack).and_then(|settings| settings.vertical.as_deref());
            let vertical = chosen.or(vertical).or(pack.vertical.as_deref());
            vertical.and_then(|vertical| pack.variants.get(vertical)).into_iter().flatten()
        });
        let variants = variants.map(|(agent, variant)| (agent.clone(), variant.clone())).collect();
        Self { packs: enabled, variants, ..made }
    }

    /// Whether it matters which trade a tenant is in.
    pub fn has_variants(&self) -> bool {
        self.packs.iter().any(|pack| !pack.variants.is_empty())
    }

    /// Whether it matters who had a conversation last.
    pub fn stays(&self) -> bool {
        self.packs.iter().any(|pack| pack.router.stays())
    }

    /// Who answers in this agent's place, in this tenant's trade: most often itself.
    pub fn in_place_of<'a>(&'a self, agent: &'a str) -> &'a str {
        self.variants.get(agent).map_or(agent, String::as_str)
    }

    /// Who answers this message, and why.
    pub fn route(&self, message: &Screened<String>, wish: Wish<'_>) -> Decision {
        let decision = self.decide(message.get(), wish);
        match self.variants.get(&decision.agent) {
            Some(variant) => {
                Decision { agent: variant.clone(), variant_of: Some(decision.agent), ..decision }
            }
            None => decision,
        }
    }

    fn decide(&self, text: &str, wish: Wish<'_>) -> Decision {
        if let Some(decision) = self.by_urgency(text, wish) {
            return decision;
        }
        if let Some(agent) = wish.agent.and_then(|name| self.agents.get(name)) {
            return self.named(agent, text);
        }
        let in_charge = self.in_charge(wish);
        let decide = |router: &Router| match in_charge {
            Some(_) => router.decide_by_rules(text),
            None => router.decide(text),
        };
        // What no rule of a pack knows may be what another pack is for.
        let may_decide = |decision: &Decision| decision.by_rules > 0.0 || self.packs.len() == 1;
        let decided = self.packs.iter().filter_map(|pack| Some((pack, decide(&pack.router)?)));
        let decided = decided.filter(|(_, decision)| may_decide(decision));
        let best = decided.reduce(|best, other| if other.1.rank() > best.1.rank() { other } else { best });
        if let Some((pack, mut decision)) = best {
            // Small talk inside a conversation is part of it: a "yes, thanks" answers what was asked.
            if let Some((agent, _)) = in_charge.filter(|_| decision.by == By::Rule && decision.priority < 0) {
                let agent = agent.name.clone();
                return Decision { agent, by: By::Conversation, hint: None, is_open: false, ..decision };
            }
            decision.is_open &= pack.router.may_ask_model();
            return decision;
        }
        if wish.has_documents
            && let Some(pack) = self.packs.iter().find(|pack| pack.router.for_attachments().is_some())
        {
            let agent = pack.router.for_attachments().unwrap_or_default().to_owned();
            return Decision { by: By::Attachments, confidence: 1.0, ..pack.router.fallback(&agent, text) };
        }
        if let Some((agent, pack)) = in_charge {
            return Decision { by: By::Conversation, ..pack.router.fallback(&agent.name, text) };
        }
        match self.packs.first() {
            Some(pack) => {
                let may_ask = self.packs.iter().any(|pack| pack.router.may_ask_model());
                Decision {
                    is_open: may_ask && self.agents.len() > 1,
                    ..pack.router.fallback(&self.default.name, text)
                }
            }
            None => Decision::of(&self.default.name, By::Default),
        }
    }

    /// Who goes on with the conversation, if its pack lets anybody.
    fn in_charge(&self, wish: Wish<'_>) -> Option<(&Agent, &Pack)> {
        let agent = self.agents.get(wish.in_charge?)?;
        let pack = self.packs.iter().find(|pack| pack.name == agent.pack)?;
        pack.router.stays().then_some((agent, pack))
    }

    /// What cannot wait. Only who names somebody of another pack wants that one whatever is said.
    fn by_urgency(&self, text: &str, wish: Wish<'_>) -> Option<Decision> {
        let named = wish.agent.and_then(|name| self.agents.get(name));
        let may_decide = |pack: &&Arc<Pack>| named.is_none_or(|agent| agent.pack == pack.name);
        let found = self.packs.iter().filter(may_decide).filter_map(|pack| {
            let agent = pack.router.for_emergencies()?;
            let flagged = pack.red_flags.as_ref()?.look(text)?;
            (flagged.level >= URGENT).then_some((agent, flagged))
        });
        let (agent, flagged) = found.max_by_key(|(_, flagged)| flagged.level)?;
        Some(Decision {
            intent: "urgent".to_owned(),
            confidence: flagged.confidence,
            fired: flagged.fired,
            ..Decision::of(agent, By::Urgency)
        })
    }

    /// What the rules of its pack say the message is about stays true when the agent was named.
    fn named(&self, agent: &Agent, text: &str) -> Decision {
        let router = self.packs.iter().find(|pack| pack.name == agent.pack).map(|pack| &pack.router);
        let is_its_own = |decision: &Decision| {
            decision.agent == agent.name || self.in_place_of(&decision.agent) == agent.name
        };
        let decided = router.and_then(|router| router.decide(text)).filter(is_its_own);
        let decision = decided.or_else(|| router.map(|router| router.fallback(&agent.name, text)));
        let decision = decision.unwrap_or_else(|| Decision::of(&agent.name, By::Caller));
        Decision { by: By::Caller, confidence: 1.0, is_open: false, ..decision }
    }

    /// Who answers whatever nobody else does.
    pub fn first(&self) -> &Arc<Agent> {
        &self.default
    }

    pub fn get(&self, name: &str) -> Option<&Arc<Agent>> {
        self.agents.get(name)
    }

    pub fn agents(&self) -> impl Iterator<Item = &Arc<Agent>> {
        self.agents.values()
    }

    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }
}

impl Agent {
    fn as_set(&self, settings: Option<&PackSettings>) -> Self {
        let Some(settings) = settings else { return self.clone() };
        let own = self.persona.clone();
        Self {
            prompt: settings.prompts.get(&self.name).unwrap_or(&self.prompt).clone(),
            persona: Persona {
                name: settings.name.clone().or(own.name),
                brand_voice: settings.brand_voice.clone().or(own.brand_voice),
                instructions: settings.instructions.or(own.instructions),
            },
            ..self.clone()
        }
    }
}

#[cfg(test)]
#[path = "catalogue_tests.rs"]
mod tests;
