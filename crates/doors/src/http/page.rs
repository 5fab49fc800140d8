//! What a browser sees: the application of `web/`, as it was built into this binary.
//!
//! The application has addresses of its own (`/chat/…`, `/knowledge/…`), which all lead to the same document; its
//! files have their content's hash in their names and never change. Each is there a second time compressed (`.br`).

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use conserje_kernel::SiteId;
use conserje_operate::Operate;
use conserje_protocol::{ErrorCode, Problem};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};

use crate::wire::Open;
use crate::wire::extract::PathId;
use crate::wire::failure::Failure;

include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

const INDEX: &str = "index.html";
/// What a page of the business shows in a frame.
const WIDGET: &str = "widget.html";
/// What a page of the business takes in.
const WIDGET_SCRIPT: &str = "widget.js";
/// What the binary shows that was built without the application.
const NOT_BUILT: &str = include_str!("../../assets/not-built.html");
/// Files of ours only, nothing inline, and nothing is asked of anybody else. Pictures of documents are data: and blob:.
pub(super) const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'self'";
/// Pages that isolate themselves take in and frame only what says that it may be.
const FOR_OTHERS: [(&str, &str); 2] =
    [("cross-origin-resource-policy", "cross-origin"), ("cross-origin-embedder-policy", "require-corp")];
/// Where the application's own addresses begin.
const PLACES: [&str; 9] =
    ["chat", "inbox", "knowledge", "desk", "operate", "admin", "shared", "sign-in", "welcome"];

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

fn page(name: &str, headers: &HeaderMap) -> Response {
    // A new server brings a new page.
    file(name, headers, "no-cache").unwrap_or_else(|| {
        ([(header::CONTENT_TYPE, kind(INDEX)), (header::CACHE_CONTROL, "no-cache")], NOT_BUILT)
            .into_response()
    })
}

fn for_others(response: &mut Response) {
    let headers = response.headers_mut();
    for (name, value) in FOR_OTHERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

fn application(headers: &HeaderMap) -> Response {
    let mut response = page(INDEX, headers);
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
    found
        .filter(|_| ![INDEX, WIDGET, WIDGET_SCRIPT].contains(&name.as_str()))
        .ok_or_else(|| Failure::not_found("page"))
}

/// The widget of a site, for a frame of a page that may show it.
#[utoipa::path(get, path = "/widget/{id}", tag = "page", security(()), params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn widget(
    _: Open,
    State(operate): State<Operate>,
    PathId(id): PathId<SiteId>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (_, site) = operate.open_site(id).await?;
    let mut response = page(WIDGET, &headers);
    let mut framers = "'self'".to_owned();
    for origin in &site.facts.origins {
        framers.push(' ');
        framers.push_str(origin);
    }
    let policy = POLICY.replace("frame-ancestors 'none'", &format!("frame-ancestors {framers}"));
    let policy = HeaderValue::from_str(&policy)
        .map_err(|_| Failure::new(ErrorCode::InvalidValue, "an origin of this site is none; name it anew"))?;
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    // Browsers that know `frame-ancestors` go by that.
    response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    for_others(&mut response);
    Ok(response)
}

/// The script that puts the widget on a page of the business.
#[utoipa::path(get, path = "/widget.js", tag = "page", security(()),
    responses((status = 200, body = String, content_type = "text/javascript"), (status = "4XX", body = Problem)))]
pub(super) async fn widget_script(_: Open, headers: HeaderMap) -> Result<Response, Failure> {
    let script = file(WIDGET_SCRIPT, &headers, "public, max-age=3600");
    let mut response = script.ok_or_else(|| Failure::not_found("page"))?;
    for_others(&mut response);
    Ok(response)
}

/// An address of the application, or one that nobody knows.
pub(super) async fn elsewhere(request: Request) -> Response {
    let first = request.uri().path().split('/').nth(1).unwrap_or_default();
    if matches!(*request.method(), Method::GET | Method::HEAD) && PLACES.contains(&first) {
        return application(request.headers());
    }
    Failure::not_found("page or route").into_response()
}
