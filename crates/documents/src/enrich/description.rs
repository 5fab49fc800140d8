//! What a chunk says, in its own words: its best sentence or two.

use conserje_text::fold_accents;

use crate::chunk::sentences;

use super::keywords::{CorpusStats, Weighed};
use super::words::{one_line, words};

/// Characters of a description.
const LONGEST: usize = 200;
/// Sentences that are looked at: the beginning of a chunk says what it is about.
const SEEN: usize = 40;
/// A sentence of fewer words says too little.
const WORDS: usize = 4;

/// At most 200 characters, whole sentences where they fit. Empty only if the text is.
pub fn describe(text: &str, title: Option<&str>, stats: &dyn CorpusStats) -> String {
    describe_weighed(text, title, &Weighed::of(text, stats))
}

/// With the words weighed before.
pub(super) fn describe_weighed(text: &str, title: Option<&str>, weighed: &Weighed<'_>) -> String {
    let body = without_heading(text, title);
    let of_title: Vec<String> = title.into_iter().flat_map(words).map(fold_accents).collect();
    let lines = sentences(body).into_iter().filter_map(|range| body.get(range)).map(tidy);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).take(SEEN).collect();
    let scores = lines.iter().enumerate().map(|(at, line)| score(at, line, &of_title, weighed));
    let best =
        scores.enumerate().max_by(|one, other| one.1.total_cmp(&other.1).then_with(|| other.0.cmp(&one.0)));
    let Some((best, _)) = best else { return short(&tidy(text)) };
    let first = lines.get(best).map(String::as_str).unwrap_or_default();
    // The next one too, if there is room: it goes on with what was said.
    match lines.get(best + 1).map(|next| format!("{first} {next}")) {
        Some(two) if two.chars().count() <= LONGEST && first.ends_with(['.', '!', '?', '»']) => two,
        Some(_) | None => short(first),
    }
}

/// How much the sentence at this place says.
fn score(at: usize, line: &str, of_title: &[String], weighed: &Weighed<'_>) -> f64 {
    let (mut count, mut sum, mut titled) = (0_u32, 0.0, 0_u32);
    for word in words(line).map(fold_accents) {
        let weight = weighed.weight(&word);
        count += 1;
        sum += weight;
        titled += u32::from(weight > 0.0 && of_title.contains(&word));
    }
    if (count as usize) < WORDS {
        return 0.0;
    }
    // Long sentences have more words, not more to say; what does not fit says half.
    let length = f64::from(count).sqrt() * if line.chars().count() > LONGEST { 2.0 } else { 1.0 };
    (sum / length) * (1.0 + 0.2 * f64::from(titled.min(3))) * (1.0 + 1.0 / (1.0 + at as f64))
}

/// The text without the heading that it begins with: that is shown anyway.
fn without_heading<'a>(text: &'a str, title: Option<&str>) -> &'a str {
    let Some((first, rest)) = text.trim_start().split_once('\n') else { return text };
    let is_title = title.is_some_and(|title| {
        let title = title.trim_end_matches('…');
        !title.is_empty() && one_line(first).starts_with(title)
    });
    if is_title && !rest.trim().is_empty() { rest } else { text }
}

/// One line, without the marks of tables, lists, headings, tags and links.
fn tidy(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['|', '*', '#', '`', '<', ']']) {
        line.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        // The address of a link, a tag.
        let end = match rest.get(..2) {
            Some("](") => rest.find(')').map(|end| end + 1),
            Some(tag) if tag.starts_with('<') && !tag.ends_with(' ') => {
                rest.find('>').filter(|end| *end < 40).map(|end| end + 1)
            }
            Some(_) | None => None,
        };
        let is_mark = !rest.starts_with(['<', ']']);
        line.push(if end.is_some() || is_mark { ' ' } else { rest.chars().next().unwrap_or(' ') });
        rest = rest.get(end.unwrap_or(1)..).unwrap_or_default();
    }
    line.push_str(rest);
    let line = one_line(&line);
    line.trim_start_matches(['-', '>', '–', '•', ' ']).trim_end_matches(['-', ' ']).to_owned()
}

/// Cut at a word, with a sign of it.
fn short(line: &str) -> String {
    let Some((end, _)) = line.char_indices().nth(LONGEST) else { return line.to_owned() };
    let head = line.get(..end).unwrap_or(line);
    // Room for the sign.
    let end = head.char_indices().next_back().map_or(0, |(at, _)| at);
    let head = head.get(..end).unwrap_or_default();
    let cut = head.rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
    format!("{}…", head.get(..cut).unwrap_or(head).trim_end_matches([',', ';', ':', ' ']))
}

#[cfg(test)]
#[path = "description_tests.rs"]
mod tests;
