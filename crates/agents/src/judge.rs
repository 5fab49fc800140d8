//! What may be done about a model's tool calls: decided here, in code, whatever the model was told.

use std::collections::BTreeMap;

use conserje_llm::{Args, Block, Reply, StopReason, ToolSpec, ToolUse};
use conserje_tools::text_protocol::{self, Segment};
use conserje_tools::{HANDOFF, Judged, Toolbox, is_too_deep};
use serde_json::Value;

use crate::catalogue::Approvals;
use crate::machine::{Judgement, Successor};

/// One judgement for each call of the reply, in its order.
pub fn judge(reply: &TextRead, toolbox: &Toolbox, approvals: Approvals, is_tainted: bool) -> Vec<Judgement> {
    let judged = reply.reply.tool_uses().map(|call| match reply.problems.get(&call.id) {
        Some(problem) => Judgement::Refused { problem: problem.clone() },
        None => judge_one(call, toolbox, approvals, is_tainted),
    });
    judged.collect()
}

fn judge_one(call: &ToolUse, toolbox: &Toolbox, approvals: Approvals, is_tainted: bool) -> Judgement {
    match toolbox.judge(call) {
        Judged::Refused { problem } => Judgement::Refused { problem },
        Judged::Fits { info, args } if info.name == HANDOFF => {
            let text = |name: &str| args.get(name).and_then(Value::as_str).map(str::to_owned);
            let to = text("to").unwrap_or_default();
            Judgement::HandsOff(Successor { to, reason: text("reason"), iterations: None })
        }
        Judged::Fits { info, args } => Judgement::Runs {
            args,
            risk: info.risk,
            honours_keys: info.honours_keys,
            needs_approval: !info.needs_no_approval && approvals.asks_for(info.risk, is_tainted),
        },
    }
}

/// A reply whose calls are all calls, however the model wrote them.
pub struct TextRead {
    pub reply: Reply,
    /// What is wrong with a call, by its id.
    pub problems: BTreeMap<String, String>,
    /// What was changed about a call, by its id, for the model to know.
    pub notes: BTreeMap<String, Vec<String>>,
}

impl From<Reply> for TextRead {
    fn from(mut reply: Reply) -> Self {
        for block in &mut reply.blocks {
            if let Block::ToolUse(call) = block {
                tame(call);
            }
        }
        Self { reply, problems: BTreeMap::new(), notes: BTreeMap::new() }
    }
}

/// The longest id of a call, in characters; those of providers are far shorter.
const ID: usize = 128;
/// As much as is kept of arguments that cannot be kept whole, in characters.
const MALFORMED: usize = 2000;

/// A call goes into the record as it is: it must be one that can be written there, and read again.
fn tame(call: &mut ToolUse) {
    if call.id.chars().count() > ID || call.id.contains(char::is_control) {
        call.id = call.id.chars().filter(|sign| !sign.is_control()).take(ID).collect();
    }
    if let Args::Json(args) = &call.args
        && is_too_deep(args)
    {
        call.args = Args::Malformed(args.to_string().chars().take(MALFORMED).collect());
    }
}

impl TextRead {
    /// Calls that a model wrote into its text become calls like any other.
    pub fn of(reply: Reply, specs: &[ToolSpec], new_id: &mut dyn FnMut() -> String) -> Self {
        let mut read = Self::from(Reply { blocks: Vec::new(), ..reply });
        for block in reply.blocks {
            match block {
                Block::Text { text } => {
                    for segment in text_protocol::parse(&text, specs) {
                        read.add(segment, new_id);
                    }
                }
                Block::ToolUse(mut call) => {
                    tame(&mut call);
                    read.reply.blocks.push(Block::ToolUse(call));
                }
                thought @ Block::Thinking { .. } => read.reply.blocks.push(thought),
            }
        }
        if read.reply.tool_uses().next().is_some() {
            read.reply.stop_reason = StopReason::ToolUse;
        }
        read
    }

    fn add(&mut self, segment: Segment, new_id: &mut dyn FnMut() -> String) {
        let block = match segment {
            Segment::Text(text) => Block::Text { text },
            Segment::Call { name, args, notes } => {
                let id = new_id();
                if !notes.is_empty() {
                    self.notes.insert(id.clone(), notes);
                }
                let mut call = ToolUse { id, name, args: Args::Json(args), seal: None };
                tame(&mut call);
                Block::ToolUse(call)
            }
            Segment::Broken { name, problem } => {
                let id = new_id();
                self.problems.insert(id.clone(), problem);
                Block::ToolUse(ToolUse { id, name, args: Args::Malformed(String::new()), seal: None })
            }
        };
        self.reply.blocks.push(block);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::machine::Input;

    #[test]
    fn whatever_a_model_sends_can_be_read_again_from_the_journal() {
        let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
        let call = |id: &str, args: Value| {
            Block::ToolUse(ToolUse {
                id: id.to_owned(),
                name: "x".to_owned(),
                args: Args::Json(args),
                seal: None,
            })
        };
        let blocks = vec![call("a\0b", deep), call(&"i".repeat(9000), json!({}))];
        let reply = Reply {
            id: "m".to_owned(),
            model: "m".to_owned(),
            blocks,
            stop_reason: StopReason::ToolUse,
            usage: conserje_llm::TokenUsage::default(),
        };
        let read = TextRead::from(reply);
        let ids: Vec<_> = read.reply.tool_uses().map(|call| call.id.len()).collect();
        assert_eq!(ids, [2, ID]);
        let judged = judge(&read, &Toolbox::default(), Approvals::Never, false);
        let guard = conserje_guard::Guard::new(&conserje_guard::Policy::default()).unwrap();
        let (reply, _) = guard.answer_in(&[], read.reply, |_, _| {});
        let input = Input::Replied { reply: Box::new(reply), judged };
        let entry = serde_json::to_string(&input).unwrap();
        assert_eq!(serde_json::from_str::<Input>(&entry).unwrap(), input);
    }
}
