//! Makes what is said to a model fit its context window.
//!
//! Cut first is what can be asked for again, last what was said; the rules and the message of this turn
//! never. Whatever is cut says so, to the model and in [`Fitted::cuts`].

use serde::{Deserialize, Serialize};

use crate::message::{Message, Part};
use crate::tokens::{count, count_message, stretches};

/// What a model is to be told, by what it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// Never cut.
    pub rules: String,
    pub knowledge: String,
    pub tool_docs: String,
    /// What was found for this message.
    pub context: String,
    /// Of earlier turns.
    pub history: Vec<Message>,
    /// The user's message and everything after it in this turn; never cut.
    pub turn: Vec<Message>,
}

/// What can be cut, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cuttable {
    Context,
    ToolDocs,
    Knowledge,
    History,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    pub part: Cuttable,
    pub tokens_before: u64,
    pub tokens_after: u64,
}

/// What fits, ready for a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    pub system: String,
    pub messages: Vec<Message>,
    pub cuts: Vec<Cut>,
    /// All of it, as counted here; tools that are offered natively come on top.
    pub tokens: u64,
    /// Not, if the rules and the turn alone are too much.
    pub fits: bool,
}

/// Characters of a dropped message that its summary keeps.
const QUOTE: usize = 120;
/// Dropped messages that a summary quotes: the latest.
const QUOTES: usize = 8;
/// Between two texts of the system message.
const GAP: &str = "\n\n";
const GAP_TOKENS: u64 = 2;

/// Cuts until it is at most `limit` tokens, as the model of this wire name counts them.
pub fn fit(wire_name: &str, parts: Parts, limit: u64) -> Fitted {
    let Parts { rules, knowledge, tool_docs, context, history, turn } = parts;
    let fixed = text_tokens(wire_name, &rules)
        + turn.iter().map(|message| count_message(wire_name, message)).sum::<u64>();
    let text = |part, text: String| Section { part, tokens: text_tokens(wire_name, &text), text };
    let mut texts = [
        text(Cuttable::Context, context),
        text(Cuttable::ToolDocs, tool_docs),
        text(Cuttable::Knowledge, knowledge),
    ];
    let mut past = Past::new(wire_name, history);
    let before = (texts.each_ref().map(|text| text.tokens), past.tokens);
    let total = |texts: &[Section; 3], past: &Past| {
        fixed + texts.iter().map(|text| text.tokens).sum::<u64>() + past.tokens
    };

    for at in 0..texts.len() {
        let excess = total(&texts, &past).saturating_sub(limit);
        if let Some(text) = texts.get_mut(at).filter(|_| excess > 0) {
            text.shrink(wire_name, excess);
        }
    }
    let excess = total(&texts, &past).saturating_sub(limit);
    if excess > 0 {
        past.forget(wire_name, excess);
    }
    // The notes about what was cut are the last to go.
    for at in 0..texts.len() {
        let is_too_much = total(&texts, &past) > limit;
        if let Some(text) = texts.get_mut(at).filter(|_| is_too_much) {
            (text.text, text.tokens) = (String::new(), 0);
        }
    }
    if total(&texts, &past) > limit {
        past.forget_all();
    }

    let tokens = total(&texts, &past);
    let mut cuts: Vec<Cut> = texts
        .iter()
        .zip(before.0)
        .map(|(text, tokens_before)| Cut { part: text.part, tokens_before, tokens_after: text.tokens })
        .collect();
    cuts.push(Cut { part: Cuttable::History, tokens_before: before.1, tokens_after: past.tokens });
    cuts.retain(|cut| cut.tokens_before != cut.tokens_after);
    // What changes least comes first, so that providers can keep it in their cache.
    let [context, tool_docs, knowledge] = texts.map(|text| text.text);
    let system = [rules, knowledge, tool_docs, context].into_iter().filter(|text| !text.is_empty());
    let system = system.collect::<Vec<_>>().join(GAP);
    let messages = past.summary.into_iter().chain(past.messages).chain(turn).collect();
    Fitted { system, messages, cuts, tokens, fits: tokens <= limit }
}

/// With the gap before it.
fn text_tokens(wire_name: &str, text: &str) -> u64 {
    if text.is_empty() { 0 } else { GAP_TOKENS + count(wire_name, text) }
}

struct Section {
    part: Cuttable,
    text: String,
    tokens: u64,
}

