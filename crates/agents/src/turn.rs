//! One turn: ask the model, record what it said.

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

/// Makes steps durable. Implemented by `conversation`, and by tests that only look.
pub trait Recorder: Send {
    type Error: Send;
    /// Returns once the steps are durable, all of them or none.
    fn record(&mut self, steps: Vec<Step>) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

#[derive(Debug, thiserror::Error)]
pub enum TurnError<R> {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error("the turn took longer than its limit of {seconds} s")]
    TimeLimit { seconds: u64 },
    #[error("the turn was cancelled")]
    Cancelled,
    #[error("what happened in the turn could not be recorded")]
    Record(R),
}

/// Runs a turn to its end. Cancelling ends it at the next step, and never between a step and its record.
pub async fn run_turn<R: Recorder>(turn: Turn<'_>, recorder: &mut R) -> Result<(), TurnError<R::Error>> {
    let mut history = turn.history;
    history.push(Said { by: Speaker::User, text: turn.message.get().clone() });
    let request = Request { system: turn.agent.prompt.clone(), history };
    let asked = Instant::now();
    let answer = tokio::select! {
        () = turn.cancel.cancelled() => return Err(TurnError::Cancelled),
        answer = tokio::time::timeout(turn.time_limit, turn.model.complete(&request)) => answer,
    };
    let answer = answer.map_err(|_| TurnError::TimeLimit { seconds: turn.time_limit.as_secs() })??;
    let said = Step::Said {
        text: answer.text,
        model: turn.model.name().to_owned(),
        stop_reason: answer.stop_reason,
        usage: answer.usage,
        latency: asked.elapsed(),
    };
    recorder.record(vec![said]).await.map_err(TurnError::Record)
}

#[cfg(test)]
#[path = "turn_tests.rs"]
mod tests;
