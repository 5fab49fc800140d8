//! Assistants that a tenant makes and changes while the server runs: drafts, checks, versions.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_conversation::Conversations;
use conserje_kernel::{Bilingual, Language, Timestamp, UserId};
use conserje_operate::Operate;
use conserje_operate::assistants::{
    About, Beginning, Change, EvalsShown, FieldFault, FindingKind, OwnDetail, OwnShown, OwnVersion, Style,
    Voice, VoiceForm,
};
use conserje_protocol::{
    AboutAssistant, AnswerMissedReply, AnswerScoreReply, AssistantDraftReply, AssistantEvalsReply,
    AssistantFaultReply, AssistantFormWire, AssistantLiveReply, AssistantToolReply, AssistantToolsReply,
    AssistantVersionReply, CreateAssistantRequest, ErrorCode, GoLiveRequest, LanguageWire,
    LookAtVoiceRequest, OwnAssistantDetailReply, OwnAssistantReply, OwnAssistantsReply, Problem,
    RouteMissedReply, RouteScoreReply, SaveDraftRequest, ServesWire, SetupVersionReply, SetupVersionsReply,
    ToneWire, VoiceFindingKind, VoiceFindingReply, VoiceReply,
};
use http::{StatusCode, header};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::mcp_servers;
use crate::wire::extract::{AcceptedLanguage, JsonBody, PathId, PathIds};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy};

/// All files of an assistant, as JSON.
pub(super) const BODY_LIMIT: usize = 8 * 1024 * 1024;

/// Whether an assistant is sent there as a whole.
pub(super) fn is_large(path: &str) -> bool {
    path.starts_with("/api/assistants/own/") && (path.ends_with("/draft") || path.ends_with("/import"))
}

