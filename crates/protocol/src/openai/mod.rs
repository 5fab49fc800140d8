//! What clients of OpenAI's API send and read. Names and JSON are OpenAI's; fields that a client may send
//! and nothing here heeds are left out, since unknown ones are ignored.

mod chat;
mod content;
mod error;
mod models;
mod responses;

pub use chat::{
    ChatCompletion, ChatCompletionChunk, ChatCompletionRequest, ChatFunction, ChatFunctionSpec, ChatMessage,
    ChatReplyMessage, ChatTool, ChatToolCall, Choice, ChunkChoice, ChunkDelta, ChunkToolCall,
    CompletionUsage, InputTokenDetails, OutputTokenDetails, ResponseFormat, SchemaFormat, StreamOptions,
};
pub use content::{Content, ContentPart, ImageUrl, OneOrMany};
pub use error::{ApiErrorBody, ApiErrorReply};
pub use models::{ModelReply, ModelsListReply};
pub use responses::{
    InputItem, InputTokensDetails, OutputItem, OutputPart, OutputTokensDetails, Response, ResponseError,
    ResponseInput, ResponseReasoning, ResponseRequest, ResponseText, ResponseTool, ResponseUsage,
    SummaryPart, TextFormat,
};
