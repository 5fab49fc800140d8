//! Has anybody changed the past? Walks the hash chains and names the first link that does not fit.

use conserje_kernel::{Digest, PageRequest, PageSize, Scope, SessionId};
use conserje_store::event_log::{self, RawEvent};
use conserje_store::{Store, Tx, sessions};

use crate::chain::{self, Link};
use crate::log::EventError;

/// A place where a session's log is not what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    pub session: String,
    /// The number at which the chain breaks.
    pub sequence: i64,
    /// As it now stands there, if anything does.
    pub event: Option<String>,
    pub problem: String,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub sessions: u64,
    pub events: u64,
    pub erased: u64,
    /// The first broken link of each session that has one.
    pub breaks: Vec<Break>,
}

const PAGE: usize = 500;

/// Checks every session of a tenant.
pub async fn verify(store: &Store, scope: &Scope) -> Result<Report, EventError> {
    let mut report = Report::default();
    let size = PageSize::new(PageSize::MAX).unwrap_or_default();
    let mut page = PageRequest { size, after: None };
    loop {
        let wanted = page.clone();
        let found = store.read(scope, move |tx| sessions::records(tx, &wanted)).await?;
        for record in found.items {
            check_session(store, scope, record.session.id, &mut report).await?;
        }
        match found.next {
            Some(next) => page.after = Some(next),
            None => break,
        }
    }
    let strays = store.read(scope, event_log::strays).await?;
    report.breaks.extend(strays.into_iter().map(|stray| Break {
        session: stray.session,
        sequence: stray.sequence,
        event: Some(stray.event),
        problem: "the event belongs to a session that does not exist".to_owned(),
    }));
    Ok(report)
}

/// Checks one session.
pub async fn verify_session(store: &Store, scope: &Scope, session: SessionId) -> Result<Report, EventError> {
    let mut report = Report::default();
    check_session(store, scope, session, &mut report).await?;
    Ok(report)
}

async fn check_session(
    store: &Store,
    scope: &Scope,
    session: SessionId,
    report: &mut Report,
) -> Result<(), EventError> {
    let walk = store.read(scope, move |tx| walk(tx, session)).await?;
    report.sessions += 1;
    report.events += walk.events;
    report.erased += walk.erased;
    report.breaks.extend(walk.broken);
    Ok(())
}

struct Walk {
    events: u64,
    erased: u64,
    broken: Option<Break>,
}

/// One consistent look at a whole session, a page of events at a time.
fn walk(tx: &mut Tx<'_>, session: SessionId) -> Result<Walk, EventError> {
    let head = event_log::head(tx, session)?.ok_or(EventError::NoSuchSession { session })?;
    let was_erased = sessions::record(tx, session)?.is_some_and(|record| record.erased_at.is_some());
    let tenant = tx.tenant().to_string();
    let (mut last, mut previous) = (0, Digest::ZERO);
    let mut seen = Walk { events: 0, erased: 0, broken: None };
    let broken = |sequence, event: Option<String>, problem: &str| {
        Some(Break { session: session.to_string(), sequence, event, problem: problem.to_owned() })
    };
    loop {
        let page = event_log::raw_after(tx, session, last, PAGE)?;
        let whole_page = page.len() == PAGE;
        for event in page {
            let expected = last + 1;
            if let Err(problem) = check_link(&tenant, &event, expected, previous, was_erased) {
                let name = String::from_utf8_lossy(&event.id).into_owned();
                seen.broken = broken(expected, Some(name), problem);
                return Ok(seen);
            }
            last = event.sequence;
            previous = Digest::from_slice(&event.hash).unwrap_or(Digest::ZERO);
            seen.events += 1;
            seen.erased += u64::from(event.data.is_none());
        }
        if !whole_page {
            break;
        }
    }
    if head.sequence != last {
        let problem = format!("the log ends at {last}, the session says that it ends at {}", head.sequence);
        seen.broken = broken(last + 1, None, &problem);
    } else if head.hash != previous {
        seen.broken = broken(last, None, "the last hash is not the one that the session keeps");
    }
    Ok(seen)
}

fn check_link(
    tenant: &str,
    event: &RawEvent,
    expected: i64,
    previous: Digest,
    was_erased: bool,
) -> Result<(), &'static str> {
    if event.sequence != expected {
        return Err("an event is missing, or its number was changed");
    }
    if event.previous_hash != previous.as_bytes() {
        return Err("it does not name the hash of the event before it");
    }
    match (&event.data, &event.salt) {
        (Some(data), Some(salt)) => {
            if chain::hash_data(salt, data).as_bytes().as_slice() != event.data_hash {
                return Err("its content is not what was written");
            }
        }
        (None, None) if was_erased => {}
        (None, None) => return Err("its content is gone, although its session was not erased"),
        (Some(_), None) | (None, Some(_)) => return Err("part of its content is missing"),
    }
    let hash = chain::hash_link(&Link {
        tenant: tenant.as_bytes(),
        session: &event.session,
        id: &event.id,
        sequence: event.sequence,
        kind: &event.kind,
        version: event.version,
        timestamp: event.timestamp,
        turn: event.turn.as_deref().unwrap_or_default(),
        index: event.index,
        trace: &event.trace,
        data_hash: &event.data_hash,
        previous: &event.previous_hash,
    });
    if hash.as_bytes().as_slice() == event.hash { Ok(()) } else { Err("it is not what was written") }
}
