//! One client: what it asks for, what it has joined, and whether it may still.

use std::collections::HashMap;
use std::future::Ready;
use std::sync::{Mutex, PoisonError};

use conserje_kernel::{Language, Permission, Scope, SessionId, TraceId};
use conserje_operate::App;
use conserje_protocol::{AgentError, ErrorCode, SocketDone};
use socketioxide::extract::{Extension, SocketRef, State};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::follow::{Following, Joined};
use super::handshake::Arrival;
use super::outgoing::{Outgoing, Unsent, agent_error};
use super::request::Request;
use crate::http::progress_event;
use crate::wire::live::ASK_AGAIN;
use crate::wire::{AcceptedLanguage, Failure, render_progress, trace};

/// Starts the task of a client that was let in.
pub(super) fn open(
    socket: SocketRef,
    State(app): State<App>,
    Extension(arrival): Extension<Arrival>,
) -> Ready<()> {
    let Arrival { scope, language, requests, gone } = arrival;
    let requests = requests.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(requests) = requests {
        let stop = app.stop_token();
        let out = Outgoing { socket, patience: app.slow_client_patience(), halt: gone, stop };
        let connection = Connection { app: app.clone(), out, scope, language, joined: Mutex::default() };
        app.tasks().once("socket", |_| connection.run(requests));
    }
    std::future::ready(())
}

pub(super) struct Connection {
    pub(super) app: App,
    pub(super) out: Outgoing,
    pub(super) scope: Scope,
    pub(super) language: Option<Language>,
    joined: Mutex<HashMap<SessionId, Joined>>,
}

/// What a request led to: its acknowledgement, and what begins once that is sent.
pub(super) struct Done {
    pub(super) reply: serde_json::Value,
    pub(super) then: Option<Following>,
}

impl Connection {
    async fn run(self, mut requests: mpsc::Receiver<Request>) {
        let open = metrics::gauge!("conserje_sockets_open");
        open.increment(1.0);
        let ending = tokio::select! {
            () = self.out.halt.cancelled() => None,
            // The door says goodbye to everybody and closes the connections.
            () = self.out.stop.cancelled() => None,
            ending = self.watch() => Some(ending),
            ending = self.tell_of_files() => ending,
            ending = self.serve(&mut requests) => ending,
        };
        if let Some(ending) = ending {
            self.out.cut(ending).await;
        }
        self.out.halt.cancel();
        open.decrement(1.0);
    }

    /// Passes on how far the tenant's files are; what a client missed is in the list of files.
    async fn tell_of_files(&self) -> Option<AgentError> {
        if !self.scope.may(Permission::ReadKnowledge) {
            std::future::pending::<()>().await;
        }
        let reader = AcceptedLanguage(self.language);
        let mut news = self.app.library().follow_progress();
        loop {
            match news.recv().await {
                Ok(progress) if progress.tenant == self.scope.tenant() => {
                    let name = progress_event(&progress);
                    if let Err(Unsent::TooSlow) =
                        self.out.emit(name, &render_progress(progress, &reader)).await
                    {
                        return Some(self.out.too_slow(None));
                    }
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// Returns when the client must go.
    async fn watch(&self) -> AgentError {
        loop {
            tokio::time::sleep(ASK_AGAIN).await;
            if !self.may_go_on().await {
                return revoked();
            }
            for session in self.sessions() {
                if let Err(error) = self.app.conversations().session(&self.scope, session).await {
                    self.forget(session, error.into()).await;
                }
            }
        }
    }

    /// A deleted session is left; one that cannot be read at the moment will be asked for again.
    async fn forget(&self, session: SessionId, failure: Failure) {
        if failure.code != ErrorCode::NotFound {
            return;
        }
        self.leave(session).await;
        let error = AgentError { session_id: Some(session.to_string()), ..agent_error(failure) };
        // Not for long: whether the client may go on at all is to be asked soon again.
        drop(tokio::time::timeout(ASK_AGAIN / 4, self.out.emit("agent:error", &error)).await);
    }

    async fn may_go_on(&self) -> bool {
        self.app.access().still_holds(&self.scope).await.unwrap_or_else(|error| {
            tracing::warn!("Asking whether a connection is still allowed failed, ending it: {error}");
            false
        })
    }

    /// One request after the other: a client's messages stay in its order.
    async fn serve(&self, requests: &mut mpsc::Receiver<Request>) -> Option<AgentError> {
        while let Some(request) = requests.recv().await {
            if !self.may_go_on().await {
                let ending = revoked();
                let failure = Failure::new(ending.code, ending.message.clone());
                drop(self.out.refuse(&request.answer, None, failure).await);
                return Some(ending);
            }
            let trace = TraceId::generate();
            if let Err(Unsent::TooSlow) = trace::within(trace, Box::pin(self.answer(request))).await {
                return Some(self.out.too_slow(None));
            }
        }
        None
    }

    async fn answer(&self, request: Request) -> Result<(), Unsent> {
        let Request { event, payload, answer, .. } = request;
        let named = payload.as_ref().ok().and_then(|payload| payload.get("sessionId")?.as_str());
        let named = named.map(super::request::shown);
        let done = match payload
            .and_then(|payload| self.app.limits().admit(&self.scope).map(|_| payload).map_err(Failure::from))
        {
            Ok(payload) => self.perform(&event, payload).await,
            Err(failure) => Err(failure),
        };
        match done {
            Ok(Done { reply, then }) => {
                // Without an acknowledgement asked for, this sends nothing.
                self.out.acknowledge(&answer, &SocketDone { ok: true, reply }).await?;
                if let Some(following) = then {
                    self.app.tasks().once("socket follower", |_| following.run());
                }
                Ok(())
            }
            Err(failure) => self.out.refuse(&answer, named, failure).await,
        }
    }

    pub(super) fn is_joined(&self, session: SessionId) -> bool {
        self.joined().get(&session).is_some_and(|joined| !joined.has_ended())
    }

    pub(super) fn sessions(&self) -> Vec<SessionId> {
        let mut joined = self.joined();
        joined.retain(|_, joined| !joined.has_ended());
        joined.keys().copied().collect()
    }

    pub(super) fn remember(&self, following: &Following, joined: Joined) {
        self.joined().insert(following.session(), joined);
    }

    /// Whether it was joined.
    pub(super) async fn leave(&self, session: SessionId) -> bool {
        let left = self.joined().remove(&session);
        match left {
            Some(joined) => {
                joined.leave().await;
                true
            }
            None => false,
        }
    }

    fn joined(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, Joined>> {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn revoked() -> AgentError {
    let problem = "what this connection was opened with has been revoked or has expired; sign in again";
    agent_error(Failure::new(ErrorCode::Unauthenticated, problem))
}
