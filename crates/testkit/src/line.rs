//! A line to PostgreSQL that can be cut, slowed, half closed and silenced, also exactly at a commit.
//!
//! It speaks enough of the protocol to know what passes: whole messages, which statement each runs, and where a
//! transaction ends. It has a thread of its own, so that whoever waits for the database cannot hold it up.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;

/// What befalls a line at the moment that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The message does not arrive, and the line ends.
    NotSent,
    /// It arrives and is answered; the answer is lost, and the line ends.
    AnswerLost,
    /// It arrives; nothing more is heard, and the line stays open.
    Silence,
}

/// A moment, and what happens then.
struct Rule {
    /// Only a message of this kind: a commit, or a statement.
    is_commit: bool,
    /// Words of the statement, or of one in the transaction that is committed.
    of: String,
    /// The how manieth it still is.
    nth: u32,
    fate: Fate,
}

/// What holds for all connections.
#[derive(Clone, Copy, Default)]
struct Orders {
    cuts: u64,
    half_closes: u64,
    is_silent: bool,
    is_down: bool,
    delay: Duration,
}

struct Shared {
    target: SocketAddr,
    orders: watch::Sender<Orders>,
    rules: Mutex<Vec<Rule>>,
    struck: watch::Sender<u32>,
    /// A connection ends by itself after so many transactions.
    tires_after: Option<u32>,
}

/// The proxy. It ends when this is dropped.
pub struct LineProxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl LineProxy {
    pub fn to(target: SocketAddr) -> Self {
        Self::start(target, None)
    }

    /// Each connection ends after so many transactions, between two of them: nobody who uses it may notice.
    pub fn that_tires(target: SocketAddr, after: u32) -> Self {
        Self::start(target, Some(after))
    }

    fn start(target: SocketAddr, tires_after: Option<u32>) -> Self {
        let shared = Arc::new(Shared {
            target,
            orders: watch::Sender::new(Orders::default()),
            rules: Mutex::default(),
            struck: watch::Sender::new(0),
            tires_after,
        });
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let serving = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                tokio::select! {
                    () = accept(listener, serving) => {}
                    _ = stopped => {}
                }
            });
        });
        Self { address, shared, stop: Some(stop), thread: Some(thread) }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A database's URL, by way of this line.
    pub fn url(&self, direct: &str) -> String {
        direct.replacen(&self.shared.target.to_string(), &self.address.to_string(), 1)
    }

    /// Ends every connection; new ones are taken.
    pub fn cut(&self) {
        self.shared.orders.send_modify(|orders| orders.cuts += 1);
    }

    /// Ends every connection's way back; what is sent still arrives.
    pub fn half_close(&self) {
        self.shared.orders.send_modify(|orders| orders.half_closes += 1);
    }

    /// Whatever is answered comes so much later.
    pub fn delay(&self, by: Duration) {
        self.shared.orders.send_modify(|orders| orders.delay = by);
    }

    /// Nothing that is answered arrives any more, and nothing ends.
    pub fn silence(&self) {
        self.shared.orders.send_modify(|orders| orders.is_silent = true);
    }

    /// Ends every connection, and takes none.
    pub fn down(&self) {
        self.shared.orders.send_modify(|orders| (orders.cuts, orders.is_down) = (orders.cuts + 1, true));
    }

    /// New connections are as they should be; those that were silenced stay lost.
    pub fn mend(&self) {
        self.shared.orders.send_modify(|orders| {
            (orders.is_silent, orders.is_down, orders.delay) = (false, false, Duration::ZERO);
        });
        self.rules().clear();
    }

    /// What happens to the n-th commit, from now on, of a transaction with such a statement; "" is any.
    pub fn at_commit_of(&self, of: &str, nth: u32, fate: Fate) {
        self.rules().push(Rule { is_commit: true, of: of.to_owned(), nth, fate });
    }

    /// What happens to the n-th such statement from now on.
    pub fn at_statement(&self, of: &str, nth: u32, fate: Fate) {
        self.rules().push(Rule { is_commit: false, of: of.to_owned(), nth, fate });
    }

    /// How often what was ordered has happened to a connection.
    pub fn struck(&self) -> u32 {
        *self.shared.struck.borrow()
    }

    /// Waits until it has happened so often.
    pub async fn has_struck(&self, times: u32) {
        let mut struck = self.shared.struck.subscribe();
        let wait = struck.wait_for(|struck| *struck >= times);
        let waited = tokio::time::timeout(Duration::from_secs(30), wait).await;
        assert!(waited.is_ok(), "what was ordered has not happened {times} times");
    }

    fn rules(&self) -> std::sync::MutexGuard<'_, Vec<Rule>> {
        self.shared.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LineProxy {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

async fn accept(listener: std::net::TcpListener, shared: Arc<Shared>) {
    let listener = TcpListener::from_std(listener).expect("a listener");
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        if !shared.orders.borrow().is_down {
            connections.spawn(serve(client, Arc::clone(&shared)));
        }
    }
}

/// What both directions of a connection know.
#[derive(Default)]
struct Passing {
    /// What was prepared, by name.
    prepared: HashMap<Vec<u8>, String>,
    /// What the transaction has run.
    run: Vec<String>,
    fate: Option<Fate>,
    /// How many transactions the store has begun.
    begun: u32,
}

