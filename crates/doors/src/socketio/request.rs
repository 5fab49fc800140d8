//! What a client sent, and the line in which it waits its turn.

use std::convert::Infallible;
use std::sync::Arc;

use conserje_protocol::ErrorCode;
use serde_json::Value as Json;
use socketioxide::adapter::LocalAdapter;
use socketioxide::extract::{AckSender, SocketRef};
use socketioxide::handler::{FromMessageParts, Value};
use socketioxide::socket::Socket;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::outgoing;
use crate::wire::Failure;

/// As for bodies of the REST routes.
const LARGEST: usize = 1024 * 1024;
/// How many requests of one connection may wait, and how many bytes of them.
const LINE: usize = 256;
const LINE_BYTES: usize = 2 * LARGEST;
/// What is shown of a name that we do not know.
const SHOWN: usize = 60;

/// One event of a client.
pub(super) struct Request {
    pub(super) event: String,
    /// The event's first argument.
    pub(super) payload: Result<Json, Failure>,
    pub(super) answer: Answer,
    size: usize,
    /// Its share of the line, while it waits.
    place: Option<OwnedSemaphorePermit>,
}

/// Where the answer goes.
pub(super) struct Answer {
    socket: Arc<Socket<LocalAdapter>>,
    number: Option<i64>,
}

impl Answer {
    pub(super) fn socket(&self) -> SocketRef {
        SocketRef::from(Arc::clone(&self.socket))
    }

    /// Whether the client asked for an acknowledgement.
    pub(super) fn is_awaited(&self) -> bool {
        self.number.is_some()
    }

    /// A sender is used up even when there is no room; this makes another.
    pub(super) fn sender(&self) -> AckSender {
        let mut nothing = Value::Str("".into(), None);
        match AckSender::from_message_parts(&self.socket, &mut nothing, &self.number) {
            Ok(sender) => sender,
            Err(never) => match never {},
        }
    }
}

impl FromMessageParts<LocalAdapter> for Request {
    type Error = Infallible;

    fn from_message_parts(
        socket: &Arc<Socket<LocalAdapter>>,
        value: &mut Value,
        number: &Option<i64>,
    ) -> Result<Self, Infallible> {
        let (event, payload, size) = read(value);
        let answer = Answer { socket: Arc::clone(socket), number: *number };
        Ok(Self { event, payload, answer, size, place: None })
    }
}

/// The event's name, its first argument, and how long it all is.
fn read(value: &Value) -> (String, Result<Json, Failure>, usize) {
    let wrong = |code, problem: &str| Err(Failure::new(code, problem));
    let text = match value {
        Value::Str(text, None) => text.as_str(),
        Value::Str(..) | Value::Bytes(_) => {
            return (String::new(), wrong(ErrorCode::InvalidJson, "send JSON, without binary parts"), 0);
        }
    };
    let size = text.len();
    if size > LARGEST {
        let problem = format!("the event is {size} bytes long; at most {LARGEST} are taken");
        return (String::new(), wrong(ErrorCode::BodyTooLarge, &problem), 0);
    }
    match serde_json::from_str::<Vec<Json>>(text) {
        Ok(parts) => {
            let mut parts = parts.into_iter();
            let event = parts.next().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
            let payload = parts.next().unwrap_or(Json::Null);
            (event, Ok(payload), size)
        }
        Err(error) => (String::new(), wrong(ErrorCode::InvalidJson, &error.to_string()), size),
    }
}

/// A name for an error message: enough to recognise it.
pub(super) fn shown(name: &str) -> String {
    name.chars().take(SHOWN).collect()
}

/// Where a connection's requests wait.
pub(super) struct Mailbox {
    line: mpsc::Sender<Request>,
    bytes: Arc<Semaphore>,
}

impl Clone for Mailbox {
    fn clone(&self) -> Self {
        Self { line: self.line.clone(), bytes: Arc::clone(&self.bytes) }
    }
}

impl Mailbox {
    pub(super) fn new() -> (Self, mpsc::Receiver<Request>) {
        let (line, requests) = mpsc::channel(LINE);
        (Self { line, bytes: Arc::new(Semaphore::new(LINE_BYTES)) }, requests)
    }

    /// Puts a request in line; turns it away if the line is full.
    pub(super) fn take(&self, mut request: Request) {
        let bytes = u32::try_from(request.size).unwrap_or(u32::MAX);
        let turned_away = match Arc::clone(&self.bytes).try_acquire_many_owned(bytes) {
            Ok(place) => {
                request.place = Some(place);
                self.line.try_send(request).err().map(|error| match error {
                    mpsc::error::TrySendError::Full(request) => Some(request),
                    // The connection is being closed, and its client will see that.
                    mpsc::error::TrySendError::Closed(_) => None,
                })
            }
            Err(_) => Some(Some(request)),
        };
        if let Some(Some(request)) = turned_away {
            let fix = "too much of this connection waits already; send again what was not acknowledged, more slowly";
            outgoing::refuse_at_once(&request.answer, &Failure::new(ErrorCode::TooManyAttempts, fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (String, Result<Json, ErrorCode>) {
        let (event, payload, _) = read(&Value::Str(text.to_owned().into(), None));
        (event, payload.map_err(|failure| failure.code))
    }

    #[test]
    fn an_event_is_its_name_and_its_first_argument() {
        assert_eq!(read_text(r#"["a",{"b":1},2]"#), ("a".to_owned(), Ok(serde_json::json!({"b": 1}))));
        assert_eq!(read_text(r#"["a"]"#), ("a".to_owned(), Ok(Json::Null)));
        assert_eq!(read_text("[1]"), (String::new(), Ok(Json::Null)));
        assert_eq!(read_text("["), (String::new(), Err(ErrorCode::InvalidJson)));
        let deep = format!("[\"a\",{}{}]", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(read_text(&deep).1, Err(ErrorCode::InvalidJson));
        let large = format!("[\"a\",\"{}\"]", "x".repeat(LARGEST));
        assert_eq!(read_text(&large).1, Err(ErrorCode::BodyTooLarge));
    }
}
