//! What can go wrong in a search index.

use conserje_kernel::TenantId;

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The database is the truth: nothing is lost.
    #[error(
        "the search index of {tenant} cannot be read ({reason}); rebuild it from the database: conserje index rebuild"
    )]
    NeedsRebuild { tenant: TenantId, reason: String },
    #[error(
        "the space `{space}` holds vectors of {wanted} numbers, but one of {given} was given; embed with the model of that space"
    )]
    Dimensions { space: String, wanted: usize, given: usize },
    #[error("there is no dense space `{space}` in this index; it has: {known}")]
    UnknownSpace { space: String, known: String },
    #[error("the pattern cannot be used: {reason}")]
    Pattern { reason: String },
    #[error("the query cannot be run: {reason}")]
    Query { reason: String },
    #[error("the search index could not be read or written: {0}")]
    Io(#[from] std::io::Error),
    #[error("the inverted index refused: {0}")]
    Index(#[from] tantivy::TantivyError),
    #[error("the Qdrant server refused, or could not be reached: {0}")]
    Qdrant(#[source] Box<qdrant_client::QdrantError>),
    /// A thread that worked for us is gone.
    #[error("the search was interrupted; try again")]
    Interrupted,
}

impl SearchError {
    pub(crate) fn damaged(tenant: TenantId, reason: &str) -> Self {
        Self::NeedsRebuild { tenant, reason: reason.to_owned() }
    }
}

impl From<qdrant_client::QdrantError> for SearchError {
    fn from(error: qdrant_client::QdrantError) -> Self {
        Self::Qdrant(Box::new(error))
    }
}
