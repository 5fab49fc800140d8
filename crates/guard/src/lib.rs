//! Screens what enters, acts and leaves.
//!
//! A check returns a proof, and the next step demands it: a turn starts from a [`Screened`] message,
//! and only this crate makes one. Today: size and encoding.
//!
//! ```
//! use conserje_guard::{Limits, screen_message};
//!
//! let screened = screen_message("hola", Limits::default()).unwrap();
//! assert_eq!(screened.get(), "hola");
//! assert!(screen_message("   ", Limits::default()).is_err());
//! ```
mod message;
mod screened;

pub use message::{Blocked, Limits, screen_message};
pub use screened::Screened;
