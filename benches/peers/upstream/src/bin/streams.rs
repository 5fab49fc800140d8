//! Many answers streamed at once: a model server that stamps every token with the time it was sent, and a client
//! that says how old each token is when it arrives. Both on one machine, so there is one clock.
//!
//! `streams serve PORT [--tokens N] [--gap-ms N]` answers every chat completion with stamped tokens.
//! `streams drive --url URL --streams N [--body TEXT] [--header 'NAME: VALUE']…` opens N streams at once, reads them
//! to the end and prints one JSON object: tokens a second, and the age of a token on arrival.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Request, Uri};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A token is this mark and the microsecond it was sent in.
const MARK: &str = "~";

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    match what.as_str() {
        "serve" => runtime.block_on(serve(arguments)),
        "drive" => runtime.block_on(drive(arguments)),
        _ => Err("usage: streams serve PORT | streams drive --url URL --streams N".into()),
    }
}

fn micros() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros())
}

async fn serve(mut arguments: impl Iterator<Item = String>) -> Result<(), Failure> {
    let port: u16 = arguments.next().ok_or("serve needs a port")?.parse()?;
    let (mut tokens, mut gap) = (250_u32, Duration::from_millis(20));
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--tokens" => tokens = value.parse::<u32>()?.clamp(1, 10_000),
            "--gap-ms" => gap = Duration::from_millis(value.parse::<u64>()?.clamp(1, 1000)),
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        // A client that goes away in the middle is its own business.
        tokio::spawn(async move { drop(answer(stream, tokens, gap).await) });
    }
}

/// One connection, one request after the other.
async fn answer(mut stream: TcpStream, tokens: u32, gap: Duration) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    loop {
        let head = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut bytes).await? == 0 {
                return Ok(());
            }
        };
        let text = String::from_utf8_lossy(&bytes[..head]).to_lowercase();
        let length = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        let length: usize = length.unwrap_or(0);
        while bytes.len() < head + length {
            if stream.read_buf(&mut bytes).await? == 0 {
                return Ok(());
            }
        }
        bytes.drain(..head + length);
        stream
            .write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
            .await?;
        let start = tokio::time::Instant::now();
        for number in 0..tokens {
            tokio::time::sleep_until(start + gap * number).await;
            let delta = json!({"id": "s", "object": "chat.completion.chunk", "created": 1, "model": "stamps",
                "choices": [{"index": 0, "delta": {"content": format!("{MARK}{} ", micros())}, "finish_reason": null}]});
            chunk(&mut stream, &format!("data: {delta}\n\n")).await?;
        }
        let last = json!({"id": "s", "object": "chat.completion.chunk", "created": 1, "model": "stamps",
            "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 9, "completion_tokens": tokens, "total_tokens": 9 + tokens}});
        chunk(&mut stream, &format!("data: {last}\n\ndata: [DONE]\n\n")).await?;
        stream.write_all(b"0\r\n\r\n").await?;
    }
}

async fn chunk(stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await
}

async fn drive(mut arguments: impl Iterator<Item = String>) -> Result<(), Failure> {
    let (mut uri, mut streams, mut body, mut headers) = (Uri::default(), 500_usize, String::new(), HeaderMap::new());
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--url" => uri = value.parse()?,
            "--streams" => streams = value.parse::<usize>()?.clamp(1, 5000),
            "--body" => body = value,
            "--header" => {
                let (name, value) = value.split_once(':').ok_or("a header is `NAME: VALUE`")?;
                headers.append(name.trim().parse::<HeaderName>()?, HeaderValue::from_str(value.trim())?);
            }
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    let host = uri.authority().ok_or("--url is missing, or names no host")?.to_string();
    headers.insert(HOST, HeaderValue::from_str(&host)?);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let began = Instant::now();
    let all = (0..streams).map(|_| tokio::spawn(read_one(uri.clone(), headers.clone(), body.clone())));
    let all: Vec<_> = all.collect();
    let (mut ages, mut failed) = (Vec::new(), 0);
    for one in all {
        match one.await? {
            Ok(more) if !more.is_empty() => ages.extend(more),
            Ok(_) | Err(_) => failed += 1,
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    ages.sort_unstable();
    let at = |share: f64| {
        let place = ((ages.len() as f64 * share) as usize).min(ages.len().saturating_sub(1));
        ages.get(place).map(|age| *age as f64 / 1000.0)
    };
    println!(
        "{}",
        json!({"streams": streams, "failed": failed, "tokens": ages.len(), "seconds": seconds,
            "tokens_per_second": ages.len() as f64 / seconds,
            "age_ms": {"p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "p999": at(0.999), "max": at(1.0)}})
    );
    Ok(())
}

/// The ages of one stream's tokens, in microseconds.
async fn read_one(uri: Uri, headers: HeaderMap, body: String) -> Result<Vec<u128>, Failure> {
    let authority = uri.authority().ok_or("no host")?;
    let stream = TcpStream::connect((authority.host(), authority.port_u16().unwrap_or(80))).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::post(path).body(Full::new(Bytes::from(body)))?;
    *request.headers_mut() = headers;
    let mut reply = sender.send_request(request).await?;
    if !reply.status().is_success() {
        return Err(format!("HTTP {}", reply.status()).into());
    }
    let (mut ages, mut rest) = (Vec::new(), String::new());
    while let Some(frame) = reply.body_mut().frame().await {
        let now = micros();
        let Ok(data) = frame?.into_data() else { continue };
        rest.push_str(&String::from_utf8_lossy(&data));
        // A stamp counts once the blank after it is there.
        while let Some(start) = rest.find(MARK) {
            let Some(length) = rest[start..].find(' ') else { break };
            if let Ok(sent) = rest[start + MARK.len()..start + length].parse::<u128>() {
                ages.push(now.saturating_sub(sent));
            }
            rest.drain(..start + length);
        }
    }
    Ok(ages)
}
