//! A small HTTP server on loopback, and names that resolve to whatever a test likes.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use futures::future::{BoxFuture, FutureExt};

use crate::egress::Lookup;

/// What arrived: the request line, header lines in lower case, and the body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) line: String,
    pub(crate) headers: Vec<String>,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let prefix = format!("{name}: ");
        self.headers.iter().find_map(|line| line.strip_prefix(&prefix).map(str::to_owned))
    }
}

/// What goes back, byte for byte; nothing at all if it is empty.
type Answer = Box<dyn Fn(&Seen) -> String + Send + Sync>;

pub(crate) struct Server {
    pub(crate) port: u16,
    connections: Arc<AtomicUsize>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    pub(crate) fn start(answer: impl Fn(&Seen) -> String + Send + Sync + 'static) -> Self {
        drop(rustls::crypto::ring::default_provider().install_default());
        let listener = TcpListener::bind("[::]:0").or_else(|_| TcpListener::bind("0.0.0.0:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (connections, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
        let answer: Arc<Answer> = Arc::new(Box::new(answer));
        let (counted, kept) = (Arc::clone(&connections), Arc::clone(&seen));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::SeqCst);
                let (answer, kept) = (Arc::clone(&answer), Arc::clone(&kept));
                thread::spawn(move || serve(stream, &answer, &kept));
            }
        });
        Self { port, connections, seen }
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, answer: &Answer, kept: &Mutex<Vec<Seen>>) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut seen = Seen::default();
    reader.read_line(&mut seen.line)?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        let (name, value) = line.trim().split_once(':').unwrap_or_default();
        seen.headers.push(format!("{}: {}", name.to_lowercase(), value.trim()));
    }
    let length = seen.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    seen.body = String::from_utf8_lossy(&body).into_owned();
    kept.lock().unwrap().push(seen.clone());
    stream.write_all(answer(&seen).as_bytes())
}

/// A whole answer; `headers` are further lines that end with CR LF.
pub(crate) fn reply(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

/// Answers in this order, then with the last one for ever.
pub(crate) struct Answers(Mutex<VecDeque<Vec<IpAddr>>>, pub(crate) AtomicUsize);

impl Answers {
    pub(crate) fn new(answers: impl IntoIterator<Item = Vec<IpAddr>>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(answers.into_iter().collect()), AtomicUsize::new(0)))
    }

    pub(crate) fn loopback() -> Arc<Self> {
        Self::new([vec![IpAddr::from(Ipv4Addr::LOCALHOST)]])
    }
}

impl Lookup for Answers {
    fn lookup(&self, _name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        self.1.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.0.lock().unwrap();
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        futures::future::ready(answer.ok_or_else(|| io::Error::other("no such name"))).boxed()
    }
}
