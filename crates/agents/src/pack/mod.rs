//! Assistants as data (A1): a folder with a `pack.toml`, which names agents, their prompts and tools; beside it
//! `routes.toml`, `synonyms.toml`, `knowledge/`, `catalog/` and `evals/`.

mod assistant;
mod belonging;
mod evals;
mod faults;
mod file;
mod flags;
mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conserje_guard::{Guard, Policy};
use conserje_kernel::Language;
use conserje_llm::Tier;
use conserje_tools::{EgressSettings, HttpToolSpec};
use toml::Spanned;

use crate::catalogue::{Agent, Approvals, Persona, Screen};
use crate::machine::Limits;
use crate::routing::{Router, RoutesFile};
use crate::urgency::RedFlags;
use crate::voice::Voice;
pub use assistant::Assistant;
pub use evals::{AnswerEval, Evals, RouteEval, UrgencyEval};
pub use faults::{Fault, PackError};
use file::{AgentFile, ApprovalsFile, PackFile, SynonymsFile};
pub use form::{AgentForm, AssistantForm, PackFiles, VoiceForm, field_at, field_of_file};

/// What a folder holds.
#[derive(Debug)]
pub struct Pack {
    pub name: String,
    pub version: String,
    pub description: String,
    pub languages: Vec<Language>,
    /// The trade it is for: dental, restaurant, …
    pub vertical: Option<String>,
    /// Who stands in for whom, by the trade of the business.
    pub variants: BTreeMap<String, BTreeMap<String, String>>,
    /// How it is shown, and whom it is for.
    pub assistant: Assistant,
    /// The first answers whatever nobody else does. Never empty.
    pub agents: Vec<Agent>,
    pub router: Router,
    /// How urgent messages are, if it has a folder `urgency`.
    pub red_flags: Option<Arc<RedFlags>>,
    pub synonyms: BTreeMap<String, Vec<String>>,
    /// How much what is found in a collection counts.
    pub collections: BTreeMap<String, f32>,
    pub tools: Vec<HttpToolSpec>,
    /// Where its tools may connect to.
    pub egress: EgressSettings,
    /// The `[central]` table, for the tools that reach a Business Central.
    pub central: Option<toml::Table>,
    pub folder: PathBuf,
    /// Names of the files below `knowledge`.
    documents: BTreeSet<String>,
    /// What its agents name and only somebody else can know, with the fault that it is if there is no such thing.
    named: Named,
}

#[derive(Clone, Debug, Default)]
struct Named {
    tools: Vec<(String, Fault)>,
    dialogues: Vec<(String, Fault)>,
}

impl Pack {
    pub fn read(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join("pack.toml");
        let text = text(&path)?;
        let file: PackFile = parse(&path, &text)?;
        let mut reading =
            Reading { folder, path: &path, text: &text, faults: Vec::new(), named: Named::default() };
        let voice = reading.voice(file.voice);
        let persona = Persona { instructions: file.instructions, voice, ..Persona::default() };
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
        let faults = file.assistant.as_ref().map(assistant::AssistantFile::faults).unwrap_or_default();
        for (at, problem) in faults {
            reading.fault(at, problem);
        }
        let assistant =
            assistant::assistant(file.assistant, (file.name.as_ref(), &file.description), file.guests);
        let variants = reading.variants(file.variants, &agents);
        let collections = reading.weights(file.collections);
        let router = reading.router(&agents);
        let red_flags = reading.red_flags(router.as_ref());
        let synonyms = reading.synonyms();
        let Reading { faults, named, .. } = reading;
        match router {
            Some(router) if faults.is_empty() => Ok(Self {
                name: file.name.into_inner(),
                version: file.version,
                description: file.description,
                languages: file.languages,
                vertical: file.vertical,
                variants,
                assistant,
                agents,
                router,
                red_flags,
                synonyms,
                collections,
                tools: file.tools,
                egress: file.egress,
                central: file.central,
                documents: names_below(&folder.join("knowledge")),
                folder: folder.to_owned(),
                named,
            }),
            _ => Err(PackError { faults }),
        }
    }

    /// Learns from its examples now instead of with the first message.
    pub fn learn(&self) {
        self.router.learn();
        if let Some(flags) = &self.red_flags {
            flags.learn();
        }
    }

    /// Faults that only who knows every tool can see.
    pub fn unknown_tools(&self, known: &BTreeSet<&str>) -> Vec<Fault> {
        // Which servers a tenant lists, and which of their tools, is not known here.
        let is_of_a_server = |name: &str| name.contains("__");
        let listed = self.named.tools.iter();
        let missing = listed.filter(|(tool, _)| !known.contains(tool.as_str()) && !is_of_a_server(tool));
        missing.map(|(_, fault)| fault.clone()).collect()
    }

    /// Faults that only who knows every dialogue can see.
    pub fn unknown_dialogues(&self, known: &[&str]) -> Vec<Fault> {
        let missing = self.named.dialogues.iter().filter(|(name, _)| !known.contains(&name.as_str()));
        missing.map(|(_, fault)| fault.clone()).collect()
    }

