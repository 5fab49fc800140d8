//! Orders on their way: placed, prepared, ready, out or fetched, completed; or void.

use std::time::Duration;

use conserje_kernel::{DeskChangeKind, OrderId, OrderKind, OrderStage, OrderStatus, Scope};
use conserje_store::Tx;
use conserje_store::desk::changes::{self, Record};
use conserje_store::desk::customers::{self, Customer};
use conserje_store::desk::orders::{self as rows, Order, Wanted};
use serde_json::json;

use super::{Act, WorkError};
use crate::front_desk::{DeskError, FrontDesk, pay};
use crate::model::Business;

/// How long an order that is over stays on the board.
const STAYS: Duration = Duration::from_secs(24 * 3600);

/// An order and whose it is.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub order: Order,
    pub customer: Option<Customer>,
}

/// What is done with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    To(OrderStage),
    /// It was paid; one that was handed over is completed by that.
    Paid,
    Void,
}

impl FrontDesk {
    /// What is under way, and what was over not long ago.
    pub async fn orders(
        &self,
        scope: &Scope,
        branch: Option<String>,
    ) -> Result<(Business, Vec<Ticket>), WorkError> {
        self.ask(scope, move |visit| {
            let wanted =
                Wanted { customer: None, branch: branch.as_deref(), over_since: visit.tx.now().minus(STAYS) };
            let found = rows::list(visit.tx, &wanted)?;
            let tickets = found.into_iter().map(|order| ticket(visit.tx, order)).collect::<Result<_, _>>()?;
            Ok((visit.business.clone(), tickets))
        })
        .await
    }

    /// One of them, with all that happened to it.
    pub async fn order(
        &self,
        scope: &Scope,
        id: OrderId,
    ) -> Result<(Business, Ticket, Vec<Record>), WorkError> {
        self.ask(scope, move |visit| {
            let order = rows::find(visit.tx, id)?.ok_or(WorkError::NotFound { what: "order" })?;
            let history = changes::of_subject(visit.tx, &id.to_string())?;
            Ok((visit.business.clone(), ticket(visit.tx, order)?, history))
        })
        .await
    }

    pub async fn advance_order(
        &self,
        scope: &Scope,
        act: Act,
        id: OrderId,
        step: Step,
    ) -> Result<(Business, Ticket), WorkError> {
        self.try_to(scope, move |tx| {
            let order = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "order" })?;
            take(tx, &act, &order, step)
        })
        .await?;
        let (business, ticket, _) = self.order(scope, id).await?;
        Ok((business, ticket))
    }
}

fn ticket(tx: &mut Tx<'_>, order: Order) -> Result<Ticket, DeskError> {
    let customer = customers::find(tx, order.customer)?;
    Ok(Ticket { order, customer })
}

/// Whether an order of this kind goes from one place to another. Steps may be left out, never gone back: that is undoing.
fn goes(kind: OrderKind, from: OrderStage, to: OrderStage) -> bool {
    let place = |stage: OrderStage| match stage {
        OrderStage::Placed => 0,
        OrderStage::Preparing => 1,
        OrderStage::Ready => 2,
        OrderStage::OutForDelivery | OrderStage::PickedUp => 3,
        OrderStage::Completed => 4,
    };
    let fits = match to {
        OrderStage::OutForDelivery => kind == OrderKind::Delivery,
        OrderStage::PickedUp => kind == OrderKind::Pickup,
        OrderStage::Placed | OrderStage::Preparing | OrderStage::Ready | OrderStage::Completed => true,
    };
    fits && place(from) < place(to)
}

fn take(tx: &mut Tx<'_>, act: &Act, order: &Order, step: Step) -> Result<(), WorkError> {
    let refuse = |what: &str| {
        let now = if order.status == OrderStatus::Void { "void" } else { order.stage.name() };
        Err(WorkError::NotNow { problem: format!("the order is `{now}` and cannot be {what}") })
    };
    if order.status == OrderStatus::Void && step != Step::Void {
        return refuse("changed any more");
    }
    match step {
        Step::Void if order.status == OrderStatus::Void => Ok(()),
        Step::Void => {
            if !rows::void(tx, order.id)? {
                return refuse("voided: it is paid");
            }
            act.record(tx, DeskChangeKind::Voided, order.id.to_string(), None)?;
            Ok(())
        }
        Step::Paid => {
            pay(tx, order.id, act)?;
            // Handed over and paid is all there is to it.
            if matches!(order.stage, OrderStage::PickedUp) {
                rows::advance(tx, order.id, order.stage, OrderStage::Completed)?;
            }
            Ok(())
        }
        Step::To(to) if to == order.stage => Ok(()),
        Step::To(to) if !goes(order.kind, order.stage, to) => refuse(&format!("`{to}` from there")),
        Step::To(OrderStage::Completed) => {
            let was_paid = order.status == OrderStatus::Paid;
            pay(tx, order.id, act)?;
            move_on(tx, act, order, OrderStage::Completed, was_paid)
        }
        // Who fetches what is paid already is done.
        Step::To(OrderStage::PickedUp) if order.status == OrderStatus::Paid => {
            move_on(tx, act, order, OrderStage::Completed, true)
        }
        Step::To(to) => move_on(tx, act, order, to, true),
    }
}

fn move_on(
    tx: &mut Tx<'_>,
    act: &Act,
    order: &Order,
    to: OrderStage,
    is_recorded: bool,
) -> Result<(), WorkError> {
    if !rows::advance(tx, order.id, order.stage, to)? {
        let problem = "somebody else has just moved the order; look at it as it is now".to_owned();
        return Err(WorkError::NotNow { problem });
    }
    // Paying is on record already, and is what cannot be taken back.
    if is_recorded {
        let was = json!({"from": order.stage.name(), "to": to.name()});
        act.record(tx, DeskChangeKind::Advanced, order.id.to_string(), Some(&was))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_goes_forward_and_its_own_way() {
        use OrderStage::{Completed, OutForDelivery, PickedUp, Placed, Preparing, Ready};
        assert!(goes(OrderKind::Pickup, Placed, Preparing) && goes(OrderKind::Pickup, Placed, Ready));
        assert!(goes(OrderKind::Pickup, Ready, PickedUp) && !goes(OrderKind::Pickup, Ready, OutForDelivery));
        assert!(
            goes(OrderKind::Delivery, Ready, OutForDelivery) && !goes(OrderKind::Delivery, Ready, PickedUp)
        );
        assert!(goes(OrderKind::Delivery, OutForDelivery, Completed));
        assert!(!goes(OrderKind::Pickup, Ready, Preparing) && !goes(OrderKind::Pickup, Completed, Placed));
    }
}
