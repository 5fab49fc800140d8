//! The ways to follow a session, each from the last event that a client has.

use std::time::Duration;

use futures::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::chat_api::{Answer, ChatApi, EventReply};
use crate::reconnect_log::Log;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Server-sent events, with `Last-Event-ID`.
    Sse,
    /// Asking for what is new, again and again.
    Rest,
    /// Socket.IO over polling, spoken by hand; that the real client works is for the server's tests to show.
    Socket,
}

pub(crate) const WAYS: [Way; 3] = [Way::Sse, Way::Rest, Way::Socket];

impl Way {
    /// Takes events until the connection ends. Dropping the future is a cut.
    pub(crate) async fn follow(self, api: &ChatApi, log: &mut Log) {
        // However it ends, the client comes back.
        let _ended = match self {
            Self::Sse => sse(api, log).await,
            Self::Rest => rest(api, log).await,
            Self::Socket => socket(api, log).await,
        };
    }
}

fn event_of(data: Value) -> Option<EventReply> {
    serde_json::from_value(data).ok()
}

async fn sse(api: &ChatApi, log: &mut Log) -> Option<()> {
    let path = format!("/api/chat/sessions/{}/events/stream", log.session);
    let request = api.request(Method::GET, &path).header("last-event-id", log.last().to_string());
    let response = request.send().await.ok()?.error_for_status().ok()?;
    let mut bytes = response.bytes_stream();
    let mut buffer: Vec<u8> = Vec::new();
    while let Some(chunk) = bytes.next().await {
        buffer.extend(chunk.ok()?);
        while let Some(end) = buffer.windows(2).position(|pair| pair == b"\n\n") {
            let frame: Vec<u8> = buffer.drain(..end + 2).collect();
            let frame = String::from_utf8_lossy(&frame);
            let data = frame.lines().find_map(|line| line.strip_prefix("data:"));
            if let Some(event) = data.and_then(|data| event_of(serde_json::from_str(data).ok()?)) {
                log.take(event);
            }
        }
    }
    Some(())
}

async fn rest(api: &ChatApi, log: &mut Log) -> Option<()> {
    loop {
        let Answer::Done(events) = api.events(&log.session, log.last()).await.ok()? else { return None };
        for event in events {
            log.take(event);
        }
        sleep(Duration::from_millis(15)).await;
    }
}

async fn socket(api: &ChatApi, log: &mut Log) -> Option<()> {
    let base = "/socket.io/?EIO=4&transport=polling";
    let opened = text(api.request(Method::GET, base)).await?;
    let opened: Value = serde_json::from_str(opened.strip_prefix('0')?).ok()?;
    let path = format!("{base}&sid={}", opened.get("sid")?.as_str()?);
    let send = |packet: String| text(api.request(Method::POST, &path).body(packet));
    send("40".to_owned()).await?;
    loop {
        let polled = text(api.request(Method::GET, &path)).await?;
        for packet in polled.split('\u{1e}') {
            if packet == "2" {
                send("3".to_owned()).await?;
            } else if packet.starts_with("40") {
                let join = json!(["session:join", {"sessionId": log.session, "afterSequence": log.last()}]);
                send(format!("42{join}")).await?;
            } else if let Some(said) = packet.strip_prefix("42") {
                let said: Vec<Value> = serde_json::from_str(said).ok()?;
                let mut said = said.into_iter();
                match (said.next()?.as_str()?, said.next()) {
                    ("agent:event", Some(event)) => log.take(event_of(event)?),
                    ("agent:error", error) => {
                        log.flaws.push(format!("the server said {error:?}"));
                        return None;
                    }
                    _ => {}
                }
            } else if packet == "1" || packet.starts_with("41") || packet.starts_with("44") {
                return None;
            }
        }
    }
}

async fn text(request: reqwest::RequestBuilder) -> Option<String> {
    request.send().await.ok()?.error_for_status().ok()?.text().await.ok()
}
