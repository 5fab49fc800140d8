//! Everything goes through its agent's guard: what a person says, what comes from outside, what a model answers. What the
//! guard decides is in the log, by rule.

use std::sync::Arc;

use conserje_agents::claims::{Hold, Mode};
use conserje_events::GuardFinding;
use conserje_guard::{AnswerGuard, Blocked, Findings, Guard, Limits, Screened, Sources};
use conserje_kernel::{Language, Scope};
use conserje_llm::{Block, ByRule, Called, Choice, Message, Models, Part, Piece, Reply, Request};
use conserje_tools::Outcome;
use conserje_tools::text_protocol::Visible;
use serde_json::Value;
use tokio::time::Instant;

use crate::turn::live::News;
use crate::{ConversationError, Conversations};

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

impl Conversations {
    /// What looks at what somebody gets who asks a tool or a model without a turn: the guard of the tenant's first assistant.
    pub async fn guard(&self, scope: &Scope, language: Language) -> Result<Guard, ConversationError> {
        Ok(self.assistants(scope).await?.agent("").guard.speaking(language))
    }
}

/// What a tool said, as it may be shown to somebody who used it without a turn.
pub fn screen_outcome(guard: &Guard, outcome: Outcome) -> Screened<Outcome> {
    guard_outcome(guard, outcome).0
}

/// Asks a model what was screened; there is no other way to one.
#[expect(clippy::disallowed_methods, reason = "what is asked has its proof")]
pub(crate) async fn ask_model(
    models: &Models,
    choice: &Choice,
    request: &Screened<Request>,
    deadline: Instant,
    on_piece: &mut (dyn FnMut(&Piece) + Send),
) -> Called {
    models.call(choice, request.get(), deadline, on_piece).await
}

/// What a tool brought from outside: masked and made harmless before a model, the log or a client has it.
pub(crate) fn guard_outcome(guard: &Guard, outcome: Outcome) -> (Screened<Outcome>, Vec<GuardFinding>) {
    let (outcome, findings) = guard.outside_in(outcome, |outcome, look| {
        look(&mut outcome.text);
        each_text(&mut outcome.result, look, 0);
    });
    (outcome, noted(&findings))
}

/// Results are as deep as their tools make them; what is deeper than this was not made to be read.
const DEEPEST: usize = 32;

fn each_text(value: &mut Value, look: &mut dyn FnMut(&mut String), depth: usize) {
    match value {
        Value::String(text) => look(text),
        Value::Array(items) if depth < DEEPEST => {
            for item in items {
                each_text(item, look, depth + 1);
            }
        }
        Value::Object(fields) if depth < DEEPEST => {
            for field in fields.values_mut() {
                each_text(field, look, depth + 1);
            }
        }
        Value::Array(_) | Value::Object(_) => *value = Value::Null,
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a caller has of a conversation: as foreign as a message of theirs, and refused as one.
pub(crate) fn guard_messages(
    guard: &Guard,
    limits: Limits,
    messages: Vec<Message>,
) -> Result<Screened<Vec<Message>>, Blocked> {
    let mut refused = None;
    let (messages, _) = guard.outside_in(messages, |messages, look| {
        for text in messages.iter_mut().flat_map(texts_of).filter(|text| !text.trim().is_empty()) {
            match guard.message(text, limits) {
                Ok(said) => *text = said.text.into_inner(),
                Err(blocked) => refused = Some(blocked),
            }
            look(text);
        }
    });
    match refused {
        Some(blocked) => Err(blocked),
        None => Ok(messages),
    }
}

/// What a program asks a model by itself, from whatever it made that of; its rules are its own.
pub(crate) fn guard_request(guard: &Guard, request: Request) -> Screened<Request> {
    let (request, _) = guard.for_programs().outside_in(request, |request, look| {
        request.messages.iter_mut().flat_map(texts_of).for_each(look);
    });
    request
}

fn texts_of(message: &mut Message) -> Vec<&mut String> {
    match message {
        Message::User { parts } => parts
            .iter_mut()
            .filter_map(|part| match part {
                Part::Text { text } => Some(text),
                Part::Image { .. } => None,
            })
            .collect(),
        Message::Assistant { blocks } => blocks
            .iter_mut()
            .filter_map(|block| match block {
                Block::Text { text } | Block::Thinking { text, .. } => Some(text),
                Block::ToolUse(_) => None,
            })
            .collect(),
        Message::Tools { results } => results.iter_mut().map(|result| &mut result.text).collect(),
    }
}

/// The guard for what answers a request: links that its instructions, its rules, its tools or the business's own earlier
/// words hold may be in the answer. What a customer writes lends none.
pub(crate) fn guard_of_answer(guard: &Guard, language: Option<Language>, request: &Request) -> Guard {
    let mut sources = Sources { own: vec![request.system.as_str()], ..Sources::default() };
    match &request.by_rule {
        Some(ByRule::Say { text }) => sources.own.push(text),
        Some(ByRule::Try { .. } | ByRule::Call { .. }) | None => {}
    }
    for message in &request.messages {
        match message {
            Message::User { .. } => {}
            Message::Assistant { blocks } => {
                sources.answers.extend(blocks.iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text.as_str()),
                    Block::Thinking { .. } | Block::ToolUse(_) => None,
                }));
            }
            Message::Tools { results } => {
                sources.found.extend(results.iter().map(|result| result.text.as_str()));
            }
        }
    }
    guard.speaking(language.unwrap_or_default()).knowing(&sources)
}

