//! Errors on their way out: a public code, what to do, a trace id; the cause stays in the log.

use std::error::Error;

use axum::response::{IntoResponse, Response};
use conserje_accounts::AccessError;
use conserje_accounts::limits::{Exceeded, Standing};
use conserje_conversation::Blocked;
use conserje_conversation::model::{ModelError, Trouble};
use conserje_conversation::{
    ChoosePackError, CompleteError, ConversationError, DecideError, InboxError, SendError, SessionError,
};
use conserje_documents::{LibraryError, SearchError};
use conserje_kernel::{Language, UnknownName};
use conserje_operate::assistants::AssistantError;
use conserje_operate::{OperateError, StoreError, WriteTrouble};
use conserje_protocol::{ErrorCode, Problem};
use http::{HeaderValue, StatusCode, header};

use super::said::said_in;
use super::trace;

/// The media type of RFC 9457.
const PROBLEM: &str = "application/problem+json";

/// A request that could not be served.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) code: ErrorCode,
    pub(crate) detail: String,
    /// Of a caller who asked for too much.
    pub(crate) standing: Option<Standing>,
}

impl Failure {
    pub(crate) fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), standing: None }
    }

    /// In how many seconds it is worth trying again.
    pub(crate) fn retry_after(&self) -> u32 {
        self.standing.and_then(|standing| standing.retry_after()).unwrap_or(2)
    }

    pub(crate) fn into_detail(self) -> String {
        self.detail
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("there is no such {what}"))
    }

    /// What a provider says about the request is the caller's to know, what it says about itself is not.
    fn of_model(error: &ModelError) -> Self {
        let problem = &error.problem;
        let (code, detail) = match error.trouble {
            Trouble::Filtered => (
                ErrorCode::ContentRefused,
                "the model's provider refused to answer this; ask in another way".to_owned(),
            ),
            Trouble::TooLong => (
                ErrorCode::ContextTooLong,
                "the conversation is too long for the model; send less of it".to_owned(),
            ),
            Trouble::NoNativeTools => (
                ErrorCode::InvalidValue,
                "the model takes no tools; ask another one, or send none".to_owned(),
            ),
            Trouble::Refused => {
                (ErrorCode::InvalidValue, format!("the model's provider refused the request: {problem}"))
            }
            Trouble::Unreachable
            | Trouble::Busy
            | Trouble::Down
            | Trouble::Unauthorised
            | Trouble::CutShort
            | Trouble::Malformed
            | Trouble::Silent
            | Trouble::BreakerOpen
            | Trouble::Cancelled => (
                ErrorCode::ModelFailed,
                format!("the model did not answer ({}); try again", error.trouble.name()),
            ),
        };
        tracing::warn!(trace.id = %trace::current(), "{error}");
        Self::new(code, detail)
    }

    /// What went wrong is ours to know: it is logged with its causes and not told.
    pub(crate) fn internal(error: &(dyn Error + 'static)) -> Self {
        let causes = std::iter::successors(Some(error), |&error| error.source());
        let chain = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        tracing::error!(trace.id = %trace::current(), "A request failed: {chain}");
        Self::new(
            ErrorCode::Internal,
            "something went wrong on the server; the trace id finds it in the server's log",
        )
    }
}

impl Failure {
    /// The response that was made of it, in another language.
    pub(crate) fn told_in(self, language: Language, response: Response) -> Response {
        let (mut head, body) = response.into_parts();
        // Doors with a shape of their own have said it already.
        if head.headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != PROBLEM) {
            return Response::from_parts(head, body);
        }
        let detail = said_in(language, &self.detail).into_owned();
        let mut problem = Problem::new(self.code, detail, trace::current().to_string());
        self.code.title_in(language).clone_into(&mut problem.title);
        head.headers.remove(header::CONTENT_LENGTH);
        let told = (head.status, axum::Json(problem)).into_response();
        head.headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
        Response::from_parts(head, told.into_body())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let problem = Problem::new(self.code, self.detail.clone(), trace::current().to_string());
        let status = StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, axum::Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE || status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(self.retry_after()));
        }
        if let Some(standing) = self.standing {
            standing.write(headers);
        }
        // For doors that say it in a shape of their own.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Exceeded> for Failure {
    fn from(exceeded: Exceeded) -> Self {
        Self { standing: exceeded.standing, ..Self::new(ErrorCode::RateLimited, exceeded.to_string()) }
    }
}

