//! The use cases: sessions and the turns in them. Doors translate, this decides, store executes.
//!
//! A message takes one way, each step a function to grep for:
//! [`Conversations::receive`] → `screen` → `pick_agent` → `run_turn` → `record` → `publish`.
//!
//! A turn does not die with the connection that began it, nor a session with the process: what was
//! running when the process died is found again by [`Conversations::recover`].
mod error;
mod export;
mod options;
mod receive;
mod record;
mod recover;
mod run_turn;
mod sessions;
mod shares;

use std::sync::Arc;

use conserje_agents::Catalogue;
use conserje_events::EventLog;
use conserje_llm::Model;
use conserje_store::Store;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use conserje_events::{Content, Event, Followed, Follower, RecordedEvent, Transient, TransientEvent};
pub use conserje_store::messages::CitationRow;
pub use conserje_store::sessions::Session;
pub use conserje_store::shares::Share;
pub use error::ConversationError;
pub use export::Exported;
pub use options::{Options, WhenBusy};
pub use receive::{Accepted, AcceptedState, Incoming};
pub use sessions::{ERASE_SESSION, Message, SessionState, TITLE_LIMIT};
pub use shares::NewShareLink;

/// All that the use cases work with. Cheap to clone.
#[derive(Clone)]
pub struct Conversations(Arc<Parts>);

struct Parts {
    store: Store,
    log: EventLog,
    model: Model,
    catalogue: Catalogue,
    options: Options,
    /// Names this process in leases.
    node: String,
    turns: TaskTracker,
    stop: CancellationToken,
}

impl Conversations {
    pub fn new(store: Store, log: EventLog, model: Model, options: Options, node: String) -> Self {
        Self(Arc::new(Parts {
            store,
            log,
            model,
            catalogue: Catalogue::default(),
            options,
            node,
            turns: TaskTracker::new(),
            stop: CancellationToken::new(),
        }))
    }

    pub fn log(&self) -> &EventLog {
        &self.0.log
    }

    /// Waits for running turns to end; those that take longer than `patience` are cancelled and recorded so.
    pub async fn drain(&self, patience: std::time::Duration) {
        self.0.turns.close();
        if tokio::time::timeout(patience, self.0.turns.wait()).await.is_err() {
            self.0.stop.cancel();
            drop(tokio::time::timeout(patience, self.0.turns.wait()).await);
        }
    }
}
