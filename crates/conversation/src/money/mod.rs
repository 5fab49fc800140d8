//! What models cost, and how much may be spent.

pub(crate) mod budget;
pub(crate) mod meter;
