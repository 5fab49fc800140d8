//! Refusals are told in the language that the request asks for.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use conserje_kernel::Language;

use super::extract::AcceptedLanguage;
use super::failure::Failure;

/// Tells why a request was refused in the language that it asks for.
pub(crate) async fn answer_in_language(request: Request, next: Next) -> Response {
    let language = AcceptedLanguage::of(request.headers()).0.unwrap_or(Language::En);
    let response = next.run(request).await;
    match (language, response.extensions().get::<Failure>()) {
        (Language::Es, Some(failure)) => failure.clone().told_in(language, response),
        (Language::Es | Language::En, _) => response,
    }
}
