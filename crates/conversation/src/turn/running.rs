//! The turns that run in this process, to be stopped by a person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use conserje_kernel::TurnId;
use tokio_util::sync::CancellationToken;

#[derive(Clone, Default)]
pub(crate) struct Running(Arc<Mutex<HashMap<TurnId, CancellationToken>>>);

/// Held while the turn runs.
pub(crate) struct Entered {
    running: Running,
    turn: TurnId,
    token: CancellationToken,
}

impl Entered {
    pub(crate) fn token(&self) -> CancellationToken {
        self.token.clone()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.turn);
    }
}

impl Running {
    pub(crate) fn enter(&self, turn: TurnId) -> Entered {
        let token = CancellationToken::new();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(turn, token.clone());
        Entered { running: self.clone(), turn, token }
    }

    pub(crate) fn has(&self, turn: TurnId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&turn)
    }

    /// `false` if it does not run here.
    pub(crate) fn cancel(&self, turn: TurnId) -> bool {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.get(&turn).map(CancellationToken::cancel).is_some()
    }
}
