//! Why there is no answer, in words for the model: what was wrong, then what to do.

use conserje_kernel::Language;
use conserje_kernel::say;
use conserje_tools::SendError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// What was asked cannot be sent.
    #[error("{es}")]
    Asked { es: String, en: String },
    #[error("{0}")]
    Send(#[from] SendError),
    /// Nobody could sign in.
    #[error("sign-in failed: {reason}")]
    SignIn { reason: String },
    #[error("HTTP {status}: not allowed")]
    Denied { status: u16 },
    #[error("HTTP 404: there is no such record")]
    NotFound,
    /// It was changed since it was read.
    #[error("HTTP {status}: changed since it was read")]
    Conflict { status: u16 },
    /// It was asked often enough.
    #[error("HTTP {status}: busy")]
    Busy { status: u16, retry_after: Option<u64> },
    #[error("HTTP {status}: {message}")]
    Rejected { status: u16, message: String },
    /// Trouble on the other side.
    #[error("HTTP {status}: {message}")]
    Broken { status: u16, message: String },
    /// The answer is not what OData says.
    #[error("the answer cannot be read")]
    Unreadable { wrote: bool },
}

impl ClientError {
    pub(super) fn asked(es: impl Into<String>, en: impl Into<String>) -> Self {
        Self::Asked { es: es.into(), en: en.into() }
    }

    /// Whether a write may have had its effect.
    pub fn may_have_happened(&self) -> bool {
        match self {
            Self::Send(SendError::Lost(_)) | Self::Broken { .. } => true,
            Self::Unreadable { wrote } => *wrote,
            Self::Asked { .. }
            | Self::Send(SendError::Refused(_) | SendError::NotSent(_))
            | Self::SignIn { .. }
            | Self::Denied { .. }
            | Self::NotFound
            | Self::Conflict { .. }
            | Self::Busy { .. }
            | Self::Rejected { .. } => false,
        }
    }

    pub fn text(&self, language: Language) -> String {
        let both = |es: &str, en: &str| say(language, es, en).to_owned();
        match self {
            Self::Asked { es, en } => both(es, en),
            Self::Send(error) => {
                let before =
                    both("No se pudo hablar con Business Central", "Business Central could not be asked");
                format!("{before}: {error}.")
            }
            Self::SignIn { reason } => {
                let (before, after) = (
                    both(
                        "No se pudo iniciar sesión en Business Central",
                        "Signing in to Business Central failed",
                    ),
                    both(
                        "el administrador debe revisar el identificador y el secreto",
                        "the administrator must look at client id and secret",
                    ),
                );
                format!("{before}: {reason}; {after}.")
            }
            Self::Denied { status } => {
                let (es, en) = (
                    "Business Central no lo permite; el administrador debe dar permiso a la aplicación",
                    "Business Central does not allow it; the administrator must give the application permission",
                );
                format!("{} (HTTP {status}).", both(es, en))
            }
            Self::NotFound => both(
                "No existe ese registro (HTTP 404); búsquelo con bc_query.",
                "There is no such record (HTTP 404); look for it with bc_query.",
            ),
            Self::Conflict { status } => {
                let (es, en) = (
                    "El registro cambió desde que se leyó y no se ha tocado; léalo de nuevo con bc_get y decida",
                    "The record has changed since it was read and was left alone; read it again with bc_get and decide",
                );
                format!("{} (HTTP {status}).", both(es, en))
            }
            Self::Busy { status, retry_after } => {
                let when = match (retry_after, language) {
                    (Some(seconds), Language::Es) => format!("pruebe dentro de {seconds} s"),
                    (Some(seconds), Language::En) => format!("try again in {seconds} s"),
                    (None, Language::Es) => "pruebe más tarde".to_owned(),
                    (None, Language::En) => "try again later".to_owned(),
                };
                let before = both("Business Central está ocupado", "Business Central is busy");
                format!("{before} (HTTP {status}); {when}.")
            }
            Self::Rejected { status, message } => {
                let before = both("Business Central lo rechazó", "Business Central rejected it");
                format!("{before} (HTTP {status}): {message}")
            }
            Self::Broken { status, message } => {
                let before = both("Business Central falló", "Business Central failed");
                format!("{before} (HTTP {status}): {message}")
            }
            Self::Unreadable { .. } => both(
                "La respuesta de Business Central no se entiende.",
                "The answer of Business Central cannot be understood.",
            ),
        }
    }
}
