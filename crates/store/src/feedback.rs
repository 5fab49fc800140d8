//! What people think of answers.

use conserje_kernel::{Cursor, MessageId, Page, PageRequest, SessionId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    pub message: MessageId,
    pub session: SessionId,
    pub user: UserId,
    /// `up` or `down`.
    pub rating: String,
    pub reason: Option<String>,
    pub comment: Option<String>,
    pub created_at: Timestamp,
}

fn read(row: &Row<'_>) -> Result<Feedback, StoreError> {
    Ok(Feedback {
        message: row.get(0)?,
        session: row.get(1)?,
        user: row.get(2)?,
        rating: row.get(3)?,
        reason: row.get(4)?,
        comment: row.get(5)?,
        created_at: row.get(6)?,
    })
}

/// In place of what the person said of the answer before.
pub fn put(tx: &mut Tx<'_>, feedback: &Feedback) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO message_feedback (tenant_id, message_id, user_id, session_id, rating, reason, comment, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (tenant_id, message_id, user_id) DO UPDATE SET
             rating = excluded.rating, reason = excluded.reason, comment = excluded.comment,
             created_at = excluded.created_at",
        values![
            tenant,
            feedback.message,
            feedback.user,
            feedback.session,
            &feedback.rating,
            feedback.reason.as_deref(),
            feedback.comment.as_deref(),
            feedback.created_at,
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx<'_>, user: UserId, message: MessageId) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "DELETE FROM message_feedback WHERE tenant_id = ?1 AND message_id = ?2 AND user_id = ?3",
        values![tenant, message, user],
    )?;
    Ok(())
}

/// What a person said of a session's answers.
pub fn of_session(tx: &mut Tx<'_>, user: UserId, session: SessionId) -> Result<Vec<Feedback>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT message_id, session_id, user_id, rating, reason, comment, created_at FROM message_feedback
         WHERE tenant_id = ?1 AND session_id = ?2 AND user_id = ?3",
        values![tenant, session, user],
        read,
    )
}

/// Of the whole tenant, the latest first.
pub fn list(tx: &mut Tx<'_>, rating: Option<&str>, page: &PageRequest) -> Result<Page<Feedback>, StoreError> {
    let tenant = tx.tenant();
    let (before, before_id) = match &page.after {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => (i64::MAX, ""),
    };
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let rows = tx.conn.query(
        "SELECT message_id, session_id, user_id, rating, reason, comment, created_at FROM message_feedback
         WHERE tenant_id = ?1 AND (created_at < ?2 OR (created_at = ?2 AND message_id < ?3))
           AND rating = coalesce(?4, rating)
         ORDER BY created_at DESC, message_id DESC LIMIT ?5",
        values![tenant, before, before_id, rating, limit],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |one| Cursor {
        key: one.created_at.as_micros(),
        id: one.message.to_string(),
    }))
}
