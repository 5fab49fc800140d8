//! What customers ordered from a menu.

use conserje_kernel::{CustomerId, OrderId, OrderKind, OrderStage, OrderStatus, Timestamp};

use super::{Stop, Trace, or_nothing};
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub item: String,
    pub name: String,
    pub unit_price: i64,
    pub quantity: i64,
    pub notes: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOrder {
    pub customer: CustomerId,
    pub branch: String,
    pub kind: OrderKind,
    pub lines: Vec<Line>,
    pub currency: String,
    pub scheduled_at: Option<Timestamp>,
    pub address: Option<String>,
    pub key: String,
    pub trace: Trace,
}

impl NewOrder {
    fn total(&self) -> i64 {
        self.lines
            .iter()
            .fold(0, |sum, line| sum.saturating_add(line.unit_price.saturating_mul(line.quantity)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub customer: CustomerId,
    pub branch: String,
    pub kind: OrderKind,
    pub status: OrderStatus,
    pub stage: OrderStage,
    pub total: i64,
    pub currency: String,
    pub scheduled_at: Option<Timestamp>,
    pub address: Option<String>,
    pub lines: Vec<Line>,
    pub trace: Trace,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// What came of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    Made(Order),
    /// With this key it was made before.
    Before(Order),
    /// Something of it is not to be had, or not at this price any more. Nothing was taken.
    Refused,
}

/// The columns that `read` reads, said once.
macro_rules! select_order {
    ($rest:literal) => {
        concat!(
            "SELECT id, customer_id, branch_id, kind, status, total, currency, scheduled_at, address, session_id, ",
            "turn_id, tool_use_id, user_id, stage, created_at, updated_at FROM desk_orders ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Order, StoreError> {
    Ok(Order {
        id: row.get(0)?,
        customer: row.get(1)?,
        branch: row.get(2)?,
        kind: row.get(3)?,
        status: row.get(4)?,
        total: row.get(5)?,
        currency: row.get(6)?,
        scheduled_at: row.get(7)?,
        address: row.get(8)?,
        lines: Vec::new(),
        trace: Trace {
            session: row.get(9)?,
            turn: row.get(10)?,
            tool_use_id: row.get(11)?,
            user: row.get(12)?,
        },
        stage: row.get(13)?,
        created_at: row.get(14)?,
        updated_at: row.get(15)?,
    })
}

/// Takes all of it from stock, or nothing.
pub fn place(tx: &mut Tx<'_>, new: &NewOrder) -> Result<Placed, StoreError> {
    let made = or_nothing(tx, |tx| {
        let id = OrderId::generate();
        if !insert(tx, id, new)? {
            return Ok(None);
        }
        // In one order for everybody, so that nobody waits in a circle.
        let mut wanted: Vec<&Line> = new.lines.iter().collect();
        wanted.sort_by(|one, other| one.item.cmp(&other.item));
        for line in wanted {
            if !take_stock(tx, line)? {
                return Err(Stop::Refused);
            }
        }
        Ok(Some(id))
    })?;
    Ok(match made {
        None => Placed::Refused,
        Some(Some(id)) => find(tx, id)?.map_or(Placed::Refused, Placed::Made),
        Some(None) => by_key(tx, &new.key)?.map_or(Placed::Refused, Placed::Before),
    })
}

/// `false` if there is one with this key.
fn insert(tx: &mut Tx<'_>, id: OrderId, new: &NewOrder) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_orders (tenant_id, id, customer_id, branch_id, kind, status, total, currency, scheduled_at,
             address, idempotency_key, session_id, turn_id, tool_use_id, created_at, updated_at, user_id)
         VALUES (?1, ?2, ?3, ?4, ?5, 'placed', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15)
         ON CONFLICT (tenant_id, idempotency_key) DO NOTHING",
        values![
            tenant,
            id,
            new.customer,
            &new.branch,
            new.kind,
            new.total(),
            &new.currency,
            new.scheduled_at,
            new.address.as_deref(),
            &new.key,
            new.trace.session,
            new.trace.turn,
            new.trace.tool_use_id.as_deref(),
            now,
            new.trace.user,
        ],
    )?;
    if touched == 0 {
        return Ok(false);
    }
    for (number, line) in (1_i64..).zip(&new.lines) {
        tx.conn.execute(
            "INSERT INTO desk_order_lines (tenant_id, order_id, line, item_id, name, unit_price, quantity, notes)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            values![
                tenant,
                id,
                number,
                &line.item,
                &line.name,
                line.unit_price,
                line.quantity,
                line.notes.as_deref()
            ],
        )?;
    }
    Ok(true)
}

/// Whether it is to be had, so many of it, at the price that was told.
fn take_stock(tx: &mut Tx<'_>, line: &Line) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "UPDATE desk_menu SET stock_left = stock_left - ?3
         WHERE tenant_id = ?1 AND id = ?2 AND available = 1 AND price = ?4
         AND (stock_left IS NULL OR stock_left >= ?3)",
        values![tenant, &line.item, line.quantity, line.unit_price],
    )?;
    Ok(touched > 0)
}

pub fn find(tx: &mut Tx<'_>, id: OrderId) -> Result<Option<Order>, StoreError> {
    let tenant = tx.tenant();
    let order =
        tx.conn.query_one(select_order!("WHERE tenant_id = ?1 AND id = ?2"), values![tenant, id], read)?;
    with_lines(tx, order)
}

pub fn by_key(tx: &mut Tx<'_>, key: &str) -> Result<Option<Order>, StoreError> {
    let tenant = tx.tenant();
    let order = tx.conn.query_one(
        select_order!("WHERE tenant_id = ?1 AND idempotency_key = ?2"),
        values![tenant, key],
        read,
    )?;
    with_lines(tx, order)
}

fn with_lines(tx: &mut Tx<'_>, order: Option<Order>) -> Result<Option<Order>, StoreError> {
    let Some(mut order) = order else { return Ok(None) };
    let tenant = tx.tenant();
    order.lines = tx.conn.query(
        "SELECT item_id, name, unit_price, quantity, notes FROM desk_order_lines
         WHERE tenant_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000",
        values![tenant, order.id],
        |row| {
            Ok(Line {
                item: row.get(0)?,
                name: row.get(1)?,
                unit_price: row.get(2)?,
                quantity: row.get(3)?,
                notes: row.get(4)?,
            })
        },
    )?;
    Ok(Some(order))
}

/// Which orders are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub customer: Option<CustomerId>,
    pub branch: Option<&'a str>,
    /// Those that are over are left out if nothing happened to them since.
    pub over_since: Timestamp,
}