/// A word that a request may not hold; where a row holds one, that is the store's error.
impl From<UnknownName> for Failure {
    fn from(error: UnknownName) -> Self {
        Self::new(ErrorCode::InvalidValue, error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::NotWritable { trouble: WriteTrouble::Stopping } => Self::new(
                ErrorCode::ServerStopping,
                "nothing was changed; send the request again in a moment",
            ),
            StoreError::NotWritable { trouble } => {
                tracing::warn!(trace.id = %trace::current(), "A write was refused: {trouble}");
                Self::new(ErrorCode::StorageNotWritable, format!("{trouble}; reading still works"))
            }
            StoreError::Unreachable { .. } | StoreError::Busy { .. } => {
                tracing::warn!(trace.id = %trace::current(), "Storage is unavailable: {error:?}");
                Self::new(ErrorCode::StorageUnavailable, "nothing was changed; try again in a moment")
            }
            StoreError::Unanswered { .. } => {
                tracing::warn!(trace.id = %trace::current(), "Storage was lost during a commit: {error:?}");
                let fix =
                    "whether it was done is not known; look, or send it again with the same Idempotency-Key";
                Self::new(ErrorCode::StorageUnavailable, fix)
            }
            StoreError::Duplicate
            | StoreError::Malformed { .. }
            | StoreError::Sql { .. }
            | StoreError::NewerSchema { .. }
            | StoreError::OtherSchema { .. }
            | StoreError::Panicked
            | StoreError::Secret(_) => Self::internal(&error),
        }
    }
}

impl From<AccessError> for Failure {
    fn from(error: AccessError) -> Self {
        let code = match &error {
            AccessError::Unauthenticated => ErrorCode::Unauthenticated,
            AccessError::WrongCredentials | AccessError::WrongPassword => ErrorCode::WrongCredentials,
            AccessError::Forbidden { .. } => ErrorCode::Forbidden,
            AccessError::Csrf | AccessError::ForeignPage => ErrorCode::CsrfFailed,
            AccessError::LinkUsed => ErrorCode::LinkUsed,
            AccessError::NotFound { .. } => ErrorCode::NotFound,
            AccessError::AlreadyExists { .. } => ErrorCode::AlreadyExists,
            AccessError::LastOwner => ErrorCode::LastOwner,
            AccessError::InvalidValue { .. } => ErrorCode::InvalidValue,
            AccessError::TooManyAttempts => ErrorCode::TooManyAttempts,
            AccessError::Store(_) => ErrorCode::Internal,
        };
        if let AccessError::Store(error) = error { error.into() } else { Self::new(code, error.to_string()) }
    }
}

