//! Reading server-sent events.

use std::time::Duration;

use futures::StreamExt;
use futures::stream::BoxStream;
use serde_json::Value;

/// One event as it was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct SseFrame {
    pub id: Option<String>,
    pub event: Option<String>,
    pub data: Value,
}

/// An open stream.
pub struct SseStream {
    bytes: BoxStream<'static, Result<Vec<u8>, reqwest::Error>>,
    buffer: Vec<u8>,
}

impl SseStream {
    pub(crate) fn new(response: reqwest::Response) -> Self {
        let bytes = response.bytes_stream().map(|chunk| chunk.map(|bytes| bytes.to_vec())).boxed();
        Self { bytes, buffer: Vec::new() }
    }

    /// The next event; `None` when the server has ended the stream.
    pub async fn next(&mut self) -> Option<SseFrame> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let frame: Vec<u8> = self.buffer.drain(..end + 2).collect();
                if let Some(frame) = parse(&String::from_utf8_lossy(&frame)) {
                    return Some(frame);
                }
                continue;
            }
            match tokio::time::timeout(Duration::from_secs(30), self.bytes.next()).await {
                Ok(Some(Ok(chunk))) => self.buffer.extend(chunk),
                Ok(Some(Err(_)) | None) => return None,
                Err(_) => panic!("the stream said nothing for 30 s"),
            }
        }
    }

    /// The next `count` events.
    pub async fn take(&mut self, count: usize) -> Vec<SseFrame> {
        let mut frames = Vec::new();
        while frames.len() < count {
            frames.push(self.next().await.expect("the stream goes on"));
        }
        frames
    }
}

fn parse(frame: &str) -> Option<SseFrame> {
    let field = |name: &str| {
        frame.lines().find_map(|line| {
            line.strip_prefix(name)?.strip_prefix(':').map(|value| value.trim_start().to_owned())
        })
    };
    let data = field("data")?;
    Some(SseFrame {
        id: field("id"),
        event: field("event"),
        data: serde_json::from_str(&data).expect("data is JSON"),
    })
}
