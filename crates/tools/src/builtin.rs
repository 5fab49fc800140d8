//! Tools that come with the server.

use futures::future::{BoxFuture, FutureExt};
use serde_json::json;

use crate::titles;
use crate::tool::{Call, Outcome, Tool, ToolInfo};

/// The name of the tool with which an agent hands the turn to another.
pub const HANDOFF: &str = "handoff";

/// A plan that the user sees. The list itself is in the record of the call; nothing else keeps it.
pub struct Todo(ToolInfo);

impl Default for Todo {
    fn default() -> Self {
        let parameters = json!({
            "type": "object",
            "properties": {
                "items": {
                    "type": "array",
                    "maxItems": 50,
                    "items": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string", "minLength": 1, "maxLength": 300},
                            "status": {"type": "string", "enum": ["pending", "in_progress", "completed"]}
                        },
                        "required": ["text", "status"],
                        "additionalProperties": false
                    }
                }
            },
            "required": ["items"],
            "additionalProperties": false
        });
        let description =
            "Shows the user your plan. Send the whole list each time: it replaces the one before.";
        Self(ToolInfo { title: titles::title("todo"), ..ToolInfo::read("todo", description, parameters) })
    }
}

impl Tool for Todo {
    fn info(&self) -> &ToolInfo {
        &self.0
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        let items = call.args.get("items").cloned().unwrap_or_default();
        let open = items.as_array().map_or(0, |items| {
            items
                .iter()
                .filter(|item| item.get("status").and_then(|status| status.as_str()) != Some("completed"))
                .count()
        });
        let text = format!("The list is shown to the user; {open} items are open.");
        let outcome = Outcome { text, ..Outcome::succeeded(json!({"items": items})) };
        std::future::ready(outcome).boxed()
    }
}

/// Hands the turn to another agent. The turn itself acts on it: this only says what it is.
pub struct Handoff(ToolInfo);

impl Handoff {
    /// `agents` are those that may be named.
    pub fn to(agents: &[String]) -> Self {
        let parameters = json!({
            "type": "object",
            "properties": {
                "to": {"type": "string", "enum": agents},
                "reason": {"type": "string", "maxLength": 300}
            },
            "required": ["to"],
            "additionalProperties": false
        });
        let about = "Hands this conversation to another specialist, who answers instead of you.";
        Self(ToolInfo { title: titles::title(HANDOFF), ..ToolInfo::read(HANDOFF, about, parameters) })
    }
}

impl Tool for Handoff {
    fn info(&self) -> &ToolInfo {
        &self.0
    }

    fn run(&self, _: Call) -> BoxFuture<'_, Outcome> {
        std::future::ready(Outcome::failed(
            "This conversation cannot be handed over here. Answer it yourself.",
        ))
        .boxed()
    }
}
