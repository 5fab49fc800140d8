//! What tests stand on: a database of one's own, a server of one's own, and waiting for states.
//!
//! Tests that touch rows run on both homes: [`on_both_homes!`] makes a SQLite and a PostgreSQL test of
//! one body. PostgreSQL is found by `CONSERJE_TEST_POSTGRES_URL`, which `make test` sets; without it
//! those tests fail and say so, rather than pass without having run. A [`TestStore`] reaches it by a
//! [`LineProxy`] that ends every connection now and then, which nobody may notice.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::match_wild_err_arm,
    clippy::panic,
    reason = "a test stops at what is not as it should be"
)]

mod client;
mod database;
mod line;
mod odata;
mod provider;
mod receiver;
mod server;
mod slips;
mod sse;
mod wait;

pub use client::{Client, Reply};
pub use database::{Home, TestDatabase, TestStore};
pub use line::{Fate, LineProxy};
pub use odata::{Mishap, ODataAsked, ODataServer};
pub use provider::{ProviderServer, Sent, is_signed_standard, signed};
pub use receiver::{Answer, DIMENSIONS, Received, Receiver};
pub use server::{TestServer, TestServerOptions};
pub use slips::Slip;
pub use sse::{SseFrame, SseStream};
pub use wait::until;

/// One test body, two tests: `on_sqlite::name` and `on_postgres::name`.
///
/// ```text
/// on_both_homes! {
///     async fn an_event_is_kept(home: Home) { … }
/// }
/// ```
#[macro_export]
macro_rules! on_both_homes {
    ($($(#[$attribute:meta])* async fn $name:ident($home:ident: Home) $body:block)+) => {
        $($(#[$attribute])* async fn $name($home: $crate::Home) $body)+

        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name($crate::Home::Sqlite).await })+
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name($crate::Home::Postgres).await })+
        }
    };
}
