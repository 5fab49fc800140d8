//! What a tenant, each of its people, a key and a network address may spend on models: asked before a model is, from a count
//! in memory.
//!
//! The count is read from the record at first use and once a minute, and advanced by what is recorded
//! here: over several nodes it is right to the minute, and asking costs no read of its own. Addresses are not in the record,
//! for the sake of those who have them: what came from one is what this process has seen.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use conserje_kernel::{ApiKeyId, Scope, TenantId, Timestamp, UserId};
use conserje_llm::Attempt;
use conserje_store::model_calls::UsedBy;
use conserje_store::{Tx, model_calls};

use crate::{ConversationError, Conversations};

/// How old a count may be before it is read again.
const READ_AGAIN: Duration = Duration::from_secs(60);

/// The same for every tenant; 0 is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budgets {
    /// In and out together.
    pub tenant_tokens_per_day: u64,
    pub user_tokens_per_day: u64,
    pub key_tokens_per_day: u64,
    pub address_tokens_per_day: u64,
    /// In millionths of the currency unit.
    pub tenant_cost_per_month: u64,
}

/// The budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    TokensOfToday(u64),
    YourTokensOfToday(u64),
    KeysTokensOfToday(u64),
    AddressesTokensOfToday(u64),
    /// In millionths of the currency unit.
    CostOfThisMonth(u64),
}

impl fmt::Display for Budget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TokensOfToday(limit) => used_up(out, &format!("the {limit} tokens of today")),
            Self::YourTokensOfToday(limit) => used_up(out, &format!("your {limit} tokens of today")),
            Self::KeysTokensOfToday(limit) => {
                used_up(out, &format!("the {limit} tokens that this key has today"))
            }
            Self::AddressesTokensOfToday(limit) => {
                used_up(out, &format!("the {limit} tokens that your network address has today"))
            }
            Self::CostOfThisMonth(limit) => write!(
                out,
                "the {}.{:02} of this month are used up; wait until the next month, or ask the operator for more",
                limit / 1_000_000,
                limit % 1_000_000 / 10_000
            ),
        }
    }
}

fn used_up(out: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
    write!(out, "{what} are used up; wait until midnight UTC, or ask the operator for more")
}

/// With what, and from where, a person asked; some of it may not be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) key: Option<ApiKeyId>,
    pub(crate) address: Option<IpAddr>,
}

impl Caller {
    pub(crate) fn of(scope: &Scope) -> Self {
        Self { key: scope.api_key(), address: scope.address() }
    }
}

impl Budgets {
    fn is_unlimited(self) -> bool {
        self == Self::default()
    }

    fn check(self, spender: Spender, spent: &Spent) -> Result<(), Budget> {
        let (limit, budget): (u64, fn(u64) -> Budget) = match spender {
            Spender::Tenant(_) => (self.tenant_tokens_per_day, Budget::TokensOfToday),
            Spender::User(_) => (self.user_tokens_per_day, Budget::YourTokensOfToday),
            Spender::Key(_) => (self.key_tokens_per_day, Budget::KeysTokensOfToday),
            Spender::Address(_) => (self.address_tokens_per_day, Budget::AddressesTokensOfToday),
        };
        if is_over(limit, spent.tokens) {
            return Err(budget(limit));
        }
        if matches!(spender, Spender::Tenant(_)) && is_over(self.tenant_cost_per_month, spent.cost) {
            return Err(Budget::CostOfThisMonth(self.tenant_cost_per_month));
        }
        Ok(())
    }

    /// Those of them whose spending is limited.
    fn limited(
        self,
        tenant: TenantId,
        user: Option<UserId>,
        caller: Caller,
    ) -> impl Iterator<Item = Spender> {
        let tenant = (self.tenant_tokens_per_day > 0 || self.tenant_cost_per_month > 0)
            .then_some(Spender::Tenant(tenant));
        let user = user.filter(|_| self.user_tokens_per_day > 0).map(Spender::User);
        let key = caller.key.filter(|_| self.key_tokens_per_day > 0).map(Spender::Key);
        let address = caller.address.filter(|_| self.address_tokens_per_day > 0).map(Spender::Address);
        [tenant, user, key, address].into_iter().flatten()
    }
}

fn is_over(limit: u64, used: u64) -> bool {
    limit > 0 && used >= limit
}

