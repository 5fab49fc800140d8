//! Who answers, and how a turn is run.
//!
//! [`Catalogue::pick`] chooses the agent; [`run_turn`] drives it and returns what happened, for the caller to
//! record together with the turn's end.
//!
//! ```
//! use conserje_agents::Catalogue;
//! use conserje_guard::{Limits, screen_message};
//!
//! let message = screen_message("hola", Limits::default()).unwrap();
//! assert_eq!(Catalogue::default().pick(&message).name, "assistant");
//! ```
mod catalogue;
mod turn;

pub use catalogue::{Agent, Catalogue};
pub use turn::{Step, Turn, TurnError, run_turn};
