//! Messages and citations as people read them: projections, which can be thrown away and made again.

use conserje_kernel::{EventId, MessageId, MessageRole, SessionId, Timestamp, TurnId};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

#[derive(Clone, Debug, PartialEq)]
pub struct MessageRow {
    pub id: MessageId,
    pub session: SessionId,
    pub event: EventId,
    pub sequence: i64,
    pub turn: Option<TurnId>,
    pub role: MessageRole,
    pub content: String,
    /// The content with case and accents folded, for finding.
    pub search_text: String,
    pub agent: Option<String>,
    pub model: Option<String>,
    pub stop_reason: Option<String>,
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    /// The person who said it for the business.
    pub operator: Option<String>,
    /// What a notice of the business is about.
    pub about: Option<String>,
    pub created_at: Timestamp,
}

/// Writes a message; writing the same one again changes nothing.
pub fn put(tx: &mut Tx<'_>, message: &MessageRow) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO messages (id, tenant_id, session_id, event_id, sequence_number, turn_id, role, content,
             search_text, agent, model, stop_reason, input_tokens, output_tokens, created_at, operator, about)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
         ON CONFLICT (event_id) DO NOTHING",
        values![
            message.id,
            tenant,
            message.session,
            message.event,
            message.sequence,
            message.turn,
            message.role,
            &message.content,
            &message.search_text,
            message.agent.as_deref(),
            message.model.as_deref(),
            message.stop_reason.as_deref(),
            message.input_tokens,
            message.output_tokens,
            message.created_at,
            message.operator.as_deref(),
            message.about.as_deref(),
        ],
    )?;
    Ok(())
}

/// A message takes the place of an earlier one and of all that followed that.
pub fn replace(
    tx: &mut Tx<'_>,
    session: SessionId,
    replaced: MessageId,
    (by, sequence): (MessageId, i64),
) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE messages SET replaced_by = ?4
         WHERE tenant_id = ?1 AND session_id = ?2 AND replaced_by IS NULL AND sequence_number < ?5
           AND sequence_number >= (SELECT sequence_number FROM messages WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3)",
        values![tenant, session, replaced, by, sequence],
    )?;
    Ok(())
}

/// What was last said to the assistant and still counts, the latest first.
pub fn last_said(tx: &mut Tx<'_>, session: SessionId) -> Result<Vec<String>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT content FROM messages WHERE tenant_id = ?1 AND session_id = ?2 AND role = 'user'
         AND replaced_by IS NULL ORDER BY sequence_number DESC LIMIT 5",
        values![tenant, session],
        |row| row.get(0),
    )
}

/// Who said a message of the session that still counts.
pub fn role_of(
    tx: &mut Tx<'_>,
    session: SessionId,
    id: MessageId,
) -> Result<Option<MessageRole>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT role FROM messages WHERE tenant_id = ?1 AND session_id = ?2 AND id = ?3 AND replaced_by IS NULL",
        values![tenant, session, id],
        |row| row.get(0),
    )
}

/// A session's messages after a number that were not replaced, in order, at most `limit`.
pub fn after(
    tx: &mut Tx<'_>,
    session: SessionId,
    sequence: i64,
    limit: usize,
) -> Result<Vec<MessageRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT id, session_id, event_id, sequence_number, turn_id, role, content, search_text, agent, model,
             stop_reason, input_tokens, output_tokens, created_at, operator, about
         FROM messages WHERE tenant_id = ?1 AND session_id = ?2 AND sequence_number > ?3 AND replaced_by IS NULL
         ORDER BY sequence_number LIMIT ?4",
        values![tenant, session, sequence, i64::try_from(limit).unwrap_or(i64::MAX)],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<MessageRow, StoreError> {
    Ok(MessageRow {
        id: row.get(0)?,
        session: row.get(1)?,
        event: row.get(2)?,
        sequence: row.get(3)?,
        turn: row.get(4)?,
        role: row.get(5)?,
        content: row.get(6)?,
        search_text: row.get(7)?,
        agent: row.get(8)?,
        model: row.get(9)?,
        stop_reason: row.get(10)?,
        input_tokens: row.get(11)?,
        output_tokens: row.get(12)?,
        created_at: row.get(13)?,
        operator: row.get(14)?,
        about: row.get(15)?,
    })
}

