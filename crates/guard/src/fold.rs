//! Characters as their nearest ASCII: the same number or word in another dress is the same.
//!
//! Detection looks at folded text, what is given on keeps its own characters. Unicode's own table of lookalikes
//! (`unicode-security`) was considered: its skeletons merge `m` with `rn` and `1` with `l`, which no pattern of words and
//! numbers survives. The few letters of Cyrillic and Greek that pass for Latin ones are listed here instead.

use unicode_normalization::UnicodeNormalization;

use crate::hidden::{is_dressing, is_hidden};

/// Any other letter or digit.
pub(crate) const LETTER: u8 = 1;
/// Any other sign.
pub(crate) const SIGN: u8 = 2;

/// One byte for a character; none for one that is not seen.
pub(crate) fn fold(sign: char) -> Option<u8> {
    if sign.is_ascii() {
        return u8::try_from(sign).ok();
    }
    if is_hidden(sign) || is_dressing(sign) || is_mark(sign) {
        return None;
    }
    Some(fold_other(sign))
}

/// Whether a folded byte is a letter or a digit.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == LETTER
}

fn fold_other(sign: char) -> u8 {
    match sign {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => return b'-',
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => return b'\'',
        '\u{201c}' | '\u{201d}' | '«' | '»' => return b'"',
        '\u{2044}' | '\u{2215}' => return b'/',
        _ => {}
    }
    if sign.is_whitespace() {
        return b' ';
    }
    if let Some(digit) = other_digit(sign) {
        return digit;
    }
    // Compatibility forms (full width, mathematical, superscript) and letters with accents begin with their base.
    let base = std::iter::once(sign).nfkd().next().unwrap_or(sign);
    if let Some(latin) = latin_lookalike(base) {
        return latin;
    }
    match u8::try_from(base) {
        Ok(byte) if byte.is_ascii() => byte,
        _ if base.is_alphanumeric() => LETTER,
        _ => SIGN,
    }
}

/// Accents that stand on their own after the letter they belong to.
fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

/// Decimal digits of other scripts; those with a compatibility form are not needed here.
fn other_digit(sign: char) -> Option<u8> {
    const ZEROS: [u32; 10] = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xe50, 0xed0, 0x1040];
    let code = u32::from(sign);
    let zero = ZEROS.into_iter().find(|zero| (*zero..zero + 10).contains(&code))?;
    u8::try_from(code - zero).ok().map(|value| b'0' + value)
}

fn latin_lookalike(sign: char) -> Option<u8> {
    Some(match sign {
        'А' | 'Α' => b'A',
        'В' | 'Β' => b'B',
        'С' | 'Ϲ' => b'C',
        'Е' | 'Ε' => b'E',
        'Н' | 'Η' => b'H',
        'І' | 'Ι' | 'Ӏ' => b'I',
        'Ј' => b'J',
        'К' | 'Κ' => b'K',
        'М' | 'Μ' => b'M',
        'Ν' => b'N',
        'О' | 'Ο' => b'O',
        'Р' | 'Ρ' => b'P',
        'Ѕ' => b'S',
        'Т' | 'Τ' => b'T',
        'У' | 'Υ' | 'Ү' => b'Y',
        'Х' | 'Χ' => b'X',
        'Ζ' => b'Z',
        'а' | 'α' | 'ɑ' => b'a',
        'ь' => b'b',
        'с' | 'ϲ' => b'c',
        'ԁ' => b'd',
        'е' | 'ε' | 'ҽ' => b'e',
        'ɡ' => b'g',
        'һ' => b'h',
        'і' | 'ι' | 'ı' => b'i',
        'ј' => b'j',
        'к' | 'κ' => b'k',
        'ӏ' => b'l',
        'м' => b'm',
        'п' => b'n',
        'о' | 'ο' | 'օ' => b'o',
        'р' | 'ρ' => b'p',
        'ԛ' => b'q',
        'г' => b'r',
        'ѕ' => b's',
        'т' | 'τ' => b't',
        'υ' | 'ս' => b'u',
        'ν' | 'ѵ' => b'v',
        'ԝ' | 'ω' => b'w',
        'х' | 'χ' => b'x',
        'у' | 'γ' => b'y',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        text.chars().filter_map(fold).map(char::from).collect()
    }

    #[test]
    fn the_same_in_another_dress_is_the_same() {
        assert_eq!(folded("１２３４５６７８Ｚ"), "12345678Z");
        assert_eq!(folded("1\u{200b}2\u{fe0f}\u{20e3}3"), "123");
        assert_eq!(folded("٠١٢ 𝟙𝟚"), "012 12");
        assert_eq!(folded("іgnоrе mаtrícula n\u{303}"), "ignore matricula n");
        assert_eq!(folded("a\u{a0}–b"), "a -b");
        assert_eq!(folded("日本🙂"), "\u{1}\u{1}\u{2}");
    }
}
