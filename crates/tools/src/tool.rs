//! A tool: what it is, and how it is called.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use conserje_kernel::{Bilingual, Language, Scope, SessionId, TurnId};
use conserje_llm::ToolSpec;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::key::IdempotencyKey;

/// What a call may do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nothing: it may run beside others, and again after a crash.
    Read,
    /// Changes something that can be changed back.
    Write,
    /// Changes something that cannot.
    Dangerous,
}

impl Risk {
    pub fn has_effects(self) -> bool {
        self != Self::Read
    }
}

/// What there is to know about a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolInfo {
    pub name: String,
    /// What it does, in words for people, "buscar huecos libres"; without it they read the name.
    pub title: Option<Bilingual>,
    /// For models.
    pub description: String,
    /// A JSON Schema of type object.
    pub parameters: Value,
    pub risk: Risk,
    pub time_limit: Duration,
    /// Whether a second call with the same key does nothing a second time. Only such a call is sent
    /// again after a crash.
    pub honours_keys: bool,
    /// Whether nobody approves it, whatever the risk: it does no more than ask a person.
    pub needs_no_approval: bool,
    /// Whether what it answers was written by somebody who is neither the user nor us.
    pub is_from_outside: bool,
}

impl ToolInfo {
    /// A tool that only looks.
    pub fn read(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            parameters,
            risk: Risk::Read,
            time_limit: Duration::from_secs(30),
            honours_keys: true,
            needs_no_approval: false,
            is_from_outside: false,
        }
    }

    pub fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.clone(),
            description: self.description.clone(),
            parameters: self.parameters.clone(),
        }
    }
}

/// One use of a tool. Its arguments have passed the tool's schema.
#[derive(Clone, Debug)]
pub struct Call {
    pub scope: Scope,
    pub session: SessionId,
    pub turn: TurnId,
    pub tool_use_id: String,
    pub args: Value,
    /// What a tool that writes sentences for the model writes them in.
    pub language: Language,
    /// The user's own words of this turn.
    pub question: Arc<str>,
    /// The same for every attempt at this call, and for no other call.
    pub key: IdempotencyKey,
    /// A process died on it: it may have had its effect already, whatever becomes of this attempt.
    pub is_repeated: bool,
    /// How much what is found in a collection counts for whoever calls, by its name; elsewhere as the tenant says.
    pub weights: Arc<BTreeMap<String, f32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Succeeded,
    Failed,
    /// It may have happened or not; a person must look.
    Unknown,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub status: Status,
    /// For the record and for clients.
    pub result: Value,
    /// For the model.
    pub text: String,
}

impl Outcome {
    /// The model reads the result as JSON.
    pub fn succeeded(result: Value) -> Self {
        Self { status: Status::Succeeded, text: text_of(&result), result }
    }

    /// `problem` says what to do about it: the model reads it.
    pub fn failed(problem: impl Into<String>) -> Self {
        let text = problem.into();
        Self { status: Status::Failed, result: serde_json::json!({ "error": text }), text }
    }

    pub fn unknown(problem: impl Into<String>) -> Self {
        let text = problem.into();
        Self {
            status: Status::Unknown,
            result: serde_json::json!({ "status": "unknown", "error": text }),
            text,
        }
    }
}

impl Outcome {
    /// A repeated call that was not even made says nothing about the first attempt at it.
    pub(crate) fn not_made(call_is_repeated: bool, problem: impl Into<String>) -> Self {
        if call_is_repeated {
            let problem = problem.into();
            Self::unknown(format!("{problem} {NOT_KNOWN}"))
        } else {
            Self::failed(problem)
        }
    }
}

pub(crate) const NOT_KNOWN: &str = "Whether it took effect is not known; a person must look.";

/// A text result is read as it is, everything else as JSON.
fn text_of(result: &Value) -> String {
    match result {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            result.to_string()
        }
    }
}

/// Something an agent can do.
///
/// Implemented by the built-in tools, by HTTP tools that a pack declares, and by tests. A tool does not
/// validate its arguments, keep time or cap its output: the [`crate::Toolbox`] does, for all alike.
pub trait Tool: Send + Sync {
    fn info(&self) -> &ToolInfo;

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome>;
}
