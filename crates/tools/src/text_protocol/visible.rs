//! What a person sees of a text with calls in it, while it is still being written.

use super::scan::{Close, Scanner, Sink};

/// Passes text on without the calls in it.
///
/// Holds back only what may still become an opening tag: never more than a tag may be long, and nothing
/// of a call. All outputs together are the [`super::Segment::Text`] parts of the whole, however it was cut
/// into pieces.
#[derive(Debug, Default)]
pub struct Visible {
    scanner: Scanner,
}

impl Visible {
    pub fn push(&mut self, text: &str) -> String {
        let mut shown = Shown(String::with_capacity(text.len()));
        for sign in text.chars() {
            self.scanner.push(sign, &mut shown);
        }
        shown.0
    }

    pub fn finish(self) -> String {
        let mut shown = Shown(String::new());
        self.scanner.finish(&mut shown);
        shown.0
    }
}

struct Shown(String);

impl Sink for Shown {
    fn text(&mut self, sign: char) {
        self.0.push(sign);
    }

    fn open(&mut self, _tag: &str) {}
    fn param(&mut self, _name: &str) {}
    fn value(&mut self, _sign: char) {}
    fn literal(&mut self, _sign: char) {}
    fn cdata(&mut self) {}
    fn param_end(&mut self) {}
    fn stray(&mut self, _sign: char) {}
    fn close(&mut self, _how: Close) {}
}
