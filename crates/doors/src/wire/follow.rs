//! Every request is counted for its address, and its response says how the caller stands.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use conserje_accounts::limits::{Limits, Standing, tighter};
use conserje_operate::App;
use http::request::Parts;

use super::Failure;

/// The other end of the connection. Requests over the administration socket have none.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// How the caller stands, from where it is found out to where the response leaves.
#[derive(Clone, Default)]
struct Tally(Arc<Mutex<Option<Standing>>>);

/// Routes where somebody proves who they are.
const SIGNS_IN: [&str; 3] = ["/api/auth/login", "/api/auth/link", "/api/account/password"];
/// Whoever watches over the server is not to be told that it is gone.
const UNCOUNTED: [&str; 5] = ["/health/live", "/health/ready", "/livez", "/readyz", "/metrics"];

pub(crate) async fn follow(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let (signs_in, counts) = (SIGNS_IN.contains(&route), !UNCOUNTED.contains(&route));
    let tally = Tally::default();
    if counts && let Some(Peer(peer)) = request.extensions().get() {
        match app.limits().admit_address(*peer, request.headers(), signs_in) {
            Ok(standing) => tally.note(standing),
            Err(exceeded) => return Failure::from(exceeded).into_response(),
        }
    }
    request.extensions_mut().insert(tally.clone());
    let mut response = next.run(request).await;
    if let Some(standing) = *tally.lock() {
        standing.write(response.headers_mut());
    }
    response
}

/// Where a request came from, as it is counted.
pub(crate) fn address_of(parts: &Parts, limits: &Limits) -> Option<IpAddr> {
    parts.extensions.get().map(|Peer(peer)| limits.client(*peer, &parts.headers))
}

/// Notes how somebody stands who was let in, for the response's headers.
pub(crate) fn note(parts: &Parts, standing: Option<Standing>) {
    if let Some(tally) = parts.extensions.get::<Tally>() {
        tally.note(standing);
    }
}

impl Tally {
    fn note(&self, standing: Option<Standing>) {
        let mut known = self.lock();
        *known = tighter(*known, standing);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Standing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
