//! Workbooks: each sheet as a heading and a Markdown table, dates readable, formulas where no value was saved.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, DataRef, ExcelDateTime, Ods, Reader, Xls, XlsError, Xlsx, XlsxError};

use super::super::archive::Archive;
use super::super::draft::Draft;
use super::super::error::ExtractError;
use super::super::kind::Kind;
use super::super::limits::Limits;
use super::opendocument::refuse_encrypted;
use super::properties::read_core;
use crate::Extracted;

/// Cells by row and column: a sheet may hold one cell at each of its far corners.
type Cells = BTreeMap<u32, BTreeMap<u32, String>>;

pub(crate) fn sheets(kind: Kind, content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut draft = Draft::new(limits);
    if kind == Kind::Xls {
        let mut book: Xls<_> = Xls::new(Cursor::new(content)).map_err(|error| of_xls(&error))?;
        ranges(&mut book, &mut draft);
        return Ok(draft.finish());
    }
    Archive::check(content, limits)?;
    let mut archive = Archive::open(content, limits)?;
    if kind == Kind::Ods {
        refuse_encrypted(&mut archive)?;
        let mut book: Ods<_> = Ods::new(Cursor::new(content)).map_err(ExtractError::damaged)?;
        ranges(&mut book, &mut draft);
    } else {
        read_core(&mut archive, &mut draft, limits)?;
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(content)).map_err(|error| of_xlsx(&error))?;
        stream(&mut book, &mut draft)?;
    }
    Ok(draft.finish())
}

/// Cell by cell.
fn stream(book: &mut Xlsx<Cursor<&[u8]>>, draft: &mut Draft) -> Result<(), ExtractError> {
    let names = book.sheet_names();
    draft.set_pages(names.len());
    for (at, name) in names.iter().enumerate() {
        draft.set_page(u32::try_from(at + 1).unwrap_or(u32::MAX));
        match read_sheet(book, name) {
            Ok(cells) => table(draft, name, cells),
            Err(XlsxError::NotAWorksheet(_)) => {}
            // One broken sheet leaves the others readable.
            Err(error) if names.len() > 1 => {
                draft.notice(format!(
                    "The sheet {name} could not be read: {}",
                    super::super::error::short(&error.to_string())
                ));
            }
            Err(error) => return Err(of_xlsx(&error)),
        }
        if draft.is_full() {
            break;
        }
    }
    Ok(())
}

fn read_sheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Cells, XlsxError> {
    let mut cells = Cells::new();
    let mut reader = book.worksheet_cells_reader(name)?;
    while let Some(cell) = reader.next_cell_with_formula()? {
        let (row, column) = cell.pos;
        let text = match (of_cell(&cell.value), cell.formula) {
            (text, Some(formula)) if text.is_empty() && !formula.is_empty() => format!("={formula}"),
            (text, _) => text,
        };
        if !text.is_empty() {
            cells.entry(row).or_default().insert(column, text);
        }
    }
    Ok(cells)
}

/// Formats that are only read whole.
fn ranges<'a, R: Reader<Cursor<&'a [u8]>>>(book: &mut R, draft: &mut Draft) {
    let names = book.sheet_names();
    draft.set_pages(names.len());
    for (at, name) in names.iter().enumerate() {
        draft.set_page(u32::try_from(at + 1).unwrap_or(u32::MAX));
        let Ok(range) = book.worksheet_range(name) else {
            draft.notice(format!("The sheet {name} could not be read"));
            continue;
        };
        let mut cells = Cells::new();
        for (row, column, value) in range.used_cells() {
            let text = of_data(value);
            if !text.is_empty() {
                let (row, column) =
                    (u32::try_from(row).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
                cells.entry(row).or_default().insert(column, text);
            }
        }
        table(draft, name, cells);
    }
}

/// Columns and rows that hold nothing are left out.
fn table(draft: &mut Draft, name: &str, cells: Cells) {
    let mut columns: Vec<u32> = cells.values().flat_map(|row| row.keys().copied()).collect();
    columns.sort_unstable();
    columns.dedup();
    if columns.is_empty() {
        return;
    }
    draft.heading(1, name);
    let row = |mut row: BTreeMap<u32, String>| {
        columns.iter().map(|column| row.remove(column).unwrap_or_default()).collect()
    };
    let rows: Vec<Vec<String>> = cells.into_values().map(row).collect();
    draft.table(&rows);
}

fn of_cell(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => of_number(*number),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(is_true) => is_true.to_string(),
        DataRef::DateTime(date) => of_date(date),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

fn of_data(value: &Data) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => of_number(*number),
        Data::String(text) => text.clone(),
        Data::Bool(is_true) => is_true.to_string(),
        Data::DateTime(date) => of_date(date),
        Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

/// Without the digits that only binary fractions have: 0.1 + 0.2 reads 0.3.
fn of_number(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    // Excel itself keeps 15 digits.
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    rounded.to_string()
}

fn of_date(date: &ExcelDateTime) -> String {
    if date.is_duration() {
        #[expect(clippy::cast_possible_truncation, reason = "a duration in seconds, from days of a sheet")]
        let seconds = (date.as_f64() * 86_400.0).round() as i64;
        return format!("{}:{:02}:{:02}", seconds / 3600, (seconds % 3600).abs() / 60, (seconds % 60).abs());
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let has_date = date.as_f64() >= 1.0;
    let has_time = date.as_f64().fract() != 0.0;
    match (has_date, has_time) {
        (true, false) => format!("{year:04}-{month:02}-{day:02}"),
        (true, true) => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"),
        (false, _) => format!("{hour:02}:{minute:02}:{second:02}"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other variant is damage")]
fn of_xlsx(error: &XlsxError) -> ExtractError {
    match error {
        XlsxError::Password => ExtractError::Protected,
        other => ExtractError::damaged(other),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other variant is damage")]
fn of_xls(error: &XlsError) -> ExtractError {
    match error {
        XlsError::Password => ExtractError::Protected,
        other => ExtractError::damaged(other),
    }
}
