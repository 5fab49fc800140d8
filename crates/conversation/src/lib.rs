//! The use cases: sessions and the turns in them. Doors translate, this decides, store executes.
//!
//! A message takes one way, each step a function to grep for:
//! [`Conversations::receive`] → `screen` → `route` → `run_turn` → `record` → `publish`.
//!
//! A turn does not die with the connection that began it, nor a session with the process: what was
//! running when the process died is found again by [`Conversations::recover`].
//!
//! - `sessions`: made, read, renamed, shared, exported, rated.
//! - `turn`: from the message that begins it to the answer that ends it, whatever happens between.
//! - `answering`: who answers, and with what.
//! - `inbox`: people who answer in place of assistants.
//! - `money`: what models cost, and how much may be spent.

mod answering;
mod error;
mod inbox;
mod money;
mod options;
mod sessions;
mod turn;

use std::sync::Arc;

use conserje_agents::Catalogue;
use conserje_events::EventLog;
use conserje_llm::Models;
use conserje_store::Store;
use conserje_tools::Registry;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use answering::answer_cache::{Meaning, Remembering};
pub use answering::ask::Asked;
pub use answering::assistants::TenantAssistants;
pub use answering::by_rule::Dialogues;
pub use answering::complete::{Completing, Completion, Step};
pub use answering::guarded::screen_outcome;
pub use answering::sources::{
    Businesses, Draft, Finds, OwnPacks, TenantModels, TenantPacks, TenantTools, There,
};
pub use conserje_events::{Content, Event, Followed, Follower, RecordedEvent, Transient, TransientEvent};
pub use conserje_guard::Blocked;
pub use conserje_store::approvals::Approval;
pub use conserje_store::desk::escalations::{Escalation, Person, Shown, Standing};
pub use conserje_store::desk::notes::Note;
pub use conserje_store::feedback::Feedback;
pub use conserje_store::messages::CitationRow;
pub use conserje_store::sessions::Session;
pub use conserje_store::shares::Share;
pub use error::{
    ChoosePackError, CompleteError, ConversationError, DecideError, InboxError, SendError, SessionError,
};
pub use inbox::escalate::EscalateToHuman;
pub use inbox::escalations::{InboxWatch, NOTE_LIMIT};
pub use money::budget::{Budget, Budgets};
pub use options::{Options, WhenBusy};
pub use sessions::export::Exported;
pub use sessions::feedback::{Opinion, Rating};
pub use sessions::keep::{Message, NewSession, SessionChange, SessionState, TITLE_LIMIT, With};
pub use sessions::shares::NewShareLink;
pub use turn::approvals::{Resolved, Response};
pub use turn::crash::{CrashAt, NoSuchPoint};
pub use turn::gate::GateLimits;
pub use turn::live::{How, News, TurnEnd, Watching};
pub use turn::message::{Accepted, AcceptedState, Incoming};

/// What models are asked and answer, as the use cases take and give it.
pub mod model {
    pub use conserje_llm::{
        Args, Block, BreakerPosition, BreakerState, Choice, House, Message, Model, ModelError, OutputSchema,
        Part, Provider, Request, StopReason, Tier, TokenUsage, ToolChoice, ToolResult, ToolSpec, ToolUse,
        Trouble,
    };
}

/// What the record holds, as the use cases give it.
pub mod events {
    pub use conserje_events::{
        Attachment, Citation, GuardFinding, Operator, Report, Routing, StopReason, Usage,
    };
}

/// What the use cases work with.
pub struct Setup {
    pub store: Store,
    pub log: EventLog,
    /// Those of tenants that have none of their own.
    pub models: Models,
    pub tools: Registry,
    pub catalogue: Catalogue,
    /// What agents without a language model may follow.
    pub dialogues: Dialogues,
    pub options: Options,
    /// Names this process in leases.
    pub node: String,
    /// For tests of what a crash leaves.
    pub crash_at: Option<CrashAt>,
}

/// All use cases. Cheap to clone.
#[derive(Clone)]
pub struct Conversations(Arc<Parts>);

struct Parts {
    store: Store,
    log: EventLog,
    assistants: answering::assistants::Assistants,
    dialogues: Dialogues,
    options: Options,
    node: String,
    crash_at: Option<CrashAt>,
    turns: TaskTracker,
    stop: CancellationToken,
    running: turn::running::Running,
    lives: turn::live::Lives,
    gate: turn::gate::Gate,
    spending: money::budget::Spending,
    answer_cache: answering::answer_cache::AnswerCache,
    inbox: inbox::escalations::Changes,
}

impl Conversations {
    pub fn new(setup: Setup) -> Self {
        let Setup { store, log, models, tools, catalogue, dialogues, options, node, crash_at } = setup;
        Self(Arc::new(Parts {
            store,
            log,
            assistants: answering::assistants::Assistants::new(catalogue, tools, models),
            dialogues,
            gate: turn::gate::Gate::new(options.gate),
            spending: money::budget::Spending::default(),
            answer_cache: answering::answer_cache::AnswerCache::new(
                options.remembering,
                options.remembered_for,
            ),
            options,
            node,
            crash_at,
            turns: TaskTracker::new(),
            stop: CancellationToken::new(),
            running: turn::running::Running::default(),
            lives: turn::live::Lives::default(),
            inbox: inbox::escalations::Changes::default(),
        }))
    }

    pub fn log(&self) -> &EventLog {
        &self.0.log
    }

    /// The time, as everything here sees it.
    pub fn now(&self) -> conserje_kernel::Timestamp {
        self.0.store.clock().now()
    }

    /// Questions are compared by this, so that an answer is found again that was given to one like it.
    pub fn compare_questions_by(&self, meaning: Arc<dyn Meaning>) {
        self.0.answer_cache.compare_by(meaning);
    }

    /// Waits for running turns to end. Those that take longer than `patience` stop where their journals
    /// are: the next start, or another node, goes on from there.
    pub async fn drain(&self, patience: std::time::Duration) {
        self.0.turns.close();
        if tokio::time::timeout(patience, self.0.turns.wait()).await.is_err() {
            self.0.stop.cancel();
            drop(tokio::time::timeout(std::time::Duration::from_secs(2), self.0.turns.wait()).await);
        }
        if self.0.store.is_shared() {
            self.release_turns().await;
        }
    }

    pub(crate) fn crash(&self, point: turn::crash::CrashPoint) {
        if let Some(crash_at) = &self.0.crash_at {
            crash_at.pass(point);
        }
        if let Some(point) = point.as_fault() {
            conserje_kernel::faults::pass(point);
        }
    }
}
