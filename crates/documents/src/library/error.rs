//! Why a library did not do what it was asked.

use conserje_llm::ModelError;
use conserje_llm::embed::OpenError;
use conserje_search::SearchError;
use conserje_store::{BlobError, StoreError};

use crate::extract::ExtractError;

#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("there is a collection `{name}` already")]
    AlreadyExists { name: String },
    #[error("{problem}")]
    Invalid { problem: String },
    #[error("the collection has this content already, as `{file_name}`")]
    SameContent { file_name: String },
    #[error(
        "the file has more than {megabytes} MB, which is the most that is taken; split it and upload the parts"
    )]
    TooLarge { megabytes: u64 },
    #[error("{0}")]
    File(#[from] ExtractError),
    #[error(transparent)]
    NoEmbedder(#[from] OpenError),
    #[error("the text could not be embedded: {0}")]
    Embed(#[from] ModelError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Blob(#[from] BlobError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a record of document {document} cannot be read: {problem}")]
    Malformed { document: String, problem: String },
    #[error("the work was cut off: {0}")]
    Stopped(String),
}

impl LibraryError {
    /// Whether another attempt may end otherwise; if not, the document itself is at fault.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::File(error) => error.is_transient(),
            Self::NotFound { .. }
            | Self::AlreadyExists { .. }
            | Self::Invalid { .. }
            | Self::SameContent { .. }
            | Self::TooLarge { .. }
            | Self::Malformed { .. } => false,
            Self::NoEmbedder(_)
            | Self::Embed(_)
            | Self::Search(_)
            | Self::Blob(_)
            | Self::Store(_)
            | Self::Stopped(_) => true,
        }
    }
}
