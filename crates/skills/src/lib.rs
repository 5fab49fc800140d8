//! What assistants can do for a business.
//!
//! - [`central`]: tools over Business Central.
//! - [`desk`]: tools and dialogues of a front desk.
//! - [`urgency`]: tells an emergency from a question about prices, by rules.
//!
//! Nothing here decides who may do what: a tool says its risk, and the turn asks a person.
pub mod central;
pub mod desk;
mod titles;
pub mod urgency;
