//! Which model is asked, and which one after it when it fails.
//!
//! A call goes down a chain of models. Once a caller has seen a word of an answer there is no second
//! try, of nobody: the text of two answers is never spliced.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::breaker::{BreakerState, Line, Pass};
use crate::cost::cost;
use crate::error::{ModelError, Trouble};
use crate::message::{Reply, Request, TokenUsage};
use crate::model::{Model, Piece};
use crate::tiers::{Tier, TiersSetup};

/// Who is to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The chain of this tier.
    Tier(Tier),
    /// This model (`provider/model`) and no other.
    Named(String),
    /// The built-in model that does as rules say. It needs no network and is always there.
    Rules,
}

/// What came of a call, and of every call to a model that it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    pub outcome: Result<Reply, ModelError>,
    /// One for each time that a model was really asked, in order.
    pub attempts: Vec<Attempt>,
    /// Models that were not asked, because they failed too often just now.
    pub skipped: Vec<String>,
}

/// One call to one model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub model: String,
    pub outcome: AttemptOutcome,
    /// Nothing for a call that failed: its provider does not say.
    pub usage: TokenUsage,
    pub cost_micros: u64,
    #[serde(rename = "latency_micros", with = "crate::micros")]
    pub latency: Duration,
    /// Until the first word or thought; none if there was none.
    #[serde(rename = "first_token_micros", with = "crate::micros::optional")]
    pub first_token: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    Succeeded,
    /// Nobody was asked: it had been answered before.
    Remembered,
    Failed(Trouble),
}

/// How often the same model is asked again.
const RETRIES: u32 = 2;
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// Rather than wait longer than this, the next model of the chain is asked.
const LONG_WAIT: Duration = Duration::from_secs(10);
/// Silence after less than this says more about the deadline than about the model.
const FAIR_CHANCE: Duration = Duration::from_secs(5);

/// All models that can be asked. Cheap to clone; clones share their breakers.
#[derive(Clone, Debug)]
pub struct Models(Arc<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    chains: BTreeMap<Tier, Vec<Arc<str>>>,
    by_name: BTreeMap<Arc<str>, Entry>,
    rules: Entry,
}

#[derive(Clone, Debug)]
struct Entry {
    model: Model,
    line: Line,
}

impl Models {
    /// Each chain from its primary to its emergency model. A model that is in several chains has one
    /// breaker.
    pub fn new(chains: BTreeMap<Tier, Vec<Model>>) -> Self {
        let mut by_name = BTreeMap::new();
        let mut named = BTreeMap::new();
        for (tier, chain) in chains {
            let names = chain.iter().map(|model| model.name.clone()).collect();
            named.insert(tier, names);
            add(&mut by_name, chain);
        }
        let rules = Entry { model: Model::extractive(), line: Line::new() };
        Self(Arc::new(Inner { chains: named, by_name, rules }))
    }

    /// Models that are in no chain and can be asked by their name.
    #[must_use]
    pub fn and_named(self, models: impl IntoIterator<Item = Model>) -> Self {
        let mut inner = Arc::unwrap_or_clone(self.0);
        add(&mut inner.by_name, models);
        Self(Arc::new(inner))
    }

    /// With these models before those that are there: a name that both have is theirs. If `tiers` name any model, the chains
    /// are theirs as well, and a tier without one of its own uses its neighbour's.
    #[must_use]
    pub fn over(&self, models: impl IntoIterator<Item = Model>, tiers: &TiersSetup) -> Self {
        let mut own = BTreeMap::new();
        add(&mut own, models);
        let mut inner = (*self.0).clone();
        inner.by_name.extend(own);
        let all = [Tier::Balanced, Tier::Fast, Tier::Premium];
        let any = all.iter().map(|tier| tiers.of(*tier)).find(|names| !names.is_empty());
        for tier in any.into_iter().flat_map(|_| all) {
            let names = if tiers.of(tier).is_empty() { any.unwrap_or_default() } else { tiers.of(tier) };
            let chain: Vec<Arc<str>> = names
                .iter()
                .filter(|name| inner.by_name.contains_key(name.as_str()))
                .map(|name| name.as_str().into())
                .collect();
            if !chain.is_empty() {
                inner.chains.insert(tier, chain);
            }
        }
        Self(Arc::new(inner))
    }

    pub fn named(&self, name: &str) -> Option<&Model> {
        self.0.by_name.get(name).map(|entry| &entry.model)
    }

