//! What an answer used.

use conserje_store::usage::{self, UsageRow};
use conserje_store::{Tx, sessions};

use crate::event::Event;
use crate::log::{EventError, RecordedEvent};

pub(super) fn project(tx: &mut Tx<'_>, event: &RecordedEvent, content: &Event) -> Result<(), EventError> {
    let Event::AgentMessageSent(said) = content else { return Ok(()) };
    let session = event.session;
    let record = sessions::record(tx, session)?.ok_or(EventError::NoSuchSession { session })?;
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let row = UsageRow {
        event: event.id,
        session,
        user: record.session.user,
        agent: said.agent.clone(),
        model: said.model.clone(),
        input_tokens: whole(said.usage.input_tokens),
        output_tokens: whole(said.usage.output_tokens),
        thinking_tokens: whole(said.usage.thinking_tokens),
        cached_tokens: whole(said.usage.cached_tokens),
        latency_micros: whole(said.usage.latency_micros),
        created_at: event.timestamp,
    };
    Ok(usage::put(tx, &row)?)
}
