//! Assistants of a tenant's own, in the management API.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{McpToolRisk, PackInstructions};

/// An assistant that the tenant made itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAssistantReply {
    pub name: String,
    pub title: String,
    pub description: String,
    /// A sign or two, such as an emoji; empty if it has none.
    pub picture: String,
    /// What answers.
    pub live: Option<AssistantLiveReply>,
    /// What somebody works on.
    pub draft: Option<AssistantDraftReply>,
    pub enabled: bool,
    /// Assistants for every tenant in whose place it answers, because it has their agents.
    pub replaces: Vec<String>,
    /// Why what is live does not answer.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantLiveReply {
    pub version: i64,
    /// Nobody, if the machine's operator did it.
    pub made_by: Option<String>,
    pub made_at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantDraftReply {
    pub revision: i64,
    /// Nobody, if the machine's operator did it.
    pub made_by: Option<String>,
    pub made_at: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAssistantsReply {
    pub items: Vec<OwnAssistantReply>,
    pub next_cursor: Option<String>,
}

/// One with its files: of the draft if there is one, else of what is live.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAssistantDetailReply {
    #[serde(flatten)]
    pub assistant: OwnAssistantReply,
    /// By their paths: `pack.toml`, `routes.toml`, and what is below `prompts/`, `evals/` and `urgency/`.
    pub files: BTreeMap<String, String>,
    /// None if `pack.toml` is no TOML.
    pub form: Option<AssistantFormWire>,
    /// What must be mended before it can go live.
    pub faults: Vec<AssistantFaultReply>,
    /// What is not wrong, and yet worth a look.
    pub warnings: Vec<AssistantFaultReply>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantFaultReply {
    pub file: String,
    pub line: Option<usize>,
    /// Of the form: `title`, `agents.0.tools`.
    pub field: Option<String>,
    pub problem: String,
}

/// Either a copy of another, or a new one from what is said of it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateAssistantRequest {
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9][a-z0-9_-]*$")]
    pub name: String,
    /// The assistant that it begins as a copy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<AboutAssistant>,
}

