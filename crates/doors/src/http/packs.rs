//! Packs of assistants: which a tenant has, and how they speak.

use axum::Json;
use axum::extract::State;
use conserje_conversation::Conversations;
use conserje_operate::packs::{Pack, PackChoice};
use conserje_protocol::{
    ErrorCode, PackChoiceRequest, PackCommand, PackReply, PackSettings, PacksReply, Problem,
};

use crate::wire::failure::Failure;
use crate::wire::{Allowed, JsonBody, PathId, policy};

/// The packs there are.
#[utoipa::path(get, path = "/api/packs", tag = "operate",
    responses((status = 200, body = PacksReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadAudit>,
    State(conversations): State<Conversations>,
) -> Result<Json<PacksReply>, Failure> {
    let assistants = conversations.assistants(&access.scope).await?;
    let reply = |pack: &Pack| reply(pack, assistants.choices().get(&pack.name));
    let items = assistants.packs().iter().map(|pack| reply(pack)).collect();
    Ok(Json(PacksReply { items, next_cursor: None }))
}

/// Enables a pack or not, and says how it is to speak. It holds from the next message on.
#[utoipa::path(put, path = "/api/packs/{name}", tag = "operate", params(("name" = String, Path)), request_body = PackChoiceRequest,
    responses((status = 200, body = PackReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn choose(
    access: Allowed<policy::ManageAssistants>,
    State(conversations): State<Conversations>,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<PackChoiceRequest>,
) -> Result<Json<PackReply>, Failure> {
    // The two have the same shape; this side knows which styles there are.
    let choice: PackChoice = serde_json::to_value(&body)
        .and_then(serde_json::from_value)
        .map_err(|error| Failure::new(ErrorCode::InvalidValue, error.to_string()))?;
    conversations.choose_pack(&access.scope, &name, choice.clone()).await?;
    let assistants = conversations.assistants(&access.scope).await?;
    let pack =
        assistants.packs().iter().find(|pack| pack.name == name).ok_or_else(|| Failure::not_found("pack"))?;
    Ok(Json(reply(pack, Some(&choice))))
}

fn reply(pack: &Pack, choice: Option<&PackChoice>) -> PackReply {
    let settings = choice.and_then(|choice| {
        serde_json::from_value::<PackSettings>(serde_json::to_value(&choice.settings).ok()?).ok()
    });
    PackReply {
        name: pack.name.clone(),
        version: pack.version.clone(),
        description: pack.description.clone(),
        vertical: pack.vertical.clone(),
        languages: pack.languages.iter().map(|language| language.tag().to_owned()).collect(),
        enabled: choice.is_none_or(|choice| choice.enabled),
        agents: pack.agents.iter().map(|agent| agent.name.clone()).collect(),
        commands: pack
            .router
            .commands()
            .map(|(command, agent)| PackCommand { command: command.to_owned(), agent: agent.to_owned() })
            .collect(),
        settings: settings.unwrap_or_default(),
    }
}