impl From<ConversationError> for Failure {
    fn from(error: ConversationError) -> Self {
        let code = match error {
            ConversationError::NotFound { .. } => ErrorCode::NotFound,
            ConversationError::NotForGuests | ConversationError::SwitchedOff { .. } => ErrorCode::Forbidden,
            ConversationError::Stopping => ErrorCode::ServerStopping,
            ConversationError::TurnLost | ConversationError::Events(_) => return Self::internal(&error),
            ConversationError::Store(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<Blocked> for Failure {
    fn from(blocked: Blocked) -> Self {
        let code = match &blocked {
            Blocked::Empty => ErrorCode::MessageEmpty,
            Blocked::TooLong { .. } => ErrorCode::MessageTooLong,
            Blocked::Unreadable { .. } => ErrorCode::MessageUnreadable,
            Blocked::Refused(_) => ErrorCode::ContentRefused,
        };
        Self::new(code, blocked.to_string())
    }
}

impl From<SendError> for Failure {
    fn from(error: SendError) -> Self {
        let code = match error {
            SendError::Blocked(blocked) => return blocked.into(),
            SendError::Busy => ErrorCode::SessionBusy,
            SendError::QueueFull { .. } => ErrorCode::QueueFull,
            SendError::OverBudget(_) => ErrorCode::BudgetExceeded,
            SendError::Unfinished { .. } => ErrorCode::InvalidValue,
            SendError::Other(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<CompleteError> for Failure {
    fn from(error: CompleteError) -> Self {
        match error {
            CompleteError::OverBudget(budget) => Self::new(ErrorCode::BudgetExceeded, budget.to_string()),
            CompleteError::Model(error) => Self::of_model(&error),
            CompleteError::Other(error) => error.into(),
        }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::BadTitle { .. } | SessionError::LongComment { .. } => {
                Self::new(ErrorCode::InvalidValue, error.to_string())
            }
            SessionError::Other(error) => error.into(),
        }
    }
}

impl From<DecideError> for Failure {
    fn from(error: DecideError) -> Self {
        let code = match error {
            DecideError::BadDecision { .. } => ErrorCode::InvalidValue,
            DecideError::AlreadyDecided { .. } => ErrorCode::ApprovalDecided,
            DecideError::Expired => ErrorCode::ApprovalExpired,
            DecideError::MayNotEdit | DecideError::MayNotDecide => ErrorCode::Forbidden,
            DecideError::Other(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<InboxError> for Failure {
    fn from(error: InboxError) -> Self {
        let code = match error {
            InboxError::Held { .. } => ErrorCode::SessionHeld,
            InboxError::NotHeld => ErrorCode::SessionNotHeld,
            InboxError::Closed => ErrorCode::EscalationClosed,
            InboxError::BadNote { .. } | InboxError::MayNotWork { .. } => ErrorCode::InvalidValue,
            InboxError::Blocked(blocked) => return blocked.into(),
            InboxError::Other(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<ChoosePackError> for Failure {
    fn from(error: ChoosePackError) -> Self {
        match error {
            ChoosePackError::BadSetting { problem } => Self::new(ErrorCode::InvalidValue, problem),
            ChoosePackError::Other(error) => error.into(),
        }
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::NotFound { what } => Self::not_found(what),
            LibraryError::AlreadyExists { .. } | LibraryError::SameContent { .. } => {
                Self::new(ErrorCode::AlreadyExists, error.to_string())
            }
            LibraryError::Invalid { problem } => Self::new(ErrorCode::InvalidValue, problem),
            LibraryError::TooLarge { .. } => Self::new(ErrorCode::BodyTooLarge, error.to_string()),
            LibraryError::File(error) if error.is_transient() => {
                Self::new(ErrorCode::SearchUnavailable, error.to_string())
            }
            LibraryError::File(error) => Self::new(ErrorCode::FileRefused, error.to_string()),
            LibraryError::Search(SearchError::Pattern { .. }) => {
                Self::new(ErrorCode::InvalidValue, error.to_string())
            }
            LibraryError::NoEmbedder(_) | LibraryError::Embed(_) | LibraryError::Search(_) => {
                tracing::warn!(trace.id = %trace::current(), "Searching failed: {error:?}");
                Self::new(ErrorCode::SearchUnavailable, error.to_string())
            }
            LibraryError::Blob(_) => {
                tracing::warn!(trace.id = %trace::current(), "The blob store failed: {error:?}");
                Self::new(ErrorCode::StorageUnavailable, "nothing was changed; try again in a moment")
            }
            LibraryError::Store(error) => error.into(),
            LibraryError::Malformed { .. } | LibraryError::Stopped(_) => Self::internal(&error),
        }
    }
}

impl From<AssistantError> for Failure {
    fn from(error: AssistantError) -> Self {
        match error {
            AssistantError::NotFound { what } => Self::not_found(what),
            AssistantError::AlreadyExists { .. } => Self::new(ErrorCode::AlreadyExists, error.to_string()),
            AssistantError::ChangedMeanwhile => Self::new(ErrorCode::ChangedMeanwhile, error.to_string()),
            AssistantError::Invalid { problem } => Self::new(ErrorCode::InvalidValue, problem),
            AssistantError::Fault => Self::internal(&error),
            AssistantError::Conversation(error) => error.into(),
            AssistantError::Store(error) => error.into(),
        }
    }
}

impl From<OperateError> for Failure {
    fn from(error: OperateError) -> Self {
        match error {
            OperateError::Exceeded(exceeded) => exceeded.into(),
            OperateError::NotFound { what } => Self::not_found(what),
            OperateError::Invalid { problem } => Self::new(ErrorCode::InvalidValue, problem),
            OperateError::NotInstallation => {
                Self::new(ErrorCode::Forbidden, OperateError::NotInstallation.to_string())
            }
            OperateError::Fault => Self::internal(&OperateError::Fault),
            OperateError::Mcp(error) => Self::new(ErrorCode::McpServerFailed, error.to_string()),
            OperateError::Access(error) => error.into(),
            OperateError::Store(error) => error.into(),
            OperateError::Conversation(error) => error.into(),
            OperateError::Send(error) => error.into(),
            OperateError::Session(error) => error.into(),
            OperateError::Inbox(error) => error.into(),
            OperateError::Library(error) => error.into(),
            OperateError::Desk(error) => error.into(),
            OperateError::Events(error) => ConversationError::from(error).into(),
        }
    }
}
