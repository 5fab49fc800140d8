//! The tasks, each with what it needs to know and what it asks or calls next.

pub(crate) mod book;
pub(crate) mod change;
pub(crate) mod order;
pub(crate) mod redeem;
