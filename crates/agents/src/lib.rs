//! Who answers, and how a turn goes.
//!
//! [`Catalogue::route`] chooses the agent. The turn itself is [`machine::Machine`], which decides and does
//! no IO; whoever drives it calls the models and tools, and records each step before it is acted on.
//!
//! ```
//! use conserje_agents::{Catalogue, Wish};
//! use conserje_guard::{Limits, screen_message};
//!
//! let message = screen_message("hola", Limits::default()).unwrap();
//! assert_eq!(Catalogue::default().route(&message, Wish::default()).agent, "assistant");
//! ```
mod catalogue;
mod choose;
mod cite;
pub mod claims;
pub mod dialogue;
mod instructions;
mod judge;
pub mod machine;
mod pack;
mod prompt;
mod routing;
pub mod simulation;
pub mod urgency;
pub mod voice;

pub use catalogue::{
    Agent, Approvals, Catalogue, PackChoice, PackChoices, PackSettings, Persona, TenantBusiness, Wish,
};
pub use choose::{Belonging, Evidence, Thing};
pub use cite::{Cited, cite};
pub use instructions::{AssistantType, Channel, InstructionSet, Style};
pub use judge::{TextRead, judge};
pub use pack::{
    AgentForm, AnswerEval, Assistant, AssistantForm, Evals, Fault, Pack, PackError, PackFiles, RouteEval,
    UrgencyEval, VoiceForm, field_at, field_of_file,
};
pub use prompt::{Assembled, Briefing, assemble, rules};
pub use routing::{Decision, Fired, Hint, Lesson, PhraseError, Router, RoutesFile, RuleFault};
