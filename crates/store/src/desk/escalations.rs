//! Conversations that a person was asked to take over. A session has at most one that is not closed.

use conserje_kernel::{
    Cursor, CustomerId, EscalationId, EscalationStatus, Page, PageRequest, SessionId, Timestamp, Urgency,
    UserId,
};

use super::Trace;
use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEscalation {
    pub session: SessionId,
    pub customer: Option<CustomerId>,
    pub reason: String,
    pub urgency: Urgency,
    pub summary: Option<String>,
    pub key: String,
    pub trace: Trace,
}

/// A person of the business, with their name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escalation {
    pub id: EscalationId,
    pub session: SessionId,
    pub customer: Option<CustomerId>,
    pub reason: String,
    pub urgency: Urgency,
    pub summary: Option<String>,
    pub status: EscalationStatus,
    pub taken_by: Option<Person>,
    pub assigned_to: Option<Person>,
    pub created_at: Timestamp,
    pub taken_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// What the conversation is called, and what is known of whom it is with.
    pub title: Option<String>,
    pub contact: ContactShown,
}

/// Whom a conversation is with: the customer's card, or else the account that writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactShown {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// The columns that `read` reads, said once.
macro_rules! select_escalation {
    ($rest:literal) => {
        concat!(
            "SELECT e.id, e.session_id, e.customer_id, e.reason, e.urgency, e.summary, e.status,
                 e.taken_by, t.name, e.assigned_to, a.name, e.created_at, e.taken_at, e.closed_at,
                 s.title, COALESCE(c.name, o.name), COALESCE(c.email, CASE WHEN o.role <> 'guest' THEN o.email END), c.phone
             FROM desk_escalations e
             LEFT JOIN users t ON t.tenant_id = e.tenant_id AND t.id = e.taken_by
             LEFT JOIN users a ON a.tenant_id = e.tenant_id AND a.id = e.assigned_to
             LEFT JOIN sessions s ON s.tenant_id = e.tenant_id AND s.id = e.session_id
             LEFT JOIN users o ON o.tenant_id = e.tenant_id AND o.id = s.user_id
             LEFT JOIN desk_customer_sessions l ON l.tenant_id = e.tenant_id AND l.session_id = e.session_id
             LEFT JOIN desk_customers c ON c.tenant_id = e.tenant_id AND c.id = COALESCE(e.customer_id, l.customer_id) ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Escalation, StoreError> {
    let person =
        |id: Option<UserId>, name: Option<String>| id.map(|id| Person { id, name: name.unwrap_or_default() });
    Ok(Escalation {
        id: row.get(0)?,
        session: row.get(1)?,
        customer: row.get(2)?,
        reason: row.get(3)?,
        urgency: row.get(4)?,
        summary: row.get(5)?,
        status: row.get(6)?,
        taken_by: person(row.get(7)?, row.get(8)?),
        assigned_to: person(row.get(9)?, row.get(10)?),
        created_at: row.get(11)?,
        taken_at: row.get(12)?,
        closed_at: row.get(13)?,
        title: row.get(14)?,
        contact: ContactShown { name: row.get(15)?, email: row.get(16)?, phone: row.get(17)? },
    })
}

/// Asks for a person, and whether that was new. Who asked before with this key, or in this session and is not done,
/// has asked already.
pub fn open(tx: &mut Tx<'_>, new: &NewEscalation) -> Result<Option<(Escalation, bool)>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "INSERT INTO desk_escalations (tenant_id, id, session_id, customer_id, reason, urgency, summary, status,
             idempotency_key, turn_id, tool_use_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'open', ?8, ?9, ?10, ?11, ?11)
         ON CONFLICT DO NOTHING",
        values![
            tenant,
            EscalationId::generate(),
            new.session,
            new.customer,
            &new.reason,
            new.urgency,
            new.summary.as_deref(),
            &new.key,
            new.trace.turn,
            new.trace.tool_use_id.as_deref(),
            now
        ],
    )?;
    let found = tx.conn.query_one(
        select_escalation!(
            "WHERE e.tenant_id = ?1 AND (e.idempotency_key = ?2 OR (e.session_id = ?3 AND e.status <> 'closed'))
             ORDER BY CASE WHEN e.idempotency_key = ?2 THEN 0 ELSE 1 END LIMIT 1"
        ),
        values![tenant, &new.key, new.session],
        read,
    )?;
    Ok(found.map(|escalation| (escalation, touched > 0)))
}

pub fn find(tx: &mut Tx<'_>, id: EscalationId) -> Result<Option<Escalation>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(select_escalation!("WHERE e.tenant_id = ?1 AND e.id = ?2"), values![tenant, id], read)
}

/// Which ones a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Not closed, the most urgent and oldest first.
    Open,
    /// Those of them that this person has taken or is to take.
    Mine(UserId),
    /// The latest first.
    Closed,
}

/// A page of them.
pub fn list(tx: &mut Tx<'_>, shown: Shown, page: &PageRequest) -> Result<Page<Escalation>, StoreError> {
    match shown {
        Shown::Open => unfinished(tx, None, page),
        Shown::Mine(user) => unfinished(tx, Some(user), page),
        Shown::Closed => closed(tx, page),
    }
}

