//! A model that says what it was told to: for tests, demonstrations and measurements.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::{self, StreamExt};
use serde::Deserialize;
use serde_json::Value;

use crate::error::{ModelError, Trouble};
use crate::message::{Args, Block, Message, Part, Reply, Request, Seal, StopReason, TokenUsage, ToolUse};
use crate::model::{Model, Piece, PieceStream};

/// A prepared reply.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Scene {
    /// Used only for messages that contain this, upper or lower case.
    pub when: Option<String>,
    /// Used only for the n-th call of a turn; 0 is the first.
    pub step: Option<usize>,
    /// What to say; `{message}` stands for the user's message, `{results}` for what tools just answered.
    pub say: String,
    /// What happens, in this order, after `say`.
    pub acts: Vec<Act>,
    /// Waits this long first.
    pub delay_ms: u64,
    /// And this long between words.
    pub pace_ms: u64,
    /// Fails with this instead of ending, after all of the above.
    pub fail: Option<String>,
    /// How it fails; `down` unless told.
    pub trouble: Option<Trouble>,
    pub stop_reason: Option<StopReason>,
}

/// A block of a prepared reply.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Act {
    Think(String),
    Say(String),
    #[serde(rename_all = "camelCase")]
    Use {
        name: String,
        #[serde(default)]
        args: Value,
        #[serde(default)]
        id: Option<String>,
    },
    /// A call whose arguments are not JSON.
    #[serde(rename_all = "camelCase")]
    Misuse {
        name: String,
        text: String,
    },
}

impl Scene {
    pub fn say(text: impl Into<String>) -> Self {
        Self { say: text.into(), ..Self::default() }
    }

    pub fn fail(problem: impl Into<String>) -> Self {
        Self { fail: Some(problem.into()), ..Self::default() }
    }

    /// Uses one tool.
    pub fn use_tool(name: impl Into<String>, args: Value) -> Self {
        Self::acts([Act::Use { name: name.into(), args, id: None }])
    }

    pub fn acts(acts: impl IntoIterator<Item = Act>) -> Self {
        Self { acts: acts.into_iter().collect(), ..Self::default() }
    }

    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self { delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX), ..self }
    }

    #[must_use]
    pub fn with_trouble(self, trouble: Trouble) -> Self {
        Self { trouble: Some(trouble), ..self }
    }

    fn blocks(&self, heard: &Heard<'_>) -> Vec<Block> {
        let fill = |text: &str| text.replace("{message}", heard.message).replace("{results}", &heard.results);
        let said = (!self.say.is_empty()).then(|| Block::Text { text: fill(&self.say) });
        let acted = self.acts.iter().map(|act| match act {
            Act::Think(text) => Block::Thinking {
                text: fill(text),
                seal: Some(Seal { provider: "scripted".to_owned(), data: Value::from("signed") }),
            },
            Act::Say(text) => Block::Text { text: fill(text) },
            Act::Use { name, args, id } => Block::ToolUse(ToolUse {
                id: id.clone().unwrap_or_else(call_id),
                name: name.clone(),
                args: Args::Json(filled(args, &fill)),
                seal: None,
            }),
            Act::Misuse { name, text } => Block::ToolUse(ToolUse {
                id: call_id(),
                name: name.clone(),
                args: Args::Malformed(text.clone()),
                seal: None,
            }),
        });
        said.into_iter().chain(acted).collect()
    }
}

fn call_id() -> String {
    format!("call_{}", uuid::Uuid::now_v7().simple())
}

/// Every text inside the value, filled in.
fn filled(value: &Value, fill: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(fill(text)),
        Value::Array(items) => items.iter().map(|item| filled(item, fill)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, item)| (name.clone(), filled(item, fill))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// What a scripted model says. Without any scene it repeats the message.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    #[serde(default)]
    pub replies: Vec<Scene>,
}

#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    #[error("the script {path} cannot be read")]
    Read {
        path: String,
        #[source]
        source: std::io::Error,
    },
    #[error("the script {path} is not a list of replies: {source}")]
    Shape {
        path: String,
        #[source]
        source: serde_json::Error,
    },
}

impl Script {
    /// Reads `{"replies": [{"when": "hola", "say": "¡Hola!", "delayMs": 20}, …]}`.
    pub fn read(path: &Path) -> Result<Self, ScriptError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|source| ScriptError::Read { path: name.clone(), source })?;
        serde_json::from_str(&text).map_err(|source| ScriptError::Shape { path: name, source })
    }
}

/// Plays a [`Script`]. Scenes queued with [`Scripted::then`] come first, each once.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: Arc<Script>,
    queued: Arc<Mutex<VecDeque<Scene>>>,
    /// The last requests, for tests that look at what a model was told.
    asked: Arc<Mutex<VecDeque<Request>>>,
}

/// How many requests [`Scripted::asked`] remembers.
const REMEMBERED: usize = 16;

impl From<Script> for Scripted {
    fn from(script: Script) -> Self {
        Self { script: Arc::new(script), ..Self::default() }
    }
}

/// The part of a request that scenes look at.
struct Heard<'a> {
    message: &'a str,
    results: String,
    step: usize,
}

