//! The assessment as a tool.

use std::sync::Arc;

use conserje_desk::front_desk::FrontDesk;
use conserje_tools::{Call, Outcome, Tool, ToolInfo};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use super::Urgency;
use crate::titles::title;

/// Says how urgent symptoms are. What the person wrote counts besides what the model makes of it: a model that leaves out
/// the worst of it changes nothing.
pub struct CheckUrgency {
    info: ToolInfo,
    urgency: Arc<Urgency>,
    /// Knows whom to call.
    front_desk: FrontDesk,
}

impl CheckUrgency {
    pub const NAME: &str = "check_dental_urgency";

    pub fn new(urgency: Arc<Urgency>, front_desk: FrontDesk) -> Self {
        let parameters = json!({
            "type": "object",
            "properties": {
                "symptoms": {
                    "type": "array", "minItems": 1, "maxItems": 20,
                    "items": {"type": "string", "minLength": 1, "maxLength": 500},
                    "description": "What the person says, in their own words"
                }
            },
            "required": ["symptoms"],
            "additionalProperties": false
        });
        let about = "Says how urgent symptoms are, from 1 to 5, and what to do now. Repeat its recommendation word for word.";
        let info = ToolInfo { title: title(Self::NAME), ..ToolInfo::read(Self::NAME, about, parameters) };
        Self { info, urgency, front_desk }
    }
}

impl Tool for CheckUrgency {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        async move {
            let help = self.front_desk.help(&call.scope).await;
            let address = self.front_desk.address(&call.scope).await;
            let emergency = help.text(call.language, address);
            let named = call.args.get("symptoms").and_then(Value::as_array);
            let mut texts: Vec<&str> = named.into_iter().flatten().filter_map(Value::as_str).collect();
            texts.push(&call.question);
            let found = self.urgency.assess(&texts, call.language, address, &emergency);
            Outcome::succeeded(json!({
                "urgency_level": found.level,
                "recommendation": found.advice,
                "should_escalate": found.should_escalate,
                "red_flag": found.flag,
            }))
        }
        .boxed()
    }
}
