//! Every SQL statement, every migration, blobs, durable jobs and secrets at rest.
//!
//! Rows live in SQLite (the embedded default) or PostgreSQL; the same functions run on both. A
//! function takes a [`Tx`], and a `Tx` is opened with a [`Scope`](conserje_kernel::Scope): there is no
//! way to a row that does not name its tenant. The few jobs that serve all tenants at once open a
//! [`DeploymentTx`] instead. `store` executes; what should happen is decided above.
//!
//! ```no_run
//! # async fn example(store: conserje_store::Store, scope: conserje_kernel::Scope) {
//! let user = scope.user().unwrap();
//! let id = conserje_kernel::SessionId::generate();
//! let made = store.write(&scope, move |tx| conserje_store::sessions::create(tx, id, user)).await;
//! # }
//! ```
mod blobs;
mod db;
mod error;
mod folder;
mod migrate;
mod options;
mod sql;
mod store;

pub mod accounts;
pub mod approvals;
pub mod channels;
pub mod chunks;
pub mod collections;
pub mod credentials;
pub mod desk;
pub mod documents;
pub mod embeddings;
pub mod event_log;
pub mod feed;
pub mod feedback;
pub mod holds;
pub mod idempotency;
pub mod jobs;
pub mod journal;
pub mod mcp;
pub mod messages;
pub mod model_calls;
pub mod outbox;
pub mod packs;
pub mod record;
pub mod secrets;
pub mod sessions;
pub mod setups;
pub mod shares;
pub mod sites;
pub mod synonyms;
pub mod tenants;
pub mod turns;
pub mod upgrade;

pub use blobs::{BlobError, BlobWriter, Blobs};
pub use error::{StoreError, WriteTrouble};
pub use folder::{DATABASE, DataFolder, FolderError, last_program};
pub use migrate::{SchemaStep, schema_version};
pub use options::{BlobsHome, Durability, Options, RowsHome};
pub use store::{DeploymentTx, Store, Tx};
