//! A step of the dialogue: a tool is called, or something is said and asked.

use serde_json::Value;

use crate::desk::dialogue::hearing::Ask;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Call {
        tool: &'static str,
        args: Value,
    },
    Say {
        lines: Vec<String>,
        ask: Option<Ask>,
    },
    /// There is no rule for it.
    Leave,
}

pub(crate) fn call(tool: &'static str, args: Value) -> Step {
    Step::Call { tool, args }
}

pub(crate) fn say_and_ask(lines: impl IntoIterator<Item = String>, ask: Ask) -> Step {
    Step::Say { lines: lines.into_iter().collect(), ask: Some(ask) }
}

pub(crate) fn say_only(lines: impl IntoIterator<Item = String>) -> Step {
    Step::Say { lines: lines.into_iter().collect(), ask: None }
}
