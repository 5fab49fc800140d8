//! How many turns run at once, fairly between tenants, and between the people of each.
//!
//! A tenant that asks for a thousand turns waits for its own turns, not others for it: places go round
//! the tenants that wait, one each, and for each tenant round its people.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;
use std::ops::Bound;
use std::sync::{Arc, Mutex, PoisonError};

use conserje_kernel::{TenantId, UserId};
use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    pub at_once: usize,
    pub at_once_per_tenant: usize,
    pub at_once_per_user: usize,
}

impl Default for GateLimits {
    fn default() -> Self {
        Self { at_once: 1024, at_once_per_tenant: 256, at_once_per_user: 64 }
    }
}

#[derive(Clone)]
pub(crate) struct Gate(Arc<Mutex<Inner>>);

struct Inner {
    limits: GateLimits,
    running: usize,
    by_tenant: HashMap<TenantId, usize>,
    by_user: HashMap<Who, usize>,
    waiting: Round<TenantId, Round<UserId, VecDeque<oneshot::Sender<Place>>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Who {
    pub(crate) tenant: TenantId,
    pub(crate) user: UserId,
}

/// Those who wait, and who of them came last.
struct Round<K, V> {
    waiting: BTreeMap<K, V>,
    last: Option<K>,
}

impl<K, V> Default for Round<K, V> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), last: None }
    }
}

impl<K: Ord + Copy, V> Round<K, V> {
    /// From the one after the last, once round.
    fn order(&self) -> impl Iterator<Item = (K, &V)> {
        let from = self.last.map_or(Bound::Unbounded, Bound::Excluded);
        self.waiting.range((from, Bound::Unbounded)).chain(&self.waiting).map(|(key, value)| (*key, value))
    }
}

/// Held while a turn runs.
pub(crate) struct Place {
    gate: Gate,
    who: Who,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.leave(self.who);
    }
}