/// The assistants that the tenant made itself.
#[utoipa::path(get, path = "/api/assistants/own", tag = "assistants",
    responses((status = 200, body = OwnAssistantsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<OwnAssistantsReply>, Failure> {
    let all = operate.own_assistants(&access.scope).await?;
    let items = all.into_iter().map(|shown| summary(shown, language.unwrap_or_default())).collect();
    Ok(Json(OwnAssistantsReply { items, next_cursor: None }))
}

/// Begins an assistant: a draft, which answers nobody until it is put live.
#[utoipa::path(post, path = "/api/assistants/own", tag = "assistants", request_body = CreateAssistantRequest,
    responses((status = 201, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<CreateAssistantRequest>,
) -> Result<(StatusCode, Json<OwnAssistantDetailReply>), Failure> {
    let beginning = match (body.from, body.about) {
        (Some(from), None) => Beginning::CopyOf(from),
        (None, Some(about)) => Beginning::About(Box::new(said(about))),
        (Some(_), Some(_)) | (None, None) => {
            let fix = "say either `from`, to begin with a copy, or `about`, to begin anew";
            return Err(Failure::new(ErrorCode::InvalidValue, fix));
        }
    };
    let made = operate.begin_assistant(&access.scope, &body.name, beginning).await?;
    Ok((StatusCode::CREATED, Json(detail(made, language.unwrap_or_default())?)))
}

/// One of them with its files, and what is wrong with it.
#[utoipa::path(get, path = "/api/assistants/own/{name}", tag = "assistants", params(("name" = String, Path)),
    responses((status = 200, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    PathId(name): PathId<String>,
) -> Result<Json<OwnAssistantDetailReply>, Failure> {
    Ok(Json(detail(operate.own_assistant(&access.scope, &name).await?, language.unwrap_or_default())?))
}

/// Takes it out of force and out of the list; whom it stood in for answers again. Its versions stay on record.
#[utoipa::path(delete, path = "/api/assistants/own/{name}", tag = "assistants", params(("name" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn remove(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<StatusCode, Failure> {
    operate.remove_assistant(&access.scope, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps a draft, with its faults: what is wrong with it keeps it from going live, not from being kept.
#[utoipa::path(put, path = "/api/assistants/own/{name}/draft", tag = "assistants", params(("name" = String, Path)),
    request_body = SaveDraftRequest,
    responses((status = 200, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn save(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<SaveDraftRequest>,
) -> Result<Json<OwnAssistantDetailReply>, Failure> {
    let change = match (body.files, body.form) {
        (Some(files), None) => Change::Files(files),
        (None, Some(form)) => Change::Form(Box::new(same_shape(&form)?)),
        (Some(_), Some(_)) | (None, None) => {
            return Err(Failure::new(ErrorCode::InvalidValue, "send either `files`, all of them, or `form`"));
        }
    };
    let saved = operate.save_draft(&access.scope, &name, (body.after, change)).await?;
    Ok(Json(detail(saved, language.unwrap_or_default())?))
}

/// Throws a draft away; what is live stays.
#[utoipa::path(delete, path = "/api/assistants/own/{name}/draft", tag = "assistants", params(("name" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn drop_draft(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<StatusCode, Failure> {
    operate.drop_draft(&access.scope, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks it what its `evals` hold: who answers what, and whether answers show what they must. It may take minutes.
#[utoipa::path(post, path = "/api/assistants/own/{name}/evals", tag = "assistants", params(("name" = String, Path)),
    responses((status = 200, body = AssistantEvalsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn evals(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<Json<AssistantEvalsReply>, Failure> {
    Ok(Json(scores(operate.try_assistant(&access.scope, &name).await?)))
}

/// Puts the draft live: it answers from the next message on.
#[utoipa::path(post, path = "/api/assistants/own/{name}/live", tag = "assistants", params(("name" = String, Path)),
    request_body = GoLiveRequest,
    responses((status = 200, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn go_live(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    PathId(name): PathId<String>,
    JsonBody(body): JsonBody<GoLiveRequest>,
) -> Result<Json<OwnAssistantDetailReply>, Failure> {
    let live = operate.go_live(&access.scope, &name, (body.revision, body.note)).await?;
    Ok(Json(detail(live, language.unwrap_or_default())?))
}

/// What was live, the latest first.
#[utoipa::path(get, path = "/api/assistants/own/{name}/versions", tag = "assistants", params(("name" = String, Path)),
    responses((status = 200, body = SetupVersionsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn versions(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<Json<SetupVersionsReply>, Failure> {
    let all = operate.assistant_versions(&access.scope, &name).await?;
    Ok(Json(SetupVersionsReply { items: all.into_iter().map(version_reply).collect() }))
}

/// A version with its files.
#[utoipa::path(get, path = "/api/assistants/own/{name}/versions/{version}", tag = "assistants",
    params(("name" = String, Path), ("version" = i64, Path)),
    responses((status = 200, body = AssistantVersionReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn version(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathIds(name, version): PathIds<String, i64>,
) -> Result<Json<AssistantVersionReply>, Failure> {
    let (shown, files) = operate.assistant_version(&access.scope, &name, version).await?;
    Ok(Json(AssistantVersionReply { version: version_reply(shown), files }))
}

/// Puts an earlier version live again, as a new one.
#[utoipa::path(post, path = "/api/assistants/own/{name}/versions/{version}/restore", tag = "assistants",
    params(("name" = String, Path), ("version" = i64, Path)),
    responses((status = 200, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn restore(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    PathIds(name, version): PathIds<String, i64>,
) -> Result<Json<OwnAssistantDetailReply>, Failure> {
    let live = operate.restore_assistant(&access.scope, &name, version).await?;
    Ok(Json(detail(live, language.unwrap_or_default())?))
}

/// Its folder as a zip.
#[utoipa::path(get, path = "/api/assistants/own/{name}/export", tag = "assistants", params(("name" = String, Path)),
    responses((status = 200, description = "A zip of the pack folder", body = Vec<u8>, content_type = "application/zip"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn export(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    PathId(name): PathId<String>,
) -> Result<Response, Failure> {
    let packed = operate.export_assistant(&access.scope, &name).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        // A name of lower-case letters, digits, `-` and `_`.
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.zip\"")),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, packed).into_response())
}

/// Takes a zip of a pack folder as the draft; an assistant that is not there is begun.
#[utoipa::path(post, path = "/api/assistants/own/{name}/import", tag = "assistants", params(("name" = String, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = OwnAssistantDetailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn import(
    access: Allowed<policy::ManageAssistants>,
    State(operate): State<Operate>,
    AcceptedLanguage(language): AcceptedLanguage,
    PathId(name): PathId<String>,
    body: Bytes,
) -> Result<Json<OwnAssistantDetailReply>, Failure> {
    let taken = operate.import_assistant(&access.scope, &name, &body).await?;
    Ok(Json(detail(taken, language.unwrap_or_default())?))
}

/// What a model is told of a voice, and what a text breaks of it. Nothing is kept.
#[utoipa::path(post, path = "/api/assistants/voice", tag = "assistants", request_body = LookAtVoiceRequest,
    responses((status = 200, body = VoiceReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn voice(
    _: Allowed<policy::ManageAssistants>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<LookAtVoiceRequest>,
) -> Result<Json<VoiceReply>, Failure> {
    const LONGEST: usize = 20_000;
    if body.text.chars().count() > LONGEST {
        let problem = format!("`text` is at most {LONGEST} characters long");
        return Err(Failure::new(ErrorCode::InvalidValue, problem));
    }
    let voice = Voice::from(same_shape::<_, VoiceForm>(&body.voice)?);
    if let Some(problem) = voice.problem() {
        return Err(Failure::new(ErrorCode::InvalidValue, problem));
    }
    let told = voice.told();
    let findings = voice.look_at(&body.text).into_iter().map(|finding| VoiceFindingReply {
        kind: match finding.kind {
            FindingKind::Avoided => VoiceFindingKind::Avoided,
            FindingKind::Formality => VoiceFindingKind::Formality,
            FindingKind::Length => VoiceFindingKind::Length,
        },
        found: finding.found,
        at: finding.at,
        advice: finding.kind.advice(language.unwrap_or_default()).to_owned(),
    });
    Ok(Json(VoiceReply {
        tokens: conserje_operate::assistants::tokens(&told),
        cut: voice.is_cut(),
        findings: findings.collect(),
        told,
    }))
}

/// Every tool that an agent can be given.
#[utoipa::path(get, path = "/api/assistants/tools", tag = "assistants",
    responses((status = 200, body = AssistantToolsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn tools(
    access: Allowed<policy::ManageAssistants>,
    State(conversations): State<Conversations>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<AssistantToolsReply>, Failure> {
    let assistants = conversations.assistants(&access.scope).await?;
    let (registry, language) = (assistants.tools(), language.unwrap_or_default());
    let all = assistants.every_tool();
    let tool = |name: &str| {
        let info = all.info(name)?;
        Some(AssistantToolReply {
            name: name.to_owned(),
            title: registry.title(name, language),
            description: info.description.clone(),
            risk: mcp_servers::risk(info.risk),
        })
    };
    Ok(Json(AssistantToolsReply { items: registry.names().filter_map(tool).collect(), next_cursor: None }))
}

fn said(about: AboutAssistant) -> About {
    About {
        serves_members: about.serves.contains(&ServesWire::Members),
        serves_guests: about.serves.contains(&ServesWire::Guests),
        language: match about.language {
            LanguageWire::Es => Language::Es,
            LanguageWire::En => Language::En,
        },
        style: match about.tone {
            ToneWire::Professional => Style::Professional,
            ToneWire::WarmProfessional => Style::WarmProfessional,
            ToneWire::Casual => Style::Casual,
            ToneWire::VeryFormal => Style::VeryFormal,
        },
        title: about.title,
        business: about.business,
        does: about.does,
        examples: about.examples,
        uses_documents: about.uses_documents,
        makes_appointments: about.makes_appointments,
        takes_orders: about.takes_orders,
        escalates: about.escalates,
    }
}

/// The wire and the program have the same shape; the program knows which words there are.
pub(super) fn same_shape<T: Serialize, U: DeserializeOwned>(one: &T) -> Result<U, Failure> {
    serde_json::to_value(one)
        .and_then(serde_json::from_value)
        .map_err(|error| Failure::new(ErrorCode::InvalidValue, error.to_string()))
}

fn summary(shown: OwnShown, language: Language) -> OwnAssistantReply {
    let of = |text: Bilingual| text.of(language).clone();
    let by = |user: Option<UserId>| user.map(|user| user.to_string());
    let at = |moment: Timestamp| moment.to_string();
    OwnAssistantReply {
        name: shown.name,
        title: of(shown.title),
        description: of(shown.description),
        picture: shown.picture,
        live: shown.live.map(|made| AssistantLiveReply {
            version: made.version,
            made_by: by(made.by),
            made_at: at(made.at),
        }),
        draft: shown.draft.map(|made| AssistantDraftReply {
            revision: made.version,
            made_by: by(made.by),
            made_at: at(made.at),
        }),
        enabled: shown.is_enabled,
        replaces: shown.replaces,
        problem: shown.problem,
    }
}

fn detail(detail: OwnDetail, language: Language) -> Result<OwnAssistantDetailReply, Failure> {
    let fault = |FieldFault { file, line, field, problem }: FieldFault| AssistantFaultReply {
        file,
        line,
        field,
        problem,
    };
    let form = detail.form.as_ref().map(same_shape::<_, AssistantFormWire>).transpose()?;
    Ok(OwnAssistantDetailReply {
        assistant: summary(detail.shown, language),
        files: detail.files,
        form,
        faults: detail.faults.into_iter().map(fault).collect(),
        warnings: detail.hints.into_iter().map(fault).collect(),
    })
}

fn version_reply(version: OwnVersion) -> SetupVersionReply {
    SetupVersionReply {
        version: version.made.version,
        note: version.note,
        made_by: version.made.by.map(|user| user.to_string()),
        made_at: version.made.at.to_string(),
        live: version.is_live,
    }
}

fn scores(shown: EvalsShown) -> AssistantEvalsReply {
    let EvalsShown { routes, answers } = shown;
    let route = |missed: conserje_operate::assistants::RouteMissed| RouteMissedReply {
        text: missed.text,
        expected: missed.expected,
        got: missed.got,
    };
    let answer = |missed: conserje_operate::assistants::AnswerMissed| AnswerMissedReply {
        text: missed.text,
        missing: missed.missing,
        answer: missed.answer,
    };
    AssistantEvalsReply {
        routes: RouteScoreReply {
            right: routes.right,
            of: routes.of,
            wrong: routes.wrong.into_iter().map(route).collect(),
        },
        answers: AnswerScoreReply {
            right: answers.right,
            of: answers.of,
            wrong: answers.wrong.into_iter().map(answer).collect(),
        },
    }
}
