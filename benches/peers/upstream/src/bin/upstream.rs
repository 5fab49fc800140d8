//! A model server that answers at once and always the same, for any client that speaks chat completions.
//!
//! `upstream PORT` listens on 127.0.0.1 and prints the address; port 0 takes a free one.
//!
//! - `POST /v1/chat/completions`, streamed or not, with usage. Offered `lookup_price` and `lookup_stock`, it plays a
//!   shop's agent, and where it is in the turn it reads from the conversation: no tool result since the last message
//!   of the user → a call of `lookup_price`; one → a call of `lookup_stock`; two → the answer. Not offered them, it
//!   answers in words.
//! - `GET /tools/price?item=…` and `GET /tools/stock?item=…`: the same two tools over HTTP.
//! - `GET /stats`: what was asked so far, so that a run can be held against it.
//! - `GET /v1/models`, `GET /health`.
//!
//! One thread: it is to be faster than whatever is measured, and to leave the other cores alone.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

const KEY: &str = "Bearer sk-upstream";
const ANSWER: &str =
    "It costs 12.99 euros, and seven of them are in stock in the northern warehouse, ready to be sent today.";
const MAX_BODY: usize = 4 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::args().nth(1).ok_or("usage: upstream PORT")?.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(port))?;
    Ok(())
}

async fn serve(port: u16) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        // Otherwise the end of a streamed reply waits 40 ms for a delayed acknowledgement.
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            let service = hyper::service::service_fn(answer);
            // A client that goes away in the middle is its own business.
            let _ = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Pieces>, Infallible> {
    let item = || query_item(request.uri().query().unwrap_or_default());
    Ok(match (request.method(), request.uri().path()) {
        (&Method::POST, "/v1/chat/completions") => chat(request).await,
        (&Method::GET, "/tools/price") => {
            count(&STATS.http_price);
            json_reply(StatusCode::OK, &json!({"item": item(), "price_cents": 1299, "currency": "EUR"}))
        }
        (&Method::GET, "/tools/stock") => {
            count(&STATS.http_stock);
            json_reply(StatusCode::OK, &json!({"item": item(), "in_stock": 7, "warehouse": "north"}))
        }
        (&Method::GET, "/stats") => json_reply(StatusCode::OK, &STATS.read()),
        (&Method::GET, "/v1/models") => json_reply(
            StatusCode::OK,
            &json!({"object": "list", "data": [{"id": "bench", "object": "model", "created": 1_700_000_000, "owned_by": "bench"}]}),
        ),
        (&Method::GET, "/health") => json_reply(StatusCode::OK, &json!({"ok": true})),
        _ => refuse(StatusCode::NOT_FOUND, "no such page"),
    })
}

// What was asked.

struct Stats {
    plain: AtomicU64,
    price: AtomicU64,
    stock: AtomicU64,
    last: AtomicU64,
    bad_results: AtomicU64,
    streamed: AtomicU64,
    refused: AtomicU64,
    http_price: AtomicU64,
    http_stock: AtomicU64,
}

static STATS: Stats = Stats {
    plain: AtomicU64::new(0),
    price: AtomicU64::new(0),
    stock: AtomicU64::new(0),
    last: AtomicU64::new(0),
    bad_results: AtomicU64::new(0),
    streamed: AtomicU64::new(0),
    refused: AtomicU64::new(0),
    http_price: AtomicU64::new(0),
    http_stock: AtomicU64::new(0),
};

impl Stats {
    fn read(&self) -> Value {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        json!({
            // Without tools; asked for a price, for the stock, for the answer with both results at hand.
            "plain": get(&self.plain), "price": get(&self.price), "stock": get(&self.stock), "last": get(&self.last),
            // The answer was asked for with something else than the two results.
            "bad_results": get(&self.bad_results),
            "streamed": get(&self.streamed), "refused": get(&self.refused),
            "http_price": get(&self.http_price), "http_stock": get(&self.http_stock),
        })
    }
}

fn count(counter: &AtomicU64) -> u64 {
    counter.fetch_add(1, Ordering::Relaxed) + 1
}

// Chat completions.

#[derive(Deserialize)]
struct Asked<'a> {
    model: String,
    #[serde(borrow)]
    messages: Vec<Message<'a>>,
    #[serde(borrow, default)]
    tools: Vec<Offered<'a>>,
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default)]
    stream_options: Option<StreamOptions>,
}

#[derive(Deserialize)]
struct Message<'a> {
    role: String,
    /// A text, or a list of parts: looked into, not decoded.
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Offered<'a> {
    #[serde(borrow)]
    function: Option<Function<'a>>,
}

