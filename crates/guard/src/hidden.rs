//! Characters that a person does not see and a program does: zero width, direction, tags.

/// Whether a character has no look of its own and serves to hide or to reorder text.
///
/// The joiners are among them; [`strip`] keeps them where a script or an emoji needs them.
pub(crate) fn is_hidden(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Presentation selectors and the keycap ring: they change the look of a character, and belong to emoji.
pub(crate) fn is_dressing(sign: char) -> bool {
    matches!(sign, '\u{fe00}'..='\u{fe0f}' | '\u{20e3}')
}

/// Whether a hidden character after `before` is part of how its script is written.
pub(crate) fn belongs(before: Option<char>, sign: char) -> bool {
    match sign {
        // Joiners hold emoji together and shape Arabic and Indic letters; marks of direction belong to their scripts.
        '\u{200c}' | '\u{200d}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            before.is_some_and(|before| before > '\u{58f}' && !is_hidden(before))
        }
        _ => false,
    }
}

/// The text without hidden characters, and how many there were.
pub(crate) fn strip(text: &str) -> (String, usize) {
    let mut kept = String::with_capacity(text.len());
    let mut dropped = 0;
    let mut before = None;
    for sign in text.chars() {
        if is_hidden(sign) && !belongs(before, sign) {
            dropped += 1;
        } else {
            kept.push(sign);
            before = Some(sign);
        }
    }
    (kept, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_go_and_scripts_stay() {
        assert_eq!(strip("ig\u{200b}no\u{2060}re\u{202e}!").0, "ignore!");
        assert_eq!(strip("a\u{e0069}\u{e0067}b"), ("ab".to_owned(), 2));
        for honest in ["👩\u{200d}👩\u{200d}👧", "می\u{200c}خواهم", "❤\u{fe0f}"] {
            assert_eq!(strip(honest), (honest.to_owned(), 0));
        }
    }
}
