//! What can be named as `model`.

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_kernel::Scope;
use conserje_protocol::openai::{ApiErrorReply, ModelReply, ModelsListReply};

use super::error::ApiError;
use super::target::{open_to, owner};
use crate::wire::{Allowed, PathId, policy};

fn entry(id: &str, owned_by: &str) -> ModelReply {
    ModelReply { id: id.to_owned(), object: "model".to_owned(), created: 0, owned_by: owned_by.to_owned() }
}

async fn find(conversations: &Conversations, scope: &Scope, id: &str) -> Result<ModelReply, ApiError> {
    let assistants = open_to(conversations, scope).await?;
    if assistants.catalogue().get(id).is_some() {
        return Ok(entry(id, "conserje"));
    }
    let model = assistants.models().named(id).ok_or_else(|| ApiError::no_model(id))?;
    Ok(entry(id, owner(&model.provider)))
}

/// Assistants and models, as OpenAI's clients list them.
#[utoipa::path(get, path = "/v1/models", tag = "openai",
    responses((status = 200, body = ModelsListReply), (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn list(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
) -> Result<Json<ModelsListReply>, ApiError> {
    let assistants = open_to(&conversations, &access.scope).await?;
    let catalogue = assistants.catalogue();
    let agents = catalogue.agents().map(|agent| entry(&agent.name, "conserje"));
    let models = assistants.models().all().filter(|model| catalogue.get(&model.name).is_none());
    let models = models.map(|model| entry(&model.name, owner(&model.provider)));
    Ok(Json(ModelsListReply { object: "list".to_owned(), data: agents.chain(models).collect() }))
}

/// One of them. A slash in its name is written %2F.
#[utoipa::path(get, path = "/v1/models/{id}", tag = "openai", params(("id" = String, Path)),
    responses((status = 200, body = ModelReply), (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn get(
    access: Allowed<policy::ReadSessions>,
    State(conversations): State<Conversations>,
    PathId(id): PathId<String>,
) -> Result<Json<ModelReply>, ApiError> {
    Ok(Json(find(&conversations, &access.scope, &id).await?))
}
