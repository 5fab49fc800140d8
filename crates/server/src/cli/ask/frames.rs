//! Reading what a chat door sends.

use serde_json::{Value, json};

use super::super::output::Problem;

/// No event of ours is this large; whoever sends more does not mean well.
const LARGEST: usize = 16 << 20;

#[derive(Debug, PartialEq)]
pub(in super::super) struct Frame {
    pub(super) name: String,
    pub(super) data: Value,
}

impl Frame {
    pub(super) fn text(&self, field: &str) -> String {
        self.data.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"event": self.name, "data": self.data})
    }
}

pub(in super::super) struct Frames {
    response: reqwest::Response,
    unread: Vec<u8>,
}

impl Frames {
    pub(in super::super) fn new(response: reqwest::Response) -> Self {
        Self { response, unread: Vec::new() }
    }

    /// The next event; `None` when the stream has ended. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Result<Option<Frame>, Problem> {
        loop {
            while let Some(frame) = take_frame(&mut self.unread) {
                if let Some(frame) = read_frame(&frame) {
                    return Ok(Some(frame));
                }
            }
            if self.unread.len() > LARGEST {
                return Err(Problem::new("the server sent an event that has no end"));
            }
            let lost = |error: reqwest::Error| Problem::new(format!("the connection was lost: {error}"));
            match self.response.chunk().await.map_err(lost)? {
                Some(chunk) => self.unread.extend_from_slice(&chunk),
                None => return Ok(None),
            }
        }
    }
}

/// Our server ends every line with LF alone.
fn take_frame(unread: &mut Vec<u8>) -> Option<Vec<u8>> {
    let end = unread.windows(2).position(|pair| pair == b"\n\n")? + 2;
    let rest = unread.split_off(end);
    Some(std::mem::replace(unread, rest))
}

/// `None` for what is no event: a comment that keeps the connection open.
fn read_frame(bytes: &[u8]) -> Option<Frame> {
    let text = String::from_utf8_lossy(bytes);
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let data = serde_json::from_str(field("data")?).ok()?;
    Some(Frame { name: field("event").unwrap_or("message").to_owned(), data })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_one_by_one_and_comments_passed_over() {
        let mut unread = b": \n\nid: a.1\nevent: token\ndata: {\"text\":\"\\n\"}\n\nevent: do".to_vec();
        assert_eq!(take_frame(&mut unread).and_then(|frame| read_frame(&frame)), None);
        let frame = take_frame(&mut unread).and_then(|frame| read_frame(&frame)).unwrap();
        assert_eq!((frame.name.as_str(), frame.text("text").as_str()), ("token", "\n"));
        assert_eq!(take_frame(&mut unread), None);
        assert_eq!(unread, b"event: do");
    }
}
