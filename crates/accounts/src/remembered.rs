//! Who holds a key, for a second: a program that asks a thousand times a second is looked up once.
//!
//! A key that is revoked on this node is forgotten at once, on another within the second: well inside the five that are
//! promised.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use conserje_kernel::{Digest, Scope, Timestamp};

const KEPT: Duration = Duration::from_secs(1);
/// More keys than this in one second start over.
const AT_MOST: usize = 10_000;

#[derive(Default)]
pub(super) struct Remembered(Mutex<Known>);

#[derive(Default)]
struct Known {
    scopes: HashMap<Digest, (Scope, Timestamp)>,
    /// How often everything was forgotten.
    round: u64,
}

/// What was so when the look-up began: an answer that is older than a revocation is not kept.
#[derive(Clone, Copy)]
pub(super) struct Round(u64);

impl Remembered {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scope that this key opens, or the round to remember it in.
    pub(super) fn find(&self, key: Digest, now: Timestamp) -> Result<Scope, Round> {
        let known = self.lock();
        match known.scopes.get(&key) {
            Some((scope, seen)) if now.since(*seen) < KEPT => Ok(scope.clone()),
            Some(_) | None => Err(Round(known.round)),
        }
    }

    pub(super) fn keep(&self, key: Digest, scope: &Scope, now: Timestamp, round: Round) {
        let mut known = self.lock();
        if known.round != round.0 {
            return;
        }
        if known.scopes.len() >= AT_MOST {
            known.scopes.clear();
        }
        known.scopes.insert(key, (scope.clone(), now));
    }

    /// After any change to keys and accounts.
    pub(super) fn forget_all(&self) {
        let mut known = self.lock();
        known.scopes.clear();
        known.round += 1;
    }
}

#[cfg(test)]
mod tests {
    use conserje_kernel::{SystemJob, TenantId};

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test plays authentication")]
    fn a_key_is_known_for_a_second_and_not_after_a_revocation_even_if_its_look_up_began_before() {
        let remembered = Remembered::default();
        let scope = Scope::system(TenantId::generate(), SystemJob::Operator);
        let (key, start) = (Digest::new([1; 32]), Timestamp::from_micros(0));
        let Err(round) = remembered.find(key, start) else { panic!("known before it was seen") };
        remembered.keep(key, &scope, start, round);
        assert!(remembered.find(key, start.plus(Duration::from_millis(999))).is_ok());
        assert!(remembered.find(key, start.plus(Duration::from_secs(1))).is_err());
        assert!(remembered.find(Digest::ZERO, start).is_err());
        let Err(round) = remembered.find(key, start.plus(KEPT)) else { panic!("kept too long") };
        remembered.forget_all();
        remembered.keep(key, &scope, start, round);
        assert!(remembered.find(key, start).is_err());
    }
}
