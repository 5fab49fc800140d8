//! What can be named as `model`.

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_protocol::openai::{ApiErrorReply, ModelReply, ModelsListReply};

use super::error::ApiError;
use super::target::owner;
use crate::access::{Allowed, policy};
use crate::doors::http::PathId;

fn entry(id: &str, owned_by: &str) -> ModelReply {
    ModelReply { id: id.to_owned(), object: "model".to_owned(), created: 0, owned_by: owned_by.to_owned() }
}

fn find(conversations: &Conversations, id: &str) -> Option<ModelReply> {
    if conversations.catalogue().get(id).is_some() {
        return Some(entry(id, "conserje"));
    }
    conversations.models().named(id).map(|model| entry(id, owner(&model.provider)))
}

/// Assistants and models, as OpenAI's clients list them.
#[utoipa::path(get, path = "/v1/models", tag = "openai",
    responses((status = 200, body = ModelsListReply), (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn list(
    _: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
) -> Json<ModelsListReply> {
    let catalogue = conversations.catalogue();
    let agents = catalogue.agents().map(|agent| entry(&agent.name, "conserje"));
    let models = conversations.models().all().filter(|model| catalogue.get(&model.name).is_none());
    let models = models.map(|model| entry(&model.name, owner(&model.provider)));
    Json(ModelsListReply { object: "list".to_owned(), data: agents.chain(models).collect() })
}

/// One of them. A slash in its name is written %2F.
#[utoipa::path(get, path = "/v1/models/{id}", tag = "openai", params(("id" = String, Path)),
    responses((status = 200, body = ModelReply), (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn get(
    _: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<String>,
) -> Result<Json<ModelReply>, ApiError> {
    find(&conversations, &id).map(Json).ok_or_else(|| ApiError::no_model(&id))
}
