//! What is asked of a model and what comes back, whoever provides it.

use futures::StreamExt;
use futures::stream::BoxStream;

use crate::scripted::Scripted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    User,
    Assistant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub by: Speaker,
    pub text: String,
}

/// A conversation to be continued; the last entry is the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub system: String,
    pub history: Vec<Said>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    EndTurn,
    MaxTokens,
    ToolUse,
    StopSequence,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenUsage {
    pub input: u64,
    pub output: u64,
    pub thinking: u64,
    pub cached: u64,
}

/// A piece of an answer as it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// The last one.
    Done {
        stop_reason: StopReason,
        usage: TokenUsage,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the model {model} failed: {problem}")]
    Failed { model: String, problem: String },
    #[error("the model {model} stopped in the middle of its answer")]
    CutShort { model: String },
}

pub type PieceStream<'a> = BoxStream<'a, Result<Piece, ModelError>>;

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub stop_reason: StopReason,
    pub usage: TokenUsage,
}

/// A model behind a provider.
#[derive(Clone, Debug)]
pub enum Model {
    Scripted(Scripted),
}

impl Model {
    /// As it is shown to people and kept in the record.
    pub fn name(&self) -> &str {
        match self {
            Self::Scripted(_) => "scripted",
        }
    }

    pub fn stream<'a>(&'a self, request: &'a Request) -> PieceStream<'a> {
        match self {
            Self::Scripted(scripted) => scripted.stream(request),
        }
    }

    /// The whole answer; an answer that breaks off is an error, never half an answer.
    pub async fn complete(&self, request: &Request) -> Result<Answer, ModelError> {
        let mut pieces = self.stream(request);
        let mut text = String::new();
        while let Some(piece) = pieces.next().await {
            match piece? {
                Piece::Text(more) => text.push_str(&more),
                Piece::Done { stop_reason, usage } => return Ok(Answer { text, stop_reason, usage }),
            }
        }
        Err(ModelError::CutShort { model: self.name().to_owned() })
    }
}