/// The soonest to be ready first.
pub fn list(tx: &mut Tx<'_>, wanted: &Wanted<'_>) -> Result<Vec<Order>, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query(
        select_order!(
            "WHERE tenant_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR customer_id = ?2)
             AND (CAST(?3 AS TEXT) IS NULL OR branch_id = ?3)
             AND ((status <> 'void' AND stage <> 'completed') OR updated_at >= ?4)
             ORDER BY COALESCE(scheduled_at, created_at), id LIMIT 500"
        ),
        values![tenant, wanted.customer, wanted.branch, wanted.over_since],
        read,
    )?;
    found.into_iter().filter_map(|order| with_lines(tx, Some(order)).transpose()).collect()
}

/// Moves it on its way, if it is still where it was thought to be.
pub fn advance(tx: &mut Tx<'_>, id: OrderId, from: OrderStage, to: OrderStage) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_orders SET stage = ?4, updated_at = ?5
         WHERE tenant_id = ?1 AND id = ?2 AND stage = ?3 AND status <> 'void'",
        values![tenant, id, from, to, now],
    )?;
    Ok(touched > 0)
}

/// `false` if it was paid or voided before.
pub fn pay(tx: &mut Tx<'_>, id: OrderId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_orders SET status = 'paid', updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'placed'",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

/// Takes back that it was voided, if what it needs is still there.
pub fn restore(tx: &mut Tx<'_>, id: OrderId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let restored = or_nothing(tx, |tx| {
        let touched = tx.conn.execute(
            "UPDATE desk_orders SET status = 'placed', updated_at = ?3
             WHERE tenant_id = ?1 AND id = ?2 AND status = 'void'",
            values![tenant, id, now],
        )?;
        if touched == 0 {
            return Err(Stop::Refused);
        }
        let mut lines = find(tx, id)?.map(|order| order.lines).unwrap_or_default();
        lines.sort_by(|one, other| one.item.cmp(&other.item));
        for line in lines {
            let touched = tx.conn.execute(
                "UPDATE desk_menu SET stock_left = stock_left - ?3
                 WHERE tenant_id = ?1 AND id = ?2 AND (stock_left IS NULL OR stock_left >= ?3)",
                values![tenant, &line.item, line.quantity],
            )?;
            if touched == 0 {
                return Err(Stop::Refused);
            }
        }
        Ok(())
    })?;
    Ok(restored.is_some())
}

/// Takes it back, and what it took goes back to stock. `false` if it was paid or voided before.
pub fn void(tx: &mut Tx<'_>, id: OrderId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_orders SET status = 'void', updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'placed'",
        values![tenant, id, now],
    )?;
    if touched == 0 {
        return Ok(false);
    }
    let mut lines = find(tx, id)?.map(|order| order.lines).unwrap_or_default();
    lines.sort_by(|one, other| one.item.cmp(&other.item));
    for line in lines {
        tx.conn.execute(
            "UPDATE desk_menu SET stock_left = stock_left + ?3 WHERE tenant_id = ?1 AND id = ?2",
            values![tenant, &line.item, line.quantity],
        )?;
    }
    Ok(true)
}
