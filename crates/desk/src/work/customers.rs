//! Customers, with what they booked, ordered and earned.

use std::time::Duration;

use conserje_kernel::{CustomerId, DeskChangeKind, Scope, SessionId};
use conserje_store::Tx;
use conserje_store::desk::appointments;
use conserje_store::desk::changes::{self, Record};
use conserje_store::desk::customers::{self as rows, Contact, Customer};
use conserje_store::desk::loyalty::{self, NewEntry, Posted};
use conserje_store::desk::orders::{self, Order, Wanted};
use serde_json::json;

use super::appointments::{Entry, entry};
use super::{Act, WorkError, note};
use crate::contact::{is_email, is_phone};
use crate::front_desk::{FrontDesk, contact_was};
use crate::model::Business;
use crate::names::folded;

/// More is not shown at once.
const MOST: usize = 200;
const LONGEST: usize = 200;
const MOST_TOKENS: i64 = 1_000_000;
/// So many digits are a number of its own in most countries; what is before them is the country.
const OWN_DIGITS: usize = 9;

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

/// Somebody who is a customer from now on.
#[derive(Clone, Debug)]
pub struct NewCustomer {
    pub contact: Contact,
    pub notes: Option<String>,
}

/// What is known of somebody from now on.
#[derive(Clone, Debug)]
pub struct Edit {
    pub contact: Contact,
    /// What the staff note of them; as it is where nothing is said of it, gone where it is empty.
    pub notes: Option<String>,
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

    /// Makes somebody a customer who has not booked or ordered yet, unless their telephone is known already.
    pub async fn register(&self, scope: &Scope, act: Act, new: NewCustomer) -> Result<Customer, WorkError> {
        let (contact, notes) = (checked(new.contact)?, note(new.notes)?);
        self.try_to(scope, move |tx| {
            let before = changes::find(tx, &act.key)?.and_then(|change| change.subject.parse().ok());
            if let Some(id) = before {
                return rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" });
            }
            if let Some(phone) = &contact.phone {
                rows::hold_phones(tx)?;
                if let Some(customer) = with_phone(tx, phone)? {
                    return Err(WorkError::Known { customer: Box::new(customer) });
                }
            }
            let made = rows::create(tx, &contact, &act.trace)?;
            if notes.is_some() {
                rows::set_notes(tx, made.id, notes.as_deref())?;
            }
            act.record(tx, DeskChangeKind::Registered, made.id.to_string(), None)?;
            rows::find(tx, made.id)?.ok_or(WorkError::NotFound { what: "customer" })
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
        let Edit { contact, notes: said, seen } = edit;
        let (contact, has_said) = (checked(contact)?, said.is_some());
        let notes = note(said)?;
        self.try_to(scope, move |tx| {
            let before = rows::find(tx, id)?.ok_or(WorkError::NotFound { what: "customer" })?;
            if seen.is_some_and(|seen| seen != before.updated_at.to_string()) {
                return Err(WorkError::ChangedMeanwhile { id: id.to_string() });
            }
            let mut was =
                contact_was(before.name.as_deref(), before.email.as_deref(), before.phone.as_deref());
            if has_said && let Some(was) = was.as_object_mut() {
                was.insert("notes".to_owned(), json!(before.notes));
            }
            if act.record(tx, DeskChangeKind::Updated, id.to_string(), Some(&was))? {
                rows::put_back(tx, id, &contact)?;
                if has_said {
                    rows::set_notes(tx, id, notes.as_deref())?;
                }
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

/// Whoever has this telephone, however it is written, with the code of the country or without.
fn with_phone(tx: &mut Tx<'_>, phone: &str) -> Result<Option<Customer>, WorkError> {
    let wanted = digits(phone);
    let ending = wanted.get(wanted.len().saturating_sub(OWN_DIGITS)..).unwrap_or(&wanted);
    let is_same = |found: &Customer| {
        found.phone.as_deref().map(digits).is_some_and(|found| is_same_number(&found, &wanted))
    };
    Ok(rows::with_phone_ending(tx, ending)?.into_iter().find(is_same))
}

fn is_same_number(one: &str, other: &str) -> bool {
    let shorter = one.len().min(other.len());
    one == other || (shorter >= OWN_DIGITS && (one.ends_with(other) || other.ends_with(one)))
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_with_the_code_of_the_country_and_without() {
        let same = |one: &str, other: &str| is_same_number(&digits(one), &digits(other));
        assert!(same("+52 55 1234 5678", "5512345678") && same("600 111 222", "+34 600111222"));
        assert!(
            same("123-4567", "1234567") && !same("1234567", "55 123 4567"),
            "a short one may be anybody's"
        );
        assert!(!same("+34 600 111 222", "+34 600 111 223"));
    }
}
