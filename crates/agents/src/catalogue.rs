//! The agents there are, for everybody and for one tenant.

mod decide;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use conserje_guard::{Guard, Policy};
use conserje_kernel::{Bilingual, Language};
use conserje_llm::{House, Tier};
use conserje_text::words;
use conserje_tools::Risk;
use serde::{Deserialize, Serialize};

use crate::choose::{Belonging, Chooser, Evidence};
use crate::instructions::InstructionSet;
use crate::machine::Limits;
use crate::pack::{Fault, Pack, PackError};
use crate::voice::Voice;

/// One specialist.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    pub name: String,
    /// Whose it is; of the one there is without packs, nobody's.
    pub pack: String,
    pub description: String,
    /// What it does, as people read it beside its assistant's title.
    pub title: Option<Bilingual>,
    /// It answers from whatever the tenant gave us.
    pub reads_documents: bool,
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

/// As whom it speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persona {
    pub name: Option<String>,
    /// How the business sounds, in its own words.
    pub brand_voice: Option<String>,
    /// The same as its pack says it, where the tenant says nothing else.
    pub voice: Option<Arc<Voice>>,
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
            title: None,
            reads_documents: true,
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

impl PackChoice {
    /// Of a tenant that says nothing: on, as the pack is.
    pub fn as_it_is() -> Self {
        Self { enabled: true, settings: PackSettings::default() }
    }
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

/// What a tenant has by way of a business.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TenantBusiness {
    #[default]
    None,
    /// One, with its trade if it says so: `dental`, `restaurant`, …
    Of { vertical: Option<String> },
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
    /// Chooses between packs.
    chooser: Arc<Chooser>,
    /// Whether the tenant has set up a business; some assistants can do nothing without one.
    has_business: bool,
    /// Whether those who ask come from outside.
    for_guests: bool,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new(Agent::default(), [])
    }
}

/// Examples of its own that an agent offers, before one of each other assistant.
const OWN_EXAMPLES: usize = 2;
/// The tool with which a person of the business is asked for.
const ASKS_FOR_A_PERSON: &str = "escalate_to_human";

/// What a message comes with, besides its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// Whom the caller names.
    pub agent: Option<&'a str>,
    /// Which assistant the caller or the session names: a pack.
    pub assistant: Option<&'a str>,
    pub has_documents: bool,
    /// Who had the conversation last.
    pub in_charge: Option<&'a str>,
    /// What the messages before this one were about, the newest first.
    pub about: &'a [String],
    /// What documents hold of the question, if somebody looked.
    pub evidence: Option<&'a Evidence>,
}

/// A word that other assistants' examples have no more often than this is one that an assistant of a tenant's own is known by.
const RARE: usize = 10;

/// How many of these texts have a word.
fn heard<'a>(texts: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
    let mut heard = HashMap::new();
    for text in texts {
        let there: BTreeSet<String> = words(text).into_iter().map(|word| word.folded).collect();
        for word in there {
            *heard.entry(word).or_default() += 1;
        }
    }
    heard
}

impl Catalogue {
    /// The first answers whatever nobody else does.
    pub fn new(first: Agent, others: impl IntoIterator<Item = Agent>) -> Self {
        let default = Arc::new(first);
        let mut agents = BTreeMap::from([(default.name.clone(), Arc::clone(&default))]);
        for agent in others {
            agents.entry(agent.name.clone()).or_insert_with(|| Arc::new(agent));
        }
        Self {
            default,
            agents,
            packs: Vec::new(),
            variants: BTreeMap::new(),
            chooser: Arc::new(Chooser::new(Vec::new(), Vec::new())),
            has_business: false,
            for_guests: false,
        }
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
        if !faults.is_empty() {
            return Err(PackError { faults });
        }
        let packs: Vec<_> = packs.into_iter().map(Arc::new).collect();
        let chooser = Arc::new(Chooser::new(packs.clone(), Vec::new()));
        Ok(Self { chooser, ..Self::of(packs, &PackChoices::new(), None) })
    }

    /// With examples of which pack messages are for, besides those that packs bring.
    #[must_use]
    pub fn with_examples(self, examples: Vec<Belonging>) -> Self {
        Self { chooser: Arc::new(Chooser::new(self.packs.clone(), examples)), ..self }
    }

    /// With assistants of one tenant's own. One that [stands for](Pack::stands_for) others takes their place.
    #[must_use]
    pub fn with_own(&self, own: &[Arc<Pack>]) -> Self {
        let in_place_of = |pack: &Arc<Pack>| own.iter().find(|own| own.stands_for(pack));
        let mut packs: Vec<Arc<Pack>> = Vec::new();
        let there = self.packs.iter().map(|pack| in_place_of(pack).unwrap_or(pack));
        for pack in there.chain(own) {
            if !packs.iter().any(|known| known.name == pack.name) {
                packs.push(Arc::clone(pack));
            }
        }
        let successor = |name: &String| {
            let replaced = self.packs.iter().find(|pack| &pack.name == name);
            replaced.and_then(in_place_of).map_or_else(|| name.clone(), |own| own.name.clone())
        };
        let known = self.chooser.examples().iter().map(|example| Belonging {
            text: example.text.clone(),
            pack: example.pack.as_ref().map(successor),
        });
        let known: Vec<Belonging> = known.collect();
        let lessons = self.packs.iter().flat_map(|pack| pack.router.lessons());
        let heard = heard(
            lessons.map(|lesson| lesson.text.as_str()).chain(known.iter().map(|one| one.text.as_str())),
        );
        let is_rare = |word: &str| heard.get(word).is_none_or(|count| *count <= RARE);
        let known_by = own.iter().map(|pack| (pack.name.clone(), pack.words_of_its_own(is_rare))).collect();
        let taught = own.iter().flat_map(|pack| pack.belonging());
        let examples: Vec<Belonging> = known.iter().cloned().chain(taught).collect();
        let chooser = Arc::new(Chooser::new(packs.clone(), examples).knowing(known_by));
        Self { chooser, ..Self::of(packs, &PackChoices::new(), None) }
    }

