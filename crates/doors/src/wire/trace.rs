//! One id follows a request through the log, its events and its errors.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use conserje_kernel::TraceId;
use http::{HeaderMap, HeaderValue};
use tracing::Instrument as _;

tokio::task_local! {
    static TRACE: TraceId;
}

/// The id of the request being served.
pub(crate) fn current() -> TraceId {
    TRACE.try_with(|trace| *trace).unwrap_or_else(|_| TraceId::generate())
}

/// Does something that no request asked for under an id of its own.
pub(crate) async fn within<T>(trace: TraceId, work: impl Future<Output = T>) -> T {
    TRACE.scope(trace, work).await
}

/// Takes the caller's W3C trace id if there is one, else makes one; measures and logs the request.
pub(crate) async fn follow(request: Request, next: Next) -> Response {
    let trace = from_traceparent(request.headers()).unwrap_or_else(TraceId::generate);
    let method = request.method().clone();
    // The pattern, not the path: ids and tokens do not belong into logs and metrics.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| unmatched(request.uri().path()), |path| path.as_str())
        .to_owned();
    let span = tracing::info_span!("request", trace.id = %trace, %method, route);
    let began = Instant::now();
    let mut response = TRACE.scope(trace, next.run(request)).instrument(span.clone()).await;
    let status = response.status().as_u16();
    span.in_scope(|| tracing::debug!(status, micros = began.elapsed().as_micros(), "Served"));
    let labels = [("method", method.to_string()), ("route", route), ("status", status.to_string())];
    metrics::counter!("conserje_http_requests_total", &labels).increment(1);
    metrics::histogram!("conserje_http_request_seconds", &labels[..2]).record(began.elapsed().as_secs_f64());
    if let Ok(value) = HeaderValue::from_str(&trace.to_string()) {
        response.headers_mut().insert("x-trace-id", value);
    }
    response
}

/// What stands for paths that the router does not know: Socket.IO's is served before it.
fn unmatched(path: &str) -> &'static str {
    if path.starts_with("/socket.io/") { "/socket.io/" } else { "(none)" }
}

/// `00-<32 hex digits>-<16>-<2>`.
fn from_traceparent(headers: &HeaderMap) -> Option<TraceId> {
    let value = headers.get("traceparent")?.to_str().ok()?;
    let id = value.split('-').nth(1)?;
    let trace = format!("{}_{id}", TraceId::PREFIX).parse::<TraceId>().ok()?;
    (!trace.as_uuid().is_nil()).then_some(trace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callers_trace_id_is_taken_over_if_it_is_one() {
        let of = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("traceparent", HeaderValue::from_static(value));
            from_traceparent(&headers).map(|trace| trace.to_string())
        };
        let id = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), Some(format!("trc_{id}")));
        for not_one in ["", "00", "00-xyz-1-1", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"] {
            assert_eq!(of(not_one), None, "{not_one}");
        }
    }
}
