//! What was heard: what a message says by itself, whether yes or no, a name, which service, which dishes.

pub(crate) mod dishes;
pub(crate) mod mention;
pub(crate) mod said;
pub(crate) mod want;
