//! All tools, and the part of them that an agent may use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use conserje_kernel::{Language, TenantId};
use conserje_llm::{Args, ToolSpec, ToolUse};
use jsonschema::Validator;
use serde_json::Value;

use crate::arguments::{ArgumentProblem, check, is_too_deep};
use crate::tool::{Call, NOT_KNOWN, Outcome, Status, Tool, ToolInfo};

/// The longest text a model gets to read from one call.
pub(crate) const MODEL_TEXT: usize = 32 * 1024;
/// The largest result that is kept in the record.
pub(crate) const RECORDED_RESULT: usize = 256 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    #[error("there are two tools named `{name}`; rename one")]
    Twice { name: String },
    #[error("`{name}` is not a name for a tool; use 1 to 64 letters, digits, `_` or `-`")]
    Name { name: String },
    #[error("the parameters of the tool `{name}` are not a JSON Schema of type object: {problem}")]
    Schema { name: String, problem: String },
}

struct Entry {
    tool: Arc<dyn Tool>,
    schema: Validator,
}

/// Which tools a tenant may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Allowance {
    #[default]
    All,
    Only(BTreeSet<String>),
}

/// Every tool there is. Cheap to clone.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Arc<BTreeMap<String, Arc<Entry>>>,
    allowances: Arc<BTreeMap<TenantId, Allowance>>,
}

