//! What is said to somebody in danger where there is no business to ask: none is set up, or its rows cannot be read. It needs
//! nothing but itself: no model, no documents, nobody's settings.

use conserje_agents::dialogue::{Heard, Next};
use conserje_desk::emergency::Help;
use conserje_kernel::say;
use conserje_kernel::{Address, Language};
use serde_json::{Value, json};

use super::help::{Haste, URGENT_CARE, call_for_help};
use crate::desk::dialogue::View;
use crate::desk::dialogue::hearing::{CHECK_URGENCY, ESCALATE};

/// The longest that is told on of what somebody said.
const LONGEST: usize = 500;

/// Nothing, if nobody is in danger.
pub(crate) fn without_a_business(view: &View<'_>) -> Option<Next> {
    let (said, used) = last_said(view.heard)?;
    let Heard::Person { text, intent, .. } = said else { return None };
    let is_urgent = intent == "urgent" || view.agent == URGENT_CARE;
    if !is_urgent || used.iter().any(|heard| matches!(heard, Heard::Answer { .. })) {
        return None;
    }
    let has = |tool: &str| view.tools.iter().any(|name| name == tool);
    let text: String = text.chars().take(LONGEST).collect();
    let checked = of_tool(used, CHECK_URGENCY);
    if checked.is_none() && has(CHECK_URGENCY) {
        let symptoms = if text.is_empty() { "?" } else { &text };
        return Some(Next::Call { tool: CHECK_URGENCY.to_owned(), args: json!({"symptoms": [symptoms]}) });
    }
    let checked = checked.and_then(|(result, success)| success.then_some(result));
    let advice = checked.and_then(|result| result.get("recommendation")).and_then(Value::as_str);
    if advice.is_some_and(str::is_empty) {
        return None;
    }
    let field = |name: &str| checked.and_then(|result| result.get(name));
    let is_for_a_person = field("should_escalate").and_then(Value::as_bool).unwrap_or(true);
    let told = of_tool(used, ESCALATE);
    if is_for_a_person && told.is_none() && has(ESCALATE) {
        let reason = say(view.language, "Posible urgencia", "Possible emergency");
        let args = call_for_help(reason, Haste::Now, &text);
        return Some(Next::Call { tool: ESCALATE.to_owned(), args });
    }
    let advice = advice.map_or_else(
        || call_for_an_ambulance(&Help::anywhere(), view.language, view.address),
        ToOwned::to_owned,
    );
    let told = told.and_then(|(result, success)| result.get("message").filter(|_| success)?.as_str());
    let lines: Vec<&str> = std::iter::once(advice.as_str()).chain(told).collect();
    Some(Next::Say { text: lines.join("\n") })
}

/// Where it is not known what happens, what is right whatever happens.
pub(crate) fn call_for_an_ambulance(help: &Help, language: Language, address: Address) -> String {
    let number = help.text(language, address);
    match (language, address) {
        (Language::Es, Address::Usted) => format!(
            "Si es una emergencia, llame ahora al {number} y siga lo que le indiquen. No deje sola a la persona y no le dé nada de \
             comer ni de beber."
        ),
        (Language::Es, Address::Tu) => format!(
            "Si es una emergencia, llama ahora al {number} y sigue lo que te indiquen. No dejes sola a la persona y no le des nada \
             de comer ni de beber."
        ),
        (Language::En, _) => format!(
            "If this is an emergency, call {number} now and do what they tell you. Do not leave the person alone, and give \
             nothing to eat or drink."
        ),
    }
}

/// The message that is to be answered, and what happened since.
fn last_said(heard: &[Heard]) -> Option<(&Heard, &[Heard])> {
    let last = heard.iter().rposition(|heard| matches!(heard, Heard::Person { .. }))?;
    heard.get(last..)?.split_first()
}

/// What came of a tool, and whether it did what it is for.
fn of_tool<'a>(used: &'a [Heard], wanted: &str) -> Option<(&'a Value, bool)> {
    used.iter().rev().find_map(|heard| match heard {
        Heard::Tool { name, result, success, .. } if name == wanted => Some((result, *success)),
        Heard::Tool { .. } | Heard::Person { .. } | Heard::Answer { .. } | Heard::Notice { .. } => None,
    })
}

#[cfg(test)]
#[path = "safety_tests.rs"]
mod tests;