    /// Every model that can be asked by its name, by name.
    pub fn all(&self) -> impl Iterator<Item = &Model> {
        self.0.by_name.values().map(|entry| &entry.model)
    }

    /// The models that such a call would ask, in this order.
    pub fn chain(&self, choice: &Choice) -> Vec<&Model> {
        self.entries(choice).into_iter().map(|entry| &entry.model).collect()
    }

    /// How each breaker stands, by the name of its model.
    pub fn breakers(&self) -> Vec<BreakerState> {
        self.0.by_name.iter().map(|(name, entry)| entry.line.look(name)).collect()
    }

    fn entries(&self, choice: &Choice) -> Vec<&Entry> {
        let by_name = &self.0.by_name;
        match choice {
            Choice::Named(name) => by_name.get(name.as_str()).into_iter().collect(),
            Choice::Rules => vec![&self.0.rules],
            Choice::Tier(tier) => {
                let names = self.0.chains.get(tier).into_iter().flatten();
                names.filter_map(|name| by_name.get(name)).collect()
            }
        }
    }

    /// Asks until somebody answers or it makes no sense any more. `on_piece` gets words and thoughts as
    /// they come; the whole reply is in the outcome.
    pub async fn call(
        &self,
        choice: &Choice,
        request: &Request,
        deadline: Instant,
        on_piece: &mut (dyn FnMut(&Piece) + Send),
    ) -> Called {
        let mut run = Run { request, deadline, on_piece, begun: false, attempts: vec![], skipped: vec![] };
        let outcome = run.down_the_chain(choice, &self.entries(choice)).await;
        Called { outcome, attempts: run.attempts, skipped: run.skipped }
    }
}

fn add(by_name: &mut BTreeMap<Arc<str>, Entry>, models: impl IntoIterator<Item = Model>) {
    for model in models {
        by_name.entry(model.name.clone()).or_insert_with(|| Entry { model, line: Line::new() });
    }
}

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    SameModel,
    NextModel,
    /// Tell the caller.
    Stop,
}

/// `begun` is whether the caller has seen a part of an answer.
fn step(trouble: Trouble, begun: bool) -> Step {
    if begun {
        return Step::Stop;
    }
    match trouble {
        Trouble::Unreachable | Trouble::Busy | Trouble::Down => Step::SameModel,
        Trouble::Unauthorised
        | Trouble::Refused
        | Trouble::CutShort
        | Trouble::Malformed
        | Trouble::Silent
        | Trouble::BreakerOpen => Step::NextModel,
        // The caller asks differently; what one filter stopped is not carried to another provider.
        Trouble::NoNativeTools | Trouble::TooLong | Trouble::Filtered | Trouble::Cancelled => Step::Stop,
    }
}

/// How long to wait before the next try; `luck` is between 0 and 1 and keeps callers from coming back
/// all at once.
pub(crate) fn wait_for(retry: u32, retry_after: Option<Duration>, luck: f64) -> Duration {
    let most = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(retry));
    let jittered = most.mul_f64(0.5 + luck.clamp(0.0, 1.0) / 2.0);
    retry_after.unwrap_or_default().saturating_add(jittered)
}

/// One call on its way down a chain.
struct Run<'a> {
    request: &'a Request,
    deadline: Instant,
    on_piece: &'a mut (dyn FnMut(&Piece) + Send),
    begun: bool,
    attempts: Vec<Attempt>,
    skipped: Vec<String>,
}

