//! Files: given to us, looked at, read, moved, deleted.

use axum::Json;
use axum::body::Body;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Multipart, State};
use axum::response::sse::Event as SseEvent;
use axum::response::{IntoResponse, Response};
use conserje_documents::{DocumentFilter, Library, LibraryError, NewFile, Progress};
use conserje_kernel::{CollectionId, DocumentId, DocumentStatus, Scope, TenantId};
use conserje_operate::App;
use conserje_protocol::{
    ChunksReply, ErrorCode, FileProgress, FileReply, FileTextReply, FilesReply, Given, Problem, RefusedFile,
    UpdateFileRequest, UploadForm, UploadReply, UploadedFile,
};
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;

use crate::wire::extract::{AcceptedLanguage, JsonBody, PageQuery, PathId, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, live, policy, render};

/// Files of one request.
const AT_ONCE: usize = 20;
/// The whole of an upload: so many files of the largest size, and what is around them.
pub(super) const UPLOAD_LIMIT: usize = 21 * 100 * 1024 * 1024;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UploadQuery {
    /// The collection that the files go to; one called `default` unless told.
    collection: Option<String>,
}

/// Takes up to 20 files as `multipart/form-data`. Each is kept or refused by itself; those kept wait to be read.
#[utoipa::path(post, path = "/api/files/upload", tag = "knowledge", params(UploadQuery),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 202, body = UploadReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn upload(
    access: Allowed<policy::WriteKnowledge>,
    State(app): State<App>,
    QueryOf(query): QueryOf<UploadQuery>,
    headers: HeaderMap,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Response, Failure> {
    conserje_kernel::faults::pass("door.upload");
    let mut form = form.map_err(|_| {
        let fix = "send the files as `multipart/form-data`, one part each";
        Failure::new(ErrorCode::UnsupportedMediaType, fix)
    })?;
    let reader = AcceptedLanguage::of(&headers);
    let collection = query.collection.as_deref().map(named_collection).transpose()?;
    let allowance = Allowance::of(&app, &access.scope, &headers)?;
    let mut reply = UploadReply { files: Vec::new(), refused: Vec::new() };
    let mut first_failure = None;
    let mut count = 0;
    while let Some(part) = form.next_field().await.map_err(|error| broken(&error))? {
        let Some(name) = part.file_name().map(str::to_owned) else { continue };
        count += 1;
        let taken = if count > AT_ONCE {
            let problem = format!("an upload holds at most {AT_ONCE} files; send the rest in another");
            Err(LibraryError::Invalid { problem }.into())
        } else {
            let declared = part.content_type().map(str::to_owned);
            let new = NewFile { name: name.clone(), declared, collection, parent: None };
            take(&allowance, new, part).await?
        };
        match taken {
            Ok(accepted) => reply.files.push(UploadedFile {
                file: render::file(accepted.document, &reader),
                is_known: accepted.is_known,
            }),
            Err(failure) => {
                let (code, detail) = (failure.code, reader.told(&failure.detail));
                reply.refused.push(RefusedFile { file_name: name, code, detail });
                first_failure.get_or_insert(failure);
            }
        }
    }
    if count == 0 {
        let fix = "the form holds no file; send each as a part with a file name";
        return Err(Failure::new(ErrorCode::InvalidRequest, fix));
    }
    match first_failure {
        Some(failure) if reply.files.is_empty() && count == 1 => Err(failure),
        Some(_) | None => Ok((StatusCode::ACCEPTED, Json(reply)).into_response()),
    }
}

/// The outer error ends the whole upload: the rest of the form cannot be read either.
async fn take(
    allowance: &Allowance<'_>,
    new: NewFile,
    mut part: Field<'_>,
) -> Result<Result<conserje_documents::Accepted, Failure>, Failure> {
    let mut arriving = match allowance.app.library().expect(allowance.scope, new).await {
        Ok(arriving) => arriving,
        Err(error) if error.is_transient() => return Err(error.into()),
        Err(error) => return Ok(Err(error.into())),
    };
    loop {
        match part.chunk().await {
            Ok(Some(piece)) => {
                let written = match allowance.admit(piece.len()) {
                    Ok(()) => arriving.write(piece).await.map_err(Failure::from),
                    Err(failure) => Err(failure),
                };
                if let Err(failure) = written {
                    arriving.abandon().await;
                    return Ok(Err(failure));
                }
            }
            Ok(None) => return Ok(arriving.finish().await.map_err(Failure::from)),
            Err(error) => {
                arriving.abandon().await;
                return Err(broken(&error));
            }
        }
    }
}