/// Urgency and time as one number, which is the order of the list: times stay below 2⁵³ for centuries.
const PER_URGENCY: i64 = 1 << 53;

fn unfinished(
    tx: &mut Tx<'_>,
    whose: Option<UserId>,
    page: &PageRequest,
) -> Result<Page<Escalation>, StoreError> {
    let tenant = tx.tenant();
    let (after, id) = page.after.as_ref().map_or((0, ""), |cursor| (cursor.key, cursor.id.as_str()));
    let rows = tx.conn.query(
        select_escalation!(
            "WHERE e.tenant_id = ?1 AND e.status <> 'closed'
               AND (CAST(?2 AS TEXT) IS NULL OR e.taken_by = ?2 OR e.assigned_to = ?2)
               AND (e.urgency * ?6 + e.created_at > ?3 OR (e.urgency * ?6 + e.created_at = ?3 AND e.id > ?4))
             ORDER BY e.urgency, e.created_at, e.id LIMIT ?5"
        ),
        values![tenant, whose, after, id, one_more(page), PER_URGENCY],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |escalation| Cursor {
        key: escalation
            .urgency
            .place()
            .saturating_mul(PER_URGENCY)
            .saturating_add(escalation.created_at.as_micros()),
        id: escalation.id.to_string(),
    }))
}

fn closed(tx: &mut Tx<'_>, page: &PageRequest) -> Result<Page<Escalation>, StoreError> {
    let tenant = tx.tenant();
    let (before, id) = page.after.as_ref().map_or((i64::MAX, ""), |cursor| (cursor.key, cursor.id.as_str()));
    let rows = tx.conn.query(
        select_escalation!(
            "WHERE e.tenant_id = ?1 AND e.status = 'closed'
               AND (e.closed_at < ?2 OR (e.closed_at = ?2 AND e.id < ?3))
             ORDER BY e.closed_at DESC, e.id DESC LIMIT ?4"
        ),
        values![tenant, before, id, one_more(page)],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |escalation| Cursor {
        key: escalation.closed_at.unwrap_or(escalation.created_at).as_micros(),
        id: escalation.id.to_string(),
    }))
}

fn one_more(page: &PageRequest) -> i64 {
    i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1)
}

/// How the tenant's stand: how many wait for somebody, and a number that changes whenever one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub waiting: i64,
    pub mark: (i64, i64),
}

pub fn standing(tx: &mut Tx<'_>) -> Result<Standing, StoreError> {
    let tenant = tx.tenant();
    let found = tx.conn.query_one(
        "SELECT count(CASE WHEN status = 'open' THEN 1 END), count(*), COALESCE(max(updated_at), 0)
         FROM desk_escalations WHERE tenant_id = ?1",
        values![tenant],
        |row| Ok(Standing { waiting: row.get(0)?, mark: (row.get(1)?, row.get(2)?) }),
    )?;
    Ok(found.unwrap_or(Standing { waiting: 0, mark: (0, 0) }))
}

/// `false` if it is closed.
pub fn take(tx: &mut Tx<'_>, id: EscalationId, user: UserId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET status = 'taken', taken_by = ?3, assigned_to = ?3, taken_at = ?4, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'open'",
        values![tenant, id, user, now],
    )?;
    Ok(touched > 0)
}

/// Somebody is to see to it, or nobody in particular. `false` if it is closed.
pub fn assign(tx: &mut Tx<'_>, id: EscalationId, to: Option<UserId>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET assigned_to = ?3, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2 AND status <> 'closed'",
        values![tenant, id, to, now],
    )?;
    Ok(touched > 0)
}

/// Something about it changed that is kept elsewhere, such as its notes.
pub fn touch(tx: &mut Tx<'_>, id: EscalationId) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_escalations SET updated_at = ?3 WHERE tenant_id = ?1 AND id = ?2 AND status <> 'closed'",
        values![tenant, id, now],
    )?;
    Ok(())
}

/// `false` if it was closed before.
pub fn close(tx: &mut Tx<'_>, id: EscalationId, by: Option<UserId>) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET status = 'closed', closed_by = ?3, closed_at = ?4, updated_at = ?4
         WHERE tenant_id = ?1 AND id = ?2 AND status <> 'closed'",
        values![tenant, id, by, now],
    )?;
    Ok(touched > 0)
}

/// Takes the wish for a person back; `false` if somebody has taken it up, or it is closed.
pub fn withdraw(tx: &mut Tx<'_>, id: EscalationId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE desk_escalations SET status = 'closed', closed_at = ?3, updated_at = ?3
         WHERE tenant_id = ?1 AND id = ?2 AND status = 'open'",
        values![tenant, id, now],
    )?;
    Ok(touched > 0)
}

/// The session is gone: nobody is to see to it any more.
pub fn close_of_session(tx: &mut Tx<'_>, session: SessionId) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE desk_escalations SET status = 'closed', closed_at = ?3, updated_at = ?3
         WHERE tenant_id = ?1 AND session_id = ?2 AND status <> 'closed'",
        values![tenant, session, now],
    )?;
    Ok(())
}
