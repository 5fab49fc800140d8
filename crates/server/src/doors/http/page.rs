//! What a browser sees: a chat screen, and the page where a one-time link leads.

use axum::response::{IntoResponse, Response};
use conserje_protocol::Problem;
use http::header;

use super::extract::PathId;
use super::failure::Failure;
use crate::access::Open;

const WELCOME: &str = include_str!("../../../assets/welcome.html");
const HOME: &str = include_str!("../../../assets/home.html");

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($kind:ident $name:literal),+ $(,)?) => {
        [$(($name, $kind, include_str!(concat!("../../../assets/", $name)))),+]
    };
}

/// By name, with kind and content.
const ASSETS: [(&str, &str, &str); 8] = assets![
    STYLE "page.css", STYLE "chat.css",
    SCRIPT "page.js", SCRIPT "chat.js", SCRIPT "conversation.js", SCRIPT "server.js", SCRIPT "view.js",
    SCRIPT "words.js",
];

fn html(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// The page.
#[utoipa::path(get, path = "/", tag = "page", security(()), responses((status = 200, body = String, content_type = "text/html")))]
pub(super) async fn home(_: Open) -> Response {
    html(HOME)
}

/// Where a one-time link leads.
#[utoipa::path(get, path = "/welcome", tag = "page", security(()), responses((status = 200, body = String, content_type = "text/html")))]
pub(super) async fn welcome(_: Open) -> Response {
    html(WELCOME)
}

/// How the page looks and what it does.
#[utoipa::path(get, path = "/assets/{file}", tag = "page", security(()), params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "*/*"), (status = "4XX", body = Problem)))]
pub(super) async fn asset(_: Open, PathId(file): PathId<String>) -> Result<Response, Failure> {
    let (_, kind, content) =
        ASSETS.iter().find(|(name, ..)| *name == file).ok_or_else(|| Failure::not_found("page"))?;
    // Asked for again each time: a new server brings a new page.
    Ok(([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *content).into_response())
}
