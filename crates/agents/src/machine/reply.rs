//! From a model's reply to ordered work (C3): blocks keep the model's order, adjacent texts are one
//! message, each call stands in its place.

use conserje_llm::{Args, Block, Message, Reply, StopReason, TokenUsage, ToolUse};
use serde_json::Value;

use super::Machine;
use super::input::{Emission, Judgement, PlannedCall, SaidStop};
use super::work::{Item, Plan, Work};

pub(super) struct Read {
    /// As the model will be reminded of it; none if there was nothing in it.
    pub(super) message: Option<Message>,
    pub(super) work: Work,
    pub(super) says_something: bool,
}

pub(super) fn read(reply: Reply, judged: Vec<Judgement>, machine: &mut Machine) -> Read {
    let blocks = joined(reply.blocks);
    let says_something = blocks.iter().any(|block| matches!(block, Block::Text { .. }));
    let mut judged = judged.into_iter();
    let (mut items, mut kept) = (Vec::new(), Vec::new());
    let mut asked: Vec<String> = Vec::new();
    let mut acts: Vec<ToolUse> = Vec::new();
    for block in blocks {
        match block {
            Block::Thinking { text, seal } => {
                if !text.is_empty() {
                    items.push(Item::Think { text: text.clone() });
                }
                kept.push(Block::Thinking { text, seal });
            }
            Block::Text { text } => {
                items.push(Item::Say {
                    text: text.clone(),
                    model: reply.model.clone(),
                    stop_reason: reply.stop_reason,
                    usage: TokenUsage::default(),
                });
                kept.push(Block::Text { text });
            }
            Block::ToolUse(call) => {
                let judgement = judged.next().unwrap_or_else(|| Judgement::Refused {
                    problem: "The call was not judged and does not run.".to_owned(),
                });
                if asked.contains(&call.id) {
                    // The same id twice in one reply is the same call.
                    tracing::warn!(tool_use.id = call.id, "A model sent the call {} twice", call.id);
                    continue;
                }
                asked.push(call.id.clone());
                let call = distinct(call, machine, &asked);
                asked.push(call.id.clone());
                let judgement = once(&call, judgement, &acts, machine);
                if matches!(&judgement, Judgement::Runs { risk, .. } if risk.has_effects()) {
                    acts.push(call.clone());
                }
                items.push(Item::Call(planned(&call, judgement, machine)));
                kept.push(Block::ToolUse(call));
            }
        }
    }
    account(&mut items, reply.usage);
    let message = (!kept.is_empty()).then_some(Message::Assistant { blocks: kept });
    Read { message, work: Work::new(items), says_something }
}

/// What a call used is said once: with the last message of its reply.
fn account(items: &mut [Item], used: TokenUsage) {
    let last = items.iter_mut().rev().find_map(|item| match item {
        Item::Say { usage, .. } => Some(usage),
        Item::Think { .. } | Item::Call(_) => None,
    });
    if let Some(usage) = last {
        *usage = used;
    }
}

/// Adjacent texts as one; empty ones left out.
fn joined(blocks: Vec<Block>) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        match (joined.last_mut(), block) {
            (_, Block::Text { text }) if text.is_empty() => {}
            (Some(Block::Text { text: before }), Block::Text { text }) => before.push_str(&text),
            (_, block) => joined.push(block),
        }
    }
    // White space alone is nothing said.
    joined.retain(|block| !matches!(block, Block::Text { text } if text.trim().is_empty()));
    joined
}

/// Some servers begin their ids anew with every reply. Another call under a known id gets its own, which no
/// call has had.
fn distinct(call: ToolUse, machine: &Machine, asked: &[String]) -> ToolUse {
    let is_other = |before: &super::Answered| before.name != call.name || !is_same(&before.args, &call.args);
    if !machine.answered.get(&call.id).is_some_and(is_other) {
        return call;
    }
    let ids = (machine.calls..).map(|number| format!("{}_{number}", call.id));
    let mut free = ids.filter(|id| !machine.answered.contains_key(id) && !asked.contains(id));
    let id = free.next().unwrap_or_default();
    ToolUse { id, ..call }
}

