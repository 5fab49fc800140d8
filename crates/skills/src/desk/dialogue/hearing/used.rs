//! Tools that were used, and what they answered.

use serde_json::Value;

pub(crate) const CHECK_URGENCY: &str = "check_dental_urgency";
pub(crate) const ESCALATE: &str = "escalate_to_human";
pub(crate) const SEARCH: &str = "search_knowledge_base";

/// A tool that was used in this turn.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) name: String,
    pub(crate) args: Value,
    pub(crate) result: Value,
    pub(crate) success: bool,
}
