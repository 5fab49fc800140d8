//! Server-sent events out of bytes, whatever the pieces they arrive in.

use std::collections::VecDeque;

use crate::refusal::Failure;

/// The largest event that is taken.
const MAX_EVENT: usize = 4 << 20;

/// A server-sent event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// From the `event:` field; empty without one.
    pub(crate) name: String,
    pub(crate) data: String,
}

/// Takes bytes as they come and gives whole events.
///
/// Holds no more than one unfinished event, and none over 4 MiB. An event that the end of the stream cuts
/// off is dropped, as the standard wants it.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    line: Vec<u8>,
    /// The last line ended with CR; an LF right after it belongs to it.
    after_cr: bool,
    has_begun: bool,
    has_data: bool,
    event: Event,
    ready: VecDeque<Event>,
}

impl Decoder {
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr)
                && let Some(rest) = bytes.strip_prefix(b"\n")
            {
                bytes = rest;
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if self.line.len() + line.len() + self.event.data.len() + self.event.name.len() > MAX_EVENT {
                return Err(Failure::malformed("an event is larger than 4 MiB"));
            }
            let Some((last, rest)) = rest.split_first() else {
                self.line.extend_from_slice(line);
                return Ok(());
            };
            self.after_cr = *last == b'\r';
            if self.line.is_empty() {
                self.end_line(line);
            } else {
                self.line.extend_from_slice(line);
                let line = std::mem::take(&mut self.line);
                self.end_line(&line);
            }
            bytes = rest;
        }
        Ok(())
    }

    /// The next whole event.
    pub(crate) fn next(&mut self) -> Option<Event> {
        self.ready.pop_front()
    }

    fn end_line(&mut self, bytes: &[u8]) {
        let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if !self.has_begun => rest,
            Some(_) | None => bytes,
        };
        self.has_begun = true;
        let line = String::from_utf8_lossy(bytes);
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            if std::mem::take(&mut self.has_data) {
                self.ready.push_back(event);
            }
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            // Comments, ids and waiting times: nothing here reconnects.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::Trouble;

    fn decoded<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        for chunk in chunks {
            decoder.push(chunk).unwrap();
            events.extend(std::iter::from_fn(|| decoder.next()));
        }
        events
    }

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.to_owned(), data: data.to_owned() }
    }

    const MIXED: &str = "\u{feff}: hi\r\nevent: a\r\ndata: uno\r\ndata:dos\r\n\r\nid: 7\rdata: ñ\r\rretry: 5\n\n\
                         event: b\ndata\n\ndata: cut off\n";

    #[test]
    fn all_line_ends_and_fields_are_read_as_the_standard_says() {
        let expected = vec![event("a", "uno\ndos"), event("", "ñ"), event("b", "")];
        assert_eq!(decoded([MIXED.as_bytes()]), expected);
    }

    #[test]
    fn chunk_boundaries_make_no_difference() {
        let whole = decoded([MIXED.as_bytes()]);
        for at in 0..MIXED.len() {
            let (head, tail) = MIXED.as_bytes().split_at(at);
            assert_eq!(decoded([head, tail]), whole, "cut at {at}");
        }
        assert_eq!(decoded(MIXED.as_bytes().chunks(1)), whole);
    }

    #[test]
    fn an_event_without_end_is_refused_before_it_fills_the_memory() {
        let mut decoder = Decoder::default();
        let line = format!("data: {}\n", "x".repeat(1 << 16)).into_bytes();
        let failure = (0..100).find_map(|_| decoder.push(&line).err()).unwrap();
        assert_eq!(failure.trouble, Trouble::Malformed);
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_in_any_chunks(bytes: Vec<u8>, size in 1..20usize) {
            prop_assert_eq!(decoded(bytes.chunks(size)), decoded([bytes.as_slice()]));
        }
    }
}
