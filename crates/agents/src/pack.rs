//! Assistants as data: a folder with a `pack.toml`, which names agents, their prompts and tools.

use std::path::{Path, PathBuf};

use conserje_llm::Tier;
use conserje_tools::{EgressSettings, HttpToolSpec};
use serde::Deserialize;

use crate::catalogue::{Agent, Approvals};
use crate::machine::Limits;

#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("{} cannot be read", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// Names the line.
    #[error("{}: {problem}", path.display())]
    Shape { path: PathBuf, problem: String },
    #[error("{}: it has no agent; add one under [[agents]]", path.display())]
    NoAgent { path: PathBuf },
}

/// What a folder holds.
#[derive(Clone, Debug)]
pub struct Pack {
    pub name: String,
    /// The first answers whatever nobody else does. Never empty.
    pub agents: Vec<Agent>,
    pub tools: Vec<HttpToolSpec>,
    /// Where its tools may connect to.
    pub egress: EgressSettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    name: String,
    #[serde(default)]
    agents: Vec<AgentFile>,
    #[serde(default)]
    tools: Vec<HttpToolSpec>,
    #[serde(default)]
    egress: EgressSettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentFile {
    name: String,
    #[serde(default)]
    description: String,
    /// The text itself, or `prompt_file` beside `pack.toml`.
    prompt: Option<String>,
    prompt_file: Option<PathBuf>,
    #[serde(default)]
    tools: Vec<String>,
    tier: Option<Tier>,
    approvals: Option<ApprovalsFile>,
    thinking_budget: Option<u32>,
    steps: Option<u32>,
    iterations: Option<u32>,
    handoffs: Option<u32>,
    tokens: Option<u64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ApprovalsFile {
    Write,
    Dangerous,
    Never,
}

impl Pack {
    pub fn read(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join("pack.toml");
        let file: PackFile = toml::from_str(&text(&path)?)
            .map_err(|error| PackError::Shape { path: path.clone(), problem: error.to_string() })?;
        let agents =
            file.agents.into_iter().map(|agent| agent.read(folder, &path)).collect::<Result<Vec<_>, _>>()?;
        if agents.is_empty() {
            return Err(PackError::NoAgent { path });
        }
        Ok(Self { name: file.name, agents, tools: file.tools, egress: file.egress })
    }
}

impl AgentFile {
    fn read(self, folder: &Path, path: &Path) -> Result<Agent, PackError> {
        let prompt = match (self.prompt, self.prompt_file) {
            (Some(prompt), None) => prompt,
            (None, Some(file)) => text(&folder.join(file))?,
            (Some(_), Some(_)) | (None, None) => {
                let problem = format!("the agent `{}` needs either `prompt` or `prompt_file`", self.name);
                return Err(PackError::Shape { path: path.to_owned(), problem });
            }
        };
        let usual = Limits::default();
        Ok(Agent {
            name: self.name,
            description: self.description,
            prompt,
            tools: self.tools,
            tier: self.tier.unwrap_or(Tier::Balanced),
            limits: Limits {
                steps: self.steps.unwrap_or(usual.steps),
                iterations: self.iterations.unwrap_or(usual.iterations).max(1),
                handoffs: self.handoffs.unwrap_or(usual.handoffs),
                tokens: self.tokens,
            },
            thinking_budget: self.thinking_budget,
            approvals: match self.approvals {
                None | Some(ApprovalsFile::Write) => Approvals::Write,
                Some(ApprovalsFile::Dangerous) => Approvals::Dangerous,
                Some(ApprovalsFile::Never) => Approvals::Never,
            },
        })
    }
}

fn text(path: &Path) -> Result<String, PackError> {
    std::fs::read_to_string(path).map_err(|source| PackError::Read { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Pack, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pack.toml"), text).unwrap();
        Pack::read(folder.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_pack_names_agents_tools_and_where_tools_may_go() {
        let pack = read(
            r#"
            name = "shop"
            [egress]
            allowed_hosts = ["api.shop.example"]
            [[agents]]
            name = "clerk"
            prompt = "You sell tea."
            tools = ["todo", "price"]
            approvals = "dangerous"
            iterations = 5
            [[tools]]
            name = "price"
            description = "The price of an item."
            method = "GET"
            url = "https://api.shop.example/prices/{item}"
            risk = "read"
            parameters = { type = "object", properties = { item = { type = "string" } }, required = ["item"] }
            "#,
        )
        .unwrap();
        assert_eq!((pack.agents[0].limits.iterations, pack.tools.len()), (5, 1));
        assert_eq!(pack.agents[0].approvals, Approvals::Dangerous);
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let wrong = read("name = \"x\"\n[[agents]]\nname = \"a\"\npromt = \"p\"\n").unwrap_err();
        assert!(
            wrong.contains("pack.toml") && wrong.contains("line 4") && wrong.contains("promt"),
            "{wrong}"
        );
        assert!(read("name = \"x\"").unwrap_err().contains("no agent"));
        let neither = read("name = \"x\"\n[[agents]]\nname = \"a\"").unwrap_err();
        assert!(neither.contains("`prompt` or `prompt_file`"), "{neither}");
    }
}