/// What of the tenant's limit an upload may use. One that says how long it is is let in or turned away as a whole.
struct Allowance<'a> {
    app: &'a App,
    scope: &'a Scope,
    is_counted: bool,
}

impl<'a> Allowance<'a> {
    fn of(app: &'a App, scope: &'a Scope, headers: &HeaderMap) -> Result<Self, Failure> {
        let length =
            headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if let Some(length) = length {
            app.limits().admit_upload(scope, length)?;
        }
        Ok(Self { app, scope, is_counted: length.is_some() })
    }

    fn admit(&self, bytes: usize) -> Result<(), Failure> {
        if self.is_counted {
            return Ok(());
        }
        Ok(self.app.limits().admit_upload(self.scope, u64::try_from(bytes).unwrap_or(u64::MAX))?)
    }
}

fn broken(error: &MultipartError) -> Failure {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Failure::new(ErrorCode::BodyTooLarge, "send fewer or smaller files at a time");
    }
    Failure::new(ErrorCode::InvalidRequest, format!("the form cannot be read: {}", error.body_text()))
}

fn named_collection(text: &str) -> Result<CollectionId, Failure> {
    text.parse().map_err(|_| Failure::not_found("collection"))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FilesQuery {
    /// Only those of this collection.
    collection: Option<String>,
    /// Only those that are this far.
    #[param(inline, value_type = Option<DocumentStatus>)]
    status: Option<Given<DocumentStatus>>,
    /// Only those whose name holds this, whatever the case and accents.
    name: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// The tenant's files, the latest first.
#[utoipa::path(get, path = "/api/files", tag = "knowledge", params(FilesQuery),
    responses((status = 200, body = FilesReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn list(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
    QueryOf(query): QueryOf<FilesQuery>,
    reader: AcceptedLanguage,
) -> Result<Json<FilesReply>, Failure> {
    let filter = DocumentFilter {
        collection: query.collection.as_deref().map(named_collection).transpose()?,
        status: query.status.map(|status| status.known()).transpose()?,
        name: query.name.filter(|name| !name.is_empty()),
        parent: None,
    };
    let page = PageQuery { cursor: query.cursor, limit: query.limit }.request()?;
    let found = library.list(&access.scope, filter, page).await?;
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    let items = found.items.into_iter().map(|document| render::file(document, &reader)).collect();
    Ok(Json(FilesReply { items, next_cursor }))
}

#[utoipa::path(get, path = "/api/files/{id}", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 200, body = FileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn get(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
    reader: AcceptedLanguage,
) -> Result<Json<FileReply>, Failure> {
    Ok(Json(render::file(library.document(&access.scope, id).await?, &reader)))
}

/// The file as it was uploaded. Always as a download: what is in it is not ours to run in a browser.
#[utoipa::path(get, path = "/api/files/{id}/content", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 200, description = "The bytes of the file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn content(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
) -> Result<Response, Failure> {
    let (document, bytes) = library.content(&access.scope, id).await?;
    let name: String = document
        .file_name
        .chars()
        .map(|sign| if sign.is_ascii_graphic() && sign != '"' && sign != '\\' { sign } else { '_' })
        .collect();
    let encoded =
        percent_encoding::utf8_percent_encode(&document.file_name, percent_encoding::NON_ALPHANUMERIC);
    let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{encoded}");
    let headers = [
        // What it is is in the file's description; a browser is not to act on it.
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, Body::from(bytes)).into_response())
}

/// What was read from the file.
#[utoipa::path(get, path = "/api/files/{id}/text", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 200, body = FileTextReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn text(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
) -> Result<Json<FileTextReply>, Failure> {
    let found = library.text(&access.scope, id).await?;
    let text_hash = found.document.text_hash.map(|hash| hash.to_string());
    Ok(Json(FileTextReply { file_id: id.to_string(), text_hash, text: found.text }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ChunksQuery {
    /// The first chunk, from 0.
    from: Option<u32>,
    /// How many; 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// What the file was cut into.
#[utoipa::path(get, path = "/api/files/{id}/chunks", tag = "knowledge", params(("id" = String, Path), ChunksQuery),
    responses((status = 200, body = ChunksReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn chunks(
    access: Allowed<policy::ReadKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
    QueryOf(query): QueryOf<ChunksQuery>,
) -> Result<Json<ChunksReply>, Failure> {
    let (from, limit) = (query.from.unwrap_or(0), query.limit.unwrap_or(50));
    if !(1..=200).contains(&limit) {
        return Err(Failure::new(ErrorCode::InvalidValue, format!("`limit` is {limit}; use 1 to 200")));
    }
    library.document(&access.scope, id).await?;
    let found = library.passages(&access.scope, id, from, from.saturating_add(limit - 1)).await?;
    Ok(Json(ChunksReply { items: found.into_iter().map(render::chunk).collect() }))
}

/// Deletes the file with all that was made from it, and the files that were inside it.
#[utoipa::path(delete, path = "/api/files/{id}", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn delete(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
) -> Result<StatusCode, Failure> {
    library.remove(&access.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads the file again, as when it had just arrived.
#[utoipa::path(post, path = "/api/files/{id}/reprocess", tag = "knowledge", params(("id" = String, Path)),
    responses((status = 202, body = FileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn reprocess(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
    reader: AcceptedLanguage,
) -> Result<Response, Failure> {
    let document = library.reprocess(&access.scope, id).await?;
    Ok((StatusCode::ACCEPTED, Json(render::file(document, &reader))).into_response())
}

/// Moves the file to another collection.
#[utoipa::path(patch, path = "/api/files/{id}", tag = "knowledge", params(("id" = String, Path)),
    request_body = UpdateFileRequest,
    responses((status = 200, body = FileReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn update(
    access: Allowed<policy::WriteKnowledge>,
    State(library): State<Library>,
    PathId(id): PathId<DocumentId>,
    reader: AcceptedLanguage,
    JsonBody(body): JsonBody<UpdateFileRequest>,
) -> Result<Json<FileReply>, Failure> {
    let collection = named_collection(&body.collection_id)?;
    Ok(Json(render::file(library.move_to(&access.scope, id, collection).await?, &reader)))
}

/// How far files are, as it happens: `file:processing_progress`, `file:processing_completed` and
/// `file:processing_failed`. What was missed is in `GET /api/files`.
#[utoipa::path(get, path = "/api/files/events", tag = "knowledge",
    responses((status = 200, description = "Server-sent events", body = FileProgress, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn follow(
    access: Allowed<policy::ReadKnowledge>,
    State(app): State<App>,
    reader: AcceptedLanguage,
) -> Response {
    let (news, tenant) = (app.library().follow_progress(), access.scope.tenant());
    live::live(app, access.scope, FileNews { news, tenant, reader })
}

/// How far a tenant's files are.
struct FileNews {
    news: broadcast::Receiver<Progress>,
    tenant: TenantId,
    reader: AcceptedLanguage,
}

impl live::Source for FileNews {
    async fn next(&mut self) -> Option<SseEvent> {
        loop {
            match self.news.recv().await {
                Ok(progress) if progress.tenant == self.tenant => return Some(event(progress, &self.reader)),
                // Another tenant's, or more than it could keep up with: the list has it all.
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

fn event(progress: Progress, reader: &AcceptedLanguage) -> SseEvent {
    let name = progress_event(&progress);
    SseEvent::default().event(name).json_data(render::progress(progress, reader)).unwrap_or_default()
}

/// What a change is called on the wire, here and over Socket.IO.
pub(crate) fn progress_event(progress: &Progress) -> &'static str {
    match progress.status {
        DocumentStatus::Completed => "file:processing_completed",
        DocumentStatus::Failed => "file:processing_failed",
        DocumentStatus::Pending | DocumentStatus::Queued | DocumentStatus::Processing => {
            "file:processing_progress"
        }
    }
}
