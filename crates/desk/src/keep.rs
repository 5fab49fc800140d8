//! A business as rows, and back.

use conserje_store::desk::catalogue::{
    BranchRow, Catalogue, FactRow, MenuRow, PolicyRow, ServiceRow, StaffRow,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::facts::Fact;
use super::model::{Business, MenuItem, Policy};

/// Rows that this version cannot read.
#[derive(Debug, thiserror::Error)]
#[error("what is kept of the {what} cannot be read: {source}; import the business again")]
pub struct Unreadable {
    what: &'static str,
    #[source]
    source: serde_json::Error,
}

pub fn to_rows(business: &Business) -> Result<Catalogue, Unreadable> {
    Ok(Catalogue {
        name: business.name.es.clone(),
        currency: business.currency.code().to_owned(),
        facts: facts("business", business)?,
        branches: each(&business.branches, |branch| {
            Ok(BranchRow {
                id: branch.id.clone(),
                name: branch.name.es.clone(),
                time_zone: branch.time_zone.name().to_owned(),
                facts: facts("branches", branch)?,
            })
        })?,
        staff: each(&business.staff, |staff| {
            Ok(StaffRow { id: staff.id.clone(), name: staff.name.clone(), facts: facts("staff", staff)? })
        })?,
        services: each(&business.services, |service| {
            Ok(ServiceRow {
                id: service.id.clone(),
                name: service.name.es.clone(),
                price_min: service.price_min,
                price_max: service.price_max,
                minutes: i64::from(service.minutes),
                facts: facts("services", service)?,
            })
        })?,
        policies: each(&business.policies, |policy| {
            Ok(PolicyRow { kind: policy.kind.name().to_owned(), facts: facts("policies", policy)? })
        })?,
        answers: each(&business.facts, |fact| {
            Ok(FactRow {
                id: fact.id.clone(),
                topic: fact.topic.name().to_owned(),
                facts: facts("facts", fact)?,
            })
        })?,
        menu: each(&business.menu, |item| {
            Ok(MenuRow {
                id: item.id.clone(),
                name: item.name.es.clone(),
                price: item.price,
                available: item.available,
                stock: item.stock,
                facts: facts("menu", item)?,
            })
        })?,
    })
}

pub fn from_rows(rows: &Catalogue) -> Result<Business, Unreadable> {
    let business: Business = read("business", &rows.facts)?;
    Ok(Business {
        branches: each(&rows.branches, |row| read("branches", &row.facts))?,
        staff: each(&rows.staff, |row| read("staff", &row.facts))?,
        services: each(&rows.services, |row| read("services", &row.facts))?,
        policies: each(&rows.policies, |row| read::<Policy>("policies", &row.facts))?,
        facts: each(&rows.answers, |row| read::<Fact>("facts", &row.facts))?,
        menu: each(&rows.menu, item_of)?,
        ..business
    })
}

/// As its owner said it: of what is limited, what there was and not what is left.
pub fn as_said(rows: &Catalogue) -> Result<Business, Unreadable> {
    let business = from_rows(rows)?;
    Ok(Business { menu: each(&rows.menu, |row| read("menu", &row.facts))?, ..business })
}

/// Which trade a business is in, without the rest of it.
pub fn vertical(facts: &str) -> Result<Option<String>, Unreadable> {
    Ok(read::<Business>("business", facts)?.vertical)
}

/// What can be had now is in the columns, which orders change.
fn item_of(row: &MenuRow) -> Result<MenuItem, Unreadable> {
    let item: MenuItem = read("menu", &row.facts)?;
    Ok(MenuItem { price: row.price, available: row.available, stock: row.stock, ..item })
}

fn each<T, R>(all: &[T], of: impl Fn(&T) -> Result<R, Unreadable>) -> Result<Vec<R>, Unreadable> {
    all.iter().map(of).collect()
}

fn facts(what: &'static str, thing: &impl Serialize) -> Result<String, Unreadable> {
    serde_json::to_string(thing).map_err(|source| Unreadable { what, source })
}

fn read<T: DeserializeOwned>(what: &'static str, facts: &str) -> Result<T, Unreadable> {
    serde_json::from_str(facts).map_err(|source| Unreadable { what, source })
}
