//! Leaves a model alone that failed too often just now.
//!
//! [`Breaker`] is the pure machine, told the time; [`Line`] shares one between calls.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// So many failures within [`WINDOW`] open it.
pub(crate) const FAILURES: usize = 3;
pub(crate) const WINDOW: Duration = Duration::from_secs(5 * 60);
/// How long it stays open before one call may find out whether the model is back.
pub(crate) const REST: Duration = Duration::from_secs(30);

/// How a model's breaker stands, for people to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakerState {
    pub model: String,
    pub state: BreakerPosition,
    /// Failures of the last minutes that count.
    pub failures: usize,
    /// How long until a call is let through again; none unless it is open.
    #[serde(rename = "opens_again_in_micros", with = "crate::micros::optional")]
    pub opens_again_in: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakerPosition {
    /// Calls go through.
    Closed,
    /// No call goes through.
    Open,
    /// One call is on its way, or may go, to see whether the model is back.
    HalfOpen,
}

/// The number of a probe; an ordinary call has none.
pub(crate) type Ticket = Option<u64>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Open {
        until: Instant,
    },
    /// This probe is on its way; all others wait for what it finds.
    Probing {
        probe: u64,
    },
}

#[derive(Debug)]
pub(crate) struct Breaker {
    state: State,
    /// When it failed; at most [`FAILURES`], the oldest first.
    failures: VecDeque<Instant>,
    probes: u64,
}

impl Breaker {
    pub(crate) fn new() -> Self {
        Self { state: State::Closed, failures: VecDeque::new(), probes: 0 }
    }

    /// Whether a call may go, and as what; whoever gets a ticket must settle it or give it back.
    pub(crate) fn admit(&mut self, now: Instant) -> Option<Ticket> {
        match self.state {
            State::Closed => Some(None),
            State::Open { until } if now >= until => {
                self.probes = self.probes.wrapping_add(1);
                self.state = State::Probing { probe: self.probes };
                Some(Some(self.probes))
            }
            State::Open { .. } | State::Probing { .. } => None,
        }
    }

    pub(crate) fn succeeded(&mut self, ticket: Ticket) {
        if self.is_probe(ticket) {
            self.state = State::Closed;
            self.failures.clear();
        }
    }

    /// A call that went before it opened says nothing new when it fails later.
    pub(crate) fn failed(&mut self, ticket: Ticket, now: Instant) {
        let is_probe = self.is_probe(ticket);
        if !is_probe && self.state != State::Closed {
            return;
        }
        self.forget_old(now);
        self.failures.push_back(now);
        if is_probe || self.failures.len() >= FAILURES {
            self.state = State::Open { until: now + REST };
        }
        while self.failures.len() > FAILURES {
            self.failures.pop_front();
        }
    }

    /// The call was given up before anything was known: the next one may probe at once.
    pub(crate) fn abandoned(&mut self, ticket: Ticket, now: Instant) {
        if self.is_probe(ticket) {
            self.state = State::Open { until: now };
        }
    }

    pub(crate) fn position(&self, now: Instant) -> BreakerPosition {
        match self.state {
            State::Closed => BreakerPosition::Closed,
            State::Open { until } if now < until => BreakerPosition::Open,
            State::Open { .. } | State::Probing { .. } => BreakerPosition::HalfOpen,
        }
    }

    fn rest(&self, now: Instant) -> Option<Duration> {
        match self.state {
            State::Open { until } if now < until => Some(until.duration_since(now)),
            State::Open { .. } | State::Closed | State::Probing { .. } => None,
        }
    }

    fn is_probe(&self, ticket: Ticket) -> bool {
        match self.state {
            State::Probing { probe } => ticket == Some(probe),
            State::Closed | State::Open { .. } => false,
        }
    }

    fn forget_old(&mut self, now: Instant) {
        while self.failures.front().is_some_and(|then| now.saturating_duration_since(*then) >= WINDOW) {
            self.failures.pop_front();
        }
    }
}

/// The breaker of one model, shared by all calls. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Line(Arc<Mutex<Breaker>>);

impl Line {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Breaker::new())))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Breaker) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn admit(&self) -> Option<Pass> {
        let ticket = self.with(|breaker| breaker.admit(Instant::now()))?;
        Some(Pass { line: self.clone(), ticket, settled: false })
    }

    pub(crate) fn look(&self, model: &str) -> BreakerState {
        let now = Instant::now();
        self.with(|breaker| {
            breaker.forget_old(now);
            BreakerState {
                model: model.to_owned(),
                state: breaker.position(now),
                failures: breaker.failures.len(),
                opens_again_in: breaker.rest(now),
            }
        })
    }
}

/// Leave for one call. Dropped without a word, as when the call is cancelled, it lets the next one go.
#[derive(Debug)]
pub(crate) struct Pass {
    line: Line,
    ticket: Ticket,
    settled: bool,
}

impl Pass {
    pub(crate) fn settle(mut self, is_well: bool) {
        self.settled = true;
        let ticket = self.ticket;
        self.line.with(|breaker| {
            if is_well { breaker.succeeded(ticket) } else { breaker.failed(ticket, Instant::now()) }
        });
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if !self.settled {
            let ticket = self.ticket;
            self.line.with(|breaker| breaker.abandoned(ticket, Instant::now()));
        }
    }
}

#[cfg(test)]
#[path = "breaker_tests.rs"]
mod tests;