/// What a business says of the assistant it wants.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "what a form asks, each by itself")]
pub struct AboutAssistant {
    #[schema(min_length = 1, max_length = 2000)]
    pub title: String,
    #[schema(min_length = 1, max_length = 2000)]
    pub business: String,
    #[schema(min_length = 1, max_length = 2000)]
    pub does: String,
    #[schema(min_items = 1)]
    pub serves: Vec<ServesWire>,
    pub language: LanguageWire,
    pub tone: ToneWire,
    #[serde(default)]
    pub examples: Vec<String>,
    #[serde(default)]
    pub uses_documents: bool,
    #[serde(default)]
    pub makes_appointments: bool,
    #[serde(default)]
    pub takes_orders: bool,
    #[serde(default)]
    pub escalates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ServesWire {
    Members,
    Guests,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LanguageWire {
    Es,
    En,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToneWire {
    Professional,
    WarmProfessional,
    Casual,
    VeryFormal,
}

/// What a draft is to be: all its files, or the form of it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveDraftRequest {
    /// The revision that it was made from; 0 if there is no draft.
    pub after: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<AssistantFormWire>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GoLiveRequest {
    /// The draft that was checked.
    pub revision: i64,
    /// What was changed, for whoever looks at the versions.
    #[serde(default)]
    #[schema(max_length = 300)]
    pub note: String,
}

/// `pack.toml` and its prompts, as fields. What is no form's stays in the files as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AssistantFormWire {
    pub title: BilingualWire,
    pub description: BilingualWire,
    pub picture: String,
    /// `members`, `guests`.
    pub serves: Vec<String>,
    pub examples: BilingualListWire,
    pub needs_business: bool,
    pub reads_documents: bool,
    pub instructions: Option<PackInstructions>,
    pub voice: Option<VoiceWire>,
    /// The `[guard]` table: docs/guides/packs.md.
    #[schema(value_type = Option<Object>)]
    pub guard: Option<Map<String, Value>>,
    /// How much what is found in a collection counts.
    pub collections: BTreeMap<String, f64>,
    pub agents: Vec<AgentFormWire>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BilingualWire {
    pub es: String,
    pub en: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BilingualListWire {
    pub es: Vec<String>,
    pub en: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AgentFormWire {
    pub name: String,
    pub title: Option<BilingualWire>,
    pub description: String,
    pub prompt: String,
    pub tools: Vec<String>,
    /// `fast`, `balanced` or `premium`.
    pub tier: Option<String>,
    /// From which risk on a person is asked: `write`, `dangerous` or `never`.
    pub approvals: Option<String>,
    pub reads_documents: bool,
    pub dialogue: Option<String>,
    pub steps: Option<u32>,
    pub iterations: Option<u32>,
    pub handoffs: Option<u32>,
    pub tokens: Option<u64>,
    pub thinking_budget: Option<u32>,
}

/// How the business sounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct VoiceWire {
    pub tone: Vec<String>,
    /// Whom it speaks to.
    pub audience: String,
    pub words_to_use: Vec<String>,
    pub words_to_avoid: Vec<String>,
    pub dos: Vec<String>,
    pub donts: Vec<String>,
    /// Sentences as the business writes them.
    pub samples: Vec<String>,
    /// How people are addressed in Spanish: `tu` or `usted`; left out, as the tenant's settings say.
    pub formality: Option<FormalityWire>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormalityWire {
    Tu,
    Usted,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LookAtVoiceRequest {
    pub voice: VoiceWire,
    /// Something to hold against it.
    #[serde(default)]
    #[schema(max_length = 20000)]
    pub text: String,
}

/// What a model is told of a voice, and what a text breaks of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoiceReply {
    pub told: String,
    pub tokens: u64,
    /// Not all of it is told: it would be too long.
    pub cut: bool,
    pub findings: Vec<VoiceFindingReply>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoiceFindingReply {
    pub kind: VoiceFindingKind,
    /// As it stands in the text.
    pub found: String,
    /// The character it begins at.
    pub at: usize,
    pub advice: String,
}

/// What of a voice a text breaks: a word to avoid, the form of address, a sentence too long to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoiceFindingKind {
    Avoided,
    Formality,
    Length,
}

/// What an assistant got right of what its `evals` hold.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantEvalsReply {
    pub routes: RouteScoreReply,
    pub answers: AnswerScoreReply,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteScoreReply {
    pub right: usize,
    pub of: usize,
    pub wrong: Vec<RouteMissedReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteMissedReply {
    pub text: String,
    /// `agent/intent`.
    pub expected: String,
    pub got: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerScoreReply {
    pub right: usize,
    pub of: usize,
    pub wrong: Vec<AnswerMissedReply>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerMissedReply {
    pub text: String,
    /// Tools that were not used, sources that were not cited, words that were not said.
    pub missing: Vec<String>,
    pub answer: String,
}

/// A version that was live, with its files.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantVersionReply {
    #[serde(flatten)]
    pub version: super::SetupVersionReply,
    pub files: BTreeMap<String, String>,
}

/// Every tool that an agent can be given.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantToolsReply {
    pub items: Vec<AssistantToolReply>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistantToolReply {
    pub name: String,
    pub title: String,
    pub description: String,
    pub risk: McpToolRisk,
}

/// A text to hold against a guard's policy: that of an assistant, one that is written down, or else the first assistant's.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TryGuardRequest {
    #[schema(min_length = 1, max_length = 20000)]
    pub text: String,
    pub place: GuardPlace,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<String>,
    /// The `[guard]` table of a pack: docs/guides/guard.md.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub policy: Option<Map<String, Value>>,
}

/// Where a text would stand: a person writes it, a document or a tool holds it, an assistant answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuardPlace {
    Message,
    Outside,
    Answer,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuardTriedReply {
    /// What goes on; none if it is refused.
    pub text: Option<String>,
    pub refused: bool,
    pub findings: Vec<GuardFoundReply>,
}

/// What a finding of the guard is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuardFoundKind {
    Pii,
    HiddenCharacters,
    InstructionOverride,
    RolePlay,
    Jailbreak,
    PromptExtraction,
    DelimiterForging,
    EncodedPayload,
    ToolAbuse,
    Exfiltration,
    BlockedPhrase,
    Link,
    Html,
    PromptLeak,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuardFoundReply {
    /// A type of personal data (`dni`), or the id of a rule (`override-es-1`).
    pub rule: String,
    pub kind: GuardFoundKind,
    /// `allow`, `modify`, `flag` or `block`.
    pub verdict: String,
    /// As it stands in the text, where it is in one place.
    pub found: Option<String>,
}
