//! `POST /v1/chat/completions`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::content::{Content, OneOrMany};

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ChatCompletionRequest {
    /// An assistant, a model, or a tier: `fast`, `balanced`, `premium`.
    #[schema(example = "assistant")]
    pub model: String,
    pub messages: Vec<ChatMessage>,
    pub stream: Option<bool>,
    pub stream_options: Option<StreamOptions>,
    pub tools: Option<Vec<ChatTool>>,
    /// `auto`, `none`, `required`, or a function by name.
    pub tool_choice: Option<Value>,
    pub response_format: Option<ResponseFormat>,
    pub max_tokens: Option<u32>,
    pub max_completion_tokens: Option<u32>,
    pub temperature: Option<f64>,
    #[schema(value_type = Option<Value>)]
    pub stop: Option<OneOrMany>,
    /// `low`, `medium` or `high` lets a model think; nothing else does.
    pub reasoning_effort: Option<String>,
    /// Only 1.
    pub n: Option<u32>,
    /// Only false.
    pub logprobs: Option<bool>,
    #[schema(ignore)]
    pub top_logprobs: Option<u32>,
    #[schema(ignore)]
    pub logit_bias: Option<Value>,
    #[schema(ignore)]
    pub audio: Option<Value>,
    /// Only `["text"]`.
    pub modalities: Option<Vec<String>>,
    #[schema(ignore)]
    pub functions: Option<Value>,
    #[schema(ignore)]
    pub function_call: Option<Value>,
    #[schema(ignore)]
    pub web_search_options: Option<Value>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct StreamOptions {
    /// A last chunk with what was used.
    pub include_usage: Option<bool>,
}

/// A message; which fields it has depends on its role.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatMessage {
    /// `system`, `developer`, `user`, `assistant` or `tool`.
    pub role: String,
    #[serde(default)]
    #[schema(value_type = Option<Value>)]
    pub content: Option<Content>,
    #[serde(default)]
    pub tool_calls: Option<Vec<ChatToolCall>>,
    #[serde(default)]
    pub tool_call_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChatToolCall {
    pub id: String,
    #[serde(rename = "type", default = "function")]
    pub kind: String,
    pub function: ChatFunction,
}

fn function() -> String {
    "function".to_owned()
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChatFunction {
    pub name: String,
    /// JSON, as the model wrote it.
    #[serde(default)]
    pub arguments: String,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatTool {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub function: Option<ChatFunctionSpec>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatFunctionSpec {
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    /// A JSON Schema of type object.
    #[serde(default)]
    pub parameters: Option<Value>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ResponseFormat {
    /// `text`, `json_object` or `json_schema`.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub json_schema: Option<SchemaFormat>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SchemaFormat {
    pub name: String,
    #[serde(default)]
    pub schema: Option<Value>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatCompletion {
    pub id: String,
    #[schema(value_type = String, example = "chat.completion")]
    pub object: &'static str,
    pub created: i64,
    pub model: String,
    pub choices: [Choice; 1],
    pub usage: CompletionUsage,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    pub index: u32,
    pub message: ChatReplyMessage,
    /// `stop`, `length` or `tool_calls`.
    #[schema(value_type = String)]
    pub finish_reason: &'static str,
    #[schema(value_type = Option<Value>)]
    pub logprobs: Option<()>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatReplyMessage {
    #[schema(value_type = String)]
    pub role: &'static str,
    pub content: Option<String>,
    /// What the model thought, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
    #[schema(value_type = Option<String>)]
    pub refusal: Option<()>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ChatToolCall>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct CompletionUsage {
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    pub total_tokens: u64,
    pub prompt_tokens_details: InputTokenDetails,
    pub completion_tokens_details: OutputTokenDetails,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct InputTokenDetails {
    pub cached_tokens: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct OutputTokenDetails {
    pub reasoning_tokens: u64,
}

/// Borrows what all chunks of a stream have in common.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChatCompletionChunk<'a> {
    pub id: &'a str,
    #[schema(value_type = String, example = "chat.completion.chunk")]
    pub object: &'static str,
    pub created: i64,
    pub model: &'a str,
    pub choices: Vec<ChunkChoice<'a>>,
    /// Only in the last chunk, and only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<CompletionUsage>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChunkChoice<'a> {
    pub index: u32,
    pub delta: ChunkDelta<'a>,
    #[schema(value_type = Option<String>)]
    pub finish_reason: Option<&'static str>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ChunkDelta<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ChunkToolCall>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChunkToolCall {
    pub index: usize,
    #[serde(flatten)]
    pub call: ChatToolCall,
}
