//! The ways in. Each translates; none decides, and none touches `store`.

pub(crate) mod admin;
pub(crate) mod http;
