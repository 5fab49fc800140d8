//! What assistants do at a front desk.
//!
//! [`tools`] that they call, [`dialogue`], whole conversations without a model, [`offers`], whether a business has what is asked
//! for, and [`premises`], what a model has to know of it.
pub mod dialogue;
pub mod offers;
pub mod premises;
pub mod tools;
