//! What a business offers, taken over as a whole from what its owner says.

use conserje_kernel::Timestamp;

use super::reminders;
use crate::sql::values;
use crate::{StoreError, Tx};

/// Everything. Rows are in the order in which the owner wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    pub name: String,
    pub currency: String,
    /// JSON, as in all of these.
    pub facts: String,
    pub branches: Vec<BranchRow>,
    pub staff: Vec<StaffRow>,
    pub services: Vec<ServiceRow>,
    pub policies: Vec<PolicyRow>,
    pub answers: Vec<FactRow>,
    pub menu: Vec<MenuRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchRow {
    pub id: String,
    pub name: String,
    pub time_zone: String,
    pub facts: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffRow {
    pub id: String,
    pub name: String,
    pub facts: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceRow {
    pub id: String,
    pub name: String,
    pub price_min: i64,
    pub price_max: i64,
    pub minutes: i64,
    pub facts: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyRow {
    pub kind: String,
    pub facts: String,
}

/// What the business answers to what people ask besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow {
    pub id: String,
    pub topic: String,
    pub facts: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuRow {
    pub id: String,
    pub name: String,
    pub price: i64,
    pub available: bool,
    /// What is left.
    pub stock: Option<i64>,
    pub facts: String,
}

/// This is the business from now on. Stock that the owner says as before goes on from what is left of it.
pub fn replace(tx: &mut Tx<'_>, catalogue: &Catalogue) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    if !has_same_hours(tx, catalogue)? {
        reminders::look_again(tx)?;
    }
    tx.conn.execute(
        "INSERT INTO desk_businesses (tenant_id, name, currency, facts, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name, currency = excluded.currency,
         facts = excluded.facts, updated_at = excluded.updated_at",
        values![tenant, &catalogue.name, &catalogue.currency, &catalogue.facts, now],
    )?;
    for clear in [
        "DELETE FROM desk_branches WHERE tenant_id = ?1",
        "DELETE FROM desk_staff WHERE tenant_id = ?1",
        "DELETE FROM desk_services WHERE tenant_id = ?1",
        "DELETE FROM desk_policies WHERE tenant_id = ?1",
        "DELETE FROM desk_facts WHERE tenant_id = ?1",
    ] {
        tx.conn.execute(clear, values![tenant])?;
    }
    for (position, row) in (0_i64..).zip(&catalogue.branches) {
        tx.conn.execute(
            "INSERT INTO desk_branches (tenant_id, id, position, name, time_zone, facts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            values![tenant, &row.id, position, &row.name, &row.time_zone, &row.facts],
        )?;
    }
    for (position, row) in (0_i64..).zip(&catalogue.staff) {
        tx.conn.execute(
            "INSERT INTO desk_staff (tenant_id, id, position, name, facts) VALUES (?1, ?2, ?3, ?4, ?5)",
            values![tenant, &row.id, position, &row.name, &row.facts],
        )?;
    }
    for (position, row) in (0_i64..).zip(&catalogue.services) {
        tx.conn.execute(
            "INSERT INTO desk_services (tenant_id, id, position, name, price_min, price_max, minutes, facts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            values![
                tenant,
                &row.id,
                position,
                &row.name,
                row.price_min,
                row.price_max,
                row.minutes,
                &row.facts
            ],
        )?;
    }
    for (position, row) in (0_i64..).zip(&catalogue.policies) {
        tx.conn.execute(
            "INSERT INTO desk_policies (tenant_id, kind, position, facts) VALUES (?1, ?2, ?3, ?4)",
            values![tenant, &row.kind, position, &row.facts],
        )?;
    }
    for (position, row) in (0_i64..).zip(&catalogue.answers) {
        tx.conn.execute(
            "INSERT INTO desk_facts (tenant_id, id, position, topic, facts) VALUES (?1, ?2, ?3, ?4, ?5)",
            values![tenant, &row.id, position, &row.topic, &row.facts],
        )?;
    }
    replace_menu(tx, &catalogue.menu)
}

/// Whether what says when customers are reminded is as it was: the business itself, and its clocks.
fn has_same_hours(tx: &mut Tx<'_>, catalogue: &Catalogue) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let clocks: Vec<(String, String)> = tx.conn.query(
        "SELECT id, time_zone FROM desk_branches WHERE tenant_id = ?1 ORDER BY position LIMIT 1000",
        values![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let own = catalogue.branches.iter().map(|row| (row.id.as_str(), row.time_zone.as_str()));
    let is_same = clocks.iter().map(|(id, zone)| (id.as_str(), zone.as_str())).eq(own);
    Ok(is_same && facts(tx)?.as_ref() == Some(&catalogue.facts))
}

fn replace_menu(tx: &mut Tx<'_>, menu: &[MenuRow]) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    // Those that are not written again stay behind with this position, and go.
    tx.conn.execute("UPDATE desk_menu SET position = -1 WHERE tenant_id = ?1", values![tenant])?;
    for (position, row) in (0_i64..).zip(menu) {
        tx.conn.execute(
            "INSERT INTO desk_menu (tenant_id, id, position, name, price, available, stock_given, stock_left, facts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8)
             ON CONFLICT (tenant_id, id) DO UPDATE SET position = excluded.position, name = excluded.name,
             price = excluded.price, available = excluded.available, facts = excluded.facts,
             stock_left = CASE WHEN desk_menu.stock_given IS NOT DISTINCT FROM excluded.stock_given
                 THEN desk_menu.stock_left ELSE excluded.stock_left END,
             stock_given = excluded.stock_given",
            values![tenant, &row.id, position, &row.name, row.price, row.available, row.stock, &row.facts],
        )?;
    }
    tx.conn.execute("DELETE FROM desk_menu WHERE tenant_id = ?1 AND position = -1", values![tenant])?;
    Ok(())
}

/// The business, if there is one.
pub fn read(tx: &mut Tx<'_>) -> Result<Option<Catalogue>, StoreError> {
    let tenant = tx.tenant();
    let head = tx.conn.query_one(
        "SELECT name, currency, facts FROM desk_businesses WHERE tenant_id = ?1",
        values![tenant],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let Some((name, currency, facts)) = head else { return Ok(None) };
    let branches = tx.conn.query(
        "SELECT id, name, time_zone, facts FROM desk_branches WHERE tenant_id = ?1 ORDER BY position LIMIT 1000",
        values![tenant],
        |row| Ok(BranchRow { id: row.get(0)?, name: row.get(1)?, time_zone: row.get(2)?, facts: row.get(3)? }),
    )?;
    let staff = tx.conn.query(
        "SELECT id, name, facts FROM desk_staff WHERE tenant_id = ?1 ORDER BY position LIMIT 5000",
        values![tenant],
        |row| Ok(StaffRow { id: row.get(0)?, name: row.get(1)?, facts: row.get(2)? }),
    )?;
    let services = tx.conn.query(
        "SELECT id, name, price_min, price_max, minutes, facts FROM desk_services
         WHERE tenant_id = ?1 ORDER BY position LIMIT 5000",
        values![tenant],
        |row| {
            Ok(ServiceRow {
                id: row.get(0)?,
                name: row.get(1)?,
                price_min: row.get(2)?,
                price_max: row.get(3)?,
                minutes: row.get(4)?,
                facts: row.get(5)?,
            })
        },
    )?;
    let policies = tx.conn.query(
        "SELECT kind, facts FROM desk_policies WHERE tenant_id = ?1 ORDER BY position LIMIT 100",
        values![tenant],
        |row| Ok(PolicyRow { kind: row.get(0)?, facts: row.get(1)? }),
    )?;
    let answers = tx.conn.query(
        "SELECT id, topic, facts FROM desk_facts WHERE tenant_id = ?1 ORDER BY position LIMIT 1000",
        values![tenant],
        |row| Ok(FactRow { id: row.get(0)?, topic: row.get(1)?, facts: row.get(2)? }),
    )?;
    let menu = menu(tx)?;
    Ok(Some(Catalogue { name, currency, facts, branches, staff, services, policies, answers, menu }))
}

/// What can be ordered, with what is left of it.
pub fn menu(tx: &mut Tx<'_>) -> Result<Vec<MenuRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, name, price, available, stock_left, facts FROM desk_menu
         WHERE tenant_id = ?1 ORDER BY position LIMIT 5000",
        values![tenant],
        |row| {
            Ok(MenuRow {
                id: row.get(0)?,
                name: row.get(1)?,
                price: row.get(2)?,
                available: row.get(3)?,
                stock: row.get(4)?,
                facts: row.get(5)?,
            })
        },
    )
}

/// Nobody else changes the business until this transaction ends; `false` if there is none.
pub fn lock(tx: &mut Tx<'_>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx
        .conn
        .execute("UPDATE desk_businesses SET updated_at = ?2 WHERE tenant_id = ?1", values![tenant, now])?;
    Ok(touched > 0)
}

/// What is known of the business itself, without what it has.
pub fn facts(tx: &mut Tx<'_>) -> Result<Option<String>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one("SELECT facts FROM desk_businesses WHERE tenant_id = ?1", values![tenant], |row| {
        row.get(0)
    })
}

/// When it was last taken over.
pub fn updated_at(tx: &mut Tx<'_>) -> Result<Option<Timestamp>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one("SELECT updated_at FROM desk_businesses WHERE tenant_id = ?1", values![tenant], |row| {
        row.get(0)
    })
}
