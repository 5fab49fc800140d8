//! Errors as OpenAI's clients read them.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use conserje_accounts::limits::Standing;
use conserje_conversation::{CompleteError, ConversationError, SendError};
use conserje_protocol::ErrorCode;
use conserje_protocol::openai::{ApiErrorBody, ApiErrorReply};
use http::{HeaderValue, StatusCode, header};

use crate::wire::Failure;

/// A request that could not be served.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    /// In how many seconds the same request may do better, if it may; their clients try again by themselves.
    retry_after: Option<u32>,
    standing: Option<Box<Standing>>,
    pub(super) body: ApiErrorBody,
}

impl ApiError {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = match status.as_u16() {
            401 => "authentication_error",
            403 => "permission_error",
            429 if code == ErrorCode::BudgetExceeded => "insufficient_quota",
            429 => "rate_limit_error",
            500.. => "server_error",
            _ => "invalid_request_error",
        };
        let body = ApiErrorBody {
            message: message.into(),
            kind: kind.to_owned(),
            param: None,
            code: Some(code.name().to_owned()),
        };
        // A model was tried again before this was said; a turn that is tried again is another turn.
        let is_worth_retrying = matches!(
            code,
            ErrorCode::QueueFull
                | ErrorCode::TooManyAttempts
                | ErrorCode::RateLimited
                | ErrorCode::StorageNotWritable
                | ErrorCode::StorageUnavailable
                | ErrorCode::ServerStopping
        );
        Self { status, retry_after: is_worth_retrying.then_some(2), standing: None, body }
    }

    /// A parameter that is not as it must be.
    pub(super) fn param(param: &str, message: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::InvalidRequest, message);
        error.body.param = Some(param.to_owned());
        error.body.code = Some("invalid_value".to_owned());
        error
    }

    /// A parameter that changes what is asked for, and that nothing here can do.
    pub(super) fn unsupported(param: &str, fix: &str) -> Self {
        let mut error = Self::param(param, format!("`{param}` is not supported here; {fix}"));
        error.body.code = Some("unsupported_parameter".to_owned());
        error
    }

    pub(super) fn no_model(name: &str) -> Self {
        let shown: String = name.chars().take(100).collect();
        let message = format!("there is no assistant, model or tier `{shown}`; GET /v1/models lists them");
        let mut error = Self::new(ErrorCode::NotFound, message);
        error.body.param = Some("model".to_owned());
        error.body.code = Some("model_not_found".to_owned());
        error
    }

    pub(super) fn coded(mut self, code: &str) -> Self {
        self.body.code = Some(code.to_owned());
        self
    }

    /// How a turn failed, by its code.
    pub(super) fn of_turn(code: &str, message: String) -> Self {
        let known = ErrorCode::ALL.iter().copied().find(|known| known.name() == code);
        Self::new(known.unwrap_or(ErrorCode::Internal), message).coded(code)
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        let (code, standing, wait) = (failure.code, failure.standing, failure.retry_after());
        let error = Self::new(code, failure.into_detail());
        Self { retry_after: error.retry_after.map(|_| wait), standing: standing.map(Box::new), ..error }
    }
}

impl From<ConversationError> for ApiError {
    fn from(error: ConversationError) -> Self {
        Failure::from(error).into()
    }
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        Failure::from(error).into()
    }
}

impl From<CompleteError> for ApiError {
    fn from(error: CompleteError) -> Self {
        Failure::from(error).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self { status, retry_after, standing, body } = self;
        let mut response = (status, axum::Json(ApiErrorReply { error: body })).into_response();
        let headers = response.headers_mut();
        let retry = if retry_after.is_some() { "true" } else { "false" };
        headers.insert("x-should-retry", HeaderValue::from_static(retry));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(standing) = standing {
            standing.write(headers);
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Failures from before and around the handlers, of credentials, bodies and routes, in this door's shape.
pub(crate) async fn speak(request: Request, next: Next) -> Response {
    let is_ours = super::is_ours(request.uri().path());
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Failure>() {
        Some(failure) if is_ours => ApiError::from(failure).into_response(),
        Some(_) | None => response,
    }
}