/// What a model said, as it may be kept and shown. Equal to what [`Words`] showed of it.
pub(crate) fn guard_reply(guard: &Guard, secret: &str, reply: Reply) -> (Screened<Reply>, Vec<GuardFinding>) {
    let (reply, findings) = guard.answer_in(&[secret], reply, |reply, look| {
        for block in &mut reply.blocks {
            match block {
                Block::Text { text } => look(text),
                Block::Thinking { text, seal } => {
                    let thought = text.clone();
                    look(text);
                    // A seal is for the words that were thought; others are not sent back.
                    if *text != thought {
                        *seal = None;
                    }
                }
                Block::ToolUse(_) => {}
            }
        }
    });
    (reply, noted(&findings))
}

/// Passes words on as they may be shown: without the calls that a model writes among them, and guarded.
pub(crate) struct Words<Tell> {
    tell: Tell,
    visible: Option<Visible>,
    text: Option<AnswerGuard>,
    thought: Option<AnswerGuard>,
    /// Lets whole sentences go, and none that says what nobody told.
    hold: Option<Hold>,
    /// Something was said before that does not end with a space.
    wants_a_space: bool,
}

impl<Tell: FnMut(News)> Words<Tell> {
    pub(crate) fn new(tell: Tell, guard: &Guard, secret: &str, in_text: bool) -> Self {
        Self {
            tell,
            visible: in_text.then(Visible::default),
            text: Some(guard.answer(&[secret])),
            thought: Some(guard.answer(&[secret])),
            hold: None,
            wants_a_space: false,
        }
    }

    /// The same, with what it says held against facts.
    pub(crate) fn held_by(self, hold: Option<Hold>) -> Self {
        Self { hold, ..self }
    }

    /// The same, going on from what was said before.
    pub(crate) fn after_a_space(self) -> Self {
        Self { wants_a_space: true, ..self }
    }

    /// Passes on what was held back, in another way, once no more comes.
    pub(crate) fn release(&mut self, mode: Mode) {
        if let Some(shown) = self.hold.as_mut().map(|hold| hold.release(mode)) {
            self.tell_sentences(shown);
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
                    self.tell(shown, News::Thinking);
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
            self.let_go(rest);
        }
        if let Some(shown) = self.hold.as_mut().map(Hold::finish) {
            self.tell_sentences(shown);
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(guard) = &mut self.text {
            let shown = guard.push(text);
            self.let_go(shown);
        }
    }

    fn let_go(&mut self, text: Screened<String>) {
        match &mut self.hold {
            Some(hold) => {
                let shown = hold.push(text.get());
                self.tell_sentences(shown);
            }
            None => self.tell(text, News::Text),
        }
    }

    fn tell_sentences(&mut self, mut shown: String) {
        if !shown.is_empty() && std::mem::take(&mut self.wants_a_space) {
            shown.insert(0, ' ');
        }
        #[expect(clippy::disallowed_methods, reason = "sentences of what was screened, and our own words")]
        let shown = Screened::own(shown);
        self.tell(shown, News::Text);
    }

    /// What is held back of a thought comes before what is said after it.
    fn end_thought(&mut self) {
        if let Some((rest, _)) = self.thought.take().map(AnswerGuard::finish) {
            self.tell(rest, News::Thinking);
        }
    }

    fn tell(&mut self, text: Screened<String>, news: impl Fn(Screened<Arc<str>>) -> News) {
        if !text.get().is_empty() {
            (self.tell)(news(text.map(Arc::from)));
        }
    }
}
