//! Which sources an answer rests on: the markers in its text, `[1]`, held against what was really retrieved.

use std::collections::BTreeSet;

use conserje_tools::retrieval::Source;

/// An answer's text, and what it cites.
#[derive(Clone, Debug, PartialEq)]
pub struct Cited {
    /// Without the markers that no source stands behind.
    pub text: String,
    /// In the order of their numbers; where the text has no marker, the best place of each file.
    pub sources: Vec<Source>,
    /// Markers that were taken out: the model made them up.
    pub invented: usize,
}

/// Checks the markers of an answer. Without sources nothing was retrieved, and brackets are only brackets.
pub fn cite(text: &str, sources: &[Source]) -> Cited {
    if sources.is_empty() {
        return Cited { text: text.to_owned(), sources: Vec::new(), invented: 0 };
    }
    let known: BTreeSet<u32> = sources.iter().map(|source| source.number).collect();
    let (mut kept, mut used, mut invented) = (String::with_capacity(text.len()), BTreeSet::new(), 0);
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        match marker(from).filter(|_| !is_index(&kept)) {
            Some((numbers, length)) => {
                let real: Vec<u32> =
                    numbers.iter().copied().filter(|number| known.contains(number)).collect();
                invented += numbers.len() - real.len();
                used.extend(real.iter().copied());
                if real.is_empty() {
                    // Nor the space before it.
                    kept.truncate(kept.trim_end_matches(' ').len());
                } else {
                    let shown: Vec<String> = real.iter().map(|number| format!("[{number}]")).collect();
                    kept.push_str(&shown.concat());
                }
                rest = from.get(length..).unwrap_or_default();
            }
            None => {
                kept.push('[');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    kept.push_str(rest);
    let sources = if used.is_empty() { best_of_each_file(sources) } else { numbered(sources, &used) };
    Cited { text: kept, sources, invented }
}

/// `[3]`, `[1, 4]` or `[2][5]` one by one: its numbers and how long it is. Not a link's text, `[1](…)`.
fn marker(text: &str) -> Option<(Vec<u32>, usize)> {
    let inside = text.strip_prefix('[')?;
    let end = inside.find(']')?;
    let (list, after) = inside.split_at(end);
    if list.len() > 40 || after.starts_with("](") || after.starts_with("]:") {
        return None;
    }
    let numbers: Option<Vec<u32>> = list
        .split([',', ';'])
        .map(|part| part.trim().trim_start_matches('^').parse().ok().filter(|number| *number < 10_000))
        .collect();
    Some((numbers?, end + 2))
}

/// `values[0]` in code is no marker.
fn is_index(before: &str) -> bool {
    before
        .chars()
        .next_back()
        .is_some_and(|sign| sign.is_alphanumeric() && sign.is_ascii() || matches!(sign, '_' | ')'))
        && before.split_whitespace().next_back().is_some_and(|word| {
            word.chars().any(|sign| matches!(sign, '_' | '(' | '.' | '=')) || word.starts_with('`')
        })
}

fn numbered(sources: &[Source], used: &BTreeSet<u32>) -> Vec<Source> {
    let mut cited: Vec<Source> =
        sources.iter().filter(|source| used.contains(&source.number)).cloned().collect();
    cited.sort_by_key(|source| source.number);
    cited.dedup_by_key(|source| source.number);
    cited
}

fn best_of_each_file(sources: &[Source]) -> Vec<Source> {
    let mut best: Vec<Source> = Vec::new();
    for source in sources {
        let key = |one: &Source| (one.file_id.clone(), one.file_name.clone());
        match best.iter_mut().find(|one| key(one) == key(source)) {
            Some(one) if one.relevance_score < source.relevance_score => *one = source.clone(),
            Some(_) => {}
            None => best.push(source.clone()),
        }
    }
    best.sort_by(|a, b| b.relevance_score.total_cmp(&a.relevance_score));
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn source(number: u32, file: &str, relevance_score: f64) -> Source {
        let json = serde_json::json!({
            "number": number, "fileName": file, "fileId": null, "sourceType": "blob_storage",
            "mimeType": "application/pdf", "relevanceScore": relevance_score, "isImage": false,
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn real_markers_stay_invented_ones_go_and_only_what_is_marked_is_cited() {
        let sources = [source(1, "a.pdf", 0.9), source(2, "b.pdf", 0.8), source(3, "a.pdf", 0.7)];
        let cited = cite("Son 40 € [3], o 50 € [9]. Ver [1, 7] y [nota].", &sources);
        assert_eq!(cited.text, "Son 40 € [3], o 50 €. Ver [1] y [nota].");
        assert_eq!(cited.invented, 2);
        assert_eq!(cited.sources.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn an_answer_without_markers_cites_the_best_place_of_each_file() {
        let sources = [source(1, "a.pdf", 0.5), source(2, "b.pdf", 0.6), source(3, "a.pdf", 0.7)];
        let cited = cite("Son 40 €.", &sources);
        assert_eq!(cited.sources.iter().map(|one| one.number).collect::<Vec<_>>(), [3, 2]);
    }

    #[test]
    fn what_only_looks_like_a_marker_stays() {
        let sources = [source(1, "a.pdf", 0.5)];
        for text in ["`values[0]` and rows.at(x)[7]", "[1](https://a.example)", "[12345]", "[", "[]", "[a]"] {
            assert_eq!(cite(text, &sources).text, text);
        }
        assert_eq!(cite("Sin fuentes [1]", &[]).text, "Sin fuentes [1]");
    }

    proptest! {
        #[test]
        fn checking_is_total_and_stable(text in ".{0,200}") {
            let sources = [source(1, "a.pdf", 0.5), source(2, "b.pdf", 0.6)];
            let once = cite(&text, &sources);
            let twice = cite(&once.text, &sources);
            prop_assert_eq!(&twice.text, &once.text);
            prop_assert_eq!(twice.invented, 0);
        }
    }
}
