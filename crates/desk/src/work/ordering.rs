//! Orders that the staff take, on the telephone or at the counter: by the same rules as those of assistants.

use conserje_kernel::{CustomerId, OrderKind, Scope};
use conserje_store::desk::customers;
use conserje_store::desk::orders::{self as rows, Line, NewOrder, Order, Placed};
use jiff::civil::DateTime;

use super::appointments::Whom;
use super::orders::Ticket;
use super::{Act, WorkError, known, note};
use crate::front_desk::ordering::{Basket, place, ready};
use crate::front_desk::{FrontDesk, timestamp};
use crate::model::Business;

/// The stock changed under it: how often what is there then is tried.
const ATTEMPTS: usize = 4;
const MOST_LINES: usize = 50;
const MOST_OF_ONE: i64 = 100;
const LONGEST_ADDRESS: usize = 300;

/// What is to be ordered.
#[derive(Clone, Debug)]
pub struct NewTicket {
    pub customer: Whom,
    pub items: Vec<Wanted>,
    pub kind: OrderKind,
    pub branch: String,
    /// Where it goes, if it is brought.
    pub address: Option<String>,
    /// By the branch's clock; as soon as it can be if nothing is said.
    pub at: Option<DateTime>,
}

/// So many of something on the menu.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub item: String,
    pub quantity: i64,
    pub notes: Option<String>,
}

impl FrontDesk {
    /// Takes an order. It costs what the menu says; what there is not is not sold.
    pub async fn order_by_hand(
        &self,
        scope: &Scope,
        act: Act,
        new: NewTicket,
    ) -> Result<(Business, Ticket), WorkError> {
        for _ in 0..ATTEMPTS {
            let (asked, key) = (new.clone(), act.clone());
            let planned = self
                .ask(scope, move |visit| {
                    if let Some(before) = rows::by_key(visit.tx, &key.key)? {
                        return Ok(Err(before));
                    }
                    asked.customer.check(visit.tx)?;
                    planned(&visit.business, &asked, &key, visit.now()).map(Ok)
                })
                .await?;
            let order = match planned {
                Err(before) => Some(before),
                Ok(plan) => {
                    let (asked, key) = (new.clone(), act.clone());
                    self.try_to(scope, move |tx| {
                        let customer = asked.customer.id(tx, &key)?;
                        let placed = place(tx, &plan.order(customer, &asked, &key))?;
                        if !matches!(placed, Placed::Made(_)) {
                            asked.customer.forget(tx, customer)?;
                        }
                        Ok(match placed {
                            Placed::Made(order) | Placed::Before(order) => Some(order),
                            Placed::Refused => None,
                        })
                    })
                    .await?
                }
            };
            if let Some(order) = order {
                return self.ticket(scope, order).await;
            }
        }
        let problem = "many are ordering the same at once; look at the menu and try again".to_owned();
        Err(WorkError::NotNow { problem })
    }

    async fn ticket(&self, scope: &Scope, order: Order) -> Result<(Business, Ticket), WorkError> {
        self.ask(scope, move |visit| {
            let customer = customers::find(visit.tx, order.customer)?;
            Ok((visit.business.clone(), Ticket { order, customer }))
        })
        .await
    }
}

/// An order, once everything in it was found to be there.
struct Plan {
    lines: Vec<Line>,
    currency: String,
    address: Option<String>,
    ready_at: i64,
}

impl Plan {
    fn order(self, customer: CustomerId, asked: &NewTicket, act: &Act) -> NewOrder {
        NewOrder {
            customer,
            branch: asked.branch.clone(),
            kind: asked.kind,
            lines: self.lines,
            currency: self.currency,
            scheduled_at: Some(timestamp(self.ready_at)),
            address: self.address,
            key: act.key.clone(),
            trace: act.trace.clone(),
        }
    }
}

fn planned(business: &Business, asked: &NewTicket, act: &Act, now: i64) -> Result<Plan, WorkError> {
    let invalid = |problem: String| WorkError::Invalid { problem };
    let branch = known(business.branch(&asked.branch), "branch", &asked.branch)?;
    if asked.items.is_empty() || asked.items.len() > MOST_LINES {
        return Err(invalid(format!("`items` has 1 to {MOST_LINES} entries")));
    }
    let address = asked.address.as_deref().map(str::trim).filter(|address| !address.is_empty());
    if address.is_some_and(|address| address.chars().count() > LONGEST_ADDRESS) {
        return Err(invalid(format!("`address` has at most {LONGEST_ADDRESS} characters")));
    }
    if asked.kind == OrderKind::Delivery && address.is_none() {
        return Err(invalid("`address` is missing; say where it is to be brought".to_owned()));
    }
    let (mut basket, mut problems) = (Basket::default(), Vec::new());
    for wanted in &asked.items {
        let item = known(business.menu.iter().find(|item| item.id == wanted.item), "dish", &wanted.item)?;
        if !(1..=MOST_OF_ONE).contains(&wanted.quantity) {
            return Err(invalid(format!("`quantity` of `{}` is 1 to {MOST_OF_ONE}", item.id)));
        }
        let notes = note(wanted.notes.clone())?;
        if let Err(problem) = basket.add(item, wanted.quantity, notes.as_deref(), act.language) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(WorkError::NotNow { problem: problems.join(" ") });
    }
    let ready_at = ready(branch, asked.kind, asked.at, now)
        .map_err(|why| WorkError::NotNow { problem: why.text(branch, act.language) })?;
    Ok(Plan {
        lines: basket.lines(),
        currency: business.currency.code().to_owned(),
        address: address.map(ToOwned::to_owned),
        ready_at,
    })
}
