//! Sending to one client, with patience if it is slow, and without end if it is slower than that.

use std::time::Duration;

use conserje_kernel::SessionId;
use conserje_protocol::{AgentError, ErrorCode, SocketFailed};
use serde::Serialize;
use socketioxide::extract::SocketRef;
use socketioxide::{SendError, SocketError};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::request::Answer;
use crate::wire::{Failure, trace};

/// How often a full buffer is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(25);

/// Why something was not sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unsent {
    /// Nobody is there any more, or is to be.
    Gone,
    /// There was no room for as long as we wait.
    TooSlow,
}

/// One client's connection, as all its tasks share it.
#[derive(Clone)]
pub(super) struct Outgoing {
    pub(super) socket: SocketRef,
    pub(super) patience: Duration,
    /// Cancelled when the client has gone, and when it is to go: its tasks end.
    pub(super) halt: CancellationToken,
    /// Cancelled when the server stops, which closes every connection.
    pub(super) stop: CancellationToken,
}

impl Outgoing {
    /// Sends an event, waiting for room.
    pub(super) async fn emit<T: Serialize>(&self, event: &str, data: &T) -> Result<(), Unsent> {
        self.when_there_is_room(|| self.socket.emit(event, data)).await
    }

    /// Sends the answer to a request, if one is awaited.
    pub(super) async fn acknowledge<T: Serialize>(&self, answer: &Answer, data: &T) -> Result<(), Unsent> {
        self.when_there_is_room(|| answer.sender().send(data)).await
    }

    /// Says what went wrong, where the client expects it.
    pub(super) async fn refuse(
        &self,
        answer: &Answer,
        session_id: Option<String>,
        failure: Failure,
    ) -> Result<(), Unsent> {
        if answer.is_awaited() {
            self.acknowledge(answer, &failed(failure)).await
        } else {
            self.emit("agent:error", &AgentError { session_id, ..agent_error(failure) }).await
        }
    }

    async fn when_there_is_room(
        &self,
        mut send: impl FnMut() -> Result<(), SendError>,
    ) -> Result<(), Unsent> {
        let mut give_up: Option<Instant> = None;
        loop {
            match send() {
                Ok(()) => return Ok(()),
                Err(SendError::Socket(SocketError::InternalChannelFull)) => {}
                Err(SendError::Socket(SocketError::Closed)) => return Err(Unsent::Gone),
                Err(SendError::Serialize(error)) => {
                    tracing::error!("An event could not be written as JSON: {error}");
                    return Err(Unsent::Gone);
                }
            }
            let now = Instant::now();
            if *give_up.get_or_insert(now + self.patience) <= now {
                return Err(Unsent::TooSlow);
            }
            tokio::select! {
                () = self.halt.cancelled() => return Err(Unsent::Gone),
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
        }
    }

    /// Why the connection of a client that takes nothing ends.
    pub(super) fn too_slow(&self, resume: Option<(SessionId, i64)>) -> AgentError {
        let seconds = self.patience.as_secs();
        tracing::info!("A client took no event for {seconds} s; its connection is closed");
        let problem =
            format!("no event was taken for {seconds} s; connect again and join after the last one you have");
        AgentError {
            session_id: resume.map(|(session, _)| session.to_string()),
            resume_after: resume.map(|(_, last)| last),
            ..agent_error(Failure::new(ErrorCode::SlowConsumer, problem))
        }
    }

    /// Ends the connection and says why. All other tasks of it stop first, so nothing comes after. A client
    /// that never makes room for the reason is given up by the transport, when it answers no ping. Not to be
    /// called from what `halt` ends, or the client would be left without a word.
    pub(super) async fn cut(&self, error: AgentError) {
        if self.halt.is_cancelled() {
            return;
        }
        self.halt.cancel();
        let mut is_said = false;
        while self.socket.connected() {
            is_said = is_said || self.socket.emit("agent:error", &error).is_ok();
            if is_said && self.socket.clone().disconnect().is_ok() {
                break;
            }
            tokio::select! {
                () = self.stop.cancelled() => break,
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
        }
    }
}

pub(super) fn agent_error(failure: Failure) -> AgentError {
    AgentError {
        code: failure.code,
        message: failure.detail,
        session_id: None,
        resume_after: None,
        trace_id: trace::current().to_string(),
    }
}

fn failed(failure: Failure) -> SocketFailed {
    SocketFailed {
        ok: false,
        code: failure.code,
        message: failure.detail,
        trace_id: trace::current().to_string(),
    }
}

/// As [`Outgoing::refuse`], where nothing can wait: a client without room for it will not hear it.
pub(super) fn refuse_at_once(answer: &Answer, failure: &Failure) {
    let failure = Failure::new(failure.code, failure.detail.clone());
    if answer.is_awaited() {
        drop(answer.sender().send(&failed(failure)));
    } else {
        drop(answer.socket().emit("agent:error", &agent_error(failure)));
    }
}
