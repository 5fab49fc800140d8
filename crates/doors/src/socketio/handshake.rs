//! Signing in: who opens the connection, before anything else is heard from it.

use std::fmt;
use std::sync::{Arc, Mutex};

use conserje_accounts::AccessError;
use conserje_kernel::{Language, Permission, Scope};
use conserje_operate::App;
use conserje_protocol::{ErrorCode, SocketAuth};
use http::header;
use socketioxide::extract::{SocketRef, State, TryData};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::request::{Mailbox, Request};
use crate::wire::Failure;

/// The text of a `connect_error`, which has no place for a code of its own.
pub(super) struct Refusal(Failure);

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.0.code.name(), self.0.detail)
    }
}

/// A client that has signed in, on its way to its task.
#[derive(Clone)]
pub(super) struct Arrival {
    pub(super) scope: Scope,
    pub(super) language: Option<Language>,
    pub(super) requests: Arc<Mutex<Option<mpsc::Receiver<Request>>>>,
    /// Cancelled when the client has gone.
    pub(super) gone: CancellationToken,
}

/// Lets a client in, or says why not. What it sends is heard from the moment it is told that it is in.
pub(super) async fn sign_in(
    socket: SocketRef,
    State(app): State<App>,
    TryData(auth): TryData<Option<SocketAuth>>,
) -> Result<(), Refusal> {
    let scope = who(&app, &socket, auth.map_err(drop)).await.map_err(Refusal)?;
    let (mailbox, requests) = Mailbox::new();
    let gone = CancellationToken::new();
    let headers = &socket.req_parts().headers;
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    socket.extensions.insert(Arrival {
        scope,
        language: accepted.and_then(Language::preferred),
        requests: Arc::new(Mutex::new(Some(requests))),
        gone: gone.clone(),
    });
    socket.on_disconnect(move || {
        gone.cancel();
        std::future::ready(())
    });
    // Not `async`: this much happens in the order in which packets come in, unlike what a future does.
    socket.on_fallback(move |request: Request| {
        mailbox.take(request);
        std::future::ready(())
    });
    Ok(())
}

async fn who(app: &App, socket: &SocketRef, auth: Result<Option<SocketAuth>, ()>) -> Result<Scope, Failure> {
    let auth = auth.map_err(|()| {
        let fix = "`auth` is an object with `token` or `apiKey`, a text each";
        Failure::new(ErrorCode::InvalidRequest, fix)
    })?;
    let SocketAuth { token, api_key } = auth.unwrap_or_default();
    let headers = &socket.req_parts().headers;
    let scope =
        app.access().authenticate_live(token.or(api_key).as_deref(), headers, app.public_url()).await?;
    if !scope.may(Permission::ReadSessions) {
        return Err(AccessError::Forbidden { permission: Permission::ReadSessions.name() }.into());
    }
    Ok(scope)
}
