//! `POST /v1/responses`.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::content::{Content, text_or_list};

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ResponseRequest {
    /// An assistant, a model, or a tier: `fast`, `balanced`, `premium`.
    #[schema(example = "assistant")]
    pub model: String,
    #[schema(value_type = Value)]
    pub input: ResponseInput,
    pub instructions: Option<String>,
    pub stream: Option<bool>,
    pub tools: Option<Vec<ResponseTool>>,
    /// `auto`, `none`, `required`, or a function by name.
    pub tool_choice: Option<Value>,
    pub text: Option<ResponseText>,
    pub reasoning: Option<ResponseReasoning>,
    pub max_output_tokens: Option<u32>,
    pub temperature: Option<f64>,
    /// With an assistant: goes on in the session of that response.
    pub previous_response_id: Option<String>,
    pub metadata: Option<Value>,
    /// Only false.
    pub background: Option<bool>,
    #[schema(ignore)]
    pub conversation: Option<Value>,
    #[schema(ignore)]
    pub prompt: Option<Value>,
    #[schema(ignore)]
    pub top_logprobs: Option<u32>,
}

/// A text, or items.
#[derive(Clone, Debug, ToSchema)]
pub enum ResponseInput {
    Text(String),
    Items(Vec<InputItem>),
}

impl Default for ResponseInput {
    fn default() -> Self {
        Self::Items(Vec::new())
    }
}

impl<'de> Deserialize<'de> for ResponseInput {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(text_or_list(from, "a text or a list of items")?.map_or_else(Self::Items, Self::Text))
    }
}

/// An item; which fields it has depends on its type.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct InputItem {
    /// `message` unless told, `function_call`, `function_call_output` or `reasoning`.
    #[serde(rename = "type", default = "message")]
    pub kind: String,
    #[serde(default)]
    pub role: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<Value>)]
    pub content: Option<Content>,
    #[serde(default)]
    pub call_id: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub arguments: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<Value>)]
    pub output: Option<Content>,
}

fn message() -> String {
    "message".to_owned()
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ResponseTool {
    /// Only `function`.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    /// A JSON Schema of type object.
    #[serde(default)]
    pub parameters: Option<Value>,
    #[serde(default)]
    pub strict: Option<bool>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ResponseText {
    #[serde(default)]
    pub format: Option<TextFormat>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TextFormat {
    /// `text`, `json_object` or `json_schema`.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ResponseReasoning {
    #[serde(default)]
    pub effort: Option<String>,
    #[serde(default)]
    pub summary: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Response {
    /// Names the turn and its session, if an assistant answered.
    pub id: String,
    #[schema(value_type = String, example = "response")]
    pub object: &'static str,
    pub created_at: i64,
    /// `in_progress`, `completed`, `incomplete` or `failed`.
    #[schema(value_type = String)]
    pub status: &'static str,
    pub error: Option<ResponseError>,
    pub incomplete_details: Option<Value>,
    pub instructions: Option<String>,
    pub max_output_tokens: Option<u32>,
    pub model: String,
    pub output: Vec<OutputItem>,
    pub parallel_tool_calls: bool,
    pub previous_response_id: Option<String>,
    pub reasoning: ResponseReasoning,
    /// Whether it is kept: an assistant's turns always are, a model's replies never.
    pub store: bool,
    pub temperature: Option<f64>,
    pub text: ResponseText,
    pub tool_choice: Value,
    pub tools: Vec<ResponseTool>,
    pub top_p: Option<f64>,
    #[schema(value_type = String)]
    pub truncation: &'static str,
    pub usage: Option<ResponseUsage>,
    pub metadata: Value,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResponseError {
    pub code: String,
    pub message: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OutputItem {
    Reasoning {
        id: String,
        summary: Vec<SummaryPart>,
    },
    Message {
        id: String,
        #[schema(value_type = String)]
        status: &'static str,
        #[schema(value_type = String)]
        role: &'static str,
        content: Vec<OutputPart>,
    },
    FunctionCall {
        id: String,
        #[schema(value_type = String)]
        status: &'static str,
        call_id: String,
        name: String,
        /// JSON, as the model wrote it.
        arguments: String,
    },
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SummaryPart {
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "summary_text")]
    pub kind: &'static str,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutputPart {
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "output_text")]
    pub kind: &'static str,
    pub text: String,
    pub annotations: Vec<Value>,
    pub logprobs: Vec<Value>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct ResponseUsage {
    pub input_tokens: u64,
    pub input_tokens_details: InputTokensDetails,
    pub output_tokens: u64,
    pub output_tokens_details: OutputTokensDetails,
    pub total_tokens: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct InputTokensDetails {
    pub cached_tokens: u64,
    pub cache_write_tokens: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct OutputTokensDetails {
    pub reasoning_tokens: u64,
}