#[derive(Deserialize)]
struct Function<'a> {
    name: &'a str,
}

#[derive(Deserialize)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

enum Reply {
    Words,
    Call { tool: String, arguments: String },
}

async fn chat(request: Request<Incoming>) -> Response<Pieces> {
    if request.headers().get(AUTHORIZATION).is_none_or(|key| key != KEY) {
        count(&STATS.refused);
        return refuse(StatusCode::UNAUTHORIZED, "wrong key");
    }
    let Ok(body) = Limited::new(request.into_body(), MAX_BODY).collect().await else {
        count(&STATS.refused);
        return refuse(StatusCode::BAD_REQUEST, "the body could not be read");
    };
    let body = body.to_bytes();
    let asked: Asked<'_> = match serde_json::from_slice(&body) {
        Ok(asked) => asked,
        Err(error) => {
            count(&STATS.refused);
            return refuse(StatusCode::BAD_REQUEST, &error.to_string());
        }
    };
    let (number, reply) = decide(&asked);
    let head = Head { id: format!("chatcmpl-{number}"), model: &asked.model };
    if asked.stream == Some(true) {
        count(&STATS.streamed);
        let with_usage = asked.stream_options.is_some_and(|options| options.include_usage);
        head.streamed(reply, with_usage)
    } else {
        head.whole(reply)
    }
}

/// What to say next, and a number for it.
fn decide(asked: &Asked<'_>) -> (u64, Reply) {
    let offered = |wanted: &str| {
        let names = asked.tools.iter().filter_map(|tool| tool.function.as_ref());
        names.map(|function| function.name).find(|name| name.ends_with(wanted)).map(str::to_owned)
    };
    let (Some(price), Some(stock)) = (offered("lookup_price"), offered("lookup_stock")) else {
        return (count(&STATS.plain), Reply::Words);
    };
    let start = asked.messages.iter().rposition(|message| message.role == "user").unwrap_or(0);
    let raw = |message: &Message<'_>| message.content.map_or("", RawValue::get).to_owned();
    let turn = asked.messages.get(start..).unwrap_or_default();
    let results: Vec<String> = turn.iter().filter(|message| message.role == "tool").map(raw).collect();
    let arguments = || {
        let item = item_in(&turn.first().map(raw).unwrap_or_default());
        json!({"item": item}).to_string()
    };
    match results.as_slice() {
        [] => (count(&STATS.price), Reply::Call { tool: price, arguments: arguments() }),
        [_] => (count(&STATS.stock), Reply::Call { tool: stock, arguments: arguments() }),
        [first, second] if first.contains("price_cents") && second.contains("in_stock") => {
            (count(&STATS.last), Reply::Words)
        }
        _ => (count(&STATS.bad_results), Reply::Words),
    }
}

/// The item that the user asks about: `item-` and digits.
fn item_in(text: &str) -> String {
    let rest = text.split_once("item-").map_or("", |(_, rest)| rest);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("item-{}", if digits.is_empty() { "0" } else { &digits })
}

fn query_item(query: &str) -> String {
    let item = query.split('&').find_map(|pair| pair.strip_prefix("item=")).unwrap_or_default();
    item.chars().filter(|sign| sign.is_ascii_alphanumeric() || *sign == '-').take(64).collect()
}

struct Head<'a> {
    id: String,
    model: &'a str,
}

