//! After a crash: turns that were running are closed with an error, those that waited are run.

use std::time::Duration;

use conserje_events::{ErrorOccurred, Event, EventError, EventLog, NewEvent};
use conserje_kernel::{DeploymentScope, EventId, SystemJob};
use conserje_store::turns::{self, Ending, Turn};
use conserje_store::{DeploymentTx, sessions as stored};
use tokio_util::sync::CancellationToken;

use crate::receive::begin_next;
use crate::{ConversationError, Conversations};

/// With several nodes, how often each looks for turns that another left behind.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

impl Conversations {
    #[expect(clippy::disallowed_methods, reason = "recovery is a named system job")]
    fn recovery() -> DeploymentScope {
        DeploymentScope::system(SystemJob::Recovery)
    }

    /// Closes what a dead process left running and starts what it left waiting; how many of both.
    pub async fn recover(&self) -> Result<usize, ConversationError> {
        let node = self.0.node.clone();
        let find = move |tx: &mut DeploymentTx<'_>| turns::abandoned(tx, &node);
        let abandoned = self.0.store.read_all(Self::recovery(), find).await?;
        let mut recovered = abandoned.len();
        for turn in abandoned {
            self.close(turn).await?;
        }
        let standing = self.0.store.read_all(Self::recovery(), turns::standing).await?;
        recovered += standing.len();
        for (tenant, session, user) in standing {
            let scope = Self::recovery_scope(tenant);
            let lease = self.lease();
            let begin = move |tx: &mut conserje_store::Tx<'_>| match stored::lock(tx, user, session)? {
                Some(_) => begin_next(tx, session, &lease),
                None => Ok(None),
            };
            if let Some((begun, appended)) = self.0.store.write(&scope, begin).await? {
                self.start(scope, begun, appended);
            }
        }
        Ok(recovered)
    }

    async fn close(&self, turn: Turn) -> Result<(), ConversationError> {
        let scope = Self::recovery_scope(turn.tenant);
        let close = move |tx: &mut conserje_store::Tx<'_>| {
            let code = "server_stopped".to_owned();
            if !turns::finish(tx, turn.id, &Ending::Failed(code.clone()))? {
                return Ok(None);
            }
            let message = "The server stopped in the middle of this turn. Send the message again.".to_owned();
            let event = NewEvent {
                id: EventId::generate(),
                event: Event::ErrorOccurred(ErrorOccurred { code, message }),
                index: crate::run_turn::FIRST_STEP,
                turn: Some(turn.id),
                trace: turn.trace,
            };
            EventLog::append_in(tx, turn.session, vec![event]).map(Some).or_else(|error| match error {
                // Erased meanwhile: there is no log left to write to.
                EventError::NoSuchSession { .. } => Ok(None),
                other @ (EventError::Unreadable { .. }
                | EventError::Encode(_)
                | EventError::NotProjected { .. }
                | EventError::ProjectionDead { .. }
                | EventError::Store(_)) => Err(ConversationError::from(other)),
            })
        };
        if let Some(appended) = self.0.store.write(&scope, close).await? {
            self.0.log.announce(appended);
        }
        Ok(())
    }

    /// With rows that other nodes share: shows that this one lives, and picks up what a dead one left.
    pub async fn keep_alive(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
            let lease = self.lease();
            let beat = move |tx: &mut DeploymentTx<'_>| turns::heartbeat(tx, &lease);
            if let Err(error) = self.0.store.write_all(Self::recovery(), beat).await {
                tracing::error!("Renewing the leases of running turns failed: {error:?}");
            }
            if let Err(error) = self.recover().await {
                tracing::error!("Looking for turns that another node left behind failed: {error:?}");
            }
        }
    }
}
