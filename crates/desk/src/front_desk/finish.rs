//! What the staff say happened. What earns tokens earns them in the same transaction, and once.

use conserje_kernel::{
    AppointmentId, AppointmentStatus, CustomerId, DeskChangeKind, OrderId, OrderStatus, Scope,
};
use conserje_store::Tx;
use conserje_store::desk::appointments::{self, Changed};
use conserje_store::desk::loyalty::{self, NewEntry, Posted};
use conserje_store::desk::{Trace, catalogue, orders};

use super::{DeskError, FrontDesk};
use crate::keep;
use crate::model::Loyalty;
use crate::work::Act;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// With so many tokens earned.
    Done { tokens: i64 },
    /// It was so already; nothing was earned again.
    Before,
    /// There is none, or it ended otherwise.
    NotPossible,
}

impl FrontDesk {
    /// The appointment took place.
    pub async fn complete(&self, scope: &Scope, id: AppointmentId, act: Act) -> Result<Finished, DeskError> {
        self.act(scope, move |tx| complete(tx, id, act)).await
    }

    /// The order was paid.
    pub async fn pay(&self, scope: &Scope, id: OrderId, act: Act) -> Result<Finished, DeskError> {
        self.act(scope, move |tx| pay(tx, id, &act)).await
    }
}

/// The appointment took place, as a part of something larger.
pub(crate) fn complete(tx: &mut Tx<'_>, id: AppointmentId, act: Act) -> Result<Finished, DeskError> {
    let appointment = match appointments::end(tx, id, AppointmentStatus::Completed)? {
        Changed::Done(appointment) => appointment,
        Changed::NotToCome | Changed::Taken => {
            let found = appointments::find(tx, id)?;
            let is_completed = found.is_some_and(|found| found.status == AppointmentStatus::Completed);
            return Ok(if is_completed { Finished::Before } else { Finished::NotPossible });
        }
    };
    act.record(tx, DeskChangeKind::Completed, id.to_string(), None)?;
    let tokens = program(tx)?.map_or(0, |loyalty| loyalty.per_appointment);
    let earned = Earned { customer: appointment.customer, reason: loyalty::APPOINTMENT, tokens };
    earned.post(tx, id.to_string(), act.trace)
}

/// The order was paid, as a part of something larger.
pub(crate) fn pay(tx: &mut Tx<'_>, id: OrderId, act: &Act) -> Result<Finished, DeskError> {
    let paid = orders::pay(tx, id)?;
    let Some(order) = orders::find(tx, id)? else { return Ok(Finished::NotPossible) };
    if !paid {
        let is_paid = order.status == OrderStatus::Paid;
        return Ok(if is_paid { Finished::Before } else { Finished::NotPossible });
    }
    act.record(tx, DeskChangeKind::Paid, id.to_string(), None)?;
    let tokens = program(tx)?.map_or(0, |loyalty| loyalty.for_order(order.total));
    Earned { customer: order.customer, reason: loyalty::ORDER, tokens }.post(
        tx,
        id.to_string(),
        act.trace.clone(),
    )
}

struct Earned {
    customer: CustomerId,
    reason: &'static str,
    tokens: i64,
}

impl Earned {
    fn post(self, tx: &mut Tx<'_>, reference: String, trace: Trace) -> Result<Finished, DeskError> {
        let Self { customer, reason, tokens } = self;
        if tokens == 0 {
            return Ok(Finished::Done { tokens });
        }
        let posted = loyalty::post(tx, &NewEntry { customer, reason, reference, tokens, note: None, trace })?;
        // The ledger's key is the last word: what has earned before does not again.
        Ok(Finished::Done { tokens: if posted == Posted::Made { tokens } else { 0 } })
    }
}

/// The loyalty program, if the business has one.
pub(crate) fn program(tx: &mut Tx<'_>) -> Result<Option<Loyalty>, DeskError> {
    let Some(rows) = catalogue::read(tx)? else { return Ok(None) };
    Ok(keep::from_rows(&rows)?.loyalty)
}
