//! Public errors: code → status → page in `docs/errors/`. Every door renders from this table.

use conserje_kernel::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

macro_rules! error_codes {
    ($($variant:ident = $name:literal, $status:literal, $title:literal, $spanish:literal;)+) => {
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

            /// The title as its reader speaks.
            pub fn title_in(self, language: Language) -> &'static str {
                match language {
                    Language::En => self.title(),
                    Language::Es => match self { $(Self::$variant => $spanish),+ },
                }
            }
        }
    };
}

error_codes! {
    InvalidJson = "invalid_json", 400, "The body is not the JSON this route takes",
        "El cuerpo no es el JSON que esta ruta admite";
    InvalidRequest = "invalid_request", 400, "A part of the request cannot be read",
        "Una parte de la petición no se puede leer";
    Unauthenticated = "unauthenticated", 401, "Nobody is signed in",
        "No ha iniciado sesión nadie";
    WrongCredentials = "wrong_credentials", 401, "The address or the password is wrong",
        "La dirección o la contraseña no son correctas";
    Forbidden = "forbidden", 403, "The caller may not do this",
        "Quien lo pide no puede hacer esto";
    CsrfFailed = "csrf_failed", 403, "The request did not prove that it comes from our page",
        "La petición no demostró que viene de nuestra página";
    UserMismatch = "user_mismatch", 403, "The message names another user than the signed-in one",
        "El mensaje nombra a otro usuario que el que ha iniciado sesión";
    NotFound = "not_found", 404, "There is no such thing",
        "No existe";
    MethodNotAllowed = "method_not_allowed", 405, "The route does not take this method",
        "La ruta no admite este método";
    SlowConsumer = "slow_consumer", 408, "The client did not take its events in time",
        "El cliente no recogió sus eventos a tiempo";
    SessionBusy = "session_busy", 409, "A turn of the session is running",
        "Hay un turno en marcha en la sesión";
    IdempotencyInFlight = "idempotency_in_flight", 409, "The first request with this key is still being worked on",
        "Todavía se trabaja en la primera petición con esta clave";
    ApprovalDecided = "approval_decided", 409, "The decision was taken before",
        "La decisión ya se tomó";
    SessionHeld = "session_held", 409, "Another person has the conversation",
        "Otra persona lleva la conversación";
    SessionNotHeld = "session_not_held", 409, "Nobody has the conversation",
        "Nadie lleva la conversación";
    EscalationClosed = "escalation_closed", 409, "Nobody is asked for any more",
        "Ya no se pide una persona";
    TurnCancelled = "turn_cancelled", 409, "The turn was stopped",
        "Se detuvo el turno";
    AlreadyExists = "already_exists", 409, "There is one with this name already",
        "Ya hay uno con este nombre";
    LastOwner = "last_owner", 409, "A tenant must keep an owner",
        "Una organización debe conservar un propietario";
    SlotNotFree = "slot_not_free", 409, "The time is not free",
        "La hora no está libre";
    WrongState = "wrong_state", 409, "It is not in a state in which this can be done",
        "No está en un estado en que se pueda hacer esto";
    ApprovalExpired = "approval_expired", 410, "The time to decide has run out",
        "Se acabó el tiempo para decidir";
    LinkUsed = "link_used", 410, "The link was used, has expired, or never was",
        "El enlace se usó, ha caducado o nunca existió";
    ChangedMeanwhile = "changed_meanwhile", 412, "Somebody changed it meanwhile",
        "Alguien lo cambió mientras tanto";
    BodyTooLarge = "body_too_large", 413, "The body is larger than the route takes",
        "El cuerpo es mayor de lo que la ruta admite";
    MessageTooLong = "message_too_long", 413, "The message is longer than allowed",
        "El mensaje es más largo de lo permitido";
    UnsupportedMediaType = "unsupported_media_type", 415, "The body is not of a type that the route takes",
        "El cuerpo no es de un tipo que la ruta admita";
    ContextTooLong = "context_too_long", 413, "The conversation is too long for the model",
        "La conversación es demasiado larga para el modelo";
    ContentRefused = "content_refused", 422, "The content was refused",
        "El contenido se rechazó";
    FileRefused = "file_refused", 422, "The file cannot be taken",
        "El archivo no se puede admitir";
    InvalidValue = "invalid_value", 422, "A value is outside what is allowed",
        "Un valor está fuera de lo permitido";
    MessageEmpty = "message_empty", 422, "The message says nothing",
        "El mensaje no dice nada";
    MessageUnreadable = "message_unreadable", 422, "The message contains characters that are not text",
        "El mensaje contiene caracteres que no son texto";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request",
        "La clave de idempotencia se usó para otra petición";
    QueueFull = "queue_full", 429, "Too many messages of the session are waiting",
        "Hay demasiados mensajes de la sesión en espera";
    BudgetExceeded = "budget_exceeded", 429, "The budget for models is used up",
        "El presupuesto para modelos está agotado";
    TooManyAttempts = "too_many_attempts", 429, "Too many attempts at once",
        "Demasiados intentos a la vez";
    RateLimited = "rate_limited", 429, "Too much was asked for in a short time",
        "Se pidió demasiado en poco tiempo";
    TurnLimit = "turn_limit", 422, "The turn took more steps or tokens than it may",
        "El turno necesitó más pasos o tokens de los que puede usar";
    Internal = "internal", 500, "Something went wrong on the server",
        "Algo falló en el servidor";
    ModelFailed = "model_failed", 502, "The model did not answer",
        "El modelo no respondió";
    McpServerFailed = "mcp_server_failed", 502, "Another MCP server did not answer",
        "Otro servidor MCP no respondió";
    SearchUnavailable = "search_unavailable", 503, "Documents cannot be searched at the moment",
        "En este momento no se puede buscar en los documentos";
    StorageNotWritable = "storage_not_writable", 503, "The server cannot write at the moment",
        "En este momento el servidor no puede escribir";
    StorageUnavailable = "storage_unavailable", 503, "The server cannot reach its storage at the moment",
        "En este momento el servidor no llega a su almacenamiento";
    ServerStopping = "server_stopping", 503, "The server is stopping",
        "El servidor se está deteniendo";
    ServerStopped = "server_stopped", 503, "The server stopped in the middle of a turn",
        "El servidor se detuvo en mitad de un turno";
    TurnTimeout = "turn_timeout", 504, "The turn took longer than its limit",
        "El turno tardó más que su límite";
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
