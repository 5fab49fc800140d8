use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An error as OpenAI's clients read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ApiErrorReply {
    pub error: ApiErrorBody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ApiErrorBody {
    /// What happened and what to do about it.
    pub message: String,
    #[serde(rename = "type")]
    #[schema(example = "invalid_request_error")]
    pub kind: String,
    /// The part of the request that it is about.
    pub param: Option<String>,
    /// A code of the public error table, or one of OpenAI's.
    pub code: Option<String>,
}
