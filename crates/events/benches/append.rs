//! How many events a second become durable, and how long one takes.
//!
//! In one run: what the disk itself gives (`fdatasync` after each small write), naive SQLite (one
//! commit per event), and the log with 64 writers; the same for PostgreSQL when
//! `CONSERJE_TEST_POSTGRES_URL` names one whose fsync is on. Ratios are what counts: the figures are
//! this machine's.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a measurement prints, and stops at what is not as it should be"
)]

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conserje_events::{Event, EventLog, NewEvent, UserMessage};
use conserje_kernel::{EventId, MessageId, Scope, SessionId, TraceId};
use conserje_store::sessions;
use conserje_testkit::{Home, TestStore};
use tokio_util::sync::CancellationToken;

const WRITERS: usize = 64;
const TEXT: &str = "¿Cuánto cuesta una limpieza dental y qué días tienen libre esta semana por la tarde?";

struct Figures {
    name: &'static str,
    per_second: f64,
    p50: Duration,
    p99: Duration,
}

impl Figures {
    fn of(name: &'static str, took: Duration, mut each: Vec<Duration>) -> Self {
        each.sort_unstable();
        let at = |hundredths: usize| each[(each.len() - 1) * hundredths / 100];
        Self { name, per_second: each.len() as f64 / took.as_secs_f64(), p50: at(50), p99: at(99) }
    }

    fn print(&self, base: f64) {
        let ms = |span: Duration| span.as_secs_f64() * 1000.0;
        println!(
            "| {:<52} | {:>9.0} | {:>8.2} | {:>8.2} | {:>7.1} |",
            self.name,
            self.per_second,
            ms(self.p50),
            ms(self.p99),
            self.per_second / base
        );
    }
}

fn heading(base: &str) {
    println!("| {:<52} | {:>9} | {:>8} | {:>8} | {:>7} |", "what", "events/s", "p50 ms", "p99 ms", base);
    println!(
        "| {} | {} | {} | {} | {} |",
        "-".repeat(52),
        "-".repeat(9),
        "-".repeat(8),
        "-".repeat(8),
        "-".repeat(7)
    );
}

/// Repeats `once` for `span`, timing each.
fn timed(name: &'static str, span: Duration, mut once: impl FnMut()) -> Figures {
    let (began, mut each) = (Instant::now(), Vec::new());
    while began.elapsed() < span {
        let start = Instant::now();
        once();
        each.push(start.elapsed());
    }
    Figures::of(name, began.elapsed(), each)
}

fn raw_fdatasync(span: Duration) -> Figures {
    let mut file = tempfile::tempfile().unwrap();
    let block = [7_u8; 512];
    timed("raw disk: write 512 bytes, fdatasync", span, || {
        file.write_all(&block).unwrap();
        file.sync_data().unwrap();
    })
}

fn naive_sqlite(span: Duration) -> Figures {
    let folder = tempfile::tempdir().unwrap();
    let connection = rusqlite::Connection::open(folder.path().join("naive.db")).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE events (id TEXT PRIMARY KEY, session TEXT, number INTEGER, data TEXT, UNIQUE (session, number))",
        )
        .unwrap();
    let (session, mut number) = (SessionId::generate().to_string(), 0);
    timed("naive SQLite: one commit per event, one writer", span, || {
        number += 1;
        let row = rusqlite::params![EventId::generate().to_string(), session, number, TEXT];
        connection
            .prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4)")
            .unwrap()
            .execute(row)
            .unwrap();
    })
}

fn naive_postgres(url: &str, span: Duration) -> Figures {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    client
        .batch_execute("CREATE TABLE naive (id TEXT PRIMARY KEY, session TEXT, number BIGINT, data TEXT, UNIQUE (session, number))")
        .unwrap();
    let insert = client.prepare("INSERT INTO naive VALUES ($1, $2, $3, $4)").unwrap();
    let (session, mut number) = (SessionId::generate().to_string(), 0_i64);
    timed("naive PostgreSQL: one commit per event, one writer", span, || {
        number += 1;
        client.execute(&insert, &[&EventId::generate().to_string(), &session, &number, &TEXT]).unwrap();
    })
}

fn new_event() -> NewEvent {
    let said = UserMessage {
        message_id: MessageId::generate(),
        content: TEXT.to_owned(),
        language: None,
        attachments: Vec::new(),
        replaces: None,
        routing: None,
        guard: Vec::new(),
        held_by: None,
    };
    NewEvent {
        id: EventId::generate(),
        event: Event::UserMessageSent(said),
        index: 0,
        turn: None,
        trace: TraceId::generate(),
    }
}

