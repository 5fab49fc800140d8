//! Every tool that this server has: the built-in ones and those that packs declare.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conserje_agents::Pack;
use conserje_central::{Catalogue, CatalogueError, CentralError, CentralSettings};
use conserje_conversation::EscalateToHuman;
use conserje_desk::front_desk::FrontDesk;
use conserje_documents::Library;
use conserje_kernel::{Clock, Secret};
use conserje_skills::central::{LIVE_NAMES, META_NAMES, live_tools, meta_tools};
use conserje_skills::desk::tools::{DESK_NAMES, desk_tools};
use conserje_skills::urgency::{CheckUrgency, Urgency, UrgencyError};
use conserje_tools::retrieval::{SynonymTable, colloquial_synonyms, legal_tools, retrieval_tools};
use conserje_tools::{
    Egress, EgressError, HANDOFF, Handoff, HttpTool, HttpToolError, Registry, RegistryError, Todo, Tool,
};

pub use conserje_tools::{Risk, Status};

/// Why tools could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ToolsetError {
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Http(#[from] HttpToolError),
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error(transparent)]
    Connection(#[from] CentralError),
    #[error(transparent)]
    Urgency(#[from] UrgencyError),
    #[error("`[central]` of the pack `{pack}`: {source}")]
    Central {
        pack: String,
        #[source]
        source: Box<toml::de::Error>,
    },
    #[error("the pack `{pack}` names a host that tools cannot be let out to")]
    Egress {
        pack: String,
        #[source]
        source: EgressError,
    },
}

/// Every tool that does not come with a pack.
pub fn names() -> Vec<&'static str> {
    let own = ["todo", HANDOFF, EscalateToHuman::NAME];
    conserje_tools::retrieval::NAMES.iter().copied().chain(own).chain(DESK_NAMES).collect()
}

/// Every tool that comes with what a pack brings.
pub fn names_of(pack: &Pack) -> Vec<&'static str> {
    let meta = central_catalog(pack).map(|_| META_NAMES.to_vec()).unwrap_or_default();
    let live = pack.central.as_ref().map(|_| LIVE_NAMES.to_vec()).unwrap_or_default();
    let urgency = pack.red_flags.as_ref().map(|_| CheckUrgency::NAME);
    meta.into_iter().chain(live).chain(urgency).collect()
}

/// The catalogue of Business Central, where a pack has an agent for it.
fn central_catalog(pack: &Pack) -> Option<std::path::PathBuf> {
    let is_central =
        |tool: &String| META_NAMES.contains(&tool.as_str()) || LIVE_NAMES.contains(&tool.as_str());
    let has_agent = pack.agents.iter().any(|agent| agent.tools.iter().any(is_central));
    pack.catalog().filter(|_| has_agent)
}

/// What a pack says is urgent and what is to be done then, if it says so.
pub fn urgency(pack: &Pack) -> Result<Option<Urgency>, UrgencyError> {
    let flags = pack.red_flags.as_ref().zip(pack.urgency());
    flags.map(|(flags, folder)| Urgency::with(Arc::clone(flags), &folder)).transpose()
}

/// What people call things, as packs say: those with legal tools what the law calls them, the others what their own
/// documents do.
struct EverydayWords {
    legal: SynonymTable,
    other: SynonymTable,
}

impl EverydayWords {
    fn of(packs: &[Pack]) -> Self {
        let is_legal = |pack: &&Pack| {
            pack.agents.iter().any(|agent| agent.tools.iter().any(|tool| tool == "get_article"))
        };
        let words = |packs: Vec<&Pack>| -> SynonymTable {
            packs.into_iter().flat_map(|pack| pack.synonyms.clone()).collect()
        };
        let (legal, other) = packs.iter().partition(is_legal);
        let legal = words(legal);
        Self { legal: if legal.is_empty() { colloquial_synonyms() } else { legal }, other: words(other) }
    }
}

pub fn toolset(
    packs: &[Pack],
    secrets: &BTreeMap<String, Secret>,
    library: &Library,
    front_desk: &FrontDesk,
    escalate: &Arc<EscalateToHuman>,
) -> Result<Registry, ToolsetError> {
    let mut tools: Vec<Arc<dyn Tool>> = vec![Arc::new(Todo::default())];
    let EverydayWords { legal, other } = EverydayWords::of(packs);
    tools.extend(retrieval_tools(library.clone(), other));
    tools.extend(legal_tools(library.clone(), legal));
    // A pack that has a calendar elsewhere may call its tools by the same names.
    let declared: BTreeSet<&str> =
        packs.iter().flat_map(|pack| &pack.tools).map(|tool| tool.name.as_str()).collect();
    let escalate: Arc<dyn Tool> = Arc::<EscalateToHuman>::clone(escalate);
    let desk = desk_tools(front_desk).into_iter().chain([escalate]);
    tools.extend(desk.filter(|tool| !declared.contains(tool.info().name.as_str())));
    let agents: Vec<String> =
        packs.iter().flat_map(|pack| &pack.agents).map(|agent| agent.name.clone()).collect();
    if agents.len() > 1 {
        tools.push(Arc::new(Handoff::to(&agents)));
    }
    let secret = |name: &str| secrets.get(name).cloned();
    for pack in packs {
        let wrong = |source| ToolsetError::Egress { pack: pack.name.clone(), source };
        let client = Egress::new(&pack.egress).and_then(|egress| egress.client()).map_err(wrong)?;
        if let Some(catalog) = central_catalog(pack) {
            let catalogue = Arc::new(Catalogue::read(&catalog)?);
            tools.extend(meta_tools(&catalogue));
            if let Some(settings) = &pack.central {
                let unreadable =
                    |source| ToolsetError::Central { pack: pack.name.clone(), source: Box::new(source) };
                let settings: CentralSettings = settings.clone().try_into().map_err(unreadable)?;
                tools.extend(live_tools(&catalogue, settings, client.clone(), &secret, Clock::default())?);
            }
        }
        if let Some(urgency) = urgency(pack)? {
            tools.push(Arc::new(CheckUrgency::new(Arc::new(urgency), front_desk.clone())));
        }
        for spec in &pack.tools {
            tools.push(Arc::new(HttpTool::new(spec.clone(), client.clone(), &secret)?));
        }
    }
    Ok(Registry::new(tools)?)
}

#[cfg(test)]
#[path = "toolset_tests.rs"]
mod tests;
