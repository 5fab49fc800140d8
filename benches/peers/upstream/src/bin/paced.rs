//! Sends requests at a fixed rate, whether the server keeps up or not, and says how long each took from the moment
//! it was *due*. A server that stalls therefore delays every request behind the stall, as it would delay people;
//! a generator that waits for replies before it sends more would leave that out (coordinated omission).
//!
//! `paced --url URL --rate N --seconds N [--warm-up N] [--connections N] [--patience N] [--body TEXT] [--header 'NAME: VALUE']…`
//!
//! `%N%` in the body becomes the request's number. Prints one JSON object. Requests without a reply when patience is
//! over count as failed, with the time they had waited until then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::SendRequest;
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Request, Uri};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, mpsc};

type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Plan {
    uri: Uri,
    rate: u32,
    seconds: u32,
    warm_up: u32,
    connections: usize,
    patience: Duration,
    body: String,
    headers: HeaderMap,
}

/// One request of the timetable.
#[derive(Clone, Copy)]
struct Due {
    number: u64,
    at: Instant,
}

struct Sample {
    number: u64,
    from_due: Duration,
    from_sent: Duration,
    ok: bool,
}

fn main() -> Result<(), Failure> {
    let plan = Arc::new(Plan::from_arguments(std::env::args().skip(1))?);
    // The timetable is kept by this thread: timers of the runtime are no finer than a millisecond, and by default
    // Linux may be 50 µs late. Where that cannot be changed, direct and measured runs are late alike.
    let _ = std::fs::write("/proc/self/timerslack_ns", "1000");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let (timetable, due) = mpsc::unbounded_channel();
    let sending = runtime.spawn(send_all(Arc::clone(&plan), due));
    // Connections are opened before the first request is due.
    let start = Instant::now() + Duration::from_millis(500);
    for number in 0..plan.total() {
        let at = start + Duration::from_nanos(number * 1_000_000_000 / u64::from(plan.rate));
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        if timetable.send(Due { number, at }).is_err() {
            break;
        }
    }
    drop(timetable);
    let samples = runtime.block_on(sending)??;
    println!("{}", plan.report(start, &samples));
    // Requests that are still under way are not waited for.
    runtime.shutdown_background();
    Ok(())
}

/// Everything due, over as many connections as are idle; what finds none waits, and its clock runs.
async fn send_all(plan: Arc<Plan>, due: mpsc::UnboundedReceiver<Due>) -> Result<Vec<Sample>, Failure> {
    let due = Arc::new(Mutex::new(due));
    let over = Arc::new(AtomicBool::new(false));
    let (report, mut samples) = mpsc::unbounded_channel();
    for _ in 0..plan.connections {
        let connection = connect(&plan.uri).await?;
        let worker =
            Worker { plan: Arc::clone(&plan), over: Arc::clone(&over), connection: Some(connection) };
        tokio::spawn(worker.run(Arc::clone(&due), report.clone()));
    }
    drop(report);
    let span = Duration::from_secs(u64::from(plan.warm_up + plan.seconds)) + Duration::from_millis(500);
    let end = tokio::time::Instant::now() + span + plan.patience;
    let mut all = Vec::with_capacity(usize::try_from(plan.total())?);
    while let Ok(Some(sample)) = tokio::time::timeout_at(end, samples.recv()).await {
        all.push(sample);
    }
    over.store(true, Ordering::Relaxed);
    Ok(all)
}

struct Worker {
    plan: Arc<Plan>,
    over: Arc<AtomicBool>,
    connection: Option<SendRequest<Full<Bytes>>>,
}

impl Worker {
    async fn run(
        mut self,
        due: Arc<Mutex<mpsc::UnboundedReceiver<Due>>>,
        report: mpsc::UnboundedSender<Sample>,
    ) {
        loop {
            let next = due.lock().await.recv().await;
            let Some(Due { number, at }) = next else { return };
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            let sent = Instant::now();
            let ok = self.exchange(number).await.unwrap_or_else(|_| {
                self.connection = None;
                false
            });
            let now = Instant::now();
            let sample = Sample { number, from_due: now - at, from_sent: now - sent, ok };
            if report.send(sample).is_err() {
                return;
            }
        }
    }

