//! What was asked for by its name, told as it stands: passages under their headings, or a line for each where there are
//! more than anybody wants to read at once.

use super::found::Passage;
use super::words::Voice;
use super::{QUOTED, cited};

/// Less room than this is not begun to be filled.
const LEAST: usize = 80;
/// A passage that is a table, as tools name it.
const TABLE: &str = "table";

/// Passages under their headings, cited, as many as there is room for.
pub(super) fn as_they_stand(voice: Voice<'_>, passages: &[Passage]) -> String {
    let mut told = String::new();
    let mut left = QUOTED;
    let are_tables = passages.len() > 1 && passages.iter().all(|passage| passage.kind == TABLE);
    if are_tables {
        return tables(voice, passages);
    }
    // Who asks for headings wants no more.
    let are_headings = passages.len() > 1 && passages.iter().any(|passage| passage.kind == "section_header");
    for passage in passages {
        let cited = cited(passage.number);
        if are_headings && !passage.section.is_empty() {
            told.push_str(&format!("- {}{cited}\n", passage.section));
            continue;
        }
        let (text, is_cut) = match passage.text.strip_suffix("...") {
            // The tool had no room for more, either.
            Some(head) => (whole(cut(head, left).0), true),
            None => cut(&passage.text, left),
        };
        left = left.saturating_sub(text.chars().count());
        let heading = if passage.section.is_empty() { &passage.document } else { &passage.section };
        // The heading is told once.
        let title = heading.rsplit(" › ").next().unwrap_or(heading);
        let body = text.trim();
        // The full stop of a heading, too.
        let body =
            body.strip_prefix(title).map_or(body, |rest| rest.trim_start_matches(['.', ':']).trim_start());
        let is_table = body.lines().last().is_some_and(|line| line.starts_with('|'));
        told.push_str(&if body.is_empty() {
            String::new()
        } else if is_table {
            // A mark behind a row would be one more cell.
            format!("**{heading}**{cited}\n\n{body}\n\n{}", if is_cut { "…\n\n" } else { "" })
        } else {
            format!("**{heading}**\n\n{body}{}{cited}\n\n", if is_cut { " …" } else { "" })
        });
        if is_cut && left < LEAST {
            break;
        }
    }
    told.trim_end().to_owned()
}

/// As much of a text as there is room for, and whether that is not all: whole rows of a table, whole sentences.
fn cut(text: &str, room: usize) -> (&str, bool) {
    let Some((end, _)) = text.char_indices().nth(room) else { return (text, false) };
    (whole(text.get(..end).unwrap_or_default()), true)
}

/// Without the row or sentence that is begun and not ended.
fn whole(head: &str) -> &str {
    let line = head.rfind('\n').map_or(0, |at| at + 1);
    let last = head.get(line..).unwrap_or_default();
    let end = if last.starts_with('|') {
        line
    } else {
        let sentence = [". ", "! ", "? ", ".\n"].into_iter().filter_map(|end| head.rfind(end)).max();
        sentence.map_or(line, |at| at + 1).max(line)
    };
    head.get(..end).unwrap_or_default().trim_end()
}

/// Each of several tables: where it stands, and what its columns are. One that was cut in pieces is one table.
fn tables(voice: Voice<'_>, passages: &[Passage]) -> String {
    let first = passages.first().map_or("", |passage| passage.document.as_str());
    let is_one_document = passages.iter().all(|passage| passage.document == first);
    let (mut lines, mut told): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for passage in passages {
        let section = passage.section.rsplit(" › ").next().unwrap_or_default();
        let title = match (section.is_empty(), is_one_document) {
            (true, true) => voice.say("Tabla", "Table").to_owned(),
            (true, false) => passage.document.clone(),
            (false, true) => section.to_owned(),
            (false, false) => format!("{section} ({})", passage.document),
        };
        let columns = columns(&passage.text);
        if !told.iter().any(|(of, having)| *of == passage.section && *having == columns) {
            let mark = cited(passage.number);
            let colon = if columns.is_empty() { "" } else { ": " };
            lines.push(format!("- **{title}**{colon}{columns}{mark}"));
            told.push((passage.section.clone(), columns));
        }
    }
    voice.tables(is_one_document.then_some(first), &lines)
}

/// The names of a table's columns: its first row.
fn columns(table: &str) -> String {
    let row = table.lines().map(str::trim).find(|line| line.starts_with('|')).unwrap_or_default();
    let cells = row.split('|').map(str::trim).filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(", ")
}
