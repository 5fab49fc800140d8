//! The API's own description.

use std::sync::{Arc, LazyLock};

use axum::response::{IntoResponse, Redirect, Response};
use conserje_kernel::Language;
use conserje_protocol::ErrorCode;
use http::{HeaderMap, header};
use utoipa_swagger_ui::{Config, serve};

use super::plain;
use super::routes::openapi_json;
use crate::wire::Open;
use crate::wire::extract::{AcceptedLanguage, PathId};
use crate::wire::failure::Failure;

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "docs", security(()),
    responses((status = 200, body = Object, content_type = "application/json")))]
pub(super) async fn document(_: Open) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi_json()).into_response()
}

/// The Socket.IO channel, as an `AsyncAPI` document.
#[utoipa::path(get, path = "/api/asyncapi.json", tag = "docs", security(()),
    responses((status = 200, body = Object, content_type = "application/json")))]
pub(super) async fn channel(_: Open) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], crate::socketio::asyncapi_json()).into_response()
}

/// The API's description for people.
#[utoipa::path(get, path = "/docs", tag = "docs", security(()), responses((status = 303)))]
pub(super) async fn docs(_: Open) -> Redirect {
    Redirect::to("/docs/")
}

static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/api/openapi.json")));

fn ui_file(name: &str) -> Result<Response, Failure> {
    let file = serve(name, Arc::clone(&CONFIG)).map_err(|error| Failure::internal(error.as_ref()))?;
    let file = file.ok_or_else(|| Failure::not_found("page"))?;
    Ok(([(header::CONTENT_TYPE, file.content_type)], file.bytes.to_vec()).into_response())
}

/// The API's description for people.
#[utoipa::path(get, path = "/docs/", tag = "docs", security(()),
    responses((status = 200, body = String, content_type = "text/html")))]
pub(super) async fn index(_: Open) -> Result<Response, Failure> {
    ui_file("index.html")
}

/// A file of that page.
#[utoipa::path(get, path = "/docs/{file}", tag = "docs", security(()), params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "*/*"), (status = "4XX", body = conserje_protocol::Problem)))]
pub(super) async fn file(_: Open, PathId(file): PathId<String>) -> Result<Response, Failure> {
    ui_file(&file)
}

/// What an error code means and what to do about it: a page, or its Markdown for whoever asks for that.
#[utoipa::path(get, path = "/docs/errors/{code}", tag = "docs", security(()), params(("code" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = "4XX", body = conserje_protocol::Problem)))]
pub(super) async fn error_page(
    _: Open,
    PathId(code): PathId<String>,
    accepted: AcceptedLanguage,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let known = ErrorCode::ALL.iter().find(|known| known.name() == code);
    let (known, written) = known
        .and_then(|known| Some((*known, error_pages::page(known.name())?)))
        .ok_or_else(|| Failure::not_found("error code"))?;
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepts.contains("text/markdown") {
        let about = [
            (header::CONTENT_TYPE, "text/markdown; charset=utf-8"),
            (header::VARY, "accept-language, accept"),
        ];
        return Ok((about, written).into_response());
    }
    let language = accepted.0.unwrap_or(Language::En);
    let (page, api, note) = match language {
        Language::Es => {
            ("Página", "API", "Esta explicación está en inglés. El código es el mismo en todos los idiomas.")
        }
        Language::En => ("Page", "API", ""),
    };
    let title = plain::escaped(known.title_in(language));
    let content = format!(
        "<header><a href=\"/\">Conserje · {page}</a><a href=\"/docs/\">{api}</a></header>\n<main>\n<p class=\"lead\">{title}</p>\n\
         <article lang=\"en\">\n{}</article>\n</main>\n<footer><span>{note}</span><code>{}</code></footer>\n",
        plain::from_markdown(written),
        known.name(),
    );
    Ok(plain::page(language, &format!("{} · Conserje", known.name()), &content))
}

/// The pages of `docs/errors`, in the binary.
mod error_pages {
    include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));
}
