//! From bytes to characters: what is kept counts characters, what Rust cuts are bytes.

/// Characters before every so many bytes.
const STEP: usize = 1024;

/// Turns many places of one text without walking it each time.
pub(super) struct Offsets<'a> {
    text: &'a str,
    before: Vec<u64>,
}

impl<'a> Offsets<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut total = 0;
        let before = text.as_bytes().chunks(STEP).map(|chunk| {
            let before = total;
            total += characters(chunk);
            before
        });
        Self { text, before: before.collect() }
    }

    /// Of a byte that begins a character, or the end.
    pub(super) fn character(&self, byte: usize) -> u64 {
        let step = byte.min(self.text.len()) / STEP;
        let Some(before) = self.before.get(step) else {
            // The end of a text that ends where a step does.
            let last = step.saturating_sub(1);
            let rest = self.text.as_bytes().get(last * STEP..).unwrap_or_default();
            return self.before.get(last).copied().unwrap_or_default() + characters(rest);
        };
        before + characters(self.text.as_bytes().get(step * STEP..byte).unwrap_or_default())
    }
}

/// Bytes that begin a character.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn characters_are_those_of_the_text(text in "(a|ñ|€|😀){0,40}", times in 1..200_usize) {
            let text = text.repeat(times);
            let offsets = Offsets::of(&text);
            for (character, (byte, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(offsets.character(byte), character as u64);
            }
            prop_assert_eq!(offsets.character(text.len()), text.chars().count() as u64);
        }
    }
}
