//! What no door shows: whether a model's call was written down once.

use std::path::Path;

use anyhow::{Context, Result};
use rusqlite::{Connection, OpenFlags};

use crate::ledger::{Flaw, Kind};

/// Every reply in a turn's journal came from one call that has one row. No server runs meanwhile.
pub(crate) fn recorded_twice(data: &Path) -> Result<Vec<Flaw>> {
    let file = data.join("conserje.db");
    let rows = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .with_context(|| format!("opening {}", file.display()))?;
    let mut wrong = rows
        .prepare(
            "SELECT t.id,
                 (SELECT count(*) FROM model_calls c WHERE c.turn_id = t.id),
                 (SELECT count(*) FROM turn_journal j WHERE j.turn_id = t.id
                     AND json_extract(j.entry, '$.what') IN ('replied', 'model_failed'))
             FROM turns t",
        )
        .context("preparing to count model calls")?;
    let counts = wrong
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))
        .context("counting model calls")?;
    let mut flaws = Vec::new();
    for count in counts {
        let (turn, calls, replies) = count.context("reading a count of model calls")?;
        if calls != replies {
            let text = format!("turn {turn} has {replies} replies and {calls} recorded calls of a model");
            let kind = if calls > replies { Kind::Doubled } else { Kind::Lost };
            flaws.push(Flaw::new(kind, text));
        }
    }
    Ok(flaws)
}
