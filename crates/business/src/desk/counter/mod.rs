//! The use cases of a front desk, over its rows. What is decided is pure; what is promised the database keeps.
//!
//! - [`Counter::take_over`]: the business as its owner says it.
//! - [`times`]: which times are free, from hours, calendars and what is booked.
//! - [`Counter::complete`], [`Counter::no_show`], [`Counter::pay`]: what the staff say happened; the first and the last
//!   earn tokens, once.
//! - [`Counter::undo`]: takes back what a call of an assistant did.
mod finish;
pub mod times;
mod undo;

use conserje_kernel::{Scope, Timestamp};
use conserje_store::desk::catalogue;
use conserje_store::{Store, StoreError, Tx};
use conserje_tools::Call;

pub use finish::Finished;
pub use undo::{Undone, kinds};
pub(crate) use undo::{contact_was, slot_was};

use super::keep::{self, Unreadable};
use super::model::Business;

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error("there is no business here yet; import one")]
    NoBusiness,
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where people are served. Cheap to clone.
#[derive(Clone)]
pub struct Counter {
    store: Store,
}

/// One transaction at the counter.
pub struct Visit<'t, 'c> {
    pub tx: &'t mut Tx<'c>,
    pub business: Business,
}

impl Visit<'_, '_> {
    /// Seconds since 1970 UTC.
    pub fn now(&self) -> i64 {
        seconds(self.tx.now())
    }
}

pub fn seconds(moment: Timestamp) -> i64 {
    moment.as_micros().div_euclid(1_000_000)
}

pub fn timestamp(seconds: i64) -> Timestamp {
    Timestamp::from_micros(seconds.saturating_mul(1_000_000))
}

/// Which call it is, for the record.
pub fn trace(call: &Call) -> conserje_store::desk::Trace {
    conserje_store::desk::Trace {
        session: Some(call.session),
        turn: Some(call.turn),
        tool_use_id: Some(call.tool_use_id.clone()),
    }
}

impl Counter {
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// This is the business from now on. Appointments, orders and tokens stay as they are.
    pub async fn take_over(&self, scope: &Scope, business: &Business) -> Result<(), DeskError> {
        let rows = keep::to_rows(business)?;
        self.store.write(scope, move |tx| Ok(catalogue::replace(tx, &rows)?)).await
    }

    /// The business as it is now.
    pub async fn business(&self, scope: &Scope) -> Result<Business, DeskError> {
        self.look(scope, |visit| Ok(visit.business.clone())).await
    }

    /// Looks something up, all of it as of one moment.
    pub async fn look<T, F>(&self, scope: &Scope, work: F) -> Result<T, DeskError>
    where
        F: FnOnce(&mut Visit<'_, '_>) -> Result<T, DeskError> + Send + 'static,
        T: Send + 'static,
    {
        self.store.read(scope, move |tx| work(&mut visit(tx)?)).await
    }

    /// Changes rows, all of it or nothing.
    pub async fn act<T, F>(&self, scope: &Scope, work: F) -> Result<T, DeskError>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, DeskError> + Send + 'static,
        T: Send + 'static,
    {
        self.store.write(scope, work).await
    }
}

fn visit<'t, 'c>(tx: &'t mut Tx<'c>) -> Result<Visit<'t, 'c>, DeskError> {
    let rows = catalogue::read(tx)?.ok_or(DeskError::NoBusiness)?;
    Ok(Visit { business: keep::from_rows(&rows)?, tx })
}
