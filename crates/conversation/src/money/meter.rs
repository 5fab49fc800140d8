//! Every call of a model as a row: who it was for, what it used, what it cost.

use std::time::Duration;

use conserje_kernel::{ApiKeyId, ModelCallId, SessionId, TraceId, TurnId, UserId};
use conserje_llm::{Attempt, AttemptOutcome};
use conserje_store::model_calls::ModelCall;

/// On whose behalf a model was called.
#[derive(Clone, Debug)]
pub(crate) struct By {
    pub(crate) user: UserId,
    pub(crate) key: Option<ApiKeyId>,
    pub(crate) session: Option<SessionId>,
    pub(crate) turn: Option<TurnId>,
    pub(crate) trace: TraceId,
    pub(crate) agent: Option<String>,
}

pub(crate) fn row(by: &By, attempt: &Attempt) -> ModelCall {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    let usage = &attempt.usage;
    ModelCall {
        id: ModelCallId::generate(),
        user: Some(by.user),
        key: by.key,
        session: by.session,
        turn: by.turn,
        trace: by.trace,
        agent: by.agent.clone(),
        model: attempt.model.clone(),
        outcome: match attempt.outcome {
            AttemptOutcome::Succeeded => "succeeded".to_owned(),
            AttemptOutcome::Remembered => "cached".to_owned(),
            AttemptOutcome::Failed(trouble) => trouble.name().to_owned(),
        },
        input_tokens: whole(usage.input),
        output_tokens: whole(usage.output),
        thinking_tokens: whole(usage.thinking),
        cached_tokens: whole(usage.cached),
        cache_written_tokens: whole(usage.cache_written),
        cost_micros: whole(attempt.cost_micros),
        latency_micros: micros(attempt.latency),
        first_token_micros: attempt.first_token.map(micros),
    }
}
