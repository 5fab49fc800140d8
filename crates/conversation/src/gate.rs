//! How many turns run at once, fairly between tenants.
//!
//! A tenant that asks for a thousand turns waits for its own turns, not others for it: places go round
//! the tenants that wait, one each.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use conserje_kernel::TenantId;
use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    pub at_once: usize,
    pub at_once_per_tenant: usize,
}

impl Default for GateLimits {
    fn default() -> Self {
        Self { at_once: 1024, at_once_per_tenant: 256 }
    }
}

#[derive(Clone)]
pub(crate) struct Gate(Arc<Mutex<Inner>>);

struct Inner {
    limits: GateLimits,
    running: usize,
    by_tenant: HashMap<TenantId, usize>,
    waiting: BTreeMap<TenantId, VecDeque<oneshot::Sender<Place>>>,
    /// The tenant that was let in last.
    last: Option<TenantId>,
}

/// Held while a turn runs.
pub(crate) struct Place {
    gate: Gate,
    tenant: TenantId,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.leave(self.tenant);
    }
}

impl Gate {
    pub(crate) fn new(limits: GateLimits) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            limits,
            running: 0,
            by_tenant: HashMap::new(),
            waiting: BTreeMap::new(),
            last: None,
        })))
    }

    pub(crate) async fn enter(&self, tenant: TenantId) -> Place {
        loop {
            let called = {
                let mut inner = self.lock();
                // Nobody overtakes those who wait already.
                if inner.waiting.is_empty() && inner.has_room(tenant) {
                    inner.take(tenant);
                    return Place { gate: self.clone(), tenant };
                }
                let (call, called) = oneshot::channel();
                inner.waiting.entry(tenant).or_default().push_back(call);
                called
            };
            self.call_next();
            // The sender is dropped only with the gate itself; then nothing runs any more.
            if let Ok(place) = called.await {
                return place;
            }
        }
    }

    fn leave(&self, tenant: TenantId) {
        {
            let mut inner = self.lock();
            inner.running = inner.running.saturating_sub(1);
            if let Some(count) = inner.by_tenant.get_mut(&tenant) {
                *count -= 1;
                if *count == 0 {
                    inner.by_tenant.remove(&tenant);
                }
            }
        }
        self.call_next();
    }

    /// Lets in whoever is next, for as long as there is room.
    fn call_next(&self) {
        loop {
            let (call, place) = {
                let mut inner = self.lock();
                let Some(tenant) = inner.next_tenant() else { return };
                let Some(queue) = inner.waiting.get_mut(&tenant) else { return };
                let call = queue.pop_front();
                if queue.is_empty() {
                    inner.waiting.remove(&tenant);
                }
                // One who has stopped waiting is passed over.
                let Some(call) = call.filter(|call| !call.is_closed()) else { continue };
                inner.take(tenant);
                inner.last = Some(tenant);
                (call, Place { gate: self.clone(), tenant })
            };
            // If they stop waiting just now, the place is given back as it is dropped.
            drop(call.send(place));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn has_room(&self, tenant: TenantId) -> bool {
        self.running < self.limits.at_once
            && self.by_tenant.get(&tenant).copied().unwrap_or(0) < self.limits.at_once_per_tenant
    }

    fn take(&mut self, tenant: TenantId) {
        self.running += 1;
        *self.by_tenant.entry(tenant).or_default() += 1;
    }

    /// The waiting tenant after the one that was let in last, in a round.
    fn next_tenant(&self) -> Option<TenantId> {
        let after = self.last.map_or_else(
            || self.waiting.range(..),
            |last| self.waiting.range((std::ops::Bound::Excluded(last), std::ops::Bound::Unbounded)),
        );
        let round = after.chain(self.waiting.iter());
        round.map(|(tenant, _)| *tenant).find(|tenant| self.has_room(*tenant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_tenant_with_many_turns_does_not_keep_others_waiting() {
        let gate = Gate::new(GateLimits { at_once: 2, at_once_per_tenant: 2 });
        let (noisy, quiet) = (TenantId::generate(), TenantId::generate());
        let (one, two) = (gate.enter(noisy).await, gate.enter(noisy).await);
        let order = Arc::new(Mutex::new(Vec::new()));
        let waits = |tenant, name: &'static str| {
            let (gate, order) = (gate.clone(), Arc::clone(&order));
            async move {
                let place = gate.enter(tenant).await;
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
        let place = order.iter().position(|name| *name == "quiet").unwrap();
        assert!(place <= 1, "{order:?}");
    }

    #[tokio::test]
    async fn one_who_gives_up_waiting_takes_no_place() {
        let gate = Gate::new(GateLimits { at_once: 1, at_once_per_tenant: 1 });
        let tenant = TenantId::generate();
        let held = gate.enter(tenant).await;
        let waiting = gate.enter(tenant);
        drop(tokio::time::timeout(std::time::Duration::from_millis(1), waiting).await);
        drop(held);
        drop(tokio::time::timeout(std::time::Duration::from_secs(5), gate.enter(tenant)).await.unwrap());
    }
}
