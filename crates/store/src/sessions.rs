//! Conversations: whose they are and what they are called. Their content is in `event_log`.

use conserje_kernel::{Cursor, Digest, Page, PageRequest, SessionId, Timestamp, UserId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    pub title: Option<String>,
    pub last_sequence: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Since when its owner keeps it at the top.
    pub pinned_at: Option<Timestamp>,
    /// Which assistant it is with; none where that is chosen message by message.
    pub assistant: Option<String>,
}

fn read(row: &Row<'_>) -> Result<Session, StoreError> {
    Ok(Session {
        id: row.get(0)?,
        user: row.get(1)?,
        title: row.get(2)?,
        last_sequence: row.get(3)?,
        created_at: row.get(4)?,
        updated_at: row.get(5)?,
        pinned_at: row.get(6)?,
        assistant: row.get(7)?,
    })
}

/// Makes a session, or finds the one this user already made with this id: a repeated request is no error.
pub fn create(tx: &mut Tx<'_>, id: SessionId, user: UserId) -> Result<Option<Session>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO sessions (id, tenant_id, user_id, last_hash, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (id) DO NOTHING",
        values![id, tenant, user, Digest::ZERO, now],
    )?;
    find(tx, user, id)
}

/// A user's own session; another's does not exist.
pub fn find(tx: &mut Tx<'_>, user: UserId, id: SessionId) -> Result<Option<Session>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant FROM sessions
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL",
        values![tenant, user, id],
        read,
    )
}

/// As [`find`], and nobody else changes the session or its log until this transaction ends.
pub fn lock(tx: &mut Tx<'_>, user: UserId, id: SessionId) -> Result<Option<Session>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "UPDATE sessions SET updated_at = updated_at
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL
         RETURNING id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant",
        values![tenant, user, id],
        read,
    )
}

/// Which sessions a list shows.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Folded words that the title or a message must contain.
    pub text: Option<String>,
}

/// A user's sessions, the latest first.
pub fn list(
    tx: &mut Tx<'_>,
    user: UserId,
    search: &Search,
    page: &PageRequest,
) -> Result<Page<Session>, StoreError> {
    let tenant = tx.tenant();
    let (before, before_id) = match &page.after {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => (i64::MAX, ""),
    };
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let rows = match &search.text {
        None => tx.conn.query(
            "SELECT id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant FROM sessions
             WHERE tenant_id = ?1 AND user_id = ?2 AND deleted_at IS NULL
               AND (updated_at < ?3 OR (updated_at = ?3 AND id < ?4))
             ORDER BY updated_at DESC, id DESC LIMIT ?5",
            values![tenant, user, before, before_id, limit],
            read,
        )?,
        Some(text) => tx.conn.query(
            "SELECT id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant FROM sessions s
             WHERE tenant_id = ?1 AND user_id = ?2 AND deleted_at IS NULL
               AND (updated_at < ?3 OR (updated_at = ?3 AND id < ?4))
               AND (s.search_title LIKE ?6 ESCAPE '!' OR EXISTS (
                   SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.search_text LIKE ?6 ESCAPE '!'))
             ORDER BY updated_at DESC, id DESC LIMIT ?5",
            values![tenant, user, before, before_id, limit, contains(text)],
            read,
        )?,
    };
    Ok(Page::cut(rows, page.size, |session| Cursor {
        key: session.updated_at.as_micros(),
        id: session.id.to_string(),
    }))
}

/// A LIKE pattern for "holds this text", whatever signs are in it.
fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for sign in text.chars() {
        if matches!(sign, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(sign);
    }
    pattern.push('%');
    pattern
}

/// Who named a session: a name a person chose is never replaced by one made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    ByPerson,
    ByServer,
}

/// A title, and the folded text by which it is found.
pub struct Title<'a> {
    pub shown: &'a str,
    pub folded: &'a str,
    pub named: Named,
}

pub fn rename(
    tx: &mut Tx<'_>,
    user: UserId,
    id: SessionId,
    title: &Title<'_>,
) -> Result<Option<Session>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE sessions SET title = ?4, search_title = ?5, title_is_chosen = ?6
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL
           AND (title_is_chosen = 0 OR ?6 = 1)",
        values![tenant, user, id, title.shown, title.folded, i64::from(title.named == Named::ByPerson)],
    )?;
    find(tx, user, id)
}

/// Keeps a session at the top of its owner's list, or no longer.
pub fn pin(
    tx: &mut Tx<'_>,
    user: UserId,
    id: SessionId,
    is_pinned: bool,
) -> Result<Option<Session>, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "UPDATE sessions SET pinned_at = CASE WHEN ?4 = 1 THEN coalesce(pinned_at, CAST(?5 AS BIGINT)) END
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL",
        values![tenant, user, id, i64::from(is_pinned), now],
    )?;
    find(tx, user, id)
}

