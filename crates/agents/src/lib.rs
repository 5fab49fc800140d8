//! Who answers, and how a turn goes.
//!
//! [`Catalogue::pick`] chooses the agent. The turn itself is [`machine::Machine`], which decides and does
//! no IO; whoever drives it calls the models and tools, and records each step before it is acted on.
//!
//! ```
//! use conserje_agents::Catalogue;
//! use conserje_guard::{Limits, screen_message};
//!
//! let message = screen_message("hola", Limits::default()).unwrap();
//! assert_eq!(Catalogue::default().pick(&message, None).name, "assistant");
//! ```
mod catalogue;
mod cite;
mod judge;
pub mod machine;
mod pack;
mod prompt;

pub use catalogue::{Agent, Approvals, Catalogue};
pub use cite::{Cited, cite};
pub use judge::{TextRead, judge};
pub use pack::{Pack, PackError};
pub use prompt::{Briefing, assemble};
