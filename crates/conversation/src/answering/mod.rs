//! Who answers, and with what: assistants, who had the conversation, dialogues, models behind the guard, answers given before.

pub(crate) mod answer_cache;
pub(crate) mod ask;
pub(crate) mod assistants;
pub(crate) mod by_rule;
mod choices;
pub(crate) mod complete;
pub(crate) mod facts;
pub(crate) mod guarded;
pub(crate) mod heard;
pub(crate) mod rerank;
pub(crate) mod reuse;
pub(crate) mod route_by_model;
pub(crate) mod sources;
pub(crate) mod sticky;
