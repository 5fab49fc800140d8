//! A model that says what it was told to: for tests, demonstrations and measurements.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::{self, StreamExt};
use serde::Deserialize;

use crate::model::{ModelError, Piece, PieceStream, Request, Speaker, StopReason, TokenUsage};

/// A prepared reply.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reply {
    /// Used only for messages that contain this, upper or lower case.
    #[serde(default)]
    pub when: Option<String>,
    /// What to say; `{message}` stands for the user's message.
    #[serde(default)]
    pub say: String,
    /// Waits this long first.
    #[serde(default)]
    pub delay_ms: u64,
    /// Fails with this instead, after having said `say`.
    #[serde(default)]
    pub fail: Option<String>,
}

impl Reply {
    pub fn say(text: impl Into<String>) -> Self {
        Self { when: None, say: text.into(), delay_ms: 0, fail: None }
    }

    pub fn fail(problem: impl Into<String>) -> Self {
        Self { fail: Some(problem.into()), ..Self::say("") }
    }

    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self { delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX), ..self }
    }
}

/// What a scripted model says. Without any reply it repeats the message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    #[serde(default)]
    pub replies: Vec<Reply>,
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

/// Plays a [`Script`]. Replies queued with [`Scripted::then`] come first, each once.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: Arc<Script>,
    queued: Arc<Mutex<VecDeque<Reply>>>,
}

impl From<Script> for Scripted {
    fn from(script: Script) -> Self {
        Self { script: Arc::new(script), queued: Arc::default() }
    }
}

impl Scripted {
    /// Replies for the next calls, in order.
    pub fn then(&self, replies: impl IntoIterator<Item = Reply>) {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner).extend(replies);
    }

    fn reply_to(&self, message: &str) -> Reply {
        let queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let fits = |reply: &&Reply| {
            reply.when.as_ref().is_none_or(|when| message.to_lowercase().contains(&when.to_lowercase()))
        };
        queued
            .or_else(|| self.script.replies.iter().find(fits).cloned())
            .unwrap_or_else(|| Reply::say("{message}"))
    }

    pub(crate) fn stream<'a>(&'a self, request: &'a Request) -> PieceStream<'a> {
        let heard = request.history.iter().rev().find(|said| said.by == Speaker::User);
        let message = heard.map_or("", |said| said.text.as_str());
        let reply = self.reply_to(message);
        let text = reply.say.replace("{message}", message);
        let usage = TokenUsage {
            input: request.history.iter().map(|said| tokens(&said.text)).sum::<u64>()
                + tokens(&request.system),
            output: tokens(&text),
            ..TokenUsage::default()
        };
        let mut pieces: Vec<_> =
            text.split_inclusive(' ').map(|word| Ok(Piece::Text(word.to_owned()))).collect();
        pieces.push(match reply.fail {
            None => Ok(Piece::Done { stop_reason: StopReason::EndTurn, usage }),
            Some(problem) => Err(ModelError::Failed { model: "scripted".to_owned(), problem }),
        });
        let delay = Duration::from_millis(reply.delay_ms);
        stream::once(async move {
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            stream::iter(pieces)
        })
        .flatten()
        .boxed()
    }
}

/// No tokenizer: a token is taken to be four characters.
fn tokens(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

#[cfg(test)]
#[path = "scripted_tests.rs"]
mod tests;
