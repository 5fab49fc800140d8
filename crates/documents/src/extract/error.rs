//! Why a file could not be read, in words for the person who uploaded it.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum ExtractError {
    #[error("The file is empty; check that it was saved, and upload it again")]
    Empty,
    #[error(
        "The file's name or upload says {claimed}, but its content is {found}; give it the right ending and upload it again"
    )]
    Mismatch { claimed: String, found: String },
    #[error("Files of this type cannot be read: {found}; {advice}")]
    Unsupported { found: String, advice: String },
    #[error("The file is protected by a password; save it without one and upload it again")]
    Protected,
    #[error(
        "The file could not be read: it is damaged ({reason}); open and save it again, then upload it anew"
    )]
    Damaged { reason: String },
    #[error("The file could not be read: it is too large inside ({reason}); split it and upload the parts")]
    TooLarge { reason: String },
    #[error(
        "The file could not be read: it declares XML entities made of other entities, which could unfold without end; save it without them and upload it again"
    )]
    Unfolds,
    #[error(
        "The file could not be read: it took longer than {seconds} seconds; split it and upload the parts"
    )]
    TooSlow { seconds: u64 },
    #[error(
        "The file could not be read: it needs more memory than a file may take; split it and upload the parts"
    )]
    TooMuchMemory,
    #[error(
        "The file could not be read: it is damaged or made to break readers (the reader stopped: {reason}); open and save it again, then upload it anew"
    )]
    Crashed { reason: String },
    /// Ours, not the file's: worth another try.
    #[error("The file could not be read just now: {reason}; try again")]
    Unavailable { reason: String },
}

impl ExtractError {
    /// What libraries say of a file they cannot read, kept short and on one line.
    pub fn damaged(reason: impl std::fmt::Display) -> Self {
        Self::Damaged { reason: short(&reason.to_string()) }
    }

    pub fn too_large(reason: impl Into<String>) -> Self {
        Self::TooLarge { reason: reason.into() }
    }

    /// Whether the same file may be read another time; otherwise the file itself is at fault.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. })
    }
}

/// Messages of parsers may quote the file at any length.
pub(super) fn short(message: &str) -> String {
    const LENGTH: usize = 160;
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