impl Run<'_> {
    async fn down_the_chain(&mut self, choice: &Choice, chain: &[&Entry]) -> Result<Reply, ModelError> {
        let mut last = None;
        for (place, entry) in chain.iter().enumerate() {
            if Instant::now() >= self.deadline {
                let too_late = || out_of_time(&entry.model);
                return Err(last.unwrap_or_else(too_late));
            }
            let is_last = place + 1 == chain.len();
            match self.ask(entry, is_last).await {
                Ok(reply) => return Ok(reply),
                Err((error, Step::Stop)) => return Err(error),
                Err((error, Step::NextModel | Step::SameModel)) => last = Some(worth_telling(last, error)),
            }
        }
        Err(last.unwrap_or_else(|| nobody(choice)))
    }

    /// Asks one model, again if that may help.
    async fn ask(&mut self, entry: &Entry, is_last: bool) -> Result<Reply, (ModelError, Step)> {
        let mut failed: Option<ModelError> = None;
        for retry in 0..=RETRIES {
            let Some(pass) = entry.line.admit() else {
                let resting = || {
                    self.skipped.push(entry.model.name.to_string());
                    resting(entry)
                };
                return Err((failed.unwrap_or_else(resting), Step::NextModel));
            };
            let error = match self.attempt(&entry.model, pass).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            match step(error.trouble, self.begun) {
                Step::SameModel => {}
                other @ (Step::NextModel | Step::Stop) => return Err((error, other)),
            }
            let wait = wait_for(retry, error.retry_after, rand::random_range(0.0..1.0));
            let until = Instant::now().checked_add(wait);
            let in_time = until.is_some_and(|until| until < self.deadline);
            failed = Some(error);
            if retry == RETRIES || !in_time || (wait > LONG_WAIT && !is_last) {
                break;
            }
            tokio::time::sleep(wait).await;
        }
        let never_asked = || out_of_time(&entry.model);
        Err((failed.unwrap_or_else(never_asked), Step::NextModel))
    }

    /// Asks a model once and writes down what came of it.
    async fn attempt(&mut self, model: &Model, pass: Pass) -> Result<Reply, ModelError> {
        let start = Instant::now();
        let (deadline, mut first_token) = (self.deadline, None);
        let heard = tokio::time::timeout_at(deadline, self.hear(model, start, &mut first_token)).await;
        let latency = start.elapsed();
        let was_rushed = heard.is_err() && latency < FAIR_CHANCE;
        self.begun |= first_token.is_some();
        let mut outcome = heard.unwrap_or_else(|_| Err(out_of_time(model)));
        if let Err(error) = &mut outcome
            && self.begun
            && error.trouble.is_worth_retrying()
        {
            // Nobody may take this for something to try again.
            error.trouble = Trouble::CutShort;
            error.retry_after = None;
        }
        if was_rushed {
            drop(pass);
        } else {
            pass.settle(
                outcome.as_ref().map_or_else(|error| !error.trouble.counts_against_model(), |_| true),
            );
        }
        let usage = outcome.as_ref().map(|reply| reply.usage).unwrap_or_default();
        self.attempts.push(Attempt {
            model: model.name.to_string(),
            outcome: match &outcome {
                Ok(_) => AttemptOutcome::Succeeded,
                Err(error) => AttemptOutcome::Failed(error.trouble),
            },
            usage,
            cost_micros: cost(model.facts.price, usage),
            latency,
            first_token,
        });
        outcome
    }

    async fn hear(
        &mut self,
        model: &Model,
        start: Instant,
        first_token: &mut Option<Duration>,
    ) -> Result<Reply, ModelError> {
        let mut pieces = model.stream(self.request);
        while let Some(piece) = pieces.next().await {
            match piece? {
                Piece::Done(reply) => return Ok(*reply),
                // An empty piece is nothing that anybody saw.
                Piece::Text(text) | Piece::Thinking(text) if text.is_empty() => {}
                piece @ (Piece::Text(_) | Piece::Thinking(_)) => {
                    first_token.get_or_insert_with(|| start.elapsed());
                    (self.on_piece)(&piece);
                }
            }
        }
        Err(ModelError::new(&*model.name, Trouble::CutShort, "the reply has no end"))
    }
}

fn out_of_time(model: &Model) -> ModelError {
    ModelError::new(&*model.name, Trouble::Silent, "the time for this call is over")
}

fn nobody(choice: &Choice) -> ModelError {
    match choice {
        Choice::Named(name) => ModelError::new(name, Trouble::Refused, "there is no model of this name"),
        Choice::Rules => ModelError::new("rules", Trouble::Refused, "there is no model for rules"),
        Choice::Tier(tier) => {
            let name = format!("{tier:?}").to_lowercase();
            let problem = format!("no model is configured for the tier {name}");
            ModelError::new(name, Trouble::Refused, problem)
        }
    }
}

fn resting(entry: &Entry) -> ModelError {
    let rest = entry.line.look(&entry.model.name).opens_again_in;
    ModelError {
        retry_after: rest,
        ..ModelError::new(&*entry.model.name, Trouble::BreakerOpen, "it failed too often just now")
    }
}

/// The latest failure; but that the emergency model rests is less to know than why the primary failed,
/// and of two rests the one that is over first counts.
fn worth_telling(last: Option<ModelError>, error: ModelError) -> ModelError {
    let rests = |error: &ModelError| error.trouble == Trouble::BreakerOpen;
    match last {
        Some(last) if rests(&error) && (!rests(&last) || last.retry_after <= error.retry_after) => last,
        Some(_) | None => error,
    }
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