#[derive(Clone, Debug, PartialEq)]
pub struct CitationRow {
    pub event: EventId,
    pub ordinal: i64,
    pub session: SessionId,
    pub message: MessageId,
    pub document: Option<String>,
    pub file_name: String,
    pub source_type: String,
    pub mime_type: String,
    pub relevance: f64,
    pub is_image: bool,
    pub page: Option<i64>,
    pub quote: Option<String>,
    pub section: Option<String>,
    pub chunk: Option<String>,
    /// Which version of the document's text the offsets count in.
    pub text_hash: Option<String>,
    pub start: Option<i64>,
    pub end: Option<i64>,
    pub marker: Option<i64>,
}

/// Writes a citation; writing the same one again changes nothing.
pub fn put_citation(tx: &mut Tx<'_>, citation: &CitationRow) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "INSERT INTO message_citations (event_id, ordinal, tenant_id, session_id, message_id, document_id, file_name,
             source_type, mime_type, relevance, is_image, page, quote, chunk_id, text_hash, start_offset, end_offset,
             marker, section)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
         ON CONFLICT (event_id, ordinal) DO NOTHING",
        values![
            citation.event,
            citation.ordinal,
            tenant,
            citation.session,
            citation.message,
            citation.document.as_deref(),
            &citation.file_name,
            &citation.source_type,
            &citation.mime_type,
            citation.relevance,
            citation.is_image,
            citation.page,
            citation.quote.as_deref(),
            citation.chunk.as_deref(),
            citation.text_hash.as_deref(),
            citation.start,
            citation.end,
            citation.marker,
            citation.section.as_deref(),
        ],
    )?;
    Ok(())
}

/// The citations of all of a session's messages between two numbers, in one query.
pub fn citations_between(
    tx: &mut Tx<'_>,
    session: SessionId,
    first_sequence: i64,
    last_sequence: i64,
) -> Result<Vec<CitationRow>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT c.event_id, c.ordinal, c.session_id, c.message_id, c.document_id, c.file_name, c.source_type,
             c.mime_type, c.relevance, c.is_image, c.page, c.quote, c.chunk_id, c.text_hash, c.start_offset, c.end_offset,
             c.marker, c.section
         FROM message_citations c JOIN messages m ON m.id = c.message_id AND m.tenant_id = c.tenant_id
         WHERE c.tenant_id = ?1 AND c.session_id = ?2 AND m.sequence_number BETWEEN ?3 AND ?4
         ORDER BY m.sequence_number, c.event_id, c.ordinal",
        values![tenant, session, first_sequence, last_sequence],
        |row| {
            Ok(CitationRow {
                event: row.get(0)?,
                ordinal: row.get(1)?,
                session: row.get(2)?,
                message: row.get(3)?,
                document: row.get(4)?,
                file_name: row.get(5)?,
                source_type: row.get(6)?,
                mime_type: row.get(7)?,
                relevance: row.get(8)?,
                is_image: row.get(9)?,
                page: row.get(10)?,
                quote: row.get(11)?,
                chunk: row.get(12)?,
                text_hash: row.get(13)?,
                start: row.get(14)?,
                end: row.get(15)?,
                marker: row.get(16)?,
                section: row.get(17)?,
            })
        },
    )
}

/// Throws the projections of one session away, to be made again from its events.
pub fn clear(tx: &mut Tx<'_>, session: SessionId) -> Result<(), StoreError> {
    let own = values![tx.tenant(), session];
    tx.conn.execute("DELETE FROM messages WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    tx.conn.execute("DELETE FROM message_citations WHERE tenant_id = ?1 AND session_id = ?2", own)?;
    Ok(())
}