async fn make_sessions(test: &TestStore) -> Vec<SessionId> {
    let mut made = Vec::new();
    for _ in 0..WRITERS {
        let (user, id) = (test.user, SessionId::generate());
        test.store.write(&test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap();
        made.push(id);
    }
    made
}

/// As fast as each of the writers can, one event at a time.
async fn flat_out(
    name: &'static str,
    log: &EventLog,
    scope: &Scope,
    sessions: &[SessionId],
    span: Duration,
) -> Figures {
    let stop = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let writers: Vec<_> = sessions
        .iter()
        .map(|&session| {
            let (log, scope, stop) = (log.clone(), scope.clone(), Arc::clone(&stop));
            tokio::task::spawn(async move {
                let mut each = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let start = Instant::now();
                    log.append(&scope, session, vec![new_event()]).await.unwrap();
                    each.push(start.elapsed());
                }
                each
            })
        })
        .collect();
    tokio::time::sleep(span).await;
    stop.store(true, Ordering::Relaxed);
    let mut each = Vec::new();
    for writer in writers {
        each.extend(writer.await.unwrap());
    }
    Figures::of(name, began.elapsed(), each)
}

/// A fixed rate, whether or not the last ones are done: what a client would wait.
async fn at_rate(
    name: &'static str,
    log: &EventLog,
    scope: &Scope,
    sessions: &[SessionId],
    span: Duration,
) -> Figures {
    const GAP: Duration = Duration::from_millis(1);
    let began = Instant::now();
    let mut ticks = tokio::time::interval(GAP);
    let mut running = Vec::new();
    for round in 0.. {
        let due = ticks.tick().await.into_std();
        if began.elapsed() >= span {
            break;
        }
        let (log, scope, session) = (log.clone(), scope.clone(), sessions[round % sessions.len()]);
        running.push(tokio::task::spawn(async move {
            log.append(&scope, session, vec![new_event()]).await.unwrap();
            due.elapsed()
        }));
    }
    let mut each = Vec::new();
    for one in running {
        each.push(one.await.unwrap());
    }
    Figures::of(name, began.elapsed(), each)
}

async fn the_log(home: Home, span: Duration) -> Vec<Figures> {
    let test = TestStore::open(home).await;
    let (log, projector) = EventLog::new(test.store.clone());
    let (scope, sessions) = (test.scope(), make_sessions(&test).await);
    let one_session = vec![sessions[0]; WRITERS];
    let mut figures = vec![
        flat_out("the log: 64 writers, a session each", &log, &scope, &sessions, span).await,
        flat_out("the log: 64 writers on one session", &log, &scope, &one_session, span).await,
    ];
    figures.push(at_rate("the log: 1,000 a second, a session each", &log, &scope, &sessions, span).await);
    // What these left is projected first, so that the next ones meet a projector that has kept up.
    while projector.project_batch().await.unwrap() > 0 {}
    let stop = CancellationToken::new();
    let projecting = tokio::task::spawn(projector.run(stop.clone()));
    figures
        .push(at_rate("the log: 1,000 a second, projections running", &log, &scope, &sessions, span).await);
    figures.push(flat_out("the log: 64 writers, projections running", &log, &scope, &sessions, span).await);
    stop.cancel();
    projecting.await.unwrap();
    figures
}

/// `cargo bench -- --test` only shows that it runs.
fn span() -> Duration {
    if std::env::args().any(|argument| argument == "--test") {
        Duration::from_millis(200)
    } else {
        Duration::from_secs(5)
    }
}

fn main() {
    let span = span();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    println!("\nSQLite (WAL, synchronous=FULL), {} s each\n", span.as_secs_f64());
    heading("x naive");
    let (raw, naive) = (raw_fdatasync(span), naive_sqlite(span));
    let base = naive.per_second;
    for figures in [raw, naive].into_iter().chain(runtime.block_on(the_log(Home::Sqlite, span))) {
        figures.print(base);
    }
    let Ok(url) = std::env::var("CONSERJE_TEST_POSTGRES_URL") else {
        println!("\nPostgreSQL was not measured: CONSERJE_TEST_POSTGRES_URL is not set.");
        return;
    };
    let database = conserje_testkit::TestDatabase::new(Home::Postgres);
    let url = database.postgres_url().unwrap_or(url);
    let fsync: String = postgres::Client::connect(&url, postgres::NoTls)
        .and_then(|mut client| client.query_one("SHOW fsync", &[]))
        .map(|row| row.get(0))
        .expect("PostgreSQL answers");
    println!("\nPostgreSQL (fsync={fsync}), {} s each\n", span.as_secs_f64());
    heading("x naive");
    let naive = naive_postgres(&url, span);
    let base = naive.per_second;
    for figures in [naive].into_iter().chain(runtime.block_on(the_log(Home::Postgres, span))) {
        figures.print(base);
    }
}
