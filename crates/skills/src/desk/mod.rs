//! What assistants do at a front desk: [`tools`] that they call, and [`dialogue`], whole conversations without a model.
pub mod dialogue;
pub mod tools;
