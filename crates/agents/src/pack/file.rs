//! `pack.toml` and its neighbours, as they are written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use conserje_guard::Policy;
use conserje_kernel::{Bilingual, Language};
use conserje_llm::Tier;
use conserje_tools::{EgressSettings, HttpToolSpec};
use serde::Deserialize;
use toml::Spanned;

use super::assistant::AssistantFile;
use crate::instructions::InstructionSet;
use crate::voice::Voice;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackFile {
    pub(super) name: Spanned<String>,
    #[serde(default = "first_version")]
    pub(super) version: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default = "both")]
    pub(super) languages: Vec<Language>,
    pub(super) vertical: Option<String>,
    /// Who stands in for whom, by the trade of the business.
    #[serde(default)]
    pub(super) variants: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
    /// Whether people from outside are served by it, too; `serves` of `[assistant]` says it better.
    #[serde(default)]
    pub(super) guests: bool,
    /// How it is shown, and whom it is for.
    pub(super) assistant: Option<AssistantFile>,
    /// How its assistants speak, unless a tenant says otherwise.
    pub(super) instructions: Option<InstructionSet>,
    /// How the business sounds.
    pub(super) voice: Option<Spanned<Voice>>,
    /// How much what is found in a collection counts.
    #[serde(default)]
    pub(super) collections: BTreeMap<String, Spanned<f32>>,
    #[serde(default)]
    pub(super) agents: Vec<AgentFile>,
    #[serde(default)]
    pub(super) tools: Vec<HttpToolSpec>,
    #[serde(default)]
    pub(super) egress: EgressSettings,
    /// What is screened, and how; strict if it says nothing.
    pub(super) guard: Option<Spanned<Policy>>,
    /// A Business Central to read and, with approval, to write to. Read by whoever makes its tools.
    pub(super) central: Option<toml::Table>,
}

fn first_version() -> String {
    "0.1.0".to_owned()
}

fn both() -> Vec<Language> {
    vec![Language::Es, Language::En]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AgentFile {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) description: String,
    /// What it does, as people read it beside the assistant's own title.
    pub(super) title: Option<Bilingual>,
    /// It answers from whatever the tenant gave us, which another assistant may do better.
    #[serde(default)]
    pub(super) reads_documents: bool,
    /// The text itself, or `prompt_file` beside `pack.toml`.
    pub(super) prompt: Option<String>,
    pub(super) prompt_file: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub(super) tools: Vec<Spanned<String>>,
    /// Who says what comes next where no language model answers.
    pub(super) dialogue: Option<Spanned<String>>,
    pub(super) tier: Option<Tier>,
    pub(super) approvals: Option<ApprovalsFile>,
    pub(super) thinking_budget: Option<u32>,
    pub(super) steps: Option<u32>,
    pub(super) iterations: Option<u32>,
    pub(super) handoffs: Option<Spanned<u32>>,
    pub(super) tokens: Option<u64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ApprovalsFile {
    Write,
    Dangerous,
    Never,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SynonymsFile {
    #[serde(default)]
    pub(super) synonyms: Vec<SynonymFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SynonymFile {
    pub(super) term: Spanned<String>,
    pub(super) means: Vec<String>,
}
