//! Whole conversations without a model: what customers write, what is called, what is answered.

mod any;
mod english;
mod player;
pub(crate) mod spanish;
