//! What assistants do at a front desk: [`tools`] that they call, [`dialogue`], whole conversations without a model,
//! and [`offers`], whether a business has what is asked for.
pub mod dialogue;
pub mod offers;
pub mod tools;
