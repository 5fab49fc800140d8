//! Sessions: made, read, renamed, shared, exported, rated.

pub(crate) mod export;
pub(crate) mod feedback;
pub(crate) mod keep;
pub(crate) mod shares;
