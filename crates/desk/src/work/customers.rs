//! Customers, with what they booked, ordered and earned.

use std::time::Duration;

use conserje_kernel::{CustomerId, DeskChangeKind, Scope, SessionId};
use conserje_store::desk::appointments;
use conserje_store::desk::changes::{self, Record};
use conserje_store::desk::customers::{self as rows, Contact, Customer};
use conserje_store::desk::loyalty::{self, NewEntry, Posted};
use conserje_store::desk::orders::{self, Order, Wanted};
use serde_json::json;

use super::appointments::{Entry, entry};
use super::{Act, WorkError};
use crate::contact::{is_email, is_phone};
use crate::front_desk::{FrontDesk, contact_was};
use crate::model::Business;
use crate::names::folded;

/// More is not shown at once.
const MOST: usize = 200;
const LONGEST: usize = 200;
const MOST_TOKENS: i64 = 1_000_000;

/// Those who were looked for.
#[derive(Clone, Debug)]
pub struct Found {
    pub customers: Vec<Customer>,
    /// How many there are in all.
    pub total: usize,
}

/// Somebody, and all that is known of them.
#[derive(Clone, Debug)]
pub struct File {
    pub business: Business,
    pub customer: Customer,
    pub appointments: Vec<Entry>,
    pub orders: Vec<Order>,
    pub ledger: Vec<loyalty::Entry>,
    pub sessions: Vec<SessionId>,
    pub history: Vec<Record>,
}

/// What is known of somebody from now on.
#[derive(Clone, Debug)]
pub struct Edit {
    pub contact: Contact,
    /// When what the caller saw was last changed, if they say it.
    pub seen: Option<String>,
}

/// Tokens that are given, or taken if they are less than nothing.
#[derive(Clone, Debug)]
pub struct Adjustment {
    pub tokens: i64,
    pub reason: String,
}

impl FrontDesk {
    /// By a piece of the name, address or number; all if there is none.
    pub async fn customers(&self, scope: &Scope, said: &str) -> Result<Found, WorkError> {
        let (wanted, digits) = (folded(said), digits(said));
        let found = self.store().read(scope, rows::all).await?;
        let fits = |customer: &Customer| {
            let texts = [&customer.name, &customer.email].into_iter().flatten();
            wanted.is_empty()
                || texts.map(|text| folded(text)).any(|text| text.contains(&wanted))
                || customer
                    .phone
                    .as_deref()
                    .is_some_and(|phone| digits.len() >= 3 && self::digits(phone).contains(&digits))
        };
        let mut customers: Vec<Customer> = found.into_iter().filter(fits).collect();
        let total = customers.len();
        customers.truncate(MOST);
        Ok(Found { customers, total })
    }

    pub async fn customer(&self, scope: &Scope, id: CustomerId) -> Result<File, WorkError> {
        self.ask(scope, move |visit| {
            let customer = rows::find(visit.tx, id)?.ok_or(WorkError::NotFound { what: "customer" })?;
            let long_ago = visit.tx.now().minus(Duration::from_secs(10 * 366 * 24 * 3600));
            let wanted = Wanted { customer: Some(id), branch: None, over_since: long_ago };
            let booked = appointments::of_customer(visit.tx, id, true)?;
            let entries = booked.into_iter().map(|found| entry(visit.tx, found)).collect::<Result<_, _>>()?;
            Ok(File {
                business: visit.business.clone(),
                appointments: entries,
                orders: orders::list(visit.tx, &wanted)?,
                ledger: loyalty::entries(visit.tx, id)?,
                sessions: rows::sessions_of(visit.tx, id)?,
                history: changes::of_subject(visit.tx, &id.to_string())?,
                customer,
            })
        })
        .await
    }

    /// Says what is known of somebody.
    pub async fn edit_customer(
        &self,
        scope: &Scope,
        act: Act,
        id: CustomerId,
        edit: Edit,
    ) -> Result<Customer, WorkError> {
        let Edit { contact, seen } = edit;
        let contact = checked(contact)?;
        self.try_to(scope, move |tx| {
            let before = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" })?;
            if seen.is_some_and(|seen| seen != before.updated_at.to_string()) {
                return Err(WorkError::ChangedMeanwhile { id: id.to_string() });
            }
            let was = contact_was(before.name.as_deref(), before.email.as_deref(), before.phone.as_deref());
            if act.record(tx, DeskChangeKind::Updated, id.to_string(), Some(&was))? {
                rows::put_back(tx, id, &contact)?;
            }
            rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" })
        })
        .await
    }

    /// Gives tokens or takes them, and says why.
    pub async fn adjust_tokens(
        &self,
        scope: &Scope,
        act: Act,
        id: CustomerId,
        adjustment: Adjustment,
    ) -> Result<Customer, WorkError> {
        let (tokens, reason) = (adjustment.tokens, adjustment.reason.trim().to_owned());
        if tokens == 0 || tokens.abs() > MOST_TOKENS {
            let problem = format!("`tokens` is {tokens}; use -{MOST_TOKENS} to {MOST_TOKENS}, and not 0");
            return Err(WorkError::Invalid { problem });
        }
        if reason.is_empty() || reason.chars().count() > LONGEST {
            let problem = format!("`reason` says why, in 1 to {LONGEST} characters");
            return Err(WorkError::Invalid { problem });
        }
        self.try_to(scope, move |tx| {
            rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" })?;
            let entry = NewEntry {
                customer: id,
                reason: loyalty::ADJUSTMENT,
                reference: act.key.clone(),
                tokens,
                note: Some(reason),
                trace: act.trace.clone(),
            };
            match loyalty::post(tx, &entry)? {
                Posted::Made => {
                    act.record(
                        tx,
                        DeskChangeKind::Adjusted,
                        id.to_string(),
                        Some(&json!({"tokens": tokens})),
                    )?;
                }
                Posted::Before => {}
                Posted::TooFew => {
                    let left = rows::find(tx, id)?.map_or(0, |customer| customer.tokens);
                    let problem = format!("the customer has {left} tokens; take no more than that");
                    return Err(WorkError::NotNow { problem });
                }
            }
            rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" })
        })
        .await
    }
}

/// A contact that can be kept: what is empty is nothing.
pub fn checked(contact: Contact) -> Result<Contact, WorkError> {
    let text = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let contact = Contact {
        name: text(contact.name),
        email: text(contact.email).map(|email| email.to_lowercase()),
        phone: text(contact.phone),
    };
    let wrong = |problem: &str| Err(WorkError::Invalid { problem: problem.to_owned() });
    let all = [&contact.name, &contact.email, &contact.phone];
    if all.into_iter().flatten().any(|text| text.chars().count() > LONGEST) {
        return wrong("a name, email or phone has at most 200 characters");
    }
    if contact.email.as_deref().is_some_and(|email| !is_email(email)) {
        return wrong("`email` is not an address; write it as ana@example.com");
    }
    if contact.phone.as_deref().is_some_and(|phone| !is_phone(phone)) {
        return wrong("`phone` is not a number; write it with 7 to 15 digits");
    }
    if contact == Contact::default() {
        return wrong("say at least a name, an email or a phone");
    }
    Ok(contact)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
