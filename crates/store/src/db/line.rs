//! The line to PostgreSQL: nothing is waited for without end, whatever is at its other end.
//!
//! The server ends statements, waits for locks and transactions that take too long; where it says nothing at all, we
//! stop waiting. A line on which an answer is missing is never used again.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::time::Duration;

use postgres::Error;
use tokio::runtime::Runtime;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Socket};

use crate::StoreError;

pub(super) const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// How long an answer is waited for; longer than the server takes to give up by itself ([`LIMITS`]). Another patience can
/// be set in the database's URL, as `tcp_user_timeout`.
const PATIENCE: Duration = Duration::from_secs(40);
const KEEPALIVE_IDLE: Duration = Duration::from_secs(15);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_TRIES: u32 = 3;

/// What the server gives up by itself, and how it finds out that nobody listens any more: what a lost line had locked
/// would stay locked. Whoever says `options` in the database's URL says other limits there.
const LIMITS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '30s'; SET tcp_user_timeout = '30s';
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

/// The same from our side.
pub(super) fn limit(config: &mut Config) {
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_WITHIN);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(PATIENCE);
    }
    config
        .keepalives(true)
        .keepalives_idle(KEEPALIVE_IDLE)
        .keepalives_interval(KEEPALIVE_INTERVAL)
        .keepalives_retries(KEEPALIVE_TRIES);
}

#[derive(Debug, thiserror::Error)]
#[error("no answer within {} s", .0.as_secs_f32())]
struct Silent(Duration);

type Driven = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// One connection, driven by whoever waits on it.
pub(super) struct Line {
    runtime: Runtime,
    client: Client,
    /// None once it has ended, or was given up.
    connection: Option<Driven>,
    is_silent: bool,
    patience: Duration,
}

impl Line {
    pub(super) fn connect<T>(config: &Config, tls: T) -> Result<Self, StoreError>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
    {
        let unreachable = |source| StoreError::Unreachable { source };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unreachable(Box::new(error)))?;
        let patience = config.get_tcp_user_timeout().copied().unwrap_or(PATIENCE);
        let (client, connection) = runtime
            .block_on(async { tokio::time::timeout(patience, config.connect(tls)).await })
            .map_err(|_| unreachable(Box::new(Silent(patience))))?
            .map_err(|error| StoreError::of_postgres("connecting", error))?;
        let mut line =
            Self { runtime, client, connection: Some(Box::pin(connection)), is_silent: false, patience };
        if config.get_options().is_none() {
            line.wait("SET", async |client| client.batch_execute(LIMITS).await)?;
        }
        Ok(line)
    }

    /// Asks, and waits for the answer. `what` is for people.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        ask: impl AsyncFnOnce(&Client) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let Self { runtime, client, connection, is_silent, patience } = self;
        let mut lost = None;
        let answered = runtime.block_on(async {
            let mut asking = pin!(ask(client));
            let driven = poll_fn(|context| {
                if let Some(line) = connection
                    && let std::task::Poll::Ready(ended) = line.as_mut().poll(context)
                {
                    // Whoever still waits on it is told by its end.
                    *connection = None;
                    lost = ended.err();
                }
                asking.as_mut().poll(context)
            });
            tokio::time::timeout(*patience, driven).await
        });
        match answered {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if error.is_closed() => Err(StoreError::of_postgres(what, lost.unwrap_or(error))),
            Ok(Err(error)) => Err(StoreError::of_postgres(what, error)),
            Err(_) => {
                // Should the answer come later, it would be taken for the answer to something else.
                *connection = None;
                *is_silent = true;
                Err(StoreError::Unreachable { source: Box::new(Silent(*patience)) })
            }
        }
    }

    /// Whether the other end has closed it.
    pub(super) fn is_closed(&self) -> bool {
        self.connection.is_none() && !self.is_silent
    }

    /// Says goodbye, so that the server need not find out.
    pub(super) fn close(self) {
        let Self { runtime, client, connection, .. } = self;
        drop(client);
        if let Some(connection) = connection {
            drop(runtime.block_on(async { tokio::time::timeout(Duration::from_secs(1), connection).await }));
        }
    }
}
