//! Whom a business serves, or might. A conversation is with one of them.
//!
//! Who a conversation is with is said by who knows it: a channel by its sender, the page by its login. A telephone number
//! that somebody types proves nothing, and never leads to another customer's rows.

use conserje_kernel::{CustomerId, SessionId, Timestamp};

use super::{Hold, Trace, hold};
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// What the staff note of them; assistants are not told.
    pub notes: Option<String>,
    /// The loyalty balance.
    pub tokens: i64,
    pub updated_at: Timestamp,
}

/// What is known of somebody; what is not is left as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

fn read(row: &Row<'_>) -> Result<Customer, StoreError> {
    Ok(Customer {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        phone: row.get(3)?,
        tokens: row.get(4)?,
        updated_at: row.get(5)?,
        notes: row.get(6)?,
    })
}

pub fn create(tx: &mut Tx<'_>, contact: &Contact, trace: &Trace) -> Result<Customer, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let id = CustomerId::generate();
    tx.conn.execute(
        "INSERT INTO desk_customers (tenant_id, id, name, email, phone, tokens, session_id, turn_id, tool_use_id,
             created_at, updated_at, user_id)
         VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?9, ?10)",
        values![
            tenant,
            id,
            contact.name.as_deref(),
            contact.email.as_deref(),
            contact.phone.as_deref(),
            trace.session,
            trace.turn,
            trace.tool_use_id.as_deref(),
            now,
            trace.user,
        ],
    )?;
    let Contact { name, email, phone } = contact.clone();
    Ok(Customer { id, name, email, phone, notes: None, tokens: 0, updated_at: now })
}

pub fn find(tx: &mut Tx<'_>, id: CustomerId) -> Result<Option<Customer>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT id, name, email, phone, tokens, updated_at, notes FROM desk_customers WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id],
        read,
    )
}

/// All of them, whoever was last heard of first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Customer>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, name, email, phone, tokens, updated_at, notes FROM desk_customers
         WHERE tenant_id = ?1 ORDER BY updated_at DESC, id LIMIT 20000",
        values![tenant],
        read,
    )
}

/// Conversations with a customer that are still there, the latest first.
pub fn sessions_of(tx: &mut Tx<'_>, customer: CustomerId) -> Result<Vec<SessionId>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT s.id FROM desk_customer_sessions d JOIN sessions s ON s.tenant_id = d.tenant_id AND s.id = d.session_id
         WHERE d.tenant_id = ?1 AND d.customer_id = ?2 AND s.deleted_at IS NULL
         ORDER BY s.updated_at DESC, s.id LIMIT 100",
        values![tenant, customer],
        |row| row.get(0),
    )
}

/// Whom the conversation is with, as far as anybody said.
pub fn of_session(tx: &mut Tx<'_>, session: SessionId) -> Result<Option<Customer>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT c.id, c.name, c.email, c.phone, c.tokens, c.updated_at, c.notes FROM desk_customers c
         JOIN desk_customer_sessions s ON s.tenant_id = c.tenant_id AND s.customer_id = c.id
         WHERE s.tenant_id = ?1 AND s.session_id = ?2",
        values![tenant, session],
        read,
    )
}

/// The conversation is with this customer from now on.
pub fn attach(tx: &mut Tx<'_>, session: SessionId, customer: CustomerId) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO desk_customer_sessions (tenant_id, session_id, customer_id) VALUES (?1, ?2, ?3)
         ON CONFLICT (tenant_id, session_id) DO UPDATE SET customer_id = excluded.customer_id",
        values![tenant, session, customer],
    )?;
    Ok(())
}

/// Whom the conversation is with; somebody new if nobody said.
pub fn of_session_or_new(tx: &mut Tx<'_>, session: SessionId, trace: &Trace) -> Result<Customer, StoreError> {
    if let Some(customer) = of_session(tx, session)? {
        return Ok(customer);
    }
    let customer = create(tx, &Contact::default(), trace)?;
    let tenant = tx.tenant();
    let touched = tx.conn.execute(
        "INSERT INTO desk_customer_sessions (tenant_id, session_id, customer_id) VALUES (?1, ?2, ?3)
         ON CONFLICT (tenant_id, session_id) DO NOTHING",
        values![tenant, session, customer.id],
    )?;
    // Somebody else was first: that one counts, and ours was never anybody.
    if touched == 0 {
        forget(tx, customer.id)?;
    }
    Ok(of_session(tx, session)?.unwrap_or(customer))
}

/// For somebody who was made for something that then was not done.
pub fn forget(tx: &mut Tx<'_>, id: CustomerId) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute("DELETE FROM desk_customers WHERE tenant_id = ?1 AND id = ?2", values![tenant, id])?;
    Ok(())
}

/// What is said now replaces what was known; nothing is taken away.
pub fn update(tx: &mut Tx<'_>, id: CustomerId, contact: &Contact) -> Result<Option<Customer>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_customers SET name = COALESCE(?3, name), email = COALESCE(?4, email),
             phone = COALESCE(?5, phone), updated_at = ?6
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, contact.name.as_deref(), contact.email.as_deref(), contact.phone.as_deref(), now],
    )?;
    find(tx, id)
}

/// Puts back what was known, also where that was nothing.
pub fn put_back(tx: &mut Tx<'_>, id: CustomerId, contact: &Contact) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_customers SET name = ?3, email = ?4, phone = ?5, updated_at = ?6
         WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, contact.name.as_deref(), contact.email.as_deref(), contact.phone.as_deref(), now],
    )?;
    Ok(())
}

/// What the staff note of somebody; nothing takes the note away.
pub fn set_notes(tx: &mut Tx<'_>, id: CustomerId, notes: Option<&str>) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_customers SET notes = ?3, updated_at = ?4 WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id, notes, now],
    )?;
    Ok(())
}

/// Of those who make somebody with a telephone one is at it at a time, so that nobody is made twice.
pub fn hold_phones(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    hold(tx, "phones", Hold::Alone)
}

/// Those whose number ends in these digits, however it is written.
pub fn with_phone_ending(tx: &mut Tx<'_>, digits: &str) -> Result<Vec<Customer>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, name, email, phone, tokens, updated_at, notes FROM desk_customers
         WHERE tenant_id = ?1 AND replace(replace(replace(replace(replace(replace(COALESCE(phone, ''),
             ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '+', '') LIKE '%' || ?2
         ORDER BY updated_at DESC, id LIMIT 100",
        values![tenant, digits],
        read,
    )
}

/// Whether they booked, ordered, earned, wrote or wait: then they are somebody.
pub fn has_anything(tx: &mut Tx<'_>, id: CustomerId) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query_one(
        "SELECT (SELECT count(*) FROM desk_appointments WHERE tenant_id = ?1 AND customer_id = ?2)
             + (SELECT count(*) FROM desk_orders WHERE tenant_id = ?1 AND customer_id = ?2)
             + (SELECT count(*) FROM desk_loyalty WHERE tenant_id = ?1 AND customer_id = ?2)
             + (SELECT count(*) FROM desk_customer_sessions WHERE tenant_id = ?1 AND customer_id = ?2)
             + (SELECT count(*) FROM desk_waiting WHERE tenant_id = ?1 AND customer_id = ?2)",
        values![tenant, id],
        |row| row.get::<i64>(0),
    )?;
    Ok(found.unwrap_or_default() > 0)
}
