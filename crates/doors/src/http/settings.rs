//! What the tenant says of itself.

use axum::Json;
use axum::extract::State;
use conserje_kernel::{Address, Language};
use conserje_operate::{AddressChange, Operate, Settings, SettingsChange};
use conserje_protocol::{AddressName, LanguageName, Problem, SettingsReply, UpdateSettingsRequest};

use crate::wire::extract::JsonBody;
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// The name of the tenant, its language, and how people are addressed.
#[utoipa::path(get, path = "/api/settings", tag = "users",
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadOwnAccount>,
    State(operate): State<Operate>,
) -> Result<Json<SettingsReply>, Failure> {
    Ok(Json(render(operate.settings(&access.scope).await?)))
}

/// Changes them. It holds from the next message on.
#[utoipa::path(patch, path = "/api/settings", tag = "users", request_body = UpdateSettingsRequest,
    responses((status = 200, body = SettingsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    JsonBody(body): JsonBody<UpdateSettingsRequest>,
) -> Result<Json<SettingsReply>, Failure> {
    let language = body.language.map(|language| match language {
        LanguageName::Es => Language::Es,
        LanguageName::En => Language::En,
    });
    let address_of = |name| match name {
        AddressName::Tu => Address::Tu,
        AddressName::Usted => Address::Usted,
    };
    let address = match body.address {
        None => AddressChange::Stays,
        Some(said) => AddressChange::Becomes(said.map(address_of)),
    };
    let change = SettingsChange { name: body.name, language, address };
    Ok(Json(render(operate.change_settings(&access.scope, change).await?)))
}

fn render(settings: Settings) -> SettingsReply {
    let language = match settings.language {
        Language::Es => LanguageName::Es,
        Language::En => LanguageName::En,
    };
    let address = settings.address.map(|address| address.choose(AddressName::Tu, AddressName::Usted));
    SettingsReply { name: settings.name, language, address }
}
