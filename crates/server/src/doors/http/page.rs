//! The first page: says that the server runs, and lets the owner choose a password.

use axum::response::{IntoResponse, Response};
use http::header;

use crate::access::Open;

const STYLE: &str = include_str!("../../../assets/page.css");
const SCRIPT: &str = include_str!("../../../assets/page.js");
const WELCOME: &str = include_str!("../../../assets/welcome.html");
const HOME: &str = include_str!("../../../assets/home.html");

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

/// How the page looks.
#[utoipa::path(get, path = "/assets/page.css", tag = "page", security(()), responses((status = 200, body = String, content_type = "text/css")))]
pub(super) async fn style(_: Open) -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// What the page does.
#[utoipa::path(get, path = "/assets/page.js", tag = "page", security(()), responses((status = 200, body = String, content_type = "text/javascript")))]
pub(super) async fn script(_: Open) -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}
