//! What people are told when a turn fails: a code of the public error table and one sentence to act on.

use conserje_agents::machine::FailureKind;
use conserje_events::ErrorOccurred;
use conserje_llm::Trouble;

pub(crate) fn public_failure(kind: FailureKind) -> ErrorOccurred {
    let (code, message) = match kind {
        FailureKind::Model(Trouble::Filtered) => {
            ("content_refused", "The model's provider refused to answer this. Ask in another way.")
        }
        FailureKind::Model(Trouble::TooLong) => {
            ("context_too_long", "The conversation is too long for the model. Start a new one.")
        }
        FailureKind::Model(Trouble::CutShort) => {
            ("model_failed", "The model stopped in the middle of its answer. Try again.")
        }
        FailureKind::Model(_) => ("model_failed", "The model did not answer. Try again."),
        FailureKind::EmptyAnswer => ("model_failed", "The model answered nothing. Try again."),
        FailureKind::StepLimit | FailureKind::IterationLimit => (
            "turn_limit",
            "The assistant took too many steps without coming to an answer. Ask for less at once.",
        ),
        FailureKind::TokenLimit => {
            ("turn_limit", "The answer took more tokens than a turn may use. Ask for less at once.")
        }
        FailureKind::TimeLimit => {
            ("turn_timeout", "The answer took too long. Try again, or ask for less at once.")
        }
        FailureKind::Internal => ("internal", "Something went wrong on the server. Try again."),
        FailureKind::Cancelled => ("turn_cancelled", "Stopped."),
        FailureKind::ServerStopped => {
            ("server_stopped", "The server stopped in the middle of this turn. Send the message again.")
        }
    };
    ErrorOccurred { code: code.to_owned(), message: message.to_owned() }
}
