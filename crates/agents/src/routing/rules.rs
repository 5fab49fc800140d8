//! `routes.toml`: the rules of a pack, as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// What a pack says about who answers what.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoutesFile {
    /// Phrases that mean the same kind of thing, for slots: `{law:laws}` is any of the list `laws`.
    #[serde(default)]
    pub lists: BTreeMap<String, Vec<Spanned<String>>>,
    /// `/bc`: typed at the start of a message.
    #[serde(default)]
    pub commands: BTreeMap<String, CommandFile>,
    /// Who answers a message that comes with documents and meets no rule.
    pub attachments: Option<Spanned<String>>,
    /// Who answers what the pack's red flags find urgent, before any rule is looked at.
    pub urgent: Option<Spanned<String>>,
    /// Whether a message that meets no rule goes on with who answered last in its session.
    #[serde(default)]
    pub stays: bool,
    /// Who goes on when somebody answers what the business said unasked, by what that was about: `reminder`.
    #[serde(default)]
    pub replies: BTreeMap<String, Spanned<String>>,
    /// Whether a model may be asked who is to answer, when rules leave it open.
    #[serde(default)]
    pub ask_model: bool,
    /// Rules below this priority are weighed with what examples say (`evals/routes-seen.jsonl`); none, if it is missing.
    pub learn_below: Option<i32>,
    /// What a message is about that meets no rule.
    pub default: Option<FallbackFile>,
    #[serde(default)]
    pub routes: Vec<RouteFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandFile {
    pub agent: Spanned<String>,
    #[serde(default)]
    pub intent: Option<String>,
    #[serde(default)]
    pub tool: Option<Spanned<String>>,
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteFile {
    /// What the rule is called in traces; by its intent and place if it has no name.
    pub name: Option<String>,
    pub agent: Spanned<String>,
    pub intent: String,
    /// The highest that fires decides, however sure others are.
    #[serde(default)]
    pub priority: i32,
    /// One of these phrases makes it fire.
    pub any: Vec<Spanned<String>>,
    /// All of these must be there, too.
    #[serde(default)]
    pub all: Vec<Spanned<String>>,
    /// With one of these it does not fire.
    #[serde(default)]
    pub not: Vec<Spanned<String>>,
    /// It fires only in messages of at most so many words: a greeting before a question is not what it is about.
    pub most_words: Option<usize>,
    /// The tool that answers it, and with what: `{slot}` of the phrase, or `{question}`.
    pub tool: Option<Spanned<String>>,
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackFile {
    pub intent: String,
    #[serde(default)]
    pub tool: Option<Spanned<String>>,
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
}
