//! What a tenant, and each of its people, may spend on models: asked before a model is, from a count in memory.
//!
//! The count is read from the record at first use and once a minute, and advanced by what is recorded
//! here: over several nodes it is right to the minute, and asking costs no read of its own.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use conserje_kernel::{Scope, TenantId, Timestamp, UserId};
use conserje_llm::Attempt;
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
    /// In millionths of the currency unit.
    pub tenant_cost_per_month: u64,
}

/// The budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    TokensOfToday(u64),
    YourTokensOfToday(u64),
    /// In millionths of the currency unit.
    CostOfThisMonth(u64),
}

impl fmt::Display for Budget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TokensOfToday(limit) => write!(
                out,
                "the {limit} tokens of today are used up; wait until midnight UTC, or ask the operator for more"
            ),
            Self::YourTokensOfToday(limit) => write!(
                out,
                "your {limit} tokens of today are used up; wait until midnight UTC, or ask the operator for more"
            ),
            Self::CostOfThisMonth(limit) => write!(
                out,
                "the {}.{:02} of this month are used up; wait until the next month, or ask the operator for more",
                limit / 1_000_000,
                limit % 1_000_000 / 10_000
            ),
        }
    }
}

impl Budgets {
    fn is_unlimited(self) -> bool {
        self == Self::default()
    }

    fn check(self, spent: &Spent) -> Result<(), Budget> {
        if is_over(self.tenant_tokens_per_day, spent.tokens) {
            return Err(Budget::TokensOfToday(self.tenant_tokens_per_day));
        }
        if is_over(self.tenant_cost_per_month, spent.cost) {
            return Err(Budget::CostOfThisMonth(self.tenant_cost_per_month));
        }
        Ok(())
    }

    fn check_user(self, spent: &Spent) -> Result<(), Budget> {
        if is_over(self.user_tokens_per_day, spent.tokens) {
            return Err(Budget::YourTokensOfToday(self.user_tokens_per_day));
        }
        Ok(())
    }
}

fn is_over(limit: u64, used: u64) -> bool {
    limit > 0 && used >= limit
}

/// What each tenant, and each person, has spent, as far as this node knows.
#[derive(Default)]
pub(crate) struct Spending(Mutex<HashMap<Spender, Spent>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Spender {
    Tenant(TenantId),
    User(UserId),
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
}

impl Conversations {
    /// Nobody asks a model for a tenant that has spent all it may.
    pub(crate) async fn within_budget(&self, scope: &Scope) -> Result<(), ConversationError> {
        let budgets = self.0.options.budgets;
        if budgets.is_unlimited() {
            return Ok(());
        }
        let now = self.0.store.clock().now();
        let spent = self.spent(scope, Spender::Tenant(scope.tenant()), now).await?;
        budgets.check(&spent).map_err(ConversationError::OverBudget)?;
        if let Some(user) = scope.user().filter(|_| budgets.user_tokens_per_day > 0) {
            let spent = self.spent(scope, Spender::User(user), now).await?;
            budgets.check_user(&spent).map_err(ConversationError::OverBudget)?;
        }
        Ok(())
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
        let user = match spender {
            Spender::Tenant(_) => None,
            Spender::User(user) => Some(user),
        };
        let read = move |tx: &mut Tx<'_>| {
            let (tokens, _) = model_calls::used_since(tx, day, user)?;
            let (_, cost) = model_calls::used_since(tx, month, user)?;
            Ok::<_, ConversationError>((tokens, cost))
        };
        let (tokens, cost) = self.0.store.read(scope, read).await?;
        let whole = |sum: i64| u64::try_from(sum).unwrap_or(0);
        let spent = Spent { day, read_at: now, tokens: whole(tokens), cost: whole(cost) };
        self.0.spending.lock().insert(spender, spent);
        Ok(spent)
    }

    /// Counts what has just been recorded.
    pub(crate) fn spend(&self, tenant: TenantId, user: UserId, attempts: &[Attempt]) {
        if self.0.options.budgets.is_unlimited() || attempts.is_empty() {
            return;
        }
        let mut all = self.0.spending.lock();
        for spender in [Spender::Tenant(tenant), Spender::User(user)] {
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
        let budgets =
            Budgets { tenant_tokens_per_day: 100, user_tokens_per_day: 50, tenant_cost_per_month: 2_500_000 };
        assert_eq!(budgets.check(&spent(99, 2_499_999)), Ok(()));
        assert_eq!(budgets.check(&spent(100, 0)), Err(Budget::TokensOfToday(100)));
        assert_eq!(budgets.check_user(&spent(49, u64::MAX)), Ok(()));
        assert_eq!(budgets.check_user(&spent(50, 0)), Err(Budget::YourTokensOfToday(50)));
        let over = budgets.check(&spent(0, 2_500_000)).unwrap_err();
        assert!(over.to_string().starts_with("the 2.50 of this month"), "{over}");
        assert_eq!(Budgets::default().check(&spent(u64::MAX, u64::MAX)), Ok(()));
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