/// Who asks for the same effect twice in a turn means it once: nobody books, orders or pays the same thing twice at once.
fn once(call: &ToolUse, judgement: Judgement, acts: &[ToolUse], machine: &Machine) -> Judgement {
    let Judgement::Runs { args, risk, .. } = &judgement else { return judgement };
    if !risk.has_effects() {
        return judgement;
    }
    // The same id is answered with what it was answered with before.
    let is_known = machine.answered.contains_key(&call.id);
    let in_this_reply = acts.iter().any(|act| act.name == call.name && act.args == call.args);
    let before = machine.answered.values().find(|before| {
        before.name == call.name && before.args == *args && before.has_effects && !before.result.is_error
    });
    match before.filter(|_| !is_known) {
        _ if in_this_reply => Judgement::Refused {
            problem: "The same call stands before this one. It is made once.".to_owned(),
        },
        Some(before) => Judgement::Refused {
            problem: format!(
                "This was done in this turn already, and is not done twice: {}",
                before.result.text
            ),
        },
        None => judgement,
    }
}

/// Arguments that a model left out are an empty object by the time they are used.
fn is_same(before: &Value, now: &Args) -> bool {
    match now {
        Args::Json(Value::Null) => {
            before.is_null() || before.as_object().is_some_and(serde_json::Map::is_empty)
        }
        Args::Json(args) => before == args,
        Args::Malformed(_) => false,
    }
}

fn planned(call: &ToolUse, judgement: Judgement, machine: &mut Machine) -> Plan {
    let ordinal = machine.calls;
    machine.calls += 1;
    let as_written = match &call.args {
        Args::Json(args) => args.clone(),
        Args::Malformed(text) => Value::from(text.chars().take(2000).collect::<String>()),
    };
    let mut planned = PlannedCall {
        id: call.id.clone(),
        name: call.name.chars().take(64).collect(),
        args: as_written,
        ordinal,
        risk: None,
        honours_keys: false,
    };
    if let Some(before) = machine.answered.get(&call.id) {
        return Plan::Again { result: before.result.clone() };
    }
    match judgement {
        Judgement::Runs { args, risk, honours_keys, needs_approval } => {
            planned.args = args;
            planned.risk = Some(risk);
            planned.honours_keys = honours_keys;
            match (risk.has_effects(), needs_approval) {
                (_, true) => Plan::Ask(planned),
                (true, false) => Plan::Perform(planned),
                (false, false) => Plan::Look(planned),
            }
        }
        Judgement::HandsOff(successor) => Plan::HandOff { call: planned, successor },
        Judgement::Refused { problem } => Plan::Refuse { call: planned, problem },
    }
}

/// What a person has seen of an answer they stopped.
pub(super) fn partial(reply: Reply) -> Vec<Emission> {
    let mut emissions: Vec<_> = joined(reply.blocks)
        .into_iter()
        .filter_map(|block| match block {
            Block::Thinking { text, .. } if text.is_empty() => None,
            Block::Thinking { text, .. } => Some(Emission::Thought { text }),
            Block::Text { text } => Some(Emission::Said {
                text,
                model: reply.model.clone(),
                stop_reason: SaidStop::Cancelled,
                usage: TokenUsage::default(),
            }),
            // It was never acted on.
            Block::ToolUse(_) => None,
        })
        .collect();
    let last = emissions.iter_mut().rev().find_map(|emission| match emission {
        Emission::Said { usage, .. } => Some(usage),
        Emission::Thought { .. }
        | Emission::Requested { .. }
        | Emission::Completed { .. }
        | Emission::HandedOff { .. }
        | Emission::Cited { .. }
        | Emission::Failed { .. } => None,
    });
    if let Some(usage) = last {
        *usage = reply.usage;
    }
    emissions
}

impl From<StopReason> for SaidStop {
    fn from(reason: StopReason) -> Self {
        Self::Model(reason)
    }
}
