//! The agents there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_guard::Screened;
use conserje_llm::Tier;
use conserje_tools::Risk;

use crate::machine::Limits;

/// One specialist.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    pub name: String,
    pub description: String,
    pub prompt: String,
    /// Names of the tools it may use; its tenant must allow them too.
    pub tools: Vec<String>,
    pub tier: Tier,
    pub limits: Limits,
    /// How many tokens it may think; none switches thinking off.
    pub thinking_budget: Option<u32>,
    pub approvals: Approvals,
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
            description: "Answers questions from the tenant's documents.".to_owned(),
            prompt: "You are an assistant of this business. Answer in the user's language. Look up what you are asked \
                     about with `search_knowledge_base` before you answer, cite what you use by its number, as in [1], \
                     and say so when the documents do not answer it."
                .to_owned(),
            tools: vec!["search_knowledge_base".to_owned(), "todo".to_owned()],
            tier: Tier::Balanced,
            limits: Limits::default(),
            thinking_budget: None,
            approvals: Approvals::default(),
        }
    }
}

/// Never empty: there is always somebody to answer.
#[derive(Clone, Debug)]
pub struct Catalogue {
    default: Arc<Agent>,
    agents: BTreeMap<String, Arc<Agent>>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new(Agent::default(), [])
    }
}

impl Catalogue {
    /// The first answers whatever nobody else does.
    pub fn new(first: Agent, others: impl IntoIterator<Item = Agent>) -> Self {
        let default = Arc::new(first);
        let mut agents = BTreeMap::from([(default.name.clone(), Arc::clone(&default))]);
        for agent in others {
            agents.entry(agent.name.clone()).or_insert_with(|| Arc::new(agent));
        }
        Self { default, agents }
    }

    /// Who answers this message: whom the caller named, or the default.
    pub fn pick(&self, _message: &Screened<String>, forced: Option<&str>) -> &Arc<Agent> {
        forced.and_then(|name| self.agents.get(name)).unwrap_or(&self.default)
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
}
