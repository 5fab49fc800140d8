//! File names: as a person wrote them, and as a blob key may hold them.
//!
//! The repair is by hand: libraries that mend mojibake guess over whole texts, while a name is changed only where
//! it is certain, that is, where its characters are the bytes of well-formed UTF-8.

use encoding_rs::WINDOWS_1252;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Bytes of a file name on the usual file systems.
const LONGEST: usize = 255;
/// Of a name in a blob key.
const LONGEST_KEY: usize = 120;
/// What a name without anything usable is called.
const NAMELESS: &str = "file";

/// The name to show: without folders and control characters, accents composed, `informaciÃ³n.pdf` mended.
pub fn repair_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).find(|part| !part.trim().is_empty()).unwrap_or_default();
    let mut name = last.to_owned();
    // Some names went through the mill twice.
    for _ in 0..3 {
        match misread_bytes(&name) {
            Some(mended) => name = mended,
            None => break,
        }
    }
    let visible: String = name.nfc().filter(|character| !character.is_control()).collect();
    let shortened = shortened(visible.trim(), LONGEST);
    match shortened.trim() {
        "" | "." | ".." => NAMELESS.to_owned(),
        kept => kept.to_owned(),
    }
}

/// The text whose UTF-8 was read as Windows-1252 or Latin-1, if this is such.
fn misread_bytes(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let mut bytes = Vec::with_capacity(name.len());
    for character in name.chars() {
        if let Ok(byte) = u8::try_from(u32::from(character)) {
            bytes.push(byte);
        } else {
            let mut buffer = [0; 4];
            let (encoded, _, is_lossy) = WINDOWS_1252.encode(character.encode_utf8(&mut buffer));
            match encoded.as_ref() {
                [byte] if !is_lossy => bytes.push(*byte),
                _ => return None,
            }
        }
    }
    String::from_utf8(bytes).ok().filter(|mended| mended.chars().all(is_likely))
}

/// What names here are written in. Beyond it a clean name could be taken for a misread one: the bytes of `Éº` are UTF-8
/// too, of a letter that nobody uses.
fn is_likely(character: char) -> bool {
    character.is_ascii()
        || matches!(character, '\u{80}'..='\u{17f}' | '\u{300}'..='\u{33f}' | '\u{2000}'..='\u{20cf}')
        || matches!(character, '\u{1f000}'..='\u{1faff}')
}

/// The name as part of a blob key: letters, digits, `.`, `-` and `_` of ASCII, never empty or hidden.
pub fn key_name(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for character in repair_name(name).nfkd().filter(|character| !is_combining_mark(*character)) {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => key.push(character),
            'ß' => key.push_str("ss"),
            'ø' | 'Ø' => key.push('o'),
            'æ' | 'Æ' => key.push_str("ae"),
            _ if key.ends_with('_') => {}
            _ => key.push('_'),
        }
    }
    let key = key.trim_start_matches(['.', '_']).trim_end_matches('_');
    if key.is_empty() { NAMELESS.to_owned() } else { shortened(key, LONGEST_KEY) }
}

/// The ending says what a file is, so a long name loses what stands before it.
fn shortened(name: &str, most: usize) -> String {
    if name.len() <= most {
        return name.to_owned();
    }
    let ending = extension(name).filter(|extension| extension.len() < 20);
    let ending = ending.map(|extension| format!(".{extension}")).unwrap_or_default();
    format!("{}{ending}", cut(name, most - ending.len()))
}

/// The name without its extension.
pub fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Without the dot, as written.
pub fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.')
        .filter(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
        .map(|(_, last)| last)
}

fn cut(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
