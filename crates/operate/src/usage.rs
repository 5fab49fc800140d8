//! What was used, and how a turn went.

use conserje_conversation::RecordedEvent;
use conserje_kernel::{Scope, SessionId, Timestamp, TurnId, UsageBy};
use conserje_store::model_calls::{self, ModelCall, Sum};
use conserje_store::turns::{self, Turn};
use conserje_store::{Tx, event_log};

use super::{Operate, OperateError};

/// More events than a turn has.
const MOST: usize = 2000;

/// All that is known of a turn.
pub struct Course {
    pub turn: Turn,
    pub events: Vec<RecordedEvent>,
    /// Each with when it was over.
    pub calls: Vec<(ModelCall, Timestamp)>,
}

impl Operate {
    pub async fn usage(
        &self,
        scope: &Scope,
        by: UsageBy,
        between: (Timestamp, Timestamp),
    ) -> Result<Vec<Sum>, OperateError> {
        Ok(self.0.store.read(scope, move |tx: &mut Tx<'_>| model_calls::sums(tx, by, between)).await?)
    }

    /// The course of a turn of the caller's own session, or of any for an operator.
    pub async fn course(
        &self,
        scope: &Scope,
        session: SessionId,
        id: TurnId,
    ) -> Result<Course, OperateError> {
        let read = move |tx: &mut Tx<'_>| {
            let turn = turns::find(tx, session, id)?.ok_or(OperateError::NotFound { what: "turn" })?;
            let first = event_log::of_turn(tx, session, id)?;
            Ok::<_, OperateError>((turn, first, model_calls::of_turn(tx, id)?))
        };
        let (turn, first, calls) = self.0.store.read(scope, read).await?;
        let after = first.map_or(i64::MAX, |first| first - 1);
        let events = self.0.conversations.log().after(scope, session, after, MOST).await?;
        let events = events.into_iter().filter(|event| event.turn == Some(id)).collect();
        Ok(Course { turn, events, calls })
    }
}
