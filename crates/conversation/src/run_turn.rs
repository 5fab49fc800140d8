//! `run_turn`: pick the agent, run it, record what it does, publish it; then the next in line.

use conserje_agents::{Agent, Step, Turn as AgentTurn, TurnError, run_turn};
use conserje_events::{Appended, Content, Event, RecordedEvent, Transient, TransientEvent};
use conserje_guard::{Screened, screen_message};
use conserje_kernel::{EventId, Scope, SessionId, SystemJob};
use conserje_llm::{Said, Speaker};
use conserje_store::turns::Ending;

use crate::receive::Begun;
use crate::record::{Failure, TurnRecord};
use crate::{ConversationError, Conversations};

/// Places in a turn's order of events; what the agent does comes after.
const SESSION_START: i64 = 0;
pub(crate) const USER_MESSAGE: i64 = 1;
pub(crate) const FIRST_STEP: i64 = 2;

/// How many of the latest events a model's view of the past is made from.
const HISTORY: i64 = 200;

impl Conversations {
    /// Runs a begun turn in the background, and after it what waits in the session's line.
    pub(crate) fn start(&self, scope: Scope, begun: Begun, appended: Appended) {
        let conversations = self.clone();
        let session = begun.turn.session;
        self.0.turns.spawn(async move {
            let mut next = Some((begun, appended));
            while let Some((begun, appended)) = next {
                next = conversations.run_to_end(&scope, begun, appended).await;
            }
            tracing::debug!(session.id = %session, "The line of session {session} is empty");
        });
    }

    async fn run_to_end(&self, scope: &Scope, begun: Begun, appended: Appended) -> Option<(Begun, Appended)> {
        let session = begun.turn.session;
        self.publish_transient(&begun, SESSION_START, begun.sequence - 1, Transient::SessionStart);
        self.0.log.announce(appended);
        let mut record = TurnRecord::new(self.clone(), scope.clone(), &begun);
        let outcome = self.run(scope, &begun, &mut record).await;
        let ending = match outcome {
            Ok(steps) => {
                record.happened(steps);
                Ending::Completed
            }
            Err(failure) => {
                tracing::warn!(turn.id = %begun.turn.id, "Turn {} failed: {}", begun.turn.id, failure.internal);
                let code = failure.public.code.clone();
                record.failed(failure.public);
                Ending::Failed(code)
            }
        };
        let (ended, next) = record.finish(ending).await?;
        if let Some(done) = ended {
            self.publish_transient(&begun, record.next_index, record.last_sequence, done);
        }
        if next.is_none() {
            tracing::debug!(session.id = %session, "No turn of session {session} waits");
        }
        next
    }

    async fn run(&self, scope: &Scope, begun: &Begun, record: &mut TurnRecord) -> Result<Vec<Step>, Failure> {
        let screened = screen_message(&begun.input.text, self.0.options.limits)
            .map_err(|blocked| Failure::new("internal", &blocked))?;
        let history = self
            .history(scope, begun.turn.session, begun.sequence)
            .await
            .map_err(|error| Failure::new("internal", &error))?;
        let turn = AgentTurn {
            agent: self.pick_agent(&screened),
            model: &self.0.model,
            history,
            message: &screened,
            time_limit: self.0.options.turn_time_limit,
            cancel: self.0.stop.clone(),
        };
        record.agent.clone_from(&turn.agent.name);
        run_turn(turn).await.map_err(|error| match error {
            TurnError::Model(cause) => Failure::new("model_failed", &cause),
            TurnError::TimeLimit { .. } => Failure::new("turn_timeout", &error),
            // Only the end of the server cancels turns today.
            TurnError::Cancelled => Failure::new("server_stopped", &error),
        })
    }

    fn pick_agent(&self, message: &Screened<String>) -> &Agent {
        self.0.catalogue.pick(message)
    }

    /// What was said before, as the model is to see it. From the log itself: projections may lag.
    async fn history(
        &self,
        scope: &Scope,
        session: SessionId,
        before: i64,
    ) -> Result<Vec<Said>, ConversationError> {
        let from = before.saturating_sub(HISTORY).max(0);
        let span = usize::try_from(before - from - 1).unwrap_or(0);
        let events = self.0.log.after(scope, session, from, span).await?;
        Ok(events.into_iter().filter_map(said).collect())
    }

    /// `publish`, for what is not kept: it is told as having come after the event with this number.
    pub(crate) fn publish_transient(&self, begun: &Begun, index: i64, after: i64, what: Transient) {
        let transient = TransientEvent {
            id: EventId::generate(),
            turn: begun.turn.id,
            trace: begun.turn.trace,
            index,
            timestamp: self.0.store.clock().now(),
            what,
        };
        self.0.log.notify(begun.turn.session, after, transient);
    }

    /// The scope in which a turn goes on when the one that began it is gone.
    #[expect(clippy::disallowed_methods, reason = "recovery is a named system job")]
    pub(crate) fn recovery_scope(tenant: conserje_kernel::TenantId) -> Scope {
        Scope::system(tenant, SystemJob::Recovery)
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these two are said by somebody")]
fn said(event: RecordedEvent) -> Option<Said> {
    match event.content {
        Content::Event(Event::UserMessageSent(message)) => {
            Some(Said { by: Speaker::User, text: message.content })
        }
        Content::Event(Event::AgentMessageSent(message)) => {
            Some(Said { by: Speaker::Assistant, text: message.content })
        }
        _ => None,
    }
}
