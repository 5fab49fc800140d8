use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that can be named as `model`: an assistant, or a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelReply {
    pub id: String,
    #[schema(example = "model")]
    pub object: String,
    /// Always 0: configuration does not say.
    pub created: i64,
    /// `conserje` for assistants, the provider for models.
    pub owned_by: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelsListReply {
    #[schema(example = "list")]
    pub object: String,
    pub data: Vec<ModelReply>,
}
