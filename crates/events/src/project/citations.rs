//! What an answer rests on.

use conserje_store::Tx;
use conserje_store::messages::{self, CitationRow};

use crate::event::Event;
use crate::log::{EventError, RecordedEvent};

pub(super) fn project(tx: &mut Tx<'_>, event: &RecordedEvent, content: &Event) -> Result<(), EventError> {
    let Event::CitationsCreated(created) = content else { return Ok(()) };
    for (ordinal, citation) in (0..).zip(&created.citations) {
        let row = CitationRow {
            event: event.id,
            ordinal,
            session: event.session,
            message: created.message_id,
            document: citation.document_id.clone(),
            file_name: citation.file_name.clone(),
            source_type: citation.source_type.clone(),
            mime_type: citation.mime_type.clone(),
            relevance: citation.relevance,
            is_image: citation.is_image,
            page: citation.page.map(i64::from),
            quote: citation.quote.as_ref().map(|quote| quote.replace('\0', "\u{fffd}")),
            section: citation.section.as_ref().map(|section| section.replace('\0', "\u{fffd}")),
            chunk: citation.chunk_id.clone(),
            text_hash: citation.text_hash.clone(),
            start: citation.start.and_then(|offset| i64::try_from(offset).ok()),
            marker: citation.marker.map(i64::from),
            end: citation.end.and_then(|offset| i64::try_from(offset).ok()),
        };
        messages::put_citation(tx, &row)?;
    }
    Ok(())
}