impl Gate {
    pub(crate) fn new(limits: GateLimits) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            limits,
            running: 0,
            by_tenant: HashMap::new(),
            by_user: HashMap::new(),
            waiting: Round::default(),
        })))
    }

    pub(crate) async fn enter(&self, who: Who) -> Place {
        loop {
            let called = {
                let mut inner = self.lock();
                // Nobody overtakes those who wait already.
                if inner.waiting.waiting.is_empty() && inner.has_room(who) {
                    inner.take(who);
                    return Place { gate: self.clone(), who };
                }
                let (call, called) = oneshot::channel();
                let of_tenant = inner.waiting.waiting.entry(who.tenant).or_default();
                of_tenant.waiting.entry(who.user).or_default().push_back(call);
                called
            };
            self.call_next();
            // The sender is dropped only with the gate itself; then nothing runs any more.
            if let Ok(place) = called.await {
                return place;
            }
        }
    }

    fn leave(&self, who: Who) {
        {
            let mut inner = self.lock();
            inner.running = inner.running.saturating_sub(1);
            one_less(&mut inner.by_tenant, who.tenant);
            one_less(&mut inner.by_user, who);
        }
        self.call_next();
    }

    /// Lets in whoever is next, for as long as there is room.
    fn call_next(&self) {
        loop {
            let (call, place) = {
                let mut inner = self.lock();
                let Some(who) = inner.next() else { return };
                // One who has stopped waiting is passed over.
                let Some(call) = inner.take_out(who).filter(|call| !call.is_closed()) else { continue };
                inner.take(who);
                (call, Place { gate: self.clone(), who })
            };
            // If they stop waiting just now, the place is given back as it is dropped.
            drop(call.send(place));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn one_less<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

impl Inner {
    fn has_room(&self, who: Who) -> bool {
        let of_user = self.by_user.get(&who).copied().unwrap_or(0);
        self.has_room_for_tenant(who.tenant) && of_user < self.limits.at_once_per_user
    }

    fn has_room_for_tenant(&self, tenant: TenantId) -> bool {
        let of_tenant = self.by_tenant.get(&tenant).copied().unwrap_or(0);
        self.running < self.limits.at_once && of_tenant < self.limits.at_once_per_tenant
    }

    fn take(&mut self, who: Who) {
        self.running += 1;
        *self.by_tenant.entry(who.tenant).or_default() += 1;
        *self.by_user.entry(who).or_default() += 1;
    }

    /// Whose turn it is, of those for whom there is room.
    fn next(&self) -> Option<Who> {
        let tenants = self.waiting.order().filter(|(tenant, _)| self.has_room_for_tenant(*tenant));
        let mut people =
            tenants.flat_map(|(tenant, people)| people.order().map(move |(user, _)| Who { tenant, user }));
        people.find(|who| self.has_room(*who))
    }

    /// The first who waits there, and the round goes on after them.
    fn take_out(&mut self, who: Who) -> Option<oneshot::Sender<Place>> {
        let of_tenant = self.waiting.waiting.get_mut(&who.tenant)?;
        let queue = of_tenant.waiting.get_mut(&who.user)?;
        let call = queue.pop_front();
        if queue.is_empty() {
            of_tenant.waiting.remove(&who.user);
        }
        of_tenant.last = Some(who.user);
        if of_tenant.waiting.is_empty() {
            self.waiting.waiting.remove(&who.tenant);
        }
        self.waiting.last = Some(who.tenant);
        call
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somebody() -> Who {
        Who { tenant: TenantId::generate(), user: UserId::generate() }
    }

    /// Who is let in, in which order, when the noisy one has all places and three more of their turns wait.
    async fn order(limits: GateLimits, noisy: Who, quiet: Who) -> Vec<&'static str> {
        let gate = Gate::new(limits);
        let (one, two) = (gate.enter(noisy).await, gate.enter(noisy).await);
        let order = Arc::new(Mutex::new(Vec::new()));
        let waits = |who, name: &'static str| {
            let (gate, order) = (gate.clone(), Arc::clone(&order));
            async move {
                let place = gate.enter(who).await;
                order.lock().unwrap().push(name);
                drop(place);
            }
        };
        let all = async {
            tokio::join!(
                waits(noisy, "noisy"),
                waits(noisy, "noisy"),
                waits(noisy, "noisy"),
                waits(quiet, "quiet")
            )
        };
        let free = async {
            tokio::task::yield_now().await;
            drop((one, two));
        };
        tokio::join!(all, free);
        let order = order.lock().unwrap();
        order.clone()
    }

    #[tokio::test]
    async fn a_tenant_with_many_turns_does_not_keep_others_waiting() {
        let limits = GateLimits { at_once: 2, at_once_per_tenant: 2, at_once_per_user: 2 };
        let order = order(limits, somebody(), somebody()).await;
        let place = order.iter().position(|name| *name == "quiet").unwrap();
        assert!(place <= 1, "{order:?}");
    }

    #[tokio::test]
    async fn nor_does_a_person_with_many_turns_keep_colleagues_waiting() {
        let noisy = somebody();
        let quiet = Who { user: UserId::generate(), ..noisy };
        let limits = GateLimits { at_once: 9, at_once_per_tenant: 2, at_once_per_user: 2 };
        let in_line = order(limits, noisy, quiet).await;
        assert!(in_line.iter().position(|name| *name == "quiet").unwrap() <= 1, "{in_line:?}");
        // With places left, a colleague does not even wait.
        let limits = GateLimits { at_once: 9, at_once_per_tenant: 9, at_once_per_user: 2 };
        assert_eq!(order(limits, noisy, quiet).await.first(), Some(&"quiet"));
    }

    #[tokio::test]
    async fn one_who_gives_up_waiting_takes_no_place() {
        let gate = Gate::new(GateLimits { at_once: 1, at_once_per_tenant: 1, at_once_per_user: 1 });
        let who = somebody();
        let held = gate.enter(who).await;
        let waiting = gate.enter(who);
        drop(tokio::time::timeout(std::time::Duration::from_millis(1), waiting).await);
        drop(held);
        drop(tokio::time::timeout(std::time::Duration::from_secs(5), gate.enter(who)).await.unwrap());
    }
}
