//! `complete`: a model answers a program, without session and turn; only what it used is kept. What goes in and out passes the
//! guard of the tenant's first assistant; the system prompt is the program's own.
//!
//! The call runs as a task of its own: whoever asked may hang up, and what was used by then is still
//! recorded. What came of it is told once the record is durable.

use std::time::Duration;

use conserje_guard::{Guard, Screened};
use conserje_kernel::{Language, Scope, TraceId, UserId};
use conserje_llm::{
    Attempt, AttemptOutcome, Choice, ModelError, Models, Piece, Reply, Request, TokenUsage, Trouble, cost,
};
use conserje_store::model_calls::{self, ModelCall};
use conserje_store::{StoreError, Tx};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::answering::guarded::{Words, ask_model, guard_reply, guard_request};
use crate::money::budget::Caller;
use crate::money::meter::{By, row};
use crate::turn::live::News;
use crate::{CompleteError, ConversationError, Conversations};

/// How often writing the record is tried before the caller is told.
const TRIES: u32 = 5;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Completion {
    pub trace: TraceId,
    pub choice: Choice,
    pub request: Request,
    /// Whether anybody listens to the words as they come.
    pub is_streamed: bool,
}

/// A call under way; dropping it stops the model.
pub struct Completing {
    words: mpsc::UnboundedReceiver<News>,
    done: oneshot::Receiver<Result<Screened<Reply>, CompleteError>>,
    _stops: DropGuard,
}

/// What comes of a call: words and thoughts, and at last all of it.
#[derive(Debug)]
pub enum Step {
    Said(News),
    Done(Result<Screened<Reply>, CompleteError>),
}

impl Completing {
    /// What comes next. After [`Step::Done`] there is nothing.
    pub async fn next(&mut self) -> Step {
        if let Some(news) = self.words.recv().await {
            return Step::Said(news);
        }
        // The task ends without a word only if the whole process does.
        Step::Done((&mut self.done).await.unwrap_or(Err(ConversationError::Stopping.into())))
    }
}

impl Conversations {
    /// Asks a model. Returns at once, unless the tenant may ask nothing.
    pub async fn complete(&self, scope: &Scope, completion: Completion) -> Result<Completing, CompleteError> {
        let user = scope.user().ok_or(ConversationError::NotFound { what: "model" })?;
        if self.0.turns.is_closed() {
            return Err(ConversationError::Stopping.into());
        }
        if let Some(budget) = self.used_up(scope).await? {
            return Err(CompleteError::OverBudget(budget));
        }
        let Completion { trace, choice, request, is_streamed } = completion;
        let guard = self.guard(scope, Language::default()).await?.for_programs();
        let request = guard_request(&guard, request);
        let (say, words) = mpsc::unbounded_channel();
        let (tell, done) = oneshot::channel();
        let left = CancellationToken::new();
        let call = Call {
            conversations: self.clone(),
            scope: scope.clone(),
            user,
            say: is_streamed.then_some(say),
            models: self.assistants(scope).await?.models().clone(),
            guard,
            left: left.clone(),
        };
        self.0.turns.spawn(async move {
            // If nobody waits for it any more, it is recorded all the same.
            drop(tell.send(call.run(trace, choice, request).await));
        });
        Ok(Completing { words, done, _stops: left.drop_guard() })
    }
}

struct Call {
    conversations: Conversations,
    scope: Scope,
    user: UserId,
    say: Option<mpsc::UnboundedSender<News>>,
    models: Models,
    guard: Guard,
    left: CancellationToken,
}

impl Call {
    async fn run(
        self,
        trace: TraceId,
        choice: Choice,
        request: Screened<Request>,
    ) -> Result<Screened<Reply>, CompleteError> {
        conserje_kernel::faults::pass("turn.complete");
        let parts = &self.conversations.0;
        let began = Instant::now();
        let mut said = 0_usize;
        let tell = |news: News| {
            if let Some(say) = &self.say {
                drop(say.send(news));
            }
        };
        let mut words = Words::new(tell, &self.guard, "", false);
        let called = {
            let mut on_piece = |piece: &Piece| {
                if let Piece::Text(text) | Piece::Thinking(text) = piece {
                    said += text.len();
                }
                words.pass_on(piece);
            };
            let deadline = began + parts.options.turn_time_limit;
            let call = ask_model(&self.models, &choice, &request, deadline, &mut on_piece);
            tokio::select! {
                called = call => Some(called),
                () = self.left.cancelled() => None,
                () = parts.stop.cancelled() => None,
            }
        };
        words.finish();
        let (outcome, attempts) = match called {
            Some(called) => (called.outcome.map_err(CompleteError::Model), called.attempts),
            None => self.stopped(&choice, said, began),
        };
        let by =
            By { user: self.user, key: self.scope.api_key(), session: None, turn: None, trace, agent: None };
        let rows: Vec<_> = attempts.iter().map(|attempt| row(&by, attempt)).collect();
        self.record(rows).await?;
        let caller = Caller::of(&self.scope);
        self.conversations.spend(self.scope.tenant(), self.user, caller, &attempts);
        outcome.map(|reply| guard_reply(&self.guard, "", reply).0)
    }

    /// What was used by then is metered by what was said.
    fn stopped(
        &self,
        choice: &Choice,
        said: usize,
        began: Instant,
    ) -> (Result<Reply, CompleteError>, Vec<Attempt>) {
        let chain = self.models.chain(choice);
        let attempt = chain.first().map(|model| {
            let usage = TokenUsage { output: (said as u64).div_ceil(4), ..TokenUsage::default() };
            Attempt {
                model: model.name.to_string(),
                outcome: AttemptOutcome::Failed(Trouble::Cancelled),
                usage,
                cost_micros: cost(model.facts.price, usage),
                latency: began.elapsed(),
                first_token: None,
            }
        });
        let error = if self.conversations.0.stop.is_cancelled() {
            ConversationError::Stopping.into()
        } else {
            ModelError::new("", Trouble::Cancelled, "nobody listens any more").into()
        };
        (Err(error), attempt.into_iter().collect())
    }

    /// Written again with the same ids, a row is still one row.
    async fn record(&self, rows: Vec<ModelCall>) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let rows = std::sync::Arc::new(rows);
        let mut pause = Duration::from_millis(50);
        for attempt in 1..=TRIES {
            let rows = std::sync::Arc::clone(&rows);
            let write = move |tx: &mut Tx<'_>| rows.iter().try_for_each(|call| model_calls::put(tx, call));
            let error: StoreError = match self.conversations.0.store.write(&self.scope, write).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            if attempt == TRIES {
                return Err(error);
            }
            tracing::warn!("Recording a model call failed, trying again: {error}");
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Ok(())
    }
}
