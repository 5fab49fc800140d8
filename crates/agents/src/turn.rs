//! One turn: ask the model, say what happened.

use std::time::{Duration, Instant};

use conserje_guard::Screened;
use conserje_llm::{Model, ModelError, Request, Said, Speaker, StopReason, TokenUsage};
use tokio_util::sync::CancellationToken;

use crate::catalogue::Agent;

/// What a turn needs to begin.
pub struct Turn<'a> {
    pub agent: &'a Agent,
    pub model: &'a Model,
    /// What was said before, oldest first, without the message.
    pub history: Vec<Said>,
    pub message: &'a Screened<String>,
    pub time_limit: Duration,
    pub cancel: CancellationToken,
}

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Said { text: String, model: String, stop_reason: StopReason, usage: TokenUsage, latency: Duration },
}

#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error("the turn took longer than its limit of {seconds} s")]
    TimeLimit { seconds: u64 },
    #[error("the turn was cancelled")]
    Cancelled,
}

/// Runs a turn to its end. What it returns has happened but is not yet durable: the caller records it in
/// the transaction that ends the turn, so that no crash can leave an answer without its end.
pub async fn run_turn(turn: Turn<'_>) -> Result<Vec<Step>, TurnError> {
    let mut history = turn.history;
    history.push(Said { by: Speaker::User, text: turn.message.get().clone() });
    let request = Request { system: turn.agent.prompt.clone(), history };
    let asked = Instant::now();
    let answer = tokio::select! {
        () = turn.cancel.cancelled() => return Err(TurnError::Cancelled),
        answer = tokio::time::timeout(turn.time_limit, turn.model.complete(&request)) => answer,
    };
    let answer = answer.map_err(|_| TurnError::TimeLimit { seconds: turn.time_limit.as_secs() })??;
    Ok(vec![Step::Said {
        text: answer.text,
        model: turn.model.name().to_owned(),
        stop_reason: answer.stop_reason,
        usage: answer.usage,
        latency: asked.elapsed(),
    }])
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