impl Registry {
    pub fn new(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Result<Self, RegistryError> {
        let mut entries = BTreeMap::new();
        for tool in tools {
            let entry = Entry { schema: compile(tool.info())?, tool };
            let name = entry.tool.info().name.clone();
            if entries.insert(name.clone(), Arc::new(entry)).is_some() {
                return Err(RegistryError::Twice { name });
            }
        }
        Ok(Self { entries: Arc::new(entries), allowances: Arc::default() })
    }

    /// With tools that not everybody has. One that cannot be used, or is called like one there is, is left out and said.
    #[must_use]
    pub fn with(&self, more: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        let mut entries = self.entries.as_ref().clone();
        for tool in more {
            let name = tool.info().name.clone();
            match compile(tool.info()) {
                Ok(schema) if !entries.contains_key(&name) => {
                    entries.insert(name, Arc::new(Entry { tool, schema }));
                }
                Ok(_) => tracing::warn!("A second tool `{name}` is left out"),
                Err(error) => tracing::warn!("A tool is left out: {error}"),
            }
        }
        Self { entries: Arc::new(entries), allowances: Arc::clone(&self.allowances) }
    }

    /// With this tool in the place of the one that is called like it. One that cannot be used is left out and said.
    #[must_use]
    pub fn replacing(&self, tool: Arc<dyn Tool>) -> Self {
        let mut entries = self.entries.as_ref().clone();
        match compile(tool.info()) {
            Ok(schema) => drop(entries.insert(tool.info().name.clone(), Arc::new(Entry { tool, schema }))),
            Err(error) => tracing::warn!("A tool is left as it was: {error}"),
        }
        Self { entries: Arc::new(entries), allowances: Arc::clone(&self.allowances) }
    }

    /// A tenant that is not named may use every tool.
    #[must_use]
    pub fn allowing(self, allowances: BTreeMap<TenantId, Allowance>) -> Self {
        Self { allowances: Arc::new(allowances), ..self }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// One of the tools, whoever may use it.
    pub fn info(&self, name: &str) -> Option<&ToolInfo> {
        self.entries.get(name).map(|entry| entry.tool.info())
    }

    /// What a tool does, in words for people. One that nobody gave a title, or that is not there any more, is called by its
    /// name in words.
    pub fn title(&self, name: &str, language: Language) -> String {
        let titles = self.entries.get(name).and_then(|entry| entry.tool.info().title.as_ref());
        titles.map_or_else(|| in_words(name), |titles| titles.of(language).clone())
    }

    /// What a tenant's agent may use: those it lists that its tenant allows. `NAME__*` lists the tools of a server.
    pub fn toolbox(&self, tenant: TenantId, listed: &[String]) -> Toolbox {
        let allowed = |name: &String| match self.allowances.get(&tenant) {
            None | Some(Allowance::All) => true,
            Some(Allowance::Only(names)) => names.contains(name),
        };
        let is_listed = |name: &String| {
            let of_server = |entry: &String| {
                entry.strip_suffix('*').is_some_and(|start| start.ends_with("__") && name.starts_with(start))
            };
            listed.iter().any(|entry| entry == name || of_server(entry))
        };
        let found = self.entries.iter().filter(|(name, _)| is_listed(name) && allowed(name));
        Toolbox { entries: found.map(|(name, entry)| (name.clone(), Arc::clone(entry))).collect() }
    }
}

/// `crm__find_customer` is "find customer": of a server's tool people need not read the server.
fn in_words(name: &str) -> String {
    let own = name.split_once("__").map_or(name, |(_, tool)| tool);
    let words: Vec<&str> = own.split(['_', '-']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

fn compile(info: &ToolInfo) -> Result<Validator, RegistryError> {
    let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
    if info.name.is_empty() || info.name.len() > 64 || !info.name.chars().all(fits) {
        return Err(RegistryError::Name { name: info.name.clone() });
    }
    let wrong = |problem: String| RegistryError::Schema { name: info.name.clone(), problem };
    if info.parameters.get("type").and_then(Value::as_str) != Some("object") {
        return Err(wrong("its `type` is not `object`".to_owned()));
    }
    jsonschema::validator_for(&info.parameters).map_err(|error| wrong(error.to_string()))
}

/// What becomes of a model's wish to use a tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    Fits {
        info: ToolInfo,
        args: Value,
    },
    /// For the model to read.
    Refused {
        problem: String,
    },
}

/// The tools of one agent in one turn.
#[derive(Clone, Default)]
pub struct Toolbox {
    entries: BTreeMap<String, Arc<Entry>>,
}

impl Toolbox {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Those of them that are wanted.
    #[must_use]
    pub fn keeping(self, is_wanted: impl Fn(&ToolInfo) -> bool) -> Self {
        let kept = self.entries.into_iter().filter(|(_, entry)| is_wanted(entry.tool.info()));
        Self { entries: kept.collect() }
    }

    /// What there is to know about each, by name.
    pub fn infos(&self) -> impl Iterator<Item = &ToolInfo> {
        self.entries.values().map(|entry| entry.tool.info())
    }

    /// As they are offered to a model.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.entries.values().map(|entry| entry.tool.info().spec()).collect()
    }

    pub fn info(&self, name: &str) -> Option<&ToolInfo> {
        self.entries.get(name).map(|entry| entry.tool.info())
    }

    /// Whether this call may be made at all. A tool that was not offered does not exist.
    pub fn judge(&self, call: &ToolUse) -> Judged {
        let refused = |problem: String| Judged::Refused { problem };
        let Some(entry) = self.entries.get(&call.name) else {
            let known: Vec<_> = self.entries.keys().map(String::as_str).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let asked: String = call.name.chars().take(64).collect();
            return refused(format!("There is no tool `{asked}`. The tools are: {known}."));
        };
        let args = match &call.args {
            // Models leave out the arguments of a tool that needs none.
            Args::Json(Value::Null) => Value::Object(serde_json::Map::new()),
            Args::Json(args) => args.clone(),
            Args::Malformed(_) => {
                return refused("The arguments are not JSON. Send them again as a JSON object.".to_owned());
            }
        };
        match check(&entry.schema, &args) {
            Ok(()) => Judged::Fits { info: entry.tool.info().clone(), args },
            Err(problem) => refused(problem.to_string()),
        }
    }

    /// Whether edited arguments fit the tool.
    pub fn check(&self, name: &str, args: &Value) -> Result<(), ArgumentProblem> {
        match self.entries.get(name) {
            Some(entry) => check(&entry.schema, args),
            None => Err(ArgumentProblem(format!("there is no tool `{name}` any more"))),
        }
    }

    /// Makes the call, within the tool's time limit and the caps on output.
    pub async fn run(&self, name: &str, call: Call) -> Outcome {
        let Some(entry) = self.entries.get(name) else {
            return Outcome::not_made(call.is_repeated, format!("There is no tool `{name}`."));
        };
        let info = entry.tool.info();
        if let Err(problem) = check(&entry.schema, &call.args) {
            return Outcome::not_made(call.is_repeated && info.risk.has_effects(), problem.to_string());
        }
        match tokio::time::timeout(info.time_limit, entry.tool.run(call)).await {
            Ok(outcome) => capped(outcome),
            Err(_) => out_of_time(info, info.time_limit),
        }
    }
}

/// A call that was given up may have had its effect all the same.
fn out_of_time(info: &ToolInfo, limit: Duration) -> Outcome {
    let problem = format!("`{}` did not answer within {} s.", info.name, limit.as_secs_f64());
    if info.risk.has_effects() {
        Outcome::unknown(format!("{problem} {NOT_KNOWN}"))
    } else {
        Outcome::failed(problem)
    }
}

fn capped(outcome: Outcome) -> Outcome {
    let Outcome { status, result, text } = outcome;
    let size = result.to_string().len();
    let result = if size > RECORDED_RESULT || is_too_deep(&result) {
        let start: String = text.chars().take(RECORDED_RESULT / 8).collect();
        serde_json::json!({"cut": true, "bytes": size, "text": start})
    } else {
        result
    };
    Outcome { status, result, text: cut(text) }
}

/// The cut is stated, so that the model does not take a part for the whole.
fn cut(text: String) -> String {
    let all = text.chars().count();
    if all <= MODEL_TEXT {
        return text;
    }
    let kept: String = text.chars().take(MODEL_TEXT).collect();
    format!("{kept}\n[cut: the first {MODEL_TEXT} of {all} characters]")
}

impl Status {
    pub fn is_success(self) -> bool {
        self == Self::Succeeded
    }
}

#[cfg(test)]
#[path = "registry_tests.rs"]
mod tests;
