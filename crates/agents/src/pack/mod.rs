//! Assistants as data (A1): a folder with a `pack.toml`, which names agents, their prompts and tools; beside it
//! `routes.toml`, `synonyms.toml`, `knowledge/`, `catalog/` and `evals/`.

mod evals;
mod faults;
mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use conserje_guard::{Guard, Policy};
use conserje_kernel::Language;
use conserje_llm::Tier;
use conserje_tools::{EgressSettings, HttpToolSpec};
use toml::Spanned;

use crate::catalogue::{Agent, Approvals, Persona, Screen};
use crate::machine::Limits;
use crate::routing::{Router, RoutesFile};
pub use evals::{AnswerEval, Evals, RouteEval};
pub use faults::{Fault, PackError};
use file::{AgentFile, ApprovalsFile, PackFile, SynonymsFile};

/// What a folder holds.
#[derive(Debug)]
pub struct Pack {
    pub name: String,
    pub version: String,
    pub description: String,
    pub languages: Vec<Language>,
    /// The trade it is for: dental, restaurant, …
    pub vertical: Option<String>,
    /// The first answers whatever nobody else does. Never empty.
    pub agents: Vec<Agent>,
    pub router: Router,
    pub synonyms: BTreeMap<String, Vec<String>>,
    /// How much what is found in a collection counts.
    pub collections: BTreeMap<String, f32>,
    pub tools: Vec<HttpToolSpec>,
    /// Where its tools may connect to.
    pub egress: EgressSettings,
    /// The `[central]` table, for the tools that reach a Business Central.
    pub central: Option<toml::Table>,
    pub folder: PathBuf,
    /// The lines where its agents list their tools, for who knows which tools there are.
    listed: Vec<ListedTool>,
}

#[derive(Clone, Debug)]
struct ListedTool {
    tool: String,
    line: Fault,
}

impl Pack {
    pub fn read(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join("pack.toml");
        let text = text(&path)?;
        let file: PackFile = parse(&path, &text)?;
        let mut reading =
            Reading { folder, path: &path, text: &text, faults: Vec::new(), listed: Vec::new() };
        let persona = Persona { instructions: file.instructions, ..Persona::default() };
        reading.name(&file.name, "pack");
        let guard = reading.guard(file.guard.as_ref());
        let agents: Vec<Agent> = file
            .agents
            .into_iter()
            .filter_map(|agent| reading.agent(agent, &persona, (file.name.as_ref(), &guard)))
            .collect();
        if agents.is_empty() && reading.faults.is_empty() {
            reading.faults.push(Fault::of_file(&path, "it has no agent; add one under [[agents]]"));
        }
        let collections = reading.weights(file.collections);
        let router = reading.router(&agents);
        let synonyms = reading.synonyms();
        let Reading { faults, listed, .. } = reading;
        match router {
            Some(router) if faults.is_empty() => Ok(Self {
                name: file.name.into_inner(),
                version: file.version,
                description: file.description,
                languages: file.languages,
                vertical: file.vertical,
                agents,
                router,
                synonyms,
                collections,
                tools: file.tools,
                egress: file.egress,
                central: file.central,
                folder: folder.to_owned(),
                listed,
            }),
            _ => Err(PackError { faults }),
        }
    }

    /// Faults that only who knows every tool can see.
    pub fn unknown_tools(&self, known: &BTreeSet<&str>) -> Vec<Fault> {
        // Which servers a tenant lists, and which of their tools, is not known here.
        let is_of_a_server = |name: &str| name.contains("__");
        let missing = self
            .listed
            .iter()
            .filter(|listed| !known.contains(listed.tool.as_str()) && !is_of_a_server(&listed.tool));
        missing.map(|listed| listed.line.clone()).collect()
    }

    /// Where its documents are, if it brings any.
    pub fn knowledge(&self) -> Option<PathBuf> {
        let folder = self.folder.join("knowledge");
        folder.is_dir().then_some(folder)
    }

    /// Where the data are that its tools use, if it brings any.
    pub fn catalog(&self) -> Option<PathBuf> {
        let folder = self.folder.join("catalog");
        folder.is_dir().then_some(folder)
    }

    pub fn evals(&self) -> Result<Evals, PackError> {
        Evals::read(self)
    }
}

fn parse<T: for<'de> serde::Deserialize<'de>>(path: &Path, text: &str) -> Result<T, Fault> {
    toml::from_str(text).map_err(|error| {
        let problem = error.message().to_owned();
        match error.span() {
            Some(span) => Fault::at(path, text, span.start, problem),
            None => Fault::of_file(path, problem),
        }
    })
}

fn text(path: &Path) -> Result<String, Fault> {
    std::fs::read_to_string(path).map_err(|error| Fault::of_file(path, format!("it cannot be read: {error}")))
}

/// Collects what is wrong, so that it is all said at once.
struct Reading<'a> {
    folder: &'a Path,
    path: &'a Path,
    text: &'a str,
    faults: Vec<Fault>,
    listed: Vec<ListedTool>,
}

