//! What a browser sees: the application of `web/`, as it was built into this binary.
//!
//! The application has addresses of its own (`/chat/…`, `/knowledge/…`), which all lead to the same document; its
//! files have their content's hash in their names and never change. Each is there a second time compressed (`.br`).

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use conserje_protocol::Problem;
use http::{HeaderMap, HeaderValue, Method, header};

use super::extract::PathId;
use super::failure::Failure;
use crate::access::Open;

include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

const INDEX: &str = "index.html";
/// What the binary shows that was built without the application.
const NOT_BUILT: &str = include_str!("../../../assets/not-built.html");
/// Files of ours only, nothing inline, and nothing is asked of anybody else. Pictures of documents are data: and blob:.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'self'";
/// Where the application's own addresses begin.
const PLACES: [&str; 7] = ["chat", "knowledge", "operate", "admin", "shared", "sign-in", "welcome"];

fn find(name: &str) -> Option<&'static [u8]> {
    FILES
        .binary_search_by(|(other, _)| (*other).cmp(name))
        .ok()
        .and_then(|at| FILES.get(at))
        .map(|(_, bytes)| *bytes)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        Some(_) | None => "application/octet-stream",
    }
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| coding.trim().split(';').next() == Some("br"))
}

fn file(name: &str, headers: &HeaderMap, caching: &'static str) -> Option<Response> {
    let about = [
        (header::CONTENT_TYPE, kind(name)),
        (header::CACHE_CONTROL, caching),
        (header::VARY, "accept-encoding"),
    ];
    let compressed = find(&format!("{name}.br")).filter(|_| takes_brotli(headers));
    match compressed {
        Some(bytes) => Some((about, [(header::CONTENT_ENCODING, "br")], bytes).into_response()),
        None => Some((about, find(name)?).into_response()),
    }
}

fn application(headers: &HeaderMap) -> Response {
    // A new server brings a new page.
    let mut response = file(INDEX, headers, "no-cache").unwrap_or_else(|| {
        ([(header::CONTENT_TYPE, kind(INDEX)), (header::CACHE_CONTROL, "no-cache")], NOT_BUILT)
            .into_response()
    });
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// The page.
#[utoipa::path(get, path = "/", tag = "page", security(()), responses((status = 200, body = String, content_type = "text/html")))]
pub(super) async fn home(_: Open, headers: HeaderMap) -> Response {
    application(&headers)
}

/// What the page is made of.
#[utoipa::path(get, path = "/assets/{file}", tag = "page", security(()), params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "*/*"), (status = "4XX", body = Problem)))]
pub(super) async fn asset(
    _: Open,
    PathId(name): PathId<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = file(&name, &headers, "public, max-age=31536000, immutable");
    found.filter(|_| name != INDEX).ok_or_else(|| Failure::not_found("page"))
}

/// An address of the application, or one that nobody knows.
pub(super) async fn elsewhere(request: Request) -> Response {
    let first = request.uri().path().split('/').nth(1).unwrap_or_default();
    if matches!(*request.method(), Method::GET | Method::HEAD) && PLACES.contains(&first) {
        return application(request.headers());
    }
    Failure::not_found("page or route").into_response()
}
