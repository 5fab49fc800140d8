//! How far a turn may go.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Waits for a model, for tools or for a person.
    pub steps: u32,
    /// Calls of the model by one agent. In the last it is offered no tools, so that it answers.
    pub iterations: u32,
    pub handoffs: u32,
    /// Input and output of all model calls together.
    pub tokens: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 50, iterations: 10, handoffs: 3, tokens: None }
    }
}