/// What each has spent, as far as this node knows.
#[derive(Default)]
pub(crate) struct Spending(Mutex<HashMap<Spender, Spent>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Spender {
    Tenant(TenantId),
    User(UserId),
    Key(ApiKeyId),
    Address(IpAddr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spent {
    day: Timestamp,
    read_at: Timestamp,
    tokens: u64,
    cost: u64,
}

impl Spending {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Spender, Spent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The count, if it is of today and need not be read again. Of those who ask when it must be, one is told
    /// so; the others go on with what is known.
    fn known(&self, spender: Spender, now: Timestamp) -> Option<Spent> {
        let mut all = self.lock();
        let spent = all.get_mut(&spender).filter(|spent| spent.day == now.day_start())?;
        if now.since(spent.read_at) < READ_AGAIN {
            return Some(*spent);
        }
        spent.read_at = now;
        None
    }

    /// The count of today of somebody who is not in the record.
    fn begun(&self, spender: Spender, now: Timestamp) -> Spent {
        let mut all = self.lock();
        let day = now.day_start();
        // Whoever was last seen on another day begins anew, or may never come back.
        all.retain(|known, spent| !matches!(known, Spender::Address(_)) || spent.day == day);
        *all.entry(spender).or_insert(Spent { day, read_at: now, tokens: 0, cost: 0 })
    }
}

impl Conversations {
    /// The budget that is used up, of the caller or of the tenant: nobody asks a model then.
    pub(crate) async fn used_up(&self, scope: &Scope) -> Result<Option<Budget>, ConversationError> {
        let budgets = self.0.options.budgets;
        if budgets.is_unlimited() {
            return Ok(None);
        }
        let now = self.0.store.clock().now();
        for spender in budgets.limited(scope.tenant(), scope.user(), Caller::of(scope)) {
            let spent = self.spent(scope, spender, now).await?;
            if let Err(budget) = budgets.check(spender, &spent) {
                return Ok(Some(budget));
            }
        }
        Ok(None)
    }

    async fn spent(
        &self,
        scope: &Scope,
        spender: Spender,
        now: Timestamp,
    ) -> Result<Spent, ConversationError> {
        if let Some(spent) = self.0.spending.known(spender, now) {
            return Ok(spent);
        }
        let (day, month) = (now.day_start(), now.month_start());
        let by = match spender {
            Spender::Tenant(_) => UsedBy::Tenant,
            Spender::User(user) => UsedBy::User(user),
            Spender::Key(key) => UsedBy::Key(key),
            Spender::Address(_) => return Ok(self.0.spending.begun(spender, now)),
        };
        let read = move |tx: &mut Tx<'_>| {
            let (tokens, _) = model_calls::used_since(tx, day, by)?;
            let (_, cost) = model_calls::used_since(tx, month, by)?;
            Ok::<_, ConversationError>((tokens, cost))
        };
        let (tokens, cost) = self.0.store.read(scope, read).await?;
        let whole = |sum: i64| u64::try_from(sum).unwrap_or(0);
        let spent = Spent { day, read_at: now, tokens: whole(tokens), cost: whole(cost) };
        self.0.spending.lock().insert(spender, spent);
        Ok(spent)
    }

    /// Counts what has just been recorded.
    pub(crate) fn spend(&self, tenant: TenantId, user: UserId, caller: Caller, attempts: &[Attempt]) {
        if attempts.is_empty() {
            return;
        }
        let mut all = self.0.spending.lock();
        for spender in self.0.options.budgets.limited(tenant, Some(user), caller) {
            let Some(spent) = all.get_mut(&spender) else { continue };
            for attempt in attempts {
                let tokens = attempt.usage.input.saturating_add(attempt.usage.output);
                spent.tokens = spent.tokens.saturating_add(tokens);
                spent.cost = spent.cost.saturating_add(attempt.cost_micros);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(tokens: u64, cost: u64) -> Spent {
        let start = Timestamp::from_micros(0);
        Spent { day: start, read_at: start, tokens, cost }
    }

    #[test]
    fn a_budget_is_over_when_all_of_it_is_used_and_none_is_no_limit() {
        let budgets = Budgets {
            tenant_tokens_per_day: 100,
            user_tokens_per_day: 50,
            tenant_cost_per_month: 2_500_000,
            ..Budgets::default()
        };
        let tenant = Spender::Tenant(TenantId::generate());
        let user = Spender::User(UserId::generate());
        assert_eq!(budgets.check(tenant, &spent(99, 2_499_999)), Ok(()));
        assert_eq!(budgets.check(tenant, &spent(100, 0)), Err(Budget::TokensOfToday(100)));
        assert_eq!(budgets.check(user, &spent(49, u64::MAX)), Ok(()));
        assert_eq!(budgets.check(user, &spent(50, 0)), Err(Budget::YourTokensOfToday(50)));
        let over = budgets.check(tenant, &spent(0, 2_500_000)).unwrap_err();
        assert!(over.to_string().starts_with("the 2.50 of this month"), "{over}");
        assert_eq!(Budgets::default().check(tenant, &spent(u64::MAX, u64::MAX)), Ok(()));
    }

    #[test]
    fn a_count_is_read_again_after_a_minute_by_one_of_many_and_on_a_new_day_by_all() {
        let (spending, tenant) = (Spending::default(), Spender::Tenant(TenantId::generate()));
        let start = Timestamp::from_micros(0);
        assert_eq!(spending.known(tenant, start), None);
        spending.lock().insert(tenant, spent(1, 1));
        assert!(spending.known(tenant, start.plus(Duration::from_secs(59))).is_some());
        let later = start.plus(Duration::from_secs(60));
        assert_eq!(spending.known(tenant, later), None);
        assert!(spending.known(tenant, later).is_some());
        assert_eq!(spending.known(tenant, start.plus(Duration::from_secs(24 * 3600))), None);
    }
}