async fn serve(client: TcpStream, shared: Arc<Shared>) {
    let orders = shared.orders.subscribe();
    let Ok(server) = TcpStream::connect(shared.target).await else { return };
    drop((client.set_nodelay(true), server.set_nodelay(true)));
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let passing = Mutex::new(Passing::default());
    tokio::select! {
        () = forth(from_client, to_server, &shared, &passing) => {}
        () = back(from_server, to_client, (&shared, orders), &passing) => {}
    }
}

async fn forth(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, shared: &Shared, passing: &Mutex<Passing>) {
    let mut messages = Messages::of_a_client();
    while messages.read(&mut from).await {
        while let Some(message) = messages.next() {
            let fate = {
                let mut passing = passing.lock().unwrap_or_else(PoisonError::into_inner);
                let fate = passing.meets(&message, shared);
                passing.fate = fate.or(passing.fate);
                fate
            };
            if fate.is_some() {
                shared.has_happened();
            }
            if fate == Some(Fate::NotSent) || to.write_all(&message).await.is_err() {
                return;
            }
        }
    }
}

async fn back(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    (shared, mut orders): (&Shared, watch::Receiver<Orders>),
    passing: &Mutex<Passing>,
) {
    let began = *orders.borrow_and_update();
    let (mut messages, mut is_lost) = (Messages::of_a_server(), false);
    loop {
        tokio::select! {
            changed = orders.changed() => {
                let now = *orders.borrow_and_update();
                if changed.is_err() || now.cuts > began.cuts {
                    return shared.has_happened();
                }
                if now.half_closes > began.half_closes && !is_lost {
                    is_lost = true;
                    drop(to.shutdown().await);
                    shared.has_happened();
                }
                continue;
            }
            is_more = messages.read(&mut from) => if !is_more { return },
        }
        let now = *orders.borrow();
        let (fate, begun) = {
            let passing = passing.lock().unwrap_or_else(PoisonError::into_inner);
            (passing.fate, passing.begun)
        };
        if fate == Some(Fate::AnswerLost) {
            return;
        }
        is_lost |= fate == Some(Fate::Silence) || now.is_silent;
        tokio::time::sleep(now.delay).await;
        while let Some(message) = messages.next() {
            if !is_lost && to.write_all(&message).await.is_err() {
                return;
            }
            // Ready for a query, and in no transaction.
            let is_idle = message.first() == Some(&b'Z') && message.get(5) == Some(&b'I');
            if is_idle && shared.tires_after.is_some_and(|after| begun > after) {
                return;
            }
        }
    }
}

impl Passing {
    /// What is to happen to a message, by the rules.
    fn meets(&mut self, message: &[u8], shared: &Shared) -> Option<Fate> {
        let body = message.get(5..).unwrap_or_default();
        let mut words = body.split(|byte| *byte == 0);
        let mut next = || words.next().unwrap_or_default();
        match message.first()? {
            b'P' => {
                let name = next().to_vec();
                self.prepared.insert(name, String::from_utf8_lossy(next()).into_owned());
                None
            }
            b'B' => {
                next();
                let statement = self.prepared.get(next()).cloned().unwrap_or_default();
                let fate = shared.fate_of(false, std::slice::from_ref(&statement));
                self.run.push(statement);
                fate
            }
            // Not that of a migration, which is plain.
            b'Q' if body.starts_with(b"BEGIN ") => {
                self.begun += 1;
                self.run.clear();
                None
            }
            b'Q' if body.starts_with(b"COMMIT") => shared.fate_of(true, &self.run),
            _ => None,
        }
    }
}

impl Shared {
    fn has_happened(&self) {
        self.struck.send_modify(|struck| *struck += 1);
    }

    fn fate_of(&self, is_commit: bool, statements: &[String]) -> Option<Fate> {
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        let mut fate = None;
        rules.retain_mut(|rule| {
            let is_meant = rule.of.is_empty() || statements.iter().any(|sql| sql.contains(&rule.of));
            if rule.is_commit == is_commit && is_meant {
                rule.nth -= 1;
            }
            if rule.nth == 0 {
                fate = Some(rule.fate);
            }
            rule.nth > 0
        });
        fate
    }
}

/// Bytes as the messages that they are: a letter, a length, and the rest.
struct Messages {
    bytes: Vec<u8>,
    /// A client's first message has no letter.
    letter: usize,
}

impl Messages {
    fn of_a_client() -> Self {
        Self { bytes: Vec::new(), letter: 0 }
    }

    fn of_a_server() -> Self {
        Self { bytes: Vec::new(), letter: 1 }
    }

    /// `false` at the end. Dropping the future loses nothing.
    async fn read(&mut self, from: &mut OwnedReadHalf) -> bool {
        matches!(from.read_buf(&mut self.bytes).await, Ok(1..))
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        let length = self.bytes.get(self.letter..self.letter + 4)?.try_into().ok()?;
        let end = self.letter + usize::try_from(u32::from_be_bytes(length)).ok()?;
        if self.bytes.len() < end {
            return None;
        }
        self.letter = 1;
        Some(self.bytes.drain(..end).collect())
    }
}
