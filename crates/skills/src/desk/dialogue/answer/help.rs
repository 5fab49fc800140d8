//! The call for a person, as the tool for it takes it.

use serde_json::{Value, json};

/// Who answers what cannot wait.
pub(crate) const URGENT_CARE: &str = "urgent_care";

/// How fast somebody must look.
#[derive(Clone, Copy)]
pub(crate) enum Haste {
    Now,
    Soon,
    Usual,
}

pub(crate) fn call_for_help(reason: &str, haste: Haste, summary: &str) -> Value {
    let urgency = match haste {
        Haste::Now => "critical",
        Haste::Soon => "high",
        Haste::Usual => "normal",
    };
    json!({"reason": reason, "urgency": urgency, "summary": summary})
}