impl Head<'_> {
    fn whole(&self, reply: Reply) -> Response<Pieces> {
        let (message, reason) = match reply {
            Reply::Words => (json!({"role": "assistant", "content": ANSWER}), "stop"),
            Reply::Call { tool, arguments } => {
                let function = json!({"name": tool, "arguments": arguments});
                let call = json!({"id": self.call_id(), "type": "function", "function": function});
                (json!({"role": "assistant", "content": null, "tool_calls": [call]}), "tool_calls")
            }
        };
        let choice = json!({"index": 0, "message": message, "finish_reason": reason, "logprobs": null});
        let reply = json!({
            "id": self.id, "object": "chat.completion", "created": 1_700_000_000, "model": self.model,
            "choices": [choice], "usage": usage(),
        });
        json_reply(StatusCode::OK, &reply)
    }

    /// A word a piece, or a tool call in two.
    fn streamed(&self, reply: Reply, with_usage: bool) -> Response<Pieces> {
        // Written by hand: a tree of values for every word would make this server the slowest one of the run.
        let head = format!(
            r#"data: {{"id":"{}","object":"chat.completion.chunk","created":1700000000,"model":{},"#,
            self.id,
            json!(self.model)
        );
        let delta = |delta: &str, reason: &str| {
            let choice = format!(r#"{{"index":0,"delta":{delta},"logprobs":null,"finish_reason":{reason}}}"#);
            Bytes::from(format!("{head}\"choices\":[{choice}]}}\n\n"))
        };
        let mut pieces = Vec::with_capacity(32);
        pieces.push(delta(r#"{"role":"assistant","content":""}"#, "null"));
        let reason = match reply {
            Reply::Words => {
                let words = ANSWER.split_inclusive(' ');
                pieces.extend(words.map(|word| delta(&format!(r#"{{"content":"{word}"}}"#), "null")));
                r#""stop""#
            }
            Reply::Call { tool, arguments } => {
                let function = json!({"name": tool, "arguments": ""});
                let call =
                    json!({"index": 0, "id": self.call_id(), "type": "function", "function": function});
                pieces.push(delta(&json!({"tool_calls": [call]}).to_string(), "null"));
                let rest = json!({"index": 0, "function": {"arguments": arguments}});
                pieces.push(delta(&json!({"tool_calls": [rest]}).to_string(), "null"));
                r#""tool_calls""#
            }
        };
        pieces.push(delta("{}", reason));
        if with_usage {
            pieces.push(Bytes::from(format!("{head}\"choices\":[],\"usage\":{}}}\n\n", usage())));
        }
        pieces.push(Bytes::from_static(b"data: [DONE]\n\n"));
        let reply =
            Response::builder().header(CONTENT_TYPE, "text/event-stream").header(CACHE_CONTROL, "no-cache");
        reply.body(Pieces { rest: pieces.into_iter(), whole: None }).unwrap_or_default()
    }

    fn call_id(&self) -> String {
        self.id.replace("chatcmpl-", "call_")
    }
}

fn usage() -> Value {
    json!({"prompt_tokens": 60, "completion_tokens": 24, "total_tokens": 84})
}

// Replies.

fn json_reply(status: StatusCode, value: &Value) -> Response<Pieces> {
    let text = Bytes::from(value.to_string());
    let pieces = Pieces { whole: Some(text.len() as u64), rest: vec![text].into_iter() };
    let reply = Response::builder().status(status).header(CONTENT_TYPE, "application/json");
    reply.body(pieces).unwrap_or_default()
}

fn refuse(status: StatusCode, message: &str) -> Response<Pieces> {
    json_reply(status, &json!({"error": {"message": message, "type": "invalid_request_error"}}))
}

/// A body that is ready: in one piece with its length known, or in several.
#[derive(Default)]
struct Pieces {
    rest: std::vec::IntoIter<Bytes>,
    whole: Option<u64>,
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.rest.next().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.len() == 0
    }

    fn size_hint(&self) -> SizeHint {
        self.whole.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(body: &str) -> String {
        let (_, reply) = decide(&serde_json::from_str(body).unwrap());
        match reply {
            Reply::Words => "words".to_owned(),
            Reply::Call { tool, arguments } => format!("{tool} {arguments}"),
        }
    }

    #[test]
    fn a_turn_is_two_tool_calls_and_an_answer() {
        let tools = r#""tools":[{"type":"function","function":{"name":"lookup_price"}},{"type":"function","function":{"name":"lookup_stock"}}]"#;
        let old = r#"{"role":"user","content":"item-1?"},{"role":"tool","content":"{}"},{"role":"assistant","content":"x"}"#;
        let user = r#"{"role":"user","content":[{"type":"text","text":"item-42?"}]}"#;
        let price = r#"{"role":"assistant","content":null},{"role":"tool","content":"{\"price_cents\":1}"}"#;
        let stock = r#"{"role":"assistant"},{"role":"tool","content":"{\"in_stock\":7}"}"#;
        let ask = |messages: &str| next(&format!(r#"{{"model":"bench","messages":[{messages}],{tools}}}"#));
        assert_eq!(ask(&format!("{old},{user}")), r#"lookup_price {"item":"item-42"}"#);
        assert_eq!(ask(&format!("{old},{user},{price}")), r#"lookup_stock {"item":"item-42"}"#);
        assert_eq!(ask(&format!("{old},{user},{price},{stock}")), "words");
        assert_eq!(STATS.last.load(Ordering::Relaxed), 1);
        assert_eq!(ask(&format!("{old},{user},{stock},{price}")), "words");
        assert_eq!(STATS.bad_results.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn without_the_tools_it_just_answers() {
        assert_eq!(next(r#"{"model":"bench","messages":[{"role":"user","content":"item-1?"}]}"#), "words");
    }
}
