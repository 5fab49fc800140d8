//! Every tool that this server has: the built-in ones and those that packs declare.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_agents::Pack;
use conserje_documents::Library;
use conserje_kernel::Secret;
use conserje_tools::retrieval::{colloquial_synonyms, legal_tools, retrieval_tools};
use conserje_tools::{
    Egress, EgressError, Handoff, HttpTool, HttpToolError, Registry, RegistryError, Todo, Tool,
};

/// Why tools could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ToolsetError {
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Http(#[from] HttpToolError),
    #[error("the pack `{pack}` names a host that tools cannot be let out to")]
    Egress {
        pack: String,
        #[source]
        source: EgressError,
    },
    #[error("the agent `{agent}` lists the tool `{tool}`, which there is not; the tools are: {known}")]
    NoSuchTool { agent: String, tool: String, known: String },
}

/// The tools that can be called without an agent.
pub(crate) fn direct() -> Vec<String> {
    conserje_tools::retrieval::NAMES.iter().map(|&name| name.to_owned()).collect()
}

pub(crate) fn toolset(
    packs: &[Pack],
    secrets: &BTreeMap<String, Secret>,
    library: &Library,
) -> Result<Registry, ToolsetError> {
    let mut tools: Vec<Arc<dyn Tool>> = vec![Arc::new(Todo::default())];
    tools.extend(retrieval_tools(library.clone()));
    tools.extend(legal_tools(library.clone(), colloquial_synonyms()));
    let agents: Vec<String> =
        packs.iter().flat_map(|pack| &pack.agents).map(|agent| agent.name.clone()).collect();
    if agents.len() > 1 {
        tools.push(Arc::new(Handoff::to(&agents)));
    }
    let secret = |name: &str| secrets.get(name).cloned();
    for pack in packs {
        let wrong = |source| ToolsetError::Egress { pack: pack.name.clone(), source };
        let client = Egress::new(&pack.egress).and_then(|egress| egress.client()).map_err(wrong)?;
        for spec in &pack.tools {
            tools.push(Arc::new(HttpTool::new(spec.clone(), client.clone(), &secret)?));
        }
    }
    let registry = Registry::new(tools)?;
    let known: Vec<&str> = registry.names().collect();
    for agent in packs.iter().flat_map(|pack| &pack.agents) {
        if let Some(tool) = agent.tools.iter().find(|tool| !known.contains(&tool.as_str())) {
            return Err(ToolsetError::NoSuchTool {
                agent: agent.name.clone(),
                tool: tool.clone(),
                known: known.join(", "),
            });
        }
    }
    Ok(registry)
}
