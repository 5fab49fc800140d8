//! A fault of the program within a turn: it ends that turn, and nothing else.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use conserje_events::Appended;
use conserje_kernel::Scope;
use conserje_store::turns::Turn;
use futures::FutureExt;

use crate::turn::driver::Driven;
use crate::turn::line::Begun;
use crate::turn::running::Entered;
use crate::{ConversationError, Conversations};

/// Before a turn that failed by a fault of ours is tried to be closed again; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// What is no trouble of the storage's is not mended by waiting: so often it is tried all the same.
const HOPELESS_TRIES: u32 = 5;

impl Conversations {
    /// [`Self::drive`], whatever happens within: a fault in one turn is that turn's alone.
    pub(crate) async fn drive_safely(&self, scope: &Scope, driven: Driven) -> Option<(Begun, Appended)> {
        let turn = driven.turn.clone();
        // Until it is closed, too: nobody else here is to take it for one that nobody drives.
        let entered = self.0.running.enter(turn.id);
        // Dropped before the turn is closed: it may hold a place at the gate.
        let drive = self.drive(scope, driven, entered.token());
        let ended = AssertUnwindSafe(Box::pin(drive)).catch_unwind().await;
        match ended {
            Ok(next) => next,
            Err(_) => {
                count(&turn);
                self.close_after_fault(scope, turn, &entered).await
            }
        }
    }

    /// Ends a turn that a fault has left where it was: by its journal, or, if that is what the program cannot take, by its
    /// row. What waits in line goes on.
    async fn close_after_fault(
        &self,
        scope: &Scope,
        turn: Turn,
        entered: &Entered,
    ) -> Option<(Begun, Appended)> {
        let mut pause = FIRST_PAUSE;
        let mut hopeless = 0;
        loop {
            match self.closed_after_fault(scope, &turn, entered).await {
                Ok(next) => return next,
                Err(error) if hopeless >= HOPELESS_TRIES => {
                    tracing::error!(turn.id = %turn.id, "Turn {} cannot be closed and is left: {error:?}", turn.id);
                    return None;
                }
                Err(error) if self.0.stop.is_cancelled() => {
                    tracing::warn!(turn.id = %turn.id, "Turn {} is left to the next start: {error:?}", turn.id);
                    return None;
                }
                Err(error) => {
                    let is_passing = matches!(&error, ConversationError::Store(error) if error.is_passing());
                    hopeless += u32::from(!is_passing);
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
        entered: &Entered,
    ) -> Result<Option<(Begun, Appended)>, ConversationError> {
        if let Some(driven) = self.give_up_on(turn.clone()).await? {
            // It has only to be ended; if even that fails, its row is.
            let drive = self.drive(scope, driven, entered.token());
            if let Ok(next) = AssertUnwindSafe(Box::pin(drive)).catch_unwind().await {
                return Ok(next);
            }
        }
        self.close_row(turn.clone()).await
    }
}

/// A turn has met a fault of the program.
pub(crate) fn count(turn: &Turn) {
    tracing::error!(turn.id = %turn.id, "Turn {} failed by a fault of the program", turn.id);
    metrics::counter!("conserje_turn_faults_total").increment(1);
}