    /// Where its red flags are and what is said when they are met, if it brings any.
    pub fn urgency(&self) -> Option<PathBuf> {
        let folder = self.folder.join("urgency");
        folder.is_dir().then_some(folder)
    }

    /// Where its documents are, if it brings any.
    pub fn knowledge(&self) -> Option<PathBuf> {
        let folder = self.folder.join("knowledge");
        folder.is_dir().then_some(folder)
    }

    /// Whether a document of this name came with it and has a subject of its own. What a pack brings to be asked about as
    /// if somebody had uploaded it is nobody's.
    pub fn brought(&self, file_name: &str) -> bool {
        !self.assistant.reads_documents && self.documents.contains(file_name)
    }

    /// Whether it answers in the place of another, because it is called like that one or has agents of the same names: a
    /// copy stands in for what it was copied from.
    pub fn stands_for(&self, other: &Self) -> bool {
        let has = |agent: &Agent| self.agents.iter().any(|own| own.name == agent.name);
        self.name == other.name || other.agents.iter().any(has)
    }

    pub(crate) fn brings_documents(&self) -> bool {
        !self.documents.is_empty()
    }

    /// The documents of those whom it stands for are its subject, too.
    pub fn take_over(&mut self, other: &Self) {
        self.documents.extend(other.documents.iter().cloned());
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

/// Of all files, however deep; a folder that is not there has none.
fn names_below(folder: &Path) -> BTreeSet<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeSet::new() };
    let of = |path: PathBuf| {
        if path.is_dir() {
            return names_below(&path);
        }
        path.file_name().map(|name| name.to_string_lossy().into_owned()).into_iter().collect()
    };
    entries.flatten().flat_map(|entry| of(entry.path())).collect()
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

/// A file of a pack that stands by itself.
pub(crate) fn parse_file<T: for<'de> serde::Deserialize<'de>>(path: &Path) -> Result<T, Fault> {
    parse(path, &text(path)?)
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
    named: Named,
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

    fn voice(&mut self, written: Option<Spanned<Voice>>) -> Option<Arc<Voice>> {
        let written = written?;
        if let Some(problem) = written.as_ref().problem() {
            self.fault(written.span().start, problem);
        }
        Some(Arc::new(written.into_inner()))
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
            let fault = Fault::at(self.path, self.text, tool.span().start, problem);
            self.named.tools.push((tool.as_ref().clone(), fault));
        }
        if let Some(dialogue) = &file.dialogue {
            let problem = format!(
                "the agent `{}` follows the dialogue `{}`, which there is not",
                file.name.as_ref(),
                dialogue.as_ref()
            );
            let fault = Fault::at(self.path, self.text, dialogue.span().start, problem);
            self.named.dialogues.push((dialogue.as_ref().clone(), fault));
        }
        let usual = Limits::default();
        if let Some(handoffs) = file.handoffs.as_ref().filter(|handoffs| *handoffs.as_ref() > usual.handoffs)
        {
            let problem = format!("a turn is handed over at most {} times", usual.handoffs);
            self.fault(handoffs.span().start, problem);
        }
        Some(Agent {
            name: file.name.into_inner(),
            pack: pack.to_owned(),
            description: file.description,
            title: file.title,
            reads_documents: file.reads_documents,
            prompt,
            persona: persona.clone(),
            guard: guard.clone(),
            tools: file.tools.into_iter().map(Spanned::into_inner).collect(),
            dialogue: file.dialogue.map(Spanned::into_inner),
            tier: file.tier.unwrap_or(Tier::Balanced),
            limits: Limits {
                steps: file.steps.unwrap_or(usual.steps),
                iterations: file.iterations.unwrap_or(usual.iterations).max(1),
                handoffs: file.handoffs.map_or(usual.handoffs, Spanned::into_inner),
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

    fn variants(
        &mut self,
        written: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
        agents: &[Agent],
    ) -> BTreeMap<String, BTreeMap<String, String>> {
        for named in written.values() {
            for (agent, variant) in named {
                for name in [agent, variant] {
                    if !agents.iter().any(|known| &known.name == name.as_ref()) {
                        let problem = format!("there is no agent `{}` in this pack", name.as_ref());
                        self.fault(name.span().start, problem);
                    }
                }
                // One step, so that everybody sees who it will be.
                if named.contains_key(variant) {
                    let problem = format!(
                        "`{0}` stands in for `{1}`, but somebody stands in for `{0}`; name that one",
                        variant.as_ref(),
                        agent.as_ref()
                    );
                    self.fault(variant.span().start, problem);
                }
            }
        }
        let plain =
            |(agent, variant): (Spanned<String>, Spanned<String>)| (agent.into_inner(), variant.into_inner());
        written
            .into_iter()
            .map(|(vertical, named)| (vertical, named.into_iter().map(plain).collect()))
            .collect()
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
        for name in leads.chain(&file.attachments).chain(&file.urgent).chain(file.replies.values()) {
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
            Ok(router) if router.wants_lessons() => {
                Some(router.with_lessons(evals::lessons(self.folder, &mut self.faults)))
            }
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
