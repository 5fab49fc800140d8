//! What a handler did not read of a request.
//!
//! A request that is refused early (no key, a body too large) is answered before its body has arrived. The connection
//! cannot be used again then, and is closed; but a client that is not told so sends its next request into nothing. So
//! what is left is read, if it is not much, and else the answer says that the connection ends.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, Version, header};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;

/// The most that is read of what nobody wants.
const AT_MOST: usize = 4 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) async fn read_out(request: Request, next: Next) -> Response {
    let version = request.version();
    // Who asks first whether to send the body is not asked for what nobody wants.
    let expects = request.headers().contains_key(header::EXPECT);
    let left = Left::default();
    let request = request.map(|body| {
        if body.is_end_stream() {
            body
        } else {
            Body::new(Reading { body, left: left.clone(), has_ended: false })
        }
    });
    let mut response = next.run(request).await;
    if let Some(rest) = left.take()
        && version <= Version::HTTP_11
        && (expects || !tokio::time::timeout(PATIENCE, is_read_out(rest)).await.unwrap_or(false))
    {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn is_read_out(mut body: Body) -> bool {
    let mut read = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > AT_MOST {
            return false;
        }
    }
    true
}

/// Where a body goes that was dropped before its end.
#[derive(Clone, Default)]
struct Left(Arc<Mutex<Option<Body>>>);

impl Left {
    fn take(&self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct Reading {
    body: Body,
    left: Left,
    has_ended: bool,
}

impl HttpBody for Reading {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        // After an error there is no more either.
        self.has_ended = !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if !self.has_ended && !self.body.is_end_stream() {
            let rest = std::mem::take(&mut self.body);
            *self.left.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(rest);
        }
    }
}
