//! A tool as a pack writes it down.

use std::collections::BTreeMap;

use conserje_kernel::Bilingual;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::egress::EgressError;
use crate::tool::Risk;

const LONGEST_SECONDS: u64 = 600;
const MOST_BYTES: usize = 8 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpToolSpec {
    pub name: String,
    /// What it does, in words for people.
    #[serde(default)]
    pub title: Option<Bilingual>,
    /// For models.
    pub description: String,
    /// GET, HEAD, POST, PUT, PATCH or DELETE.
    pub method: String,
    /// With `{parameter}` in its path. A value is one segment of the path, or a part of one.
    pub url: String,
    /// Values may hold `{parameter}`; without a value for it the whole entry is left out.
    #[serde(default)]
    pub query: BTreeMap<String, String>,
    /// Values may hold `secret:NAME`.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// `"json"` for all parameters that are not in the URL, or an object with `{parameter}` in its texts.
    #[serde(default)]
    pub body: Option<Value>,
    /// A JSON Schema of type object.
    #[serde(default = "no_parameters")]
    pub parameters: Value,
    pub risk: Risk,
    #[serde(default = "usual_seconds")]
    pub time_limit_seconds: u64,
    /// Whether the receiver does nothing a second time for the same `Idempotency-Key`.
    #[serde(default)]
    pub honours_idempotency_key: bool,
    /// What is longer is cut, and that is said.
    #[serde(default = "usual_bytes")]
    pub max_response_bytes: usize,
}

fn no_parameters() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

fn usual_seconds() -> u64 {
    30
}

fn usual_bytes() -> usize {
    256 * 1024
}

impl HttpToolSpec {
    pub(super) fn check_limits(&self) -> Result<(), HttpProblem> {
        if !(1..=LONGEST_SECONDS).contains(&self.time_limit_seconds) {
            return Err(HttpProblem::Limit { name: "time_limit_seconds", most: LONGEST_SECONDS });
        }
        if !(1..=MOST_BYTES).contains(&self.max_response_bytes) {
            return Err(HttpProblem::Limit { name: "max_response_bytes", most: MOST_BYTES as u64 });
        }
        Ok(())
    }
}

/// Why a declaration does not make a tool.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP tool `{tool}`: {problem}")]
pub struct HttpToolError {
    pub tool: String,
    pub problem: HttpProblem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpProblem {
    #[error("`{0}` is not a method; use GET, HEAD, POST, PUT, PATCH or DELETE")]
    Method(String),
    #[error("`{0}` is not a URL with a host; write it as `https://host/path`")]
    Url(String),
    #[error("a parameter may stand in the path of the URL only, not in `{0}`; for a query use `query`")]
    NotInPath(String),
    #[error("{0}")]
    Egress(#[from] EgressError),
    #[error("in `{place}`: {problem}")]
    Template { place: String, problem: &'static str },
    #[error("`{place}` uses `{{{name}}}`, but there is no such parameter; declare it or correct the name")]
    NoParameter { place: String, name: String },
    #[error("the parameter `{0}` is in the path and must be required")]
    Optional(String),
    #[error("the parameter `{0}` is used nowhere; use it in the url, the query or the body, or remove it")]
    NotUsed(String),
    #[error("its parameters are not a JSON Schema of type object")]
    Parameters,
    #[error("its body is neither \"json\" nor an object")]
    Body,
    #[error("a {0} request has no body; use `query`, or another method")]
    NoBody(String),
    #[error("`{0}` is not a header to set")]
    Header(String),
    #[error("the secret `{0}` is not there; set it, or correct the name")]
    NoSecret(String),
    #[error("`{name}` must be from 1 to {most}")]
    Limit { name: &'static str, most: u64 },
}
