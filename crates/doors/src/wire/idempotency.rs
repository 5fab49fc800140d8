//! `Idempotency-Key` on every POST that creates.

use axum::Json;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use conserje_kernel::{Digest, Scope};
use conserje_operate::{App, Claimed, OnceKey};
use conserje_protocol::ErrorCode;
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::failure::Failure;

const LONGEST: usize = 200;

/// The header, if there is one.
pub(crate) struct IdempotencyKey(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let bad = || {
            let fix = format!("`Idempotency-Key` is 1 to {LONGEST} visible ASCII characters");
            Failure::new(ErrorCode::InvalidRequest, fix)
        };
        let key = value.to_str().map_err(|_| bad())?;
        if key.is_empty() || key.len() > LONGEST { Err(bad()) } else { Ok(Self(Some(key.to_owned()))) }
    }
}

/// Where a creating request goes, and what it asks for: what its key is bound to.
pub(crate) struct Creating<'a, B> {
    pub(crate) route: &'static str,
    /// What the path names, if anything.
    pub(crate) path: String,
    pub(crate) body: &'a B,
}

/// Creates once per key. `create` gets the id for what it makes, the same when it is tried again.
pub(crate) async fn once<I, B, R, F>(
    app: &App,
    scope: &Scope,
    key: IdempotencyKey,
    creating: Creating<'_, B>,
    create: impl FnOnce(I) -> F,
) -> Result<Response, Failure>
where
    I: IdFromUuid,
    B: Serialize,
    R: Serialize + DeserializeOwned,
    F: Future<Output = Result<(StatusCode, R), Failure>>,
{
    let Some(key) = key.0 else {
        let (status, reply) = create(I::from_uuid(uuid::Uuid::now_v7())).await?;
        return Ok((status, Json(reply)).into_response());
    };
    let bound =
        serde_json::to_vec(&(creating.path, creating.body)).map_err(|error| Failure::internal(&error))?;
    let key = OnceKey { route: creating.route, key, body: Digest::new(Sha256::digest(&bound).into()) };
    match app.operate().claim(scope, &key).await? {
        Claimed::Yours { object } => match create(I::from_uuid(object)).await {
            Ok((status, reply)) => {
                let text = serde_json::to_string(&reply).map_err(|error| Failure::internal(&error))?;
                app.operate().answer(scope, &key, i64::from(status.as_u16()), text).await?;
                Ok((status, Json(reply)).into_response())
            }
            Err(failure) => {
                // Refused: nothing was made, and the key is free. Failed: something may have been, and
                // another try must find it under the same id.
                let refused = failure.code.status() < 500;
                let given_back = if refused {
                    app.operate().release(scope, &key).await
                } else {
                    app.operate().abandon(scope, &key).await
                };
                if let Err(error) = given_back {
                    tracing::debug!("An idempotency key was not given back, its lease will end: {error}");
                }
                Err(failure)
            }
        },
        Claimed::Answered { status, response } => {
            let reply: R = serde_json::from_str(&response).map_err(|error| Failure::internal(&error))?;
            let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
            let mut response = (status.unwrap_or(StatusCode::OK), Json(reply)).into_response();
            response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
            Ok(response)
        }
        Claimed::InFlight => {
            let wait = "wait for the answer to the first request, or send this one again in a moment";
            Err(Failure::new(ErrorCode::IdempotencyInFlight, wait))
        }
        Claimed::OtherBody => {
            let fix = "a key stands for one request; use a new key for another body";
            Err(Failure::new(ErrorCode::IdempotencyKeyReused, fix))
        }
    }
}

/// An id that a claim can carry.
pub(crate) trait IdFromUuid {
    fn from_uuid(uuid: uuid::Uuid) -> Self;
}

/// For what has no id of its own, such as a line of a ledger.
impl IdFromUuid for uuid::Uuid {
    fn from_uuid(uuid: uuid::Uuid) -> Self {
        uuid
    }
}

macro_rules! carried {
    ($($id:ty),+) => {$(
        impl IdFromUuid for $id {
            fn from_uuid(uuid: uuid::Uuid) -> Self {
                <$id>::from_uuid(uuid)
            }
        }
    )+};
}
carried!(
    conserje_kernel::SessionId,
    conserje_kernel::TurnId,
    conserje_kernel::ShareId,
    conserje_kernel::SiteId,
    conserje_kernel::MessageId,
    conserje_kernel::NoteId,
    conserje_kernel::UserId,
    conserje_kernel::ApiKeyId,
    conserje_kernel::AppointmentId,
    conserje_kernel::OrderId,
    conserje_kernel::CustomerId,
    conserje_kernel::BlockId,
    conserje_kernel::WaitingId,
    conserje_kernel::ChannelId
);