    /// One request and its whole reply; a connection that the server ended is opened again.
    async fn exchange(&mut self, number: u64) -> Result<bool, Failure> {
        let mut connection = match self.connection.take() {
            Some(open) if !open.is_closed() => open,
            _ => connect(&self.plan.uri).await?,
        };
        connection.ready().await?;
        let reply = connection.send_request(self.plan.request(number)?).await?;
        let ok = reply.status().is_success();
        let mut body = reply.into_body();
        while let Some(frame) = body.frame().await {
            frame?;
        }
        self.connection = Some(connection);
        Ok(ok)
    }
}

async fn connect(uri: &Uri) -> Result<SendRequest<Full<Bytes>>, Failure> {
    let authority = uri.authority().ok_or("the URL names no host")?;
    let stream = TcpStream::connect((authority.host(), authority.port_u16().unwrap_or(80))).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

impl Plan {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut plan = Self {
            uri: Uri::default(),
            rate: 1000,
            seconds: 10,
            warm_up: 2,
            connections: 64,
            patience: Duration::from_secs(10),
            body: String::new(),
            headers: HeaderMap::new(),
        };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--url" => plan.uri = value.parse()?,
                "--rate" => plan.rate = value.parse::<u32>()?.clamp(1, 100_000),
                "--seconds" => plan.seconds = value.parse::<u32>()?.clamp(1, 600),
                "--warm-up" => plan.warm_up = value.parse::<u32>()?.min(60),
                "--connections" => plan.connections = value.parse::<usize>()?.clamp(1, 4096),
                "--patience" => plan.patience = Duration::from_secs(value.parse::<u64>()?.min(120)),
                "--body" => plan.body = value,
                "--header" => {
                    let (name, value) = value.split_once(':').ok_or("a header is `NAME: VALUE`")?;
                    plan.headers
                        .append(name.trim().parse::<HeaderName>()?, HeaderValue::from_str(value.trim())?);
                }
                other => return Err(format!("unknown option {other}").into()),
            }
        }
        let host = plan.uri.authority().ok_or("--url is missing, or names no host")?.to_string();
        plan.headers.insert(HOST, HeaderValue::from_str(&host)?);
        plan.headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
        Ok(plan)
    }

    fn total(&self) -> u64 {
        u64::from(self.rate) * u64::from(self.warm_up + self.seconds)
    }

    fn request(&self, number: u64) -> Result<Request<Full<Bytes>>, Failure> {
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        let body = self.body.replace("%N%", &number.to_string());
        let mut request = Request::post(path).body(Full::new(Bytes::from(body)))?;
        *request.headers_mut() = self.headers.clone();
        Ok(request)
    }

    /// Of the requests after the warm-up.
    fn report(&self, start: Instant, samples: &[Sample]) -> Value {
        let first = u64::from(self.rate) * u64::from(self.warm_up);
        let counted: Vec<&Sample> = samples.iter().filter(|sample| sample.number >= first).collect();
        let answered: std::collections::HashSet<u64> = counted.iter().map(|sample| sample.number).collect();
        let ok = counted.iter().filter(|sample| sample.ok).count();
        let mut from_due: Vec<Duration> = counted.iter().map(|sample| sample.from_due).collect();
        let now = start.elapsed();
        for number in (first..self.total()).filter(|number| !answered.contains(number)) {
            let at = Duration::from_nanos(number * 1_000_000_000 / u64::from(self.rate));
            from_due.push(now.saturating_sub(at));
        }
        let mut from_sent: Vec<Duration> = counted.iter().map(|sample| sample.from_sent).collect();
        let asked = self.total() - first;
        json!({
            "rate": self.rate, "seconds": self.seconds, "connections": self.connections,
            "requests": asked, "ok": ok, "failed": counted.len() - ok, "unanswered": asked - counted.len() as u64,
            "from_due": quantiles(&mut from_due), "from_sent": quantiles(&mut from_sent),
        })
    }
}

fn quantiles(times: &mut [Duration]) -> Value {
    times.sort_unstable();
    let at = |share: f64| {
        let rank = (share * times.len() as f64).ceil() as usize;
        let time = times.get(rank.saturating_sub(1)).copied().unwrap_or_default();
        (time.as_secs_f64() * 1e6).round() / 1e3
    };
    json!({"p50_ms": at(0.5), "p90_ms": at(0.9), "p99_ms": at(0.99), "p999_ms": at(0.999), "max_ms": at(1.0)})
}
