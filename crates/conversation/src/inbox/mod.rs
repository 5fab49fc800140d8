//! People who answer in place of assistants: who was asked for one, who took over, what they say.

pub(crate) mod escalate;
pub(crate) mod escalations;
pub(crate) mod held;
pub(crate) mod notices;
