//! Public errors: code → status → page in `docs/errors/`. Every door renders from this table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

macro_rules! error_codes {
    ($($variant:ident = $name:literal, $status:literal, $title:literal;)+) => {
        /// What went wrong, in a word that programs can rely on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode { $(#[serde(rename = $name)] $variant),+ }

        impl ErrorCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The HTTP status it is sent with.
            pub fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }

            /// The same for every occurrence; what happened this time is in the detail.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),+ }
            }
        }
    };
}

error_codes! {
    InvalidJson = "invalid_json", 400, "The body is not the JSON this route takes";
    InvalidRequest = "invalid_request", 400, "A part of the request cannot be read";
    Unauthenticated = "unauthenticated", 401, "Nobody is signed in";
    WrongCredentials = "wrong_credentials", 401, "The address or the password is wrong";
    Forbidden = "forbidden", 403, "The caller may not do this";
    CsrfFailed = "csrf_failed", 403, "The request did not prove that it comes from our page";
    UserMismatch = "user_mismatch", 403, "The message names another user than the signed-in one";
    NotFound = "not_found", 404, "There is no such thing";
    MethodNotAllowed = "method_not_allowed", 405, "The route does not take this method";
    SlowConsumer = "slow_consumer", 408, "The client did not take its events in time";
    SessionBusy = "session_busy", 409, "A turn of the session is running";
    IdempotencyInFlight = "idempotency_in_flight", 409, "The first request with this key is still being worked on";
    ApprovalDecided = "approval_decided", 409, "The decision was taken before";
    SessionHeld = "session_held", 409, "Another person has the conversation";
    SessionNotHeld = "session_not_held", 409, "Nobody has the conversation";
    EscalationClosed = "escalation_closed", 409, "Nobody is asked for any more";
    TurnCancelled = "turn_cancelled", 409, "The turn was stopped";
    AlreadyExists = "already_exists", 409, "There is one with this name already";
    LastOwner = "last_owner", 409, "A tenant must keep an owner";
    SlotNotFree = "slot_not_free", 409, "The time is not free";
    WrongState = "wrong_state", 409, "It is not in a state in which this can be done";
    ApprovalExpired = "approval_expired", 410, "The time to decide has run out";
    LinkUsed = "link_used", 410, "The link was used, has expired, or never was";
    ChangedMeanwhile = "changed_meanwhile", 412, "Somebody changed it meanwhile";
    BodyTooLarge = "body_too_large", 413, "The body is larger than the route takes";
    MessageTooLong = "message_too_long", 413, "The message is longer than allowed";
    UnsupportedMediaType = "unsupported_media_type", 415, "The body is not of a type that the route takes";
    ContextTooLong = "context_too_long", 413, "The conversation is too long for the model";
    ContentRefused = "content_refused", 422, "The content was refused";
    FileRefused = "file_refused", 422, "The file cannot be taken";
    InvalidValue = "invalid_value", 422, "A value is outside what is allowed";
    MessageEmpty = "message_empty", 422, "The message says nothing";
    MessageUnreadable = "message_unreadable", 422, "The message contains characters that are not text";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request";
    QueueFull = "queue_full", 429, "Too many messages of the session are waiting";
    BudgetExceeded = "budget_exceeded", 429, "The budget for models is used up";
    TooManyAttempts = "too_many_attempts", 429, "Too many attempts at once";
    RateLimited = "rate_limited", 429, "Too much was asked for in a short time";
    TurnLimit = "turn_limit", 422, "The turn took more steps or tokens than it may";
    Internal = "internal", 500, "Something went wrong on the server";
    ModelFailed = "model_failed", 502, "The model did not answer";
    McpServerFailed = "mcp_server_failed", 502, "Another MCP server did not answer";
    SearchUnavailable = "search_unavailable", 503, "Documents cannot be searched at the moment";
    StorageNotWritable = "storage_not_writable", 503, "The server cannot write at the moment";
    StorageUnavailable = "storage_unavailable", 503, "The server cannot reach its storage at the moment";
    ServerStopping = "server_stopping", 503, "The server is stopping";
    ServerStopped = "server_stopped", 503, "The server stopped in the middle of a turn";
    TurnTimeout = "turn_timeout", 504, "The turn took longer than its limit";
}

// By hand: the derive does not see names that come out of a macro.
impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let names = Self::ALL.iter().map(|code| code.name());
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
    }
}

impl ToSchema for ErrorCode {}

/// An error as RFC 9457 has it, with a code and a trace id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The page that explains this error.
    #[serde(rename = "type")]
    #[schema(example = "/docs/errors/not_found")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    /// What happened this time and what to do about it.
    pub detail: String,
    pub code: ErrorCode,
    /// Finds this request in the server's log.
    #[serde(rename = "traceId")]
    pub trace_id: String,
}

impl Problem {
    pub fn new(code: ErrorCode, detail: impl Into<String>, trace_id: impl Into<String>) -> Self {
        Self {
            kind: format!("/docs/errors/{}", code.name()),
            title: code.title().to_owned(),
            status: code.status(),
            detail: detail.into(),
            code,
            trace_id: trace_id.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_status_of_its_kind_and_a_name_of_its_own() {
        let mut names: Vec<_> = ErrorCode::ALL.iter().map(|code| code.name()).collect();
        assert!(ErrorCode::ALL.iter().all(|code| (400..600).contains(&code.status())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ErrorCode::ALL.len());
    }
}