impl<'a> Heard<'a> {
    fn of(request: &'a Request) -> Self {
        let mut heard = Heard { message: "", results: String::new(), step: 0 };
        for message in request.messages.iter().rev() {
            match message {
                Message::Assistant { .. } => heard.step += 1,
                Message::Tools { results } if heard.step == 0 => {
                    let texts: Vec<_> = results.iter().map(|result| result.text.as_str()).collect();
                    heard.results = texts.join("\n");
                }
                Message::Tools { .. } => {}
                Message::User { parts } => {
                    let mut texts = parts.iter().filter_map(|part| match part {
                        Part::Text { text } => Some(text.as_str()),
                        Part::Image { .. } => None,
                    });
                    heard.message = texts.next_back().unwrap_or_default();
                    break;
                }
            }
        }
        heard
    }
}

impl Scripted {
    /// Scenes for the next calls, in order.
    pub fn then(&self, scenes: impl IntoIterator<Item = Scene>) {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner).extend(scenes);
    }

    /// The last requests, the oldest first.
    pub fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn remember(&self, request: &Request) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() == REMEMBERED {
            asked.pop_front();
        }
        asked.push_back(request.clone());
    }

    fn scene_for(&self, heard: &Heard<'_>) -> Scene {
        let queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let message = heard.message.to_lowercase();
        let fits = |scene: &&Scene| {
            scene.when.as_ref().is_none_or(|when| message.contains(&when.to_lowercase()))
                && scene.step.is_none_or(|step| step == heard.step)
        };
        queued
            .or_else(|| self.script.replies.iter().find(fits).cloned())
            .unwrap_or_else(|| Scene::say("{message}"))
    }

    pub(crate) fn stream<'a>(&'a self, model: &'a Model, request: &'a Request) -> PieceStream<'a> {
        self.remember(request);
        let heard = Heard::of(request);
        let scene = self.scene_for(&heard);
        let blocks = scene.blocks(&heard);
        let mut pieces: Vec<_> = blocks.iter().flat_map(pieces_of).map(Ok).collect();
        pieces.push(match &scene.fail {
            None => Ok(Piece::Done(Box::new(reply(model, request, &scene, blocks)))),
            Some(problem) => {
                Err(ModelError::new(&*model.name, scene.trouble.unwrap_or(Trouble::Down), problem))
            }
        });
        let (delay, pace) = (Duration::from_millis(scene.delay_ms), Duration::from_millis(scene.pace_ms));
        stream::once(tokio::time::sleep(delay))
            .flat_map(move |()| stream::iter(std::mem::take(&mut pieces)))
            .then(move |piece| async move {
                if !pace.is_zero() && matches!(piece, Ok(Piece::Text(_) | Piece::Thinking(_))) {
                    tokio::time::sleep(pace).await;
                }
                piece
            })
            .boxed()
    }
}

/// Words, as they would stream.
fn pieces_of(block: &Block) -> Vec<Piece> {
    let words = |text: &str| text.split_inclusive(' ').map(str::to_owned).collect::<Vec<_>>();
    match block {
        Block::Thinking { text, .. } => words(text).into_iter().map(Piece::Thinking).collect(),
        Block::Text { text } => words(text).into_iter().map(Piece::Text).collect(),
        Block::ToolUse(_) => Vec::new(),
    }
}

fn reply(model: &Model, request: &Request, scene: &Scene, blocks: Vec<Block>) -> Reply {
    let uses_tools = blocks.iter().any(|block| matches!(block, Block::ToolUse(_)));
    let thinking = blocks.iter().map(|block| match block {
        Block::Thinking { text, .. } => tokens(text),
        Block::Text { .. } | Block::ToolUse(_) => 0,
    });
    let thinking = thinking.sum();
    let natural = if uses_tools { StopReason::ToolUse } else { StopReason::EndTurn };
    Reply {
        id: format!("msg_{}", uuid::Uuid::now_v7().simple()),
        model: model.name.to_string(),
        stop_reason: scene.stop_reason.unwrap_or(natural),
        usage: TokenUsage {
            input: tokens(&request.system) + request.messages.iter().map(heard_tokens).sum::<u64>(),
            output: blocks.iter().map(block_tokens).sum(),
            thinking,
            ..TokenUsage::default()
        },
        blocks,
    }
}

fn heard_tokens(message: &Message) -> u64 {
    match message {
        Message::User { parts } => parts
            .iter()
            .map(|part| match part {
                Part::Text { text } => tokens(text),
                Part::Image { .. } => 0,
            })
            .sum(),
        Message::Assistant { blocks } => blocks.iter().map(block_tokens).sum(),
        Message::Tools { results } => results.iter().map(|result| tokens(&result.text)).sum(),
    }
}

fn block_tokens(block: &Block) -> u64 {
    match block {
        Block::Thinking { text, .. } | Block::Text { text } => tokens(text),
        Block::ToolUse(call) => match &call.args {
            Args::Json(args) => tokens(&args.to_string()),
            Args::Malformed(text) => tokens(text),
        },
    }
}

/// No tokenizer: a token is taken to be four characters.
fn tokens(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

#[cfg(test)]
#[path = "scripted_tests.rs"]
mod tests;