impl Reading<'_> {
    fn fault(&mut self, at: usize, problem: impl Into<String>) {
        self.faults.push(Fault::at(self.path, self.text, at, problem));
    }

    fn name(&mut self, name: &Spanned<String>, what: &str) {
        let fits =
            |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || matches!(sign, '-' | '_');
        let is_name = (1..=64).contains(&name.as_ref().len()) && name.as_ref().chars().all(fits);
        if !is_name {
            let problem = format!(
                "`{}` is not a name for a {what}; use 1 to 64 lower-case letters, digits, `-` or `_`",
                name.as_ref()
            );
            self.fault(name.span().start, problem);
        }
    }

    /// A policy that cannot be used is a fault; until it is mended, the strict one is in force.
    fn guard(&mut self, written: Option<&Spanned<Policy>>) -> Screen {
        let Some(policy) = written else { return Screen::default() };
        match Guard::new(policy.as_ref()) {
            Ok(guard) => Screen::of(guard),
            Err(error) => {
                self.fault(policy.span().start, error.to_string());
                Screen::default()
            }
        }
    }

    fn agent(&mut self, file: AgentFile, persona: &Persona, (pack, guard): (&str, &Screen)) -> Option<Agent> {
        self.name(&file.name, "agent");
        let prompt = match (file.prompt, file.prompt_file) {
            (Some(prompt), None) => prompt,
            (None, Some(named)) => match text(&self.folder.join(named.as_ref())) {
                Ok(prompt) => prompt.trim().to_owned(),
                Err(missing) => {
                    let problem = format!("the prompt {}: {}", named.as_ref().display(), missing.problem);
                    self.fault(named.span().start, problem);
                    return None;
                }
            },
            (Some(_), Some(_)) | (None, None) => {
                let problem =
                    format!("the agent `{}` needs either `prompt` or `prompt_file`", file.name.as_ref());
                self.fault(file.name.span().start, problem);
                return None;
            }
        };
        for tool in &file.tools {
            let problem = format!(
                "the agent `{}` lists the tool `{}`, which there is not",
                file.name.as_ref(),
                tool.as_ref()
            );
            let line = Fault::at(self.path, self.text, tool.span().start, problem);
            self.listed.push(ListedTool { tool: tool.as_ref().clone(), line });
        }
        let usual = Limits::default();
        Some(Agent {
            name: file.name.into_inner(),
            pack: pack.to_owned(),
            description: file.description,
            prompt,
            persona: persona.clone(),
            guard: guard.clone(),
            tools: file.tools.into_iter().map(Spanned::into_inner).collect(),
            tier: file.tier.unwrap_or(Tier::Balanced),
            limits: Limits {
                steps: file.steps.unwrap_or(usual.steps),
                iterations: file.iterations.unwrap_or(usual.iterations).max(1),
                handoffs: file.handoffs.unwrap_or(usual.handoffs),
                tokens: file.tokens,
            },
            thinking_budget: file.thinking_budget,
            approvals: match file.approvals {
                None | Some(ApprovalsFile::Write) => Approvals::Write,
                Some(ApprovalsFile::Dangerous) => Approvals::Dangerous,
                Some(ApprovalsFile::Never) => Approvals::Never,
            },
        })
    }

    fn weights(&mut self, written: BTreeMap<String, Spanned<f32>>) -> BTreeMap<String, f32> {
        for (name, weight) in &written {
            if !(0.0..=10.0).contains(weight.as_ref()) {
                let problem = format!("the weight of the collection `{name}` must lie between 0 and 10");
                self.fault(weight.span().start, problem);
            }
        }
        written.into_iter().map(|(name, weight)| (name, weight.into_inner())).collect()
    }

    fn router(&mut self, agents: &[Agent]) -> Option<Router> {
        let path = self.folder.join("routes.toml");
        let written = if path.is_file() { text(&path) } else { Ok(String::new()) };
        let read = written.and_then(|text| Ok((parse::<RoutesFile>(&path, &text)?, text)));
        let (file, text) = match read {
            Ok(read) => read,
            Err(fault) => {
                self.faults.push(fault);
                return None;
            }
        };
        let leads = file
            .routes
            .iter()
            .map(|route| &route.agent)
            .chain(file.commands.values().map(|command| &command.agent));
        for name in leads.chain(&file.attachments) {
            if !agents.iter().any(|agent| &agent.name == name.as_ref()) {
                let problem = format!("there is no agent `{}` in this pack", name.as_ref());
                self.faults.push(Fault::at(&path, &text, name.span().start, problem));
            }
        }
        for tool in
            file.routes.iter().filter_map(|route| route.tool.as_ref().map(|tool| (tool, &route.agent)))
        {
            let (tool, agent) = tool;
            let has_it = agents
                .iter()
                .any(|known| &known.name == agent.as_ref() && known.tools.contains(tool.as_ref()));
            if !has_it {
                let problem =
                    format!("the agent `{}` does not have the tool `{}`", agent.as_ref(), tool.as_ref());
                self.faults.push(Fault::at(&path, &text, tool.span().start, problem));
            }
        }
        match Router::new(&file) {
            Ok(router) => Some(router),
            Err(faults) => {
                let named = faults.into_iter().map(|fault| Fault::at(&path, &text, fault.at, fault.problem));
                self.faults.extend(named);
                None
            }
        }
    }

    fn synonyms(&mut self) -> BTreeMap<String, Vec<String>> {
        let path = self.folder.join("synonyms.toml");
        if !path.is_file() {
            return BTreeMap::new();
        }
        let read = text(&path).and_then(|text| Ok((parse::<SynonymsFile>(&path, &text)?, text)));
        let (file, text) = match read {
            Ok(read) => read,
            Err(fault) => {
                self.faults.push(fault);
                return BTreeMap::new();
            }
        };
        let mut table = BTreeMap::new();
        for synonym in file.synonyms {
            let (at, term) = (synonym.term.span().start, synonym.term.into_inner());
            if term.trim().is_empty() || synonym.means.iter().all(|meaning| meaning.trim().is_empty()) {
                let problem = "a synonym needs a `term` and what it `means`";
                self.faults.push(Fault::at(&path, &text, at, problem));
            } else if table.insert(term.clone(), synonym.means).is_some() {
                let problem = format!("`{term}` is explained twice; join the two");
                self.faults.push(Fault::at(&path, &text, at, problem));
            }
        }
        table
    }
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;
