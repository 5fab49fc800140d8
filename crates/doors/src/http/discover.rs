//! What programs and browsers look for before anything else: what this is, what may be indexed, how it looks as an
//! application of its own.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_operate::App;
use conserje_protocol::Problem;
use http::header;

use crate::wire::Open;
use crate::wire::extract::PathId;
use crate::wire::failure::Failure;

/// A private server: nothing of it is to be found by searching, save what says what it is.
const ROBOTS: &str = "User-agent: *\nAllow: /llms.txt\nAllow: /docs/\nDisallow: /\n";

/// Made from `web/src/theme/icon.svg` by `npm run icons` in `web`.
static ICONS: [(&str, &[u8]); 6] = [
    ("apple-touch-icon.png", include_bytes!("../../assets/icons/apple-touch-icon.png")),
    ("icon-192.png", include_bytes!("../../assets/icons/icon-192.png")),
    ("icon-512.png", include_bytes!("../../assets/icons/icon-512.png")),
    ("icon-maskable-512.png", include_bytes!("../../assets/icons/icon-maskable-512.png")),
    ("icon-32.png", include_bytes!("../../assets/icons/icon-32.png")),
    ("icon.svg", include_bytes!("../../assets/icons/icon.svg")),
];

const MANIFEST: &str = include_str!("../../assets/icons/manifest.webmanifest");

fn text(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")], text).into_response()
}

/// What this server is, for programs that read: where its API, its documentation and its MCP door are.
#[utoipa::path(get, path = "/llms.txt", tag = "docs", security(()),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn llms(_: Open, State(app): State<App>) -> Response {
    let url = app.public_url();
    let said = format!(
        "# Conserje

> An agent server: assistants that answer with citations from an organisation's own documents, act through tools, ask a
> person before risky acts, and keep a complete record. It speaks Spanish and English. All data needs a credential; this
> text does not.

Send an API key as `Authorization: Bearer KEY`; whoever runs this server makes them. Errors are `application/problem+json`
with a `code` and a page that explains it.

## API

- [OpenAPI]({url}/api/openapi.json): every route, what it takes and returns
- [API for people]({url}/docs/): the same, to read and try
- [Errors]({url}/docs/errors/not_found): a page per code, `/docs/errors/CODE`; Markdown with `Accept: text/markdown`
- [AsyncAPI]({url}/api/asyncapi.json): the Socket.IO channel

## Other doors

- MCP (streamable HTTP): {url}/api/v1/mcp
- OpenAI's API: base URL {url}/v1
- Health: {url}/health/ready
"
    );
    text("text/plain; charset=utf-8", said)
}

/// What may be indexed of this server.
#[utoipa::path(get, path = "/robots.txt", tag = "docs", security(()),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn robots(_: Open) -> Response {
    text("text/plain; charset=utf-8", ROBOTS)
}

/// How the page looks as an application of its own.
#[utoipa::path(get, path = "/manifest.webmanifest", tag = "page", security(()),
    responses((status = 200, body = Object, content_type = "application/manifest+json")))]
pub(super) async fn manifest(_: Open) -> Response {
    text("application/manifest+json", MANIFEST)
}

/// Its icons.
#[utoipa::path(get, path = "/icons/{file}", tag = "page", security(()), params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "image/png"), (status = "4XX", body = Problem)))]
pub(super) async fn icon(_: Open, PathId(name): PathId<String>) -> Result<Response, Failure> {
    shown(&name).ok_or_else(|| Failure::not_found("page"))
}

/// What browsers ask for by themselves.
#[utoipa::path(get, path = "/favicon.ico", tag = "page", security(()),
    responses((status = 200, body = String, content_type = "image/png"), (status = "4XX", body = Problem)))]
pub(super) async fn favicon(_: Open) -> Result<Response, Failure> {
    shown("icon-32.png").ok_or_else(|| Failure::not_found("page"))
}

/// What telephones ask for by themselves.
#[utoipa::path(get, path = "/apple-touch-icon.png", tag = "page", security(()),
    responses((status = 200, body = String, content_type = "image/png"), (status = "4XX", body = Problem)))]
pub(super) async fn touch_icon(_: Open) -> Result<Response, Failure> {
    shown("apple-touch-icon.png").ok_or_else(|| Failure::not_found("page"))
}

fn shown(name: &str) -> Option<Response> {
    let (name, bytes) = ICONS.iter().find(|(known, _)| *known == name)?;
    let is_drawing = std::path::Path::new(name).extension().is_some_and(|end| end == "svg");
    Some(text(if is_drawing { "image/svg+xml" } else { "image/png" }, *bytes))
}
