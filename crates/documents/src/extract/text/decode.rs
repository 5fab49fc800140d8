//! From bytes to text, whatever the encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// Bytes at the start of a file that decide about it.
const SAMPLE: usize = 64 << 10;

/// No editor writes control characters, save for the end of a page or a terminal's escape.
pub(crate) fn is_text(content: &[u8]) -> bool {
    let sample = content.get(..SAMPLE).unwrap_or(content);
    if Encoding::for_bom(sample).is_some() {
        return true;
    }
    let odd = sample.iter().filter(|byte| matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127)).count();
    // One such byte in a text of thousands is a slip; a zero never is.
    !sample.contains(&0) && odd * 1000 <= sample.len()
}

/// The start of a file, as text.
pub(crate) fn sample(content: &[u8]) -> String {
    decode(content.get(..SAMPLE).unwrap_or(content))
}

/// All of it as text: by its byte order mark, as UTF-8 if it is, and otherwise by the frequency of its letters.
pub(crate) fn decode(content: &[u8]) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(content) {
        let rest = content.get(length..).unwrap_or_default();
        return encoding.decode_without_bom_handling(rest).0.into_owned();
    }
    match std::str::from_utf8(content) {
        Ok(text) => text.to_owned(),
        // Cut in the middle of a character, or one slip in a text of many.
        Err(error) if error.valid_up_to() > 0 && is_nearly_utf8(content) => {
            String::from_utf8_lossy(content).into_owned()
        }
        Err(_) => guess(content).decode_without_bom_handling(content).0.into_owned(),
    }
}

/// With a name for the encoding given by the file itself; what the bytes say comes first.
pub(crate) fn decode_as(content: &[u8], label: Option<&str>) -> String {
    let named = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    match named {
        Some(encoding) if encoding != UTF_8 && Encoding::for_bom(content).is_none() => {
            encoding.decode_without_bom_handling(content).0.into_owned()
        }
        _ => decode(content),
    }
}

fn is_nearly_utf8(content: &[u8]) -> bool {
    let (mut broken, mut wide) = (0_usize, 0_usize);
    for chunk in content.utf8_chunks() {
        broken += usize::from(!chunk.invalid().is_empty());
        wide += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
    }
    broken * 20 < wide || (broken == 1 && wide > 0)
}

fn guess(content: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(content.get(..1 << 20).unwrap_or(content), true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
