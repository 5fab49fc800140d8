//! The wording: every sentence that is said, and the times that are offered.

pub(crate) mod text;
pub(crate) mod times;
