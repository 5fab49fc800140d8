//! What comes next, from what the conversation has come to.

use conserje_kernel::say;
use serde_json::{Value, json};

use super::answer::help::{Haste, URGENT_CARE, call_for_help};
use super::answer::{self, TopicAnswer};
use super::hearing::{Ask, CHECK_URGENCY, ESCALATE, KnownPerson, Note, SEARCH, Setting, Topic};
use super::state::{State, TaskInHand, Turn};
use super::wording::{Step, call, say_and_ask, say_only, trouble};

/// More calls than this answer nothing.
const MOST_CALLS: usize = 6;
/// Who answers what none of the others is for.
const GENERAL: &str = "general";
/// After so many misunderstandings a person is offered.
const MOST_MISSED: u8 = 2;

/// The step that is next, and can be taken by who answers now.
pub(super) fn next(state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Step {
    let step = wanted(state, setting, known);
    let Step::Call { tool, args } = &step else { return with_notes(step, state, setting) };
    if !is_new_call(tool, args, state) {
        // Who is in danger is told what to do, whatever else does not work.
        return say_and_ask(advice(state).into_iter().chain([trouble(setting)]), Ask::Person);
    }
    if setting.has(tool) {
        return step;
    }
    match hand_over(tool, state, setting) {
        Some(step) => step,
        None => with_notes(without(state, setting), state, setting),
    }
}

fn is_new_call(tool: &str, args: &Value, state: &State) -> bool {
    let is_repeated = state.turn.used.iter().any(|used| used.name == tool && used.args == *args);
    !is_repeated && state.turn.used.len() < MOST_CALLS - 1
}

fn can_call(tool: &str, args: &Value, state: &State, setting: &Setting<'_>) -> bool {
    setting.has(tool) && is_new_call(tool, args, state)
}

/// To whom this is known to be for, unless they had it in this turn.
fn hand_over(tool: &str, state: &State, setting: &Setting<'_>) -> Option<Step> {
    if !setting.has(conserje_tools::HANDOFF) {
        return None;
    }
    let tried = |agent: &&str| {
        *agent == setting.agent
            || state.turn.used.iter().any(|used| {
                used.name == conserje_tools::HANDOFF
                    && used.args.get("to").and_then(Value::as_str) == Some(agent)
            })
    };
    let to = agents_with(tool, state, setting).into_iter().find(|agent| !tried(agent))?;
    Some(call(conserje_tools::HANDOFF, json!({"to": to, "reason": format!("needs {tool}")})))
}

/// Who usually has a tool, the most fitting first.
fn agents_with(tool: &str, state: &State, setting: &Setting<'_>) -> Vec<&'static str> {
    match tool {
        "get_service_info" | "list_services" => vec!["pricing", "general"],
        "get_branch_info" if state.turn.topic == Some(Topic::Hours) => vec!["hours", "location"],
        "get_branch_info" => vec!["location", "hours"],
        "update_lead_info" if matches!(state.task, Some(TaskInHand::Order(_))) => vec!["ordering_restaurant"],
        "get_menu" | "create_order" => vec!["ordering_restaurant"],
        "get_loyalty_balance" | "redeem_loyalty_tokens" => vec!["loyalty"],
        "get_business_policy" | "get_staff_info" | SEARCH => vec!["faq", GENERAL],
        "confirm_appointment" => vec!["reminders"],
        CHECK_URGENCY => vec![URGENT_CARE],
        ESCALATE => vec!["escalation", "general"],
        _ => vec![booking_agent(setting), "booking"],
    }
}

/// By what the business is.
fn booking_agent(setting: &Setting<'_>) -> &'static str {
    let business = setting.business;
    let has = |stems: &[&str]| {
        let names =
            business.name.all().chain(business.services.iter().flat_map(|service| service.name.all()));
        names.map(conserje_text::fold).any(|name| stems.iter().any(|stem| name.contains(stem)))
    };
    if !business.menu.is_empty() {
        "booking_restaurant"
    } else if has(&["dental", "odont", "dentist"]) {
        "booking_dental"
    } else if has(&["medic", "salud", "health", "consulta"]) {
        "booking_medical"
    } else {
        "booking"
    }
}

/// What is said where the tool cannot be had: what the business says of itself, or whom to call.
fn without(state: &State, setting: &Setting<'_>) -> Step {
    match state.turn.topic {
        Some(Topic::Question) => Step::Leave,
        Some(topic) if answer::is_of_the_business(topic) => match answer::tell(topic, state, setting) {
            TopicAnswer::Says(lines) => say_only(lines),
            TopicAnswer::Asks(lines, ask) => say_and_ask(lines, ask),
            TopicAnswer::Nothing => Step::Leave,
        },
        Some(_) | None => say_only([answer::call_us(setting)]),
    }
}

/// What would be next if every tool could be had.
fn wanted(state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Step {
    if state.missed >= MOST_MISSED && state.turn.topic.is_none() && state.turn.done.is_none() {
        let sorry = say(
            setting.language,
            setting
                .address
                .choose("Perdona, no logro entenderte bien.", "Perdone, no logro entenderle bien."),
            "I am sorry, I am having trouble understanding.",
        );
        return say_and_ask([sorry.to_owned()], Ask::Person);
    }
    if let Some(done) = &state.turn.done {
        let (mut lines, ask) = answer::done(done, state, setting);
        return match task(state, setting, known) {
            // What comes next must not keep back what was done.
            Some(Step::Call { tool, args }) if can_call(tool, &args, state, setting) => call(tool, args),
            Some(Step::Say { lines: open, ask }) => {
                lines.extend(open);
                Step::Say { lines, ask }
            }
            Some(Step::Call { .. } | Step::Leave) | None => Step::Say { lines, ask },
        };
    }
    if !state.turn.asks.is_empty() {
        return all_of_it(state, setting, known);
    }
    match state.turn.topic {
        Some(Topic::Urgent) => urgent(state, setting, known),
        // Small talk, and whatever else nobody is for.
        Some(Topic::Question) if setting.agent == GENERAL && state.task.is_none() => Step::Leave,
        Some(topic) => about(topic, state, setting, known),
        None => match task(state, setting, known) {
            Some(step) => step,
            None => Step::Leave,
        },
    }
}

fn task(state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Option<Step> {
    let in_hand = state.task.as_ref()?;
    Some(in_hand.task().next(setting, &state.person, known))
}

/// Answers each thing that was asked, and goes on with what was wished for.
fn all_of_it(state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Step {
    let mut lines = Vec::new();
    let mut ask = None;
    for (topic, said) in &state.turn.asks {
        let turn = Turn { said: said.clone(), topic: Some(*topic), asks: Vec::new(), ..state.turn.clone() };
        let about = State { turn, ..state.clone() };
        if let Some((tool, args)) = topic.look_up(&about, setting)
            && (setting.has(tool) || !answer::is_of_the_business(*topic))
            && !state.turn.used.iter().any(|used| used.name == tool && used.args == args)
        {
            return call(tool, args);
        }
        match answer::tell(*topic, &about, setting) {
            TopicAnswer::Nothing => {}
            TopicAnswer::Says(told) => lines.extend(told),
            TopicAnswer::Asks(told, asks) => {
                lines.extend(told);
                ask = Some(asks);
            }
        }
    }
    match task(state, setting, known) {
        Some(Step::Say { lines: open, ask }) => {
            lines.extend(open);
            Step::Say { lines, ask }
        }
        Some(step @ Step::Call { .. }) => step,
        Some(Step::Leave) | None => Step::Say { lines, ask },
    }
}

/// Answers what was asked, and asks again what was open.
fn about(topic: Topic, state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Step {
    if let Some((tool, args)) = topic.look_up(state, setting)
        && state.turn.used(tool).is_none()
    {
        let in_the_middle = state.task.is_some() && answer::is_of_the_business(topic) && !setting.has(tool);
        // Who is in the middle of something is not sent to somebody else for what the business says of itself.
        if !in_the_middle {
            return call(tool, args);
        }
    }
    let (mut lines, mut ask) = match answer::tell(topic, state, setting) {
        TopicAnswer::Nothing => return Step::Leave,
        TopicAnswer::Says(lines) => (lines, None),
        TopicAnswer::Asks(lines, ask) => (lines, Some(ask)),
    };
    if let Some(open) = task(state, setting, known) {
        match open {
            Step::Say { lines: open, ask: again } => {
                // A long list is not read twice, unless it is what was asked for.
                if open.len() <= 2 || lines.is_empty() {
                    lines.extend(open);
                }
                ask = again;
            }
            Step::Call { .. } | Step::Leave => ask = state.asked,
        }
    }
    Step::Say { lines, ask }
}

/// Safety first, then somebody is told, then times are offered.
fn urgent(state: &State, setting: &Setting<'_>, known: &KnownPerson) -> Step {
    let Some(checked) = state.turn.used(CHECK_URGENCY) else {
        let (tool, args) =
            Topic::Urgent.look_up(state, setting).unwrap_or_else(|| (CHECK_URGENCY, json!({})));
        if !setting.has(tool) && hand_over(tool, state, setting).is_none() {
            return no_check(state, setting);
        }
        return call(tool, args);
    };
    if !checked.success {
        return no_check(state, setting);
    }
    let escalates = checked.result.get("should_escalate").and_then(Value::as_bool).unwrap_or_default();
    let level = checked.result.get("urgency_level").and_then(Value::as_i64).unwrap_or_default();
    let mut lines: Vec<String> = advice(state).into_iter().collect();
    if escalates && setting.has(ESCALATE) {
        let Some(told) = state.turn.used(ESCALATE) else {
            let reason = say(setting.language, "Posible urgencia", "Possible emergency");
            let haste = if level >= 5 { Haste::Now } else { Haste::Soon };
            return call(ESCALATE, call_for_help(reason, haste, &state.summary()));
        };
        lines.extend(answer::escalated(told));
    }
    match task(state, setting, known) {
        Some(Step::Say { lines: open, ask }) => {
            lines.extend(open);
            Step::Say { lines, ask }
        }
        // Who cannot look up times can still be told what to do.
        Some(Step::Call { tool, .. }) if !setting.has(tool) => say_only(lines),
        Some(step) => step,
        None => say_only(lines),
    }
}

/// What to do now, as it was judged in this turn.
fn advice(state: &State) -> Option<String> {
    let checked = state.turn.used(CHECK_URGENCY).filter(|used| used.success)?;
    let text = checked.result.get("recommendation").and_then(Value::as_str)?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// Where urgency cannot be judged, nobody is kept waiting.
fn no_check(state: &State, setting: &Setting<'_>) -> Step {
    if setting.has(ESCALATE) && state.turn.used(ESCALATE).is_none() {
        let reason = say(setting.language, "Posible urgencia", "Possible emergency");
        return call(ESCALATE, call_for_help(reason, Haste::Now, &state.summary()));
    }
    let told = state.turn.used(ESCALATE).and_then(answer::escalated);
    say_only([answer::emergency(setting)].into_iter().chain(told))
}

fn with_notes(step: Step, state: &State, setting: &Setting<'_>) -> Step {
    match step {
        Step::Say { lines, ask } if !state.turn.notes.is_empty() => {
            // Who is offered a person is told so once.
            let is_told = |note: &&Note| ask != Some(Ask::Person) || **note != Note::NotUnderstood;
            let notes = state.turn.notes.iter().filter(is_told).map(|note| note.text(setting));
            Step::Say { lines: notes.chain(lines).collect(), ask }
        }
        Step::Say { .. } | Step::Call { .. } | Step::Leave => step,
    }
}
