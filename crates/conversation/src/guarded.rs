//! Everything goes through its agent's guard: what a person says, what comes from outside, what a model answers. What the
//! guard decides is in the log, by rule.

use conserje_events::GuardFinding;
use conserje_guard::{AnswerGuard, Findings, Guard};
use conserje_llm::{Block, Piece, Reply};
use conserje_tools::Outcome;
use conserje_tools::text_protocol::Visible;
use serde_json::Value;

use crate::live::{Live, News};

pub(crate) fn noted(findings: &Findings) -> Vec<GuardFinding> {
    let mut noted: Vec<GuardFinding> = Vec::new();
    for finding in findings.list() {
        let one = GuardFinding { rule: finding.rule.clone(), verdict: finding.verdict.name().to_owned() };
        if !noted.contains(&one) {
            noted.push(one);
        }
    }
    noted
}

/// What a tool brought from outside: masked and made harmless before a model, the log or a client has it.
pub(crate) fn guard_outcome(guard: &Guard, outcome: &mut Outcome) -> Vec<GuardFinding> {
    let (text, findings) = guard.outside(&outcome.text);
    if findings.is_empty() {
        return Vec::new();
    }
    if text != outcome.text {
        outcome.text = text;
        guard_value(guard, &mut outcome.result, 0);
    }
    noted(&findings)
}

/// Results are as deep as their tools make them; what is deeper than this was not made to be read.
const DEEPEST: usize = 32;

fn guard_value(guard: &Guard, value: &mut Value, depth: usize) {
    match value {
        Value::String(text) => *text = guard.outside(text).0,
        Value::Array(items) if depth < DEEPEST => {
            for item in items {
                guard_value(guard, item, depth + 1);
            }
        }
        Value::Object(fields) if depth < DEEPEST => {
            for field in fields.values_mut() {
                guard_value(guard, field, depth + 1);
            }
        }
        Value::Array(_) | Value::Object(_) => *value = Value::Null,
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a model said, as it may be kept and shown. Equal to what [`Words`] showed of it.
pub(crate) fn guard_reply(guard: &Guard, secret: &str, reply: &mut Reply) -> Vec<GuardFinding> {
    let mut found = Vec::new();
    let mut safe = |text: &str| {
        let mut going = guard.answer(&[secret]);
        let mut safe = going.push(text);
        let (rest, findings) = going.finish();
        safe.push_str(&rest);
        found.extend(noted(&findings));
        safe
    };
    for block in &mut reply.blocks {
        match block {
            Block::Text { text } => *text = safe(text),
            Block::Thinking { text, seal } => {
                let shown = safe(text);
                // A seal is for the words that were thought; others are not sent back.
                if shown != *text {
                    *seal = None;
                    *text = shown;
                }
            }
            Block::ToolUse(_) => {}
        }
    }
    found.dedup();
    found
}

/// Passes words on as they may be shown: without the calls that a model writes among them, and guarded.
pub(crate) struct Words<'a> {
    live: &'a Live,
    visible: Option<Visible>,
    text: Option<AnswerGuard>,
    thought: Option<AnswerGuard>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(live: &'a Live, guard: &Guard, secret: &str, in_text: bool) -> Self {
        Self {
            live,
            visible: in_text.then(Visible::default),
            text: Some(guard.answer(&[secret])),
            thought: Some(guard.answer(&[secret])),
        }
    }

    pub(crate) fn pass_on(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(text) => {
                self.end_thought();
                let shown = self.visible.as_mut().map(|visible| visible.push(text));
                self.say(shown.as_deref().unwrap_or(text));
            }
            Piece::Thinking(text) => {
                if let Some(guard) = &mut self.thought {
                    let shown = guard.push(text);
                    self.tell(&shown, News::Thinking);
                }
            }
            Piece::Done(_) => {}
        }
    }

    pub(crate) fn finish(&mut self) {
        self.end_thought();
        if let Some(rest) = self.visible.take().map(Visible::finish) {
            self.say(&rest);
        }
        if let Some((rest, _)) = self.text.take().map(AnswerGuard::finish) {
            self.tell(&rest, News::Text);
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(guard) = &mut self.text {
            let shown = guard.push(text);
            self.tell(&shown, News::Text);
        }
    }

    /// What is held back of a thought comes before what is said after it.
    fn end_thought(&mut self) {
        if let Some((rest, _)) = self.thought.take().map(AnswerGuard::finish) {
            self.tell(&rest, News::Thinking);
        }
    }

    fn tell(&self, text: &str, news: impl Fn(std::sync::Arc<str>) -> News) {
        if !text.is_empty() {
            self.live.tell(news(text.into()));
        }
    }
}
