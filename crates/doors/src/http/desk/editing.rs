//! What a business says of itself, read and changed a piece at a time.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use conserje_desk::front_desk::FrontDesk;
use conserje_desk::work::editing::{Edit, Piece, Section};
use conserje_operate::App;
use conserje_protocol::{DeskCatalogueReply, DeskChangedReply, DeskPieceReply, Problem};
use http::header;
use http::request::Parts;
use serde_json::{Map, Value};

use super::{by_hand, spoken};
use crate::wire::extract::{AcceptedLanguage, JsonBody};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// The version that the caller saw, with or without the quotes that HTTP wants.
pub(in super::super) struct IfMatch(pub(super) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let seen = parts.headers.get(header::IF_MATCH).and_then(|value| value.to_str().ok());
        Ok(Self(seen.map(|seen| seen.trim().trim_matches('"').to_owned()).filter(|seen| !seen.is_empty())))
    }
}

/// Which piece the path names; a section that is none names nothing.
pub(in super::super) struct Which {
    section: Section,
    id: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Which {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let named = Path::<(String, String)>::from_request_parts(parts, state).await.ok();
        named
            .and_then(|Path((section, id))| Some(Self { section: Section::named(&section)?, id }))
            .ok_or_else(|| Failure::not_found("part of the business"))
    }
}

fn reply(piece: Piece) -> DeskPieceReply {
    DeskPieceReply { id: piece.id, version: piece.version, value: piece.value, left: None, change: None }
}

/// All that the business says of itself, each piece with its version.
#[utoipa::path(get, path = "/api/desk/catalogue", tag = "desk",
    responses((status = 200, body = DeskCatalogueReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn list(
    access: Allowed<policy::ReadDesk>,
    State(front_desk): State<FrontDesk>,
) -> Result<Json<DeskCatalogueReply>, Failure> {
    let pieces = front_desk.pieces(&access.scope).await?;
    let all = |pieces: Vec<Piece>| pieces.into_iter().map(reply).collect();
    let left = pieces.left;
    let dish = |piece: Piece| DeskPieceReply { left: left.get(&piece.id).copied(), ..reply(piece) };
    Ok(Json(DeskCatalogueReply {
        business: reply(pieces.head),
        branches: all(pieces.branches),
        staff: all(pieces.staff),
        services: all(pieces.services),
        policies: all(pieces.policies),
        facts: all(pieces.facts),
        menu: pieces.menu.into_iter().map(dish).collect(),
    }))
}

/// Adds a piece or changes one. `section` is business, branches, staff, services, policies, facts or menu; the body is as in
/// the business's files. Who changes one says in `If-Match` which version they saw.
#[utoipa::path(put, path = "/api/desk/catalogue/{section}/{id}", tag = "desk", request_body = Object,
    params(("section" = String, Path), ("id" = String, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = DeskPieceReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn put(
    access: Allowed<policy::WorkDesk>,
    State(app): State<App>,
    language: AcceptedLanguage,
    at: (Which, IfMatch),
    JsonBody(value): JsonBody<Map<String, Value>>,
) -> Result<Json<DeskPieceReply>, Failure> {
    let (Which { section, id }, IfMatch(version)) = at;
    let act = by_hand(&access.scope, spoken(&language));
    let change = act.key.clone();
    let front_desk = app.front_desk().clone();
    let edit = Edit { section, id, version, value: Some(Value::Object(value)) };
    let piece = front_desk.edit(&access.scope, act, edit).await?;
    if section == Section::Head {
        // Which trade it is in says who answers.
        app.conversations().forget_assistants(&access.scope);
    }
    let piece = piece.ok_or_else(|| Failure::not_found("part of the business"))?;
    Ok(Json(DeskPieceReply { change: Some(change), ..reply(piece) }))
}

/// Takes a piece away, if nothing needs it.
#[utoipa::path(delete, path = "/api/desk/catalogue/{section}/{id}", tag = "desk",
    params(("section" = String, Path), ("id" = String, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = DeskChangedReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(in super::super) async fn remove(
    access: Allowed<policy::WorkDesk>,
    State(front_desk): State<FrontDesk>,
    language: AcceptedLanguage,
    Which { section, id }: Which,
    IfMatch(version): IfMatch,
) -> Result<Json<DeskChangedReply>, Failure> {
    let act = by_hand(&access.scope, spoken(&language));
    let change = act.key.clone();
    front_desk.edit(&access.scope, act, Edit { section, id, version, value: None }).await?;
    Ok(Json(DeskChangedReply { change }))
}
