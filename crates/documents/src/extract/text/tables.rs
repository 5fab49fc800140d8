//! Tables as text: fields between commas, semicolons, tabs or bars.

use super::super::draft::Draft;
use super::super::error::ExtractError;
use super::super::limits::Limits;
use crate::Extracted;

/// Lines that decide which character is the delimiter.
const SAMPLE: usize = 50;

pub(crate) fn delimited(text: &str, limits: &Limits, is_tabs: bool) -> Result<Extracted, ExtractError> {
    let delimiter = if is_tabs { b'\t' } else { delimiter(text) };
    let mut draft = Draft::new(limits);
    let mut rows = Vec::new();
    for record in reader(text, delimiter).records() {
        let record = record.map_err(ExtractError::damaged)?;
        rows.push(record.iter().map(str::to_owned).collect());
    }
    draft.fact("rows", &rows.len().saturating_sub(1).to_string());
    draft.table(&rows);
    Ok(draft.finish())
}

/// The one that cuts the most lines into the same number of fields.
fn delimiter(text: &str) -> u8 {
    let end = text.match_indices('\n').nth(SAMPLE).map_or(text.len(), |(at, _)| at);
    let sample = text.get(..end).unwrap_or(text);
    // Excel writes this line itself.
    if let Some(named) = sample.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
        return named;
    }
    let score = |delimiter: u8| {
        let widths: Vec<usize> =
            reader(sample, delimiter).records().filter_map(Result::ok).map(|row| row.len()).collect();
        let first = widths.first().copied().unwrap_or(0);
        let alike = widths.iter().filter(|width| **width == first).count();
        if first > 1 { (alike * 100 / widths.len().max(1), first) } else { (0, 0) }
    };
    let candidates = [b'|', b'\t', b';', b','];
    candidates.into_iter().max_by_key(|delimiter| score(*delimiter)).unwrap_or(b',')
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes())
}
