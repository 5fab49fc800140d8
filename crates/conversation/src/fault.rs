//! A fault of the program within a turn: it ends that turn, and nothing else.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use conserje_events::Appended;
use conserje_kernel::Scope;
use conserje_store::turns::Turn;
use futures::FutureExt;

use crate::receive::Begun;
use crate::run_turn::Driven;
use crate::{ConversationError, Conversations};

/// Before a turn that failed by a fault of ours is tried to be closed again; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

impl Conversations {
    /// [`Self::drive`], whatever happens within: a fault in one turn is that turn's alone.
    pub(crate) async fn drive_safely(&self, scope: &Scope, driven: Driven) -> Option<(Begun, Appended)> {
        let turn = driven.turn.clone();
        // Dropped before the turn is closed: it may hold a place at the gate.
        let ended = AssertUnwindSafe(Box::pin(self.drive(scope, driven))).catch_unwind().await;
        match ended {
            Ok(next) => next,
            Err(_) => {
                tracing::error!(turn.id = %turn.id, "Turn {} failed by a fault of the program", turn.id);
                metrics::counter!("conserje_turn_faults_total").increment(1);
                self.close_after_fault(scope, turn).await
            }
        }
    }

    /// Ends a turn that a fault has left where it was: by its journal, or, if that is what the program cannot take, by its
    /// row. What waits in line goes on.
    async fn close_after_fault(&self, scope: &Scope, turn: Turn) -> Option<(Begun, Appended)> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.closed_after_fault(scope, &turn).await {
                Ok(next) => return next,
                Err(error) if self.0.stop.is_cancelled() => {
                    tracing::warn!(turn.id = %turn.id, "Turn {} is left to the next start: {error:?}", turn.id);
                    return None;
                }
                Err(error) => {
                    tracing::error!(turn.id = %turn.id, "Turn {} could not be closed yet: {error:?}", turn.id);
                }
            }
            tokio::select! {
                () = self.0.stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn closed_after_fault(
        &self,
        scope: &Scope,
        turn: &Turn,
    ) -> Result<Option<(Begun, Appended)>, ConversationError> {
        if let Some(driven) = self.give_up_on(turn.clone()).await? {
            // It has only to be ended; if even that fails, its row is.
            if let Ok(next) = AssertUnwindSafe(Box::pin(self.drive(scope, driven))).catch_unwind().await {
                return Ok(next);
            }
        }
        self.close_row(turn.clone()).await
    }
}
