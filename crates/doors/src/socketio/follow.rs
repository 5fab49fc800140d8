//! Passing a session's events on to one client.

use conserje_conversation::{Followed, Follower};
use conserje_kernel::SessionId;
use conserje_protocol::ErrorCode;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::outgoing::{Outgoing, Unsent, agent_error};
use crate::wire::{Failure, transient_event, wire_event};

/// One joined session, as the connection knows it.
#[derive(Clone)]
pub(super) struct Joined {
    /// Cancelled to leave.
    left: CancellationToken,
    /// Cancelled once nothing is passed on any more.
    ended: CancellationToken,
}

impl Joined {
    /// Returns when the last event has been passed on.
    pub(super) async fn leave(self) {
        self.left.cancel();
        self.ended.cancelled().await;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_cancelled()
    }
}

/// The task that passes events on.
pub(super) struct Following {
    out: Outgoing,
    session: SessionId,
    follower: Follower,
    /// The last event that was sent.
    last: i64,
    left: CancellationToken,
    _ended: DropGuard,
}

impl Following {
    pub(super) fn new(out: Outgoing, session: SessionId, follower: Follower, after: i64) -> (Self, Joined) {
        // Leaving is a part of going.
        let joined = Joined { left: out.halt.child_token(), ended: CancellationToken::new() };
        let (left, ended) = (joined.left.clone(), joined.ended.clone().drop_guard());
        (Self { out, session, follower, last: after, left, _ended: ended }, joined)
    }

    pub(super) fn session(&self) -> SessionId {
        self.session
    }

    pub(super) async fn run(mut self) {
        let left = self.left.clone();
        let unsent = tokio::select! {
            () = left.cancelled() => return,
            unsent = self.pass_on() => unsent,
        };
        if unsent == Unsent::TooSlow {
            // Not to be left half done: it leaves by itself.
            let Self { out, session, last, .. } = self;
            out.cut(out.too_slow(Some((session, last)))).await;
        }
    }

    async fn pass_on(&mut self) -> Unsent {
        loop {
            let followed = match self.follower.next().await {
                Ok(followed) => followed,
                Err(error) => {
                    let session = self.session;
                    tracing::warn!(session.id = %session, "Following session {session} ended: {error:?}");
                    let problem = "the session's events cannot be read at the moment; join it again";
                    let mut error = agent_error(Failure::new(ErrorCode::StorageUnavailable, problem));
                    error.session_id = Some(session.to_string());
                    error.resume_after = Some(self.last);
                    return self.out.emit("agent:error", &error).await.err().unwrap_or(Unsent::Gone);
                }
            };
            let (sequence, event) = match followed {
                Followed::Recorded(event) => (event.sequence, wire_event(event)),
                Followed::Transient { after, transient } => {
                    (after.max(self.last), transient_event(self.session, transient))
                }
            };
            if let Err(unsent) = self.out.emit("agent:event", &event).await {
                return unsent;
            }
            self.last = sequence;
        }
    }
}
