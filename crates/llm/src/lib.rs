//! One way to reach any model.
//!
//! A model streams: [`Model::stream`] yields pieces and ends with [`Piece::Done`], the whole reply put
//! together. Whoever wants only that collects the stream. Providers are a closed set, one file each.
//!
//! [`Models::call`] goes down a chain of models until one answers, and says what each try took; [`fit`] makes
//! what is said fit a model's window.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use conserje_llm::{Message, Model, Request, Script};
//!
//! let model = Model::scripted(Script::default().into());
//! let request = Request { messages: vec![Message::user("hola")], ..Request::default() };
//! assert_eq!(model.complete(&request).await.unwrap().text(), "hola");
//! # }
//! ```
mod anthropic;
mod breaker;
mod cost;
mod decode;
pub mod embed;
mod error;
mod extractive;
mod gemini;
mod kept;
mod known;
mod message;
mod micros;
mod model;
mod openai;
mod openai_body;
mod refusal;
mod roots;
mod route;
mod schema;
mod scripted;
mod setup;
mod sse;
mod tiers;
mod tokens;
mod window;

pub use anthropic::Anthropic;
pub use breaker::{BreakerPosition, BreakerState};
pub use cost::cost;
pub use error::{ModelError, Trouble};
pub use extractive::first_sentence;
pub use gemini::Gemini;
pub use known::{KnownModel, KnownPrice, begins_with, known, known_of};
pub use message::{
    Args, Block, ByRule, House, Message, OutputSchema, Part, Reply, Request, Seal, StopReason, TokenUsage,
    ToolChoice, ToolResult, ToolSpec, ToolUse,
};
pub use model::{Facts, Model, Piece, PieceStream, Price, Provider};
pub use openai::{OpenAi, OpenAiFlavour};
pub use roots::build_client;
pub use route::{Attempt, AttemptOutcome, Called, Choice, Models};
pub use scripted::{Act, Scene, Script, ScriptError, Scripted};
pub use setup::{ModelSetup, ModelsSetup, ProviderSetup, SetupProblem, micros, offered};
pub use sse::http_client;
pub use tiers::{Tier, TiersSetup};
pub use tokens::{count, count_message, rest_tokenizers};
pub use window::{Cut, Cuttable, Fitted, Parts, fit};
