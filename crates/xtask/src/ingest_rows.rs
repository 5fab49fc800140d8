//! What no door shows: blobs without a row, rows without a blob, passages without a document.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use rusqlite::{Connection, OpenFlags};

use crate::ledger::{Flaw, Kind};

/// What is left over or missing in a data folder that no server uses.
pub(crate) fn left_over(data: &Path) -> Result<Vec<Flaw>> {
    let file = data.join("conserje.db");
    let rows = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .with_context(|| format!("opening {}", file.display()))?;
    let texts = |query: &str| -> Result<BTreeSet<String>> {
        let mut statement = rows.prepare(query).context("asking for documents")?;
        let found = statement.query_map([], |row| row.get(0)).context("asking for documents")?;
        found.collect::<rusqlite::Result<_>>().context("reading documents")
    };
    let whole = texts("SELECT tenant_id || '/' || blob FROM documents WHERE content_hash IS NOT NULL")?;
    let read = texts(
        "SELECT tenant_id || '/documents/' || id || '/extracted.json' FROM documents WHERE processing_status = 'completed'",
    )?;
    // Those of files that are still on their way belong to a row too; they are swept when they never arrive.
    let arriving = texts("SELECT tenant_id || '/' || blob FROM documents WHERE content_hash IS NULL")?;
    let orphans = texts("SELECT id FROM chunks WHERE document_id NOT IN (SELECT id FROM documents)")?;
    let blobs = data.join("blobs");
    let mut there = BTreeSet::new();
    list(&blobs, &blobs, &mut there)?;
    let wanted: BTreeSet<String> = whole.union(&read).cloned().collect();
    let lost = wanted.difference(&there).map(|blob| (Kind::Lost, format!("the blob {blob} is not there")));
    let extra = there
        .iter()
        .filter(|blob| !wanted.contains(*blob) && !arriving.contains(*blob))
        .map(|blob| (Kind::LeftOver, format!("the blob {blob} belongs to nothing")));
    let passages = orphans.iter().map(|id| (Kind::LeftOver, format!("the passage {id} has no document")));
    Ok(lost.chain(extra).chain(passages).map(|(kind, text)| Flaw::new(kind, text)).collect())
}

fn list(root: &Path, folder: &Path, found: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry.context("reading a blob")?;
        if entry.file_type().context("reading a blob")?.is_dir() {
            list(root, &entry.path(), found)?;
        } else if let Ok(name) = entry.path().strip_prefix(root) {
            found.insert(name.display().to_string());
        }
    }
    Ok(())
}
