//! The use cases of a front desk, over its rows. What is decided is pure; what is promised the database keeps.
//!
//! - [`FrontDesk::take_over`]: the business as its owner says it.
//! - [`times`]: which times are free, from hours, calendars and what is booked.
//! - [`ordering`]: what both assistants and staff hold to when something is ordered.
//! - [`FrontDesk::complete`], [`FrontDesk::pay`]: what the staff say happened; both earn tokens, once.
//! - [`FrontDesk::undo`]: takes back what a call of an assistant or somebody of the staff did.
mod finish;
pub mod ordering;
pub mod times;
mod undo;

use conserje_kernel::{Address, Scope, TenantId, Timestamp};
use conserje_store::desk::catalogue;
use conserje_store::{Store, StoreError, Tx, tenants};
use tokio::sync::broadcast;

pub use finish::Finished;
pub(crate) use finish::{complete, pay};
pub use undo::Undone;
pub use undo::{contact_was, slot_was};

use super::emergency::Help;
use super::keep::{self, Unreadable};
use super::model::Business;
use super::work::WorkError;

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error("there is no business here yet; import one")]
    NoBusiness,
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How many changes somebody who looks on may be behind; more, and they are told that they were.
const WAITING: usize = 256;

/// Where people are served. Cheap to clone.
#[derive(Clone)]
pub struct FrontDesk {
    store: Store,
    /// Whose rows have just changed; what did is in the rows.
    changed: broadcast::Sender<TenantId>,
}

/// One transaction at the counter.
pub struct Visit<'t, 'c> {
    pub tx: &'t mut Tx<'c>,
    pub business: Business,
}

impl Visit<'_, '_> {
    /// How its customers are addressed.
    pub fn address(&mut self) -> Result<Address, DeskError> {
        Ok(address_of(self.tx)?)
    }

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

impl FrontDesk {
    pub fn new(store: Store) -> Self {
        Self { store, changed: broadcast::Sender::new(WAITING) }
    }

    /// This is the business from now on. Appointments, orders and tokens stay as they are.
    pub async fn take_over(&self, scope: &Scope, business: &Business) -> Result<(), DeskError> {
        let rows = keep::to_rows(business)?;
        self.act(scope, move |tx| Ok(catalogue::replace(tx, &rows)?)).await
    }

    /// Which trade the business is in, if there is one and it says so.
    pub async fn vertical(&self, scope: &Scope) -> Result<Option<String>, DeskError> {
        let facts = self.store.read(scope, catalogue::facts).await?.ok_or(DeskError::NoBusiness)?;
        Ok(keep::vertical(&facts)?)
    }

    /// The business as it is now.
    pub async fn business(&self, scope: &Scope) -> Result<Business, DeskError> {
        self.look(scope, |visit| Ok(visit.business.clone())).await
    }

    /// How people are addressed here, as far as that can be known.
    pub async fn address(&self, scope: &Scope) -> Address {
        let read = self.store.read(scope, address_of).await;
        read.unwrap_or_else(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "The tenant's settings cannot be read");
            Address::Usted
        })
    }

    /// Whom to call in an emergency: what is known of it, if only that nothing is.
    pub async fn help(&self, scope: &Scope) -> Help {
        match self.look(scope, |visit| Ok(Help::of(&visit.business))).await {
            Ok(help) => help,
            Err(DeskError::NoBusiness) => Help::anywhere(),
            Err(error @ (DeskError::Unreadable(_) | DeskError::Store(_))) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "The front desk's rows cannot be read"
                );
                Help::anywhere()
            }
        }
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
        let done = self.store.write(scope, work).await?;
        self.tell(scope);
        Ok(done)
    }

    /// Those who look on may look again. Nobody need listen.
    pub(crate) fn tell(&self, scope: &Scope) {
        drop(self.changed.send(scope.tenant()));
    }

    /// As [`FrontDesk::look`], for questions that can be wrong themselves.
    pub(crate) async fn ask<T, F>(&self, scope: &Scope, work: F) -> Result<T, WorkError>
    where
        F: FnOnce(&mut Visit<'_, '_>) -> Result<T, WorkError> + Send + 'static,
        T: Send + 'static,
    {
        self.store.read(scope, move |tx| work(&mut visit(tx)?)).await
    }

    /// As [`FrontDesk::act`], for what can be refused.
    pub(crate) async fn try_to<T, F>(&self, scope: &Scope, work: F) -> Result<T, WorkError>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, WorkError> + Send + 'static,
        T: Send + 'static,
    {
        let done = self.store.write(scope, work).await?;
        self.tell(scope);
        Ok(done)
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<TenantId> {
        self.changed.subscribe()
    }

    /// Whether other processes write to the same rows.
    pub(crate) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }
}

/// At a front desk people are strangers: *usted*, unless the tenant says otherwise.
pub(crate) fn address_of(tx: &mut Tx<'_>) -> Result<Address, StoreError> {
    Ok(tenants::own(tx)?.and_then(|tenant| tenant.address).unwrap_or(Address::Usted))
}

fn visit<'t, 'c>(tx: &'t mut Tx<'c>) -> Result<Visit<'t, 'c>, DeskError> {
    let rows = catalogue::read(tx)?.ok_or(DeskError::NoBusiness)?;
    Ok(Visit { business: keep::from_rows(&rows)?, tx })
}