impl Section {
    /// Takes at least `excess` tokens off, or all but a note, or all if the note would be longer.
    fn shrink(&mut self, wire_name: &str, excess: u64) {
        if self.text.is_empty() {
            return;
        }
        let note = match self.part {
            Cuttable::Context => "[What was found is cut here: there was no room for more.]",
            Cuttable::ToolDocs => "[The documentation of tools is cut here: there was no room for more.]",
            Cuttable::Knowledge => "[This knowledge is cut here: there was no room for more.]",
            Cuttable::History => "[Earlier messages are left out: there was no room for more.]",
        };
        let room = self.tokens.saturating_sub(excess);
        let kept = beginning(wire_name, &self.text, room.saturating_sub(text_tokens(wire_name, note) + 1));
        let cut = if kept.is_empty() { note.to_owned() } else { format!("{kept}\n{note}") };
        let tokens = text_tokens(wire_name, &cut);
        (self.text, self.tokens) = if tokens < self.tokens { (cut, tokens) } else { (String::new(), 0) };
    }
}

/// As much of the beginning as `room` tokens hold, whole words where possible: first in long steps,
/// which count more exactly, then in short ones.
pub(crate) fn beginning<'a>(wire_name: &str, text: &'a str, room: u64) -> &'a str {
    let (mut used, mut end) = (0_u64, 0_usize);
    for step in [1024, 32] {
        for stretch in stretches(text.get(end..).unwrap_or_default(), step) {
            let tokens = count(wire_name, stretch);
            if used.saturating_add(tokens) > room {
                break;
            }
            used += tokens;
            end += stretch.len();
        }
    }
    text.get(..end).unwrap_or_default().trim_end()
}

/// The messages of earlier turns.
struct Past {
    summary: Option<Message>,
    messages: Vec<Message>,
    tokens: u64,
}

impl Past {
    fn new(wire_name: &str, messages: Vec<Message>) -> Self {
        let tokens = messages.iter().map(|message| count_message(wire_name, message)).sum();
        Self { summary: None, messages, tokens }
    }

    /// Drops the oldest exchanges until `excess` tokens are gone. An exchange begins with what a person
    /// said, so that a tool's result is never parted from the call.
    fn forget(&mut self, wire_name: &str, excess: u64) {
        let goal = self.tokens.saturating_sub(excess);
        let mut left = self.tokens;
        let mut forgotten = Vec::new();
        let mut rest = std::mem::take(&mut self.messages).into_iter().peekable();
        while let Some(first) = rest.next() {
            let mut exchange = vec![first];
            exchange.extend(std::iter::from_fn(|| {
                rest.next_if(|message| !matches!(message, Message::User { .. }))
            }));
            left = exchange
                .iter()
                .fold(left, |left, message| left.saturating_sub(count_message(wire_name, message)));
            forgotten.extend(exchange.iter().filter_map(quote));
            // A summary that is longer than what it stands for is none.
            let summary = summary(&forgotten).map(|text| (count_message(wire_name, &text), text));
            let (length, summary) = match summary {
                Some((length, text)) if left + length < self.tokens => (length, Some(text)),
                Some(_) | None => (0, None),
            };
            self.summary = summary;
            if left + length <= goal || rest.peek().is_none() {
                self.tokens = left + length;
                break;
            }
        }
        self.messages = rest.collect();
    }

    fn forget_all(&mut self) {
        *self = Self { summary: None, messages: Vec::new(), tokens: 0 };
    }
}

/// The beginning of what a person said.
fn quote(message: &Message) -> Option<String> {
    let Message::User { parts } = message else { return None };
    let text = parts.iter().find_map(|part| match part {
        Part::Text { text } if !text.trim().is_empty() => Some(text.trim()),
        Part::Text { .. } | Part::Image { .. } => None,
    })?;
    let mut quote: String = text.chars().take(QUOTE).collect();
    if quote.len() < text.len() {
        quote.push('…');
    }
    Some(quote.replace(['\n', '\r'], " "))
}

/// In the place of messages that were dropped. A message, not a part of the rules: a person wrote it.
fn summary(quotes: &[String]) -> Option<Message> {
    let latest = quotes.get(quotes.len().saturating_sub(QUOTES)..)?;
    if latest.is_empty() {
        return None;
    }
    let more = if latest.len() < quotes.len() { "… " } else { "" };
    let quotes = latest.iter().map(|quote| format!("«{quote}»")).collect::<Vec<_>>().join(" ");
    Some(Message::user(format!(
        "[Messages were left out here: there was no room for more.] Earlier in this conversation: {more}{quotes}"
    )))
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