/// Which assistant it is with from now on; none, where that is chosen message by message.
pub fn set_assistant(
    tx: &mut Tx<'_>,
    user: UserId,
    id: SessionId,
    assistant: Option<&str>,
) -> Result<Option<Session>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE sessions SET assistant = ?4
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL",
        values![tenant, user, id, assistant],
    )?;
    find(tx, user, id)
}

/// Hides a session; its content is erased later by a job.
pub fn delete(tx: &mut Tx<'_>, user: UserId, id: SessionId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let touched = tx.conn.execute(
        "UPDATE sessions SET deleted_at = ?4
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND deleted_at IS NULL",
        values![tenant, user, id, now],
    )?;
    Ok(touched > 0)
}

/// Takes the content out of a deleted session for good. The chain of its events stays checkable.
pub fn erase(tx: &mut Tx<'_>, id: SessionId) -> Result<bool, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let marked = tx.conn.execute(
        "UPDATE sessions SET erased_at = ?3, title = NULL, search_title = ''
         WHERE tenant_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL AND erased_at IS NULL",
        values![tenant, id, now],
    )?;
    if marked == 0 {
        return Ok(false);
    }
    let own = values![tenant, id];
    tx.conn.execute(
        "UPDATE message_events SET data = NULL, salt = NULL WHERE tenant_id = ?1 AND session_id = ?2",
        own,
    )?;
    tx.conn.execute(
        "UPDATE turns SET input = NULL, failure = NULL WHERE tenant_id = ?1 AND session_id = ?2",
        own,
    )?;
    tx.conn.execute(
        "DELETE FROM turn_journal WHERE tenant_id = ?1 AND turn_id IN (
             SELECT id FROM turns WHERE tenant_id = ?1 AND session_id = ?2)",
        own,
    )?;
    tx.conn.execute(
        "UPDATE approvals SET args = NULL, summary = NULL, edited_args = NULL, reason = NULL
         WHERE tenant_id = ?1 AND session_id = ?2",
        own,
    )?;
    tx.conn.execute(
        "UPDATE desk_escalations SET reason = '', summary = NULL WHERE tenant_id = ?1 AND session_id = ?2",
        own,
    )?;
    tx.conn.execute(
        "DELETE FROM inbox_notes WHERE tenant_id = ?1 AND escalation_id IN (
             SELECT id FROM desk_escalations WHERE tenant_id = ?1 AND session_id = ?2)",
        own,
    )?;
    tx.conn.execute("DELETE FROM session_holds WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM outbox WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM messages WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM message_citations WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM message_feedback WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM session_shares WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    // What was still to go out has nothing to say any more.
    tx.conn.execute(
        "UPDATE channel_outgoing SET content = '',
             status = CASE WHEN status = 'queued' THEN 'failed' ELSE status END,
             error = CASE WHEN status = 'queued' THEN 'the conversation was erased' ELSE error END
         WHERE tenant_id = ?1 AND session_id = ?2",
        own,
    )?;
    Ok(true)
}

/// What an operator sees of a session, deleted ones too.
#[derive(Clone, Debug)]
pub struct SessionRecord {
    pub session: Session,
    pub deleted_at: Option<Timestamp>,
    pub erased_at: Option<Timestamp>,
}

/// Every session of the tenant, whoever's, the latest first: for verifying and operating.
pub fn records(tx: &mut Tx<'_>, page: &PageRequest) -> Result<Page<SessionRecord>, StoreError> {
    let tenant = tx.tenant();
    // Behind every id; they begin with when they were made.
    let before = page.after.as_ref().map_or("zzz", |cursor| cursor.id.as_str());
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let rows = tx.conn.query(
        "SELECT id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant, deleted_at,
                erased_at
         FROM sessions WHERE tenant_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3",
        values![tenant, before, limit],
        read_record,
    )?;
    Ok(Page::cut(rows, page.size, |record| Cursor { key: 0, id: record.session.id.to_string() }))
}

pub fn record(tx: &mut Tx<'_>, id: SessionId) -> Result<Option<SessionRecord>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT id, user_id, title, last_sequence, created_at, updated_at, pinned_at, assistant, deleted_at,
                erased_at
         FROM sessions WHERE tenant_id = ?1 AND id = ?2",
        values![tenant, id],
        read_record,
    )
}

fn read_record(row: &Row<'_>) -> Result<SessionRecord, StoreError> {
    Ok(SessionRecord { session: read(row)?, deleted_at: row.get(8)?, erased_at: row.get(9)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_in_like_are_taken_as_they_are() {
        assert_eq!(contains("100%_!"), "%100!%!_!!%");
    }
}
