//! One way to reach any model.
//!
//! A model streams: [`Model::stream`] yields pieces of text and ends with [`Piece::Done`]. Whoever wants
//! the whole answer collects the stream. Providers are a closed set, so [`Model`] is an enum.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use conserje_llm::{Model, Request, Script, Said, Speaker};
//!
//! let model = Model::Scripted(Script::default().into());
//! let request = Request { system: String::new(), history: vec![Said { by: Speaker::User, text: "hola".into() }] };
//! assert_eq!(model.complete(&request).await.unwrap().text, "hola");
//! # }
//! ```
mod model;
mod scripted;

pub use model::{
    Answer, Model, ModelError, Piece, PieceStream, Request, Said, Speaker, StopReason, TokenUsage,
};
pub use scripted::{Reply, Script, ScriptError, Scripted};