    /// Nothing but this one.
    pub fn alone(pack: Arc<Pack>) -> Self {
        let chooser = Arc::new(Chooser::new(Vec::new(), Vec::new()));
        Self { chooser, ..Self::of(vec![pack], &PackChoices::new(), None) }
    }

    /// Learns from all examples now instead of with the first message.
    pub fn learn(&self) {
        self.packs.iter().for_each(|pack| pack.learn());
        self.chooser.learn();
    }

    /// As one tenant has it.
    #[must_use]
    pub fn chosen(&self, choices: &PackChoices, business: &TenantBusiness) -> Self {
        if self.packs.is_empty() {
            return self.clone();
        }
        let chooser = Arc::clone(&self.chooser);
        let (has_business, vertical) = match business {
            TenantBusiness::None => (false, None),
            TenantBusiness::Of { vertical } => (true, vertical.as_deref()),
        };
        Self { chooser, has_business, ..Self::of(self.packs.clone(), choices, vertical) }
    }

    /// What people from outside are served by: packs that say so; nothing, if none does.
    #[must_use]
    pub fn for_guests(&self) -> Option<Self> {
        let open: Vec<_> = self.packs.iter().filter(|pack| pack.assistant.serves_guests).cloned().collect();
        let is_open = |agent: &Arc<Agent>| open.iter().any(|pack| pack.name == agent.pack);
        let first = open.first()?.agents.first()?;
        let agents: BTreeMap<_, _> = self
            .agents
            .iter()
            .filter(|(_, agent)| is_open(agent))
            .map(|(name, agent)| (name.clone(), Arc::clone(agent)))
            .collect();
        let default = agents.get(&first.name)?;
        let default = Arc::clone(default);
        Some(Self { default, agents, packs: open, for_guests: true, ..self.clone() })
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

    /// Whether it matters which trade a tenant is in, or whether it has a business at all.
    pub fn asks_for_business(&self) -> bool {
        self.packs.iter().any(|pack| pack.assistant.needs_business || !pack.variants.is_empty())
    }

    /// Whether it matters who had a conversation last.
    pub fn stays(&self) -> bool {
        self.packs.len() > 1 || self.packs.iter().any(|pack| pack.router.stays())
    }

    /// Whether this pack can be asked by those whom the catalogue is for, as things are.
    pub fn is_ready(&self, pack: &Pack) -> bool {
        pack.assistant.is_for(self.for_guests) && pack.assistant.is_ready(self.has_business)
    }

    /// Whether what documents hold matters for who answers.
    pub fn weighs_evidence(&self) -> bool {
        let candidates = self.candidates();
        let may_lack = |pack: &Arc<Pack>| pack.assistant.needs_business && !pack.assistant.offers.is_empty();
        self.chooser.knows(&candidates) || (self.has_business && candidates.iter().any(may_lack))
    }

    /// Who is chosen from where nobody is named. Somebody always answers, and be it to say what is missing.
    fn candidates(&self) -> Vec<Arc<Pack>> {
        let ready: Vec<_> = self.packs.iter().filter(|pack| self.is_ready(pack)).cloned().collect();
        if ready.is_empty() { self.packs.clone() } else { ready }
    }

    /// Who answers in this agent's place, in this tenant's trade: most often itself.
    pub fn in_place_of<'a>(&'a self, agent: &'a str) -> &'a str {
        self.variants.get(agent).map_or(agent, String::as_str)
    }

    /// Where a conversation with this agent takes place: who it is, and what else can be asked here.
    pub fn house(&self, agent: &Agent, language: Language) -> House {
        let own = self.packs.iter().find(|pack| pack.name == agent.pack);
        let examples = |pack: &Arc<Pack>, most: usize| {
            let all = pack.assistant.examples.of(language);
            all.iter().take(most).cloned().collect::<Vec<String>>()
        };
        let others = self.packs.iter().filter(|pack| pack.name != agent.pack && self.is_ready(pack));
        let own_examples = own.map(|pack| examples(pack, OWN_EXAMPLES)).unwrap_or_default();
        let has_people = self.packs.iter().filter(|pack| self.is_ready(pack)).any(|pack| {
            pack.agents.iter().any(|agent| agent.tools.iter().any(|tool| tool == ASKS_FOR_A_PERSON))
        });
        House {
            language: Some(language),
            assistant: own.map(|pack| pack.assistant.title.of(language).clone()),
            examples: own_examples.into_iter().chain(others.flat_map(|pack| examples(pack, 1))).collect(),
            has_people,
            ..House::default()
        }
    }

    /// Who answers whatever nobody else does.
    pub fn first(&self) -> &Arc<Agent> {
        &self.default
    }

    /// Who has the conversation after a notice of this kind; whoever had it before, if no pack says.
    pub fn for_replies(&self, kind: &str) -> Option<&str> {
        self.packs.iter().find_map(|pack| pack.router.for_replies(kind))
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
                voice: own.voice,
                instructions: settings.instructions.or(own.instructions),
            },
            ..self.clone()
        }
    }
}

#[cfg(test)]
#[path = "catalogue_tests.rs"]
mod tests;
