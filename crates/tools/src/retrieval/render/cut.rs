//! Texts made shorter, at the end of a word where there is one.

use std::ops::Range;

/// What stands in place of what was left out.
pub(crate) const LEFT_OUT: &str = "...";

/// The first characters of a text, at most `most` of them, and a sign if that is not all.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let end = word_end(text, most);
    if end == text.len() {
        return text.to_owned();
    }
    format!("{}{LEFT_OUT}", text.get(..end).unwrap_or_default().trim_end())
}

/// The bytes of at most `most` characters that hold the beginning of `place` and what is around it.
pub(crate) fn window(text: &str, place: &Range<usize>, most: usize) -> Range<usize> {
    if text.chars().count() <= most {
        return 0..text.len();
    }
    let before = text.get(..place.start).unwrap_or_default();
    // A third of it may come before.
    let start = match before.char_indices().rev().nth((most / 3).max(1) - 1) {
        None => 0,
        // It begins with a word already.
        Some((from, _)) if before.get(..from).is_some_and(|rest| rest.ends_with(char::is_whitespace)) => from,
        Some((from, _)) => {
            let lead = text.get(from..place.start).unwrap_or_default();
            let space = lead.char_indices().find(|(_, sign)| sign.is_whitespace());
            space.map_or(place.start, |(at, sign)| from + at + sign.len_utf8())
        }
    };
    let rest = text.get(start..).unwrap_or_default();
    start..start + word_end(rest, most)
}

/// Where a text ends that may have `most` characters: after a word, unless a word is too long for that.
fn word_end(text: &str, most: usize) -> usize {
    let Some((limit, next)) = text.char_indices().nth(most) else { return text.len() };
    if next.is_whitespace() {
        return limit;
    }
    let kept = text.get(..limit).unwrap_or_default();
    let space = kept.rfind(char::is_whitespace).filter(|at| *at >= limit / 2);
    space.unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_is_cut_after_a_word_and_says_so() {
        assert_eq!(shortened("uno dos tres", 12), "uno dos tres");
        assert_eq!(shortened("uno dos tres", 9), "uno dos...");
        assert_eq!(shortened("uno dos tres", 7), "uno dos...");
        assert_eq!(shortened("ñññññññññ", 4), "ññññ...");
        assert_eq!(shortened("", 0), "");
    }

    #[test]
    fn a_window_holds_its_place_in_whole_words() {
        let text = "uno dos tres cuatro cinco seis siete ocho";
        let at = text.find("cinco").unwrap();
        assert_eq!(text.get(window(text, &(at..at + 5), 21)), Some("cuatro cinco seis"));
        assert_eq!(text.get(window(text, &(0..3), 8)), Some("uno dos"));
        assert_eq!(window(text, &(at..at + 5), 100), 0..text.len());
    }

    proptest! {
        #[test]
        fn a_short_text_stays_and_a_long_one_is_a_beginning(text in any::<String>(), most in 0usize..60) {
            let short = shortened(&text, most);
            if text.chars().count() <= most {
                prop_assert_eq!(short, text);
            } else {
                let kept = short.strip_suffix(LEFT_OUT).unwrap();
                prop_assert!(text.starts_with(kept) && kept.chars().count() <= most);
            }
        }

        #[test]
        fn a_window_is_a_piece_of_the_text(text in any::<String>(), at in any::<prop::sample::Index>(), most in 1usize..60) {
            let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let start = bounds[at.index(bounds.len())];
            let found = window(&text, &(start..text.len()), most);
            let piece = text.get(found.clone());
            prop_assert!(piece.is_some_and(|piece| piece.chars().count() <= most));
            prop_assert!(found.start <= start);
        }
    }
}
