//! What an answer means.

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use super::build::Plan;
use crate::tool::{Outcome, Status};

/// So much of an error's text is shown, in characters.
const SHOWN: usize = 500;

pub(super) struct Answered {
    pub(super) status: StatusCode,
    pub(super) is_json: bool,
    pub(super) body: Vec<u8>,
    pub(super) cut: bool,
}

pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.ends_with("/json") || kind.ends_with("+json")
}

impl Answered {
    /// The outcome, or why none is certain. `again`: an earlier attempt may have had its effect.
    pub(super) fn outcome(self, plan: &Plan, again: bool) -> Result<Outcome, String> {
        let code = self.status.as_u16();
        if self.status.is_success() {
            return Ok(self.succeeded(plan));
        }
        let text = String::from_utf8_lossy(&self.body);
        let text = if self.cut { plan.without_cut_secrets(&text) } else { plan.without_secrets(&text) };
        let shown: String = text.trim().chars().take(SHOWN).collect();
        let problem = match shown.as_str() {
            "" => format!("The service answered with HTTP {code}."),
            shown => format!("The service answered with HTTP {code}: {shown}"),
        };
        let certain = match code {
            // Not taken up. A redirect of another kind is what some send when they are done.
            304 | 307 | 308 => !again,
            // After an attempt without an answer these only say that the time is not right.
            408 | 409 | 425 | 429 => !again,
            400..=499 => true,
            _ => false,
        };
        if certain { Ok(Outcome::failed(problem)) } else { Err(problem) }
    }

    fn succeeded(self, plan: &Plan) -> Outcome {
        let code = self.status.as_u16();
        if self.body.is_empty() {
            let text = format!("Done: HTTP {code}, without content.");
            return Outcome { status: Status::Succeeded, result: Value::Null, text };
        }
        if self.is_json
            && !self.cut
            && let Ok(mut value) = serde_json::from_slice(&self.body)
        {
            clean(&mut value, plan);
            return Outcome::succeeded(value);
        }
        let text = String::from_utf8_lossy(&self.body);
        let text = if self.cut {
            let size = self.body.len();
            format!("{}\n[cut: the first {size} bytes; there was more]", plan.without_cut_secrets(&text))
        } else {
            plan.without_secrets(&text)
        };
        Outcome::succeeded(Value::String(text))
    }
}

/// JSON may write a secret in other signs than it has: hence after reading it.
fn clean(value: &mut Value, plan: &Plan) {
    match value {
        Value::String(text) => *text = plan.without_secrets(text),
        Value::Array(items) => items.iter_mut().for_each(|item| clean(item, plan)),
        Value::Object(fields) => {
            let cleaned = std::mem::take(fields).into_iter().map(|(name, mut field)| {
                clean(&mut field, plan);
                (plan.without_secrets(&name), field)
            });
            *fields = cleaned.collect();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
