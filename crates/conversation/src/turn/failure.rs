//! What people are told when a turn fails: a code of the public error table and one sentence to act on, in the language
//! of the conversation.

use conserje_agents::machine::FailureKind;
use conserje_events::ErrorOccurred;
use conserje_kernel::Language;
use conserje_llm::Trouble;

pub(crate) fn public_failure(kind: FailureKind, language: Language) -> ErrorOccurred {
    let (code, es, en) = texts(kind);
    let message = match language {
        Language::Es => es,
        Language::En => en,
    };
    ErrorOccurred { code: code.to_owned(), message: message.to_owned() }
}

/// How the turns table calls it.
pub(crate) fn code_of(kind: FailureKind) -> String {
    texts(kind).0.to_owned()
}

fn texts(kind: FailureKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        FailureKind::Model(Trouble::Filtered) => (
            "content_refused",
            "El proveedor del modelo no quiso responder a esto. Se puede preguntar de otra manera.",
            "The model's provider refused to answer this. Ask in another way.",
        ),
        FailureKind::Model(Trouble::TooLong) => (
            "context_too_long",
            "La conversación es demasiado larga para el modelo. Hay que empezar una nueva.",
            "The conversation is too long for the model. Start a new one.",
        ),
        FailureKind::Model(Trouble::CutShort) => (
            "model_failed",
            "El modelo se detuvo en mitad de su respuesta. Se puede intentar otra vez.",
            "The model stopped in the middle of its answer. Try again.",
        ),
        FailureKind::Model(_) => (
            "model_failed",
            "El modelo no respondió. Se puede intentar otra vez.",
            "The model did not answer. Try again.",
        ),
        FailureKind::EmptyAnswer => (
            "model_failed",
            "El modelo no respondió nada. Se puede intentar otra vez.",
            "The model answered nothing. Try again.",
        ),
        FailureKind::StepLimit | FailureKind::IterationLimit => (
            "turn_limit",
            "El asistente dio demasiados pasos sin llegar a una respuesta. Conviene pedir menos de una vez.",
            "The assistant took too many steps without coming to an answer. Ask for less at once.",
        ),
        FailureKind::TokenLimit => (
            "turn_limit",
            "La respuesta necesitó más tokens de los que puede usar un turno. Conviene pedir menos de una vez.",
            "The answer took more tokens than a turn may use. Ask for less at once.",
        ),
        FailureKind::TimeLimit => (
            "turn_timeout",
            "La respuesta tardó demasiado. Se puede intentar otra vez, o pedir menos de una vez.",
            "The answer took too long. Try again, or ask for less at once.",
        ),
        FailureKind::Internal => (
            "internal",
            "Algo falló en el servidor. Se puede intentar otra vez.",
            "Something went wrong on the server. Try again.",
        ),
        FailureKind::Cancelled => ("turn_cancelled", "Detenido.", "Stopped."),
        FailureKind::ServerStopped => (
            "server_stopped",
            "El servidor se detuvo en mitad de este turno. Se puede enviar el mensaje otra vez.",
            "The server stopped in the middle of this turn. Send the message again.",
        ),
    }
}
