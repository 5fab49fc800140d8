//! One rate, kept for each of those it is for.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use http::{HeaderMap, HeaderName, HeaderValue};

/// So much in so long, for each; all of it at once if nothing was asked for before. 0 is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    count: u32,
    per: Duration,
}

impl Rate {
    pub fn per_minute(count: u32) -> Self {
        Self { count, per: Duration::from_secs(60) }
    }

    pub fn per_hour(count: u32) -> Self {
        Self { count, per: Duration::from_secs(3600) }
    }

    fn quota(self) -> Option<Quota> {
        let count = NonZeroU32::new(self.count)?;
        Some(Quota::with_period(self.per / self.count)?.allow_burst(count))
    }
}

/// How a caller stands after a request was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    limit: u32,
    pub(super) remaining: u32,
    /// Until all of the limit may be used again.
    reset: Duration,
    /// Until the same may be asked for again, if it was refused.
    wait: Option<Duration>,
}

impl Standing {
    /// In whole seconds, rounded up: who comes back then is let in.
    pub fn retry_after(&self) -> Option<u32> {
        self.wait.map(whole_seconds)
    }

    /// Says it in a response, unless something has been said there.
    pub fn write(&self, headers: &mut HeaderMap) {
        let values = [
            ("ratelimit-limit", self.limit),
            ("ratelimit-remaining", self.remaining),
            ("ratelimit-reset", whole_seconds(self.reset)),
        ];
        for (name, value) in values {
            headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from(value));
        }
    }
}

fn whole_seconds(time: Duration) -> u32 {
    u32::try_from(time.as_secs() + u64::from(time.subsec_nanos() > 0)).unwrap_or(u32::MAX)
}

/// Not now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Wait(Standing),
    /// It is more at once than will ever be let through.
    TooMuch {
        limit: u32,
    },
}

/// The generic cell rate algorithm, by `governor`: smooth, and one number for each key.
pub(super) struct Meter<K: Clone + Hash + Eq, C: Clock = DefaultClock> {
    rate: Rate,
    kept: Option<RateLimiter<K, DashMapStateStore<K>, C, StateInformationMiddleware>>,
    clock: C,
}

impl<K: Clone + Hash + Eq> Meter<K> {
    pub(super) fn new(rate: Rate) -> Self {
        Self::with_clock(rate, DefaultClock::default())
    }
}

impl<K: Clone + Hash + Eq, C: Clock + Clone> Meter<K, C> {
    fn with_clock(rate: Rate, clock: C) -> Self {
        let kept = rate.quota().map(|quota| {
            RateLimiter::dashmap_with_clock(quota, clock.clone())
                .with_middleware::<StateInformationMiddleware>()
        });
        Self { rate, kept, clock }
    }

    /// Counts `cost` for `key`, or says why not. None: there is no limit.
    pub(super) fn charge(&self, key: &K, cost: u32) -> Result<Option<Standing>, Refusal> {
        let (Some(kept), Some(cost)) = (&self.kept, NonZeroU32::new(cost)) else { return Ok(None) };
        match kept.check_key_n(key, cost) {
            Ok(Ok(after)) => {
                let remaining = after.remaining_burst_capacity();
                let used = self.rate.count.saturating_sub(remaining);
                let reset = self.rate.per.mul_f64(f64::from(used) / f64::from(self.rate.count));
                Ok(Some(Standing { limit: self.rate.count, remaining, reset, wait: None }))
            }
            Ok(Err(not_until)) => {
                let wait = Some(not_until.wait_time_from(self.clock.now()));
                let (limit, reset) = (self.rate.count, self.rate.per);
                Err(Refusal::Wait(Standing { limit, remaining: 0, reset, wait }))
            }
            Err(_) => Err(Refusal::TooMuch { limit: self.rate.count }),
        }
    }

    /// Forgets those who have all of their limit again.
    pub(super) fn tidy(&self) {
        if let Some(kept) = &self.kept {
            kept.retain_recent();
            kept.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_of_a_limit_may_be_used_at_once_and_comes_back_bit_by_bit() {
        let clock = FakeRelativeClock::default();
        let meter = Meter::with_clock(Rate::per_minute(3), clock.clone());
        let second = Duration::from_secs(1);
        let remaining = |cost| {
            let charged = meter.charge(&"ana", cost).map(|standing| standing.unwrap().remaining);
            charged.map_err(|refusal| match refusal {
                Refusal::Wait(standing) => standing.wait.unwrap(),
                Refusal::TooMuch { limit } => panic!("more than {limit}"),
            })
        };
        assert_eq!(
            meter.charge(&"ana", 1),
            Ok(Some(Standing { limit: 3, remaining: 2, reset: 20 * second, wait: None }))
        );
        assert_eq!((remaining(1), remaining(1)), (Ok(1), Ok(0)));
        assert_eq!(remaining(1), Err(20 * second));
        clock.advance(19 * second);
        assert_eq!(remaining(1), Err(second));
        assert!(meter.charge(&"luis", 3).is_ok(), "what one uses is not another's");
        clock.advance(second);
        assert_eq!(remaining(1), Ok(0));
        assert_eq!(meter.charge(&"ana", 4), Err(Refusal::TooMuch { limit: 3 }));
    }

    #[test]
    fn none_is_no_limit() {
        let meter = Meter::new(Rate::per_hour(0));
        assert_eq!(meter.charge(&1, u32::MAX), Ok(None));
    }

    proptest! {
        /// Whenever one asks, what is let through is never more than the limit and what came back since.
        #[test]
        fn never_more_than_the_rate(
            count in 1_u32..50,
            asked in prop::collection::vec((0_u64..20_000, 1_u32..10), 1..100),
        ) {
            let clock = FakeRelativeClock::default();
            let meter = Meter::with_clock(Rate::per_minute(count), clock.clone());
            let (mut let_through, mut passed) = (0_u64, 0_u64);
            for (pause, cost) in asked {
                clock.advance(Duration::from_millis(pause));
                passed += pause;
                if meter.charge(&(), cost).is_ok() {
                    let_through += u64::from(cost);
                }
                let came_back = u64::from(count) * passed / 60_000;
                prop_assert!(let_through <= u64::from(count) + came_back + 1);
            }
        }
    }
}
