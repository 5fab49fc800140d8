//! Why a model did not answer.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What kind of failure; decides whether it is worth another try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// No connection, or none in time.
    Unreachable,
    /// 429, or the provider's word for it.
    Busy,
    /// 5xx.
    Down,
    /// 401 or 403: the key is wrong.
    Unauthorised,
    /// Another 4xx: asking again changes nothing.
    Refused,
    /// The model does not take tools; the text protocol may do.
    NoNativeTools,
    /// More than its context window takes.
    TooLong,
    /// The provider's own filter stopped the answer.
    Filtered,
    /// It began to answer and broke off.
    CutShort,
    /// What came back cannot be read.
    Malformed,
    /// It went silent in the middle, or the whole took too long.
    Silent,
    /// Not asked: it failed too often just now.
    BreakerOpen,
    /// The person who asked stopped it.
    Cancelled,
}

impl Trouble {
    /// Whether the same request may succeed a moment later. Only before the first piece of an answer.
    pub fn is_worth_retrying(self) -> bool {
        matches!(self, Self::Unreachable | Self::Busy | Self::Down)
    }

    /// Whether it says something about the model's health, rather than about what was asked of it.
    pub fn counts_against_model(self) -> bool {
        match self {
            Self::Unreachable
            | Self::Busy
            | Self::Down
            | Self::Unauthorised
            | Self::CutShort
            | Self::Malformed
            | Self::Silent => true,
            Self::Refused
            | Self::NoNativeTools
            | Self::TooLong
            | Self::Filtered
            | Self::BreakerOpen
            | Self::Cancelled => false,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Busy => "busy",
            Self::Down => "down",
            Self::Unauthorised => "unauthorised",
            Self::Refused => "refused",
            Self::NoNativeTools => "no_native_tools",
            Self::TooLong => "too_long",
            Self::Filtered => "filtered",
            Self::CutShort => "cut_short",
            Self::Malformed => "malformed",
            Self::Silent => "silent",
            Self::BreakerOpen => "breaker_open",
            Self::Cancelled => "cancelled",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model {model} did not answer ({}): {problem}", trouble.name())]
pub struct ModelError {
    pub model: String,
    pub trouble: Trouble,
    /// In the provider's words as far as they may be shown to an operator; never holds a key.
    pub problem: String,
    /// How long the provider asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl ModelError {
    pub fn new(model: impl Into<String>, trouble: Trouble, problem: impl Into<String>) -> Self {
        Self { model: model.into(), trouble, problem: problem.into(), retry_after: None }
    }
}
