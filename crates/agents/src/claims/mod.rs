//! What a model says of prices, hours and days, held against what it was told: nothing of it leaves that no tool, and nothing
//! that is known of the place, has said.
//!
//! - [`Known`] is made of the results of tools, line by line and row by row, of what is known of the place, and of what the
//!   customer said. [`Known::judge`] says of a sentence what in it stands nowhere.
//! - [`Hold`] lets an answer go sentence by sentence, in whatever pieces it is made, and stops before the first that is made up.
//!
//! An hour counts for the days that it was told for: `17:00` on Tuesday is no `17:00` on Monday. An amount counts for what it was
//! told of, as far as a sentence names that. The customer's own hours and days may be asked back, or refused; their amounts prove
//! nothing.
//!
//! What is not read as an amount, an hour or a day is not looked at, nor is anything else that a sentence claims. It is no proof
//! of truth: it keeps figures from being invented.

mod clock;
mod days;
mod hold;
mod known;
mod money;
mod numbers;
mod tokens;

pub use hold::{Hold, Mode, Stopped};
pub use known::{Kind, Known};

#[cfg(test)]
#[path = "reading_tests.rs"]
mod reading;
#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
