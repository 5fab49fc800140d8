//! A model behind a provider.

use std::sync::Arc;

use futures::StreamExt;
use futures::stream::BoxStream;

use crate::anthropic::Anthropic;
use crate::error::{ModelError, Trouble};
use crate::extractive;
use crate::gemini::Gemini;
use crate::message::{Reply, Request};
use crate::openai::OpenAi;
use crate::scripted::Scripted;

/// A piece of a reply as it arrives.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Thinking(String),
    Text(String),
    /// The last one: the whole reply, put together.
    Done(Box<Reply>),
}

pub type PieceStream<'a> = BoxStream<'a, Result<Piece, ModelError>>;

/// What is known about a model; from configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// In tokens, input and output together.
    pub context_window: u64,
    pub max_output_tokens: u32,
    /// Without them tools are offered in the text protocol.
    pub native_tools: bool,
    /// Whether it is sent images as they are.
    pub vision: bool,
    pub price: Price,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            context_window: 128_000,
            max_output_tokens: 4096,
            native_tools: true,
            vision: false,
            price: Price::default(),
        }
    }
}

/// In millionths of the currency unit per million tokens, so that sums are whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    pub input: u64,
    pub cached: u64,
    pub cache_written: u64,
    pub output: u64,
}

/// Where a model is served; a closed set.
#[derive(Clone, Debug)]
pub enum Provider {
    Anthropic(Anthropic),
    Gemini(Gemini),
    OpenAi(OpenAi),
    Scripted(Scripted),
    Extractive,
}

/// A model that can be asked. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Model {
    /// `provider/model`, as it is shown to people and kept in the record.
    pub name: Arc<str>,
    /// The provider's own name for it.
    pub wire_name: Arc<str>,
    pub facts: Facts,
    pub provider: Provider,
}

impl Model {
    pub fn scripted(scripted: Scripted) -> Self {
        Self {
            name: "scripted".into(),
            wire_name: "scripted".into(),
            facts: Facts::default(),
            provider: Provider::Scripted(scripted),
        }
    }

    /// What answers when no model is configured.
    pub fn extractive() -> Self {
        Self {
            name: "extractive".into(),
            wire_name: "extractive".into(),
            facts: Facts::default(),
            provider: Provider::Extractive,
        }
    }

    pub fn stream<'a>(&'a self, request: &'a Request) -> PieceStream<'a> {
        match &self.provider {
            Provider::Anthropic(anthropic) => anthropic.stream(self, request),
            Provider::Gemini(gemini) => gemini.stream(self, request),
            Provider::OpenAi(openai) => openai.stream(self, request),
            Provider::Scripted(scripted) => scripted.stream(self, request),
            Provider::Extractive => extractive::stream(self, request),
        }
    }

    /// The whole reply; one that breaks off is an error, never half a reply.
    pub async fn complete(&self, request: &Request) -> Result<Reply, ModelError> {
        let mut pieces = self.stream(request);
        while let Some(piece) = pieces.next().await {
            match piece? {
                Piece::Done(reply) => return Ok(*reply),
                Piece::Text(_) | Piece::Thinking(_) => {}
            }
        }
        Err(ModelError::new(&*self.name, Trouble::CutShort, "the reply has no end"))
    }
}
