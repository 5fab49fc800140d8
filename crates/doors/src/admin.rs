//! The local admin door: a socket in the data folder that only the server's own user can open.
//!
//! The command line speaks to a running server through it. When none runs, the command line opens the
//! data folder itself and runs the same [`handle`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use conserje_accounts::{AccessError, NewAccount, NewKey, User, login_cookie};
use conserje_kernel::{
    ApiKeyId, JobId, JobState, KeyScopes, Language, PageRequest, PageSize, Role, Scope, SessionId, UserId,
};
use conserje_operate::{App, OperateError, SessionRecord};
use conserje_protocol::ErrorCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::UnixListener;
use tokio_util::sync::CancellationToken;

use crate::http::{render_dead_letter, render_job, render_report};
use crate::wire::{Failure, wire_event};

/// What an operator may ask for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum AdminRequest {
    Status,
    ListTenants,
    CreateTenant {
        slug: String,
        name: String,
        language: Language,
    },
    ListUsers {
        tenant: String,
    },
    CreateUser {
        tenant: String,
        email: String,
        name: String,
        role: Role,
    },
    LinkUser {
        tenant: String,
        email: String,
    },
    UpdateUser {
        tenant: String,
        email: String,
        role: Option<Role>,
        disabled: Option<bool>,
    },
    ListKeys {
        tenant: String,
    },
    CreateKey {
        tenant: String,
        email: String,
        name: String,
        scopes: KeyScopes,
        days: Option<u16>,
    },
    RevokeKey {
        tenant: String,
        id: ApiKeyId,
    },
    ListSessions {
        tenant: String,
    },
    ShowSession {
        tenant: String,
        id: SessionId,
    },
    RebuildSessions {
        tenant: String,
        id: Option<SessionId>,
    },
    VerifyAudit {
        tenant: Option<String>,
    },
    ListJobs {
        tenant: String,
        state: Option<JobState>,
    },
    RetryJob {
        tenant: String,
        id: JobId,
    },
    ListDeadLetters {
        tenant: String,
    },
    RetryDeadLetters {
        tenant: String,
    },
    RotateSecrets,
    RebuildIndex {
        tenant: String,
    },
    CheckIndex {
        tenant: String,
    },
    /// For the one at the machine, who could make a key for anybody as well.
    SignIn {
        /// The one that this server is for unless told.
        tenant: Option<String>,
        /// An owner of it unless told.
        email: Option<String>,
    },
}

/// What became of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdminReply {
    Done(Value),
    Refused { code: String, problem: String },
}

/// Where the socket leads to the doors that everybody has, with the same credentials asked for.
pub const FRONT_DOORS: &str = "/http";

pub fn socket_path(data_folder: &Path) -> PathBuf {
    data_folder.join("admin.sock")
}

/// Opens the door beside a running server. A server without it still serves, and says so.
pub fn open(app: &App, front_doors: Router) {
    let path = socket_path(app.folder().path());
    // Left by a process that died: the folder's lock says that nobody else is listening.
    let removed = std::fs::remove_file(&path);
    if let Err(error) = &removed
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!("The old admin socket could not be removed: {error}");
    }
    let mut first = match UnixListener::bind(&path) {
        Ok(listener) => Some(listener),
        Err(error) => {
            tracing::warn!("Administrative commands will not reach this server: {}: {error}", path.display());
            return;
        }
    };
    let router =
        Router::new().route("/", post(serve)).with_state(app.clone()).nest_service(FRONT_DOORS, front_doors);
    app.tasks().keep("admin", move |stop| listen(path.clone(), first.take(), router.clone(), stop));
}

/// Serves the socket until told to stop; one that is begun again opens it anew.
async fn listen(path: PathBuf, bound: Option<UnixListener>, router: Router, stop: CancellationToken) {
    let bind = || {
        drop(std::fs::remove_file(&path));
        UnixListener::bind(&path)
    };
    let served = match bound.map_or_else(bind, Ok) {
        Ok(listener) => axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await,
        Err(error) => Err(error),
    };
    if let Err(error) = served {
        tracing::error!("The admin door failed: {error}");
    }
    drop(std::fs::remove_file(&path));
}

async fn serve(State(app): State<App>, Json(request): Json<AdminRequest>) -> Json<AdminReply> {
    conserje_kernel::faults::pass("door.admin");
    Json(reply(&app, request).await)
}

pub async fn reply(app: &App, request: AdminRequest) -> AdminReply {
    match handle(app, request).await {
        Ok(value) => AdminReply::Done(value),
        Err(error) => {
            let problem = error.to_string();
            let code = Failure::from(error).code;
            let problem = if code == ErrorCode::Internal {
                format!("{problem}; see the server's log")
            } else {
                problem
            };
            AdminReply::Refused { code: code.name().to_owned(), problem }
        }
    }
}

async fn handle(app: &App, request: AdminRequest) -> Result<Value, OperateError> {
    match request {
        AdminRequest::Status => status(app).await,
        AdminRequest::ListTenants => list_tenants(app).await,
        AdminRequest::CreateTenant { slug, name, language } => {
            let made = app.operate().create_tenant(&slug, &name, language).await?;
            Ok(json!({"id": made.id, "slug": made.slug, "name": made.name, "createdAt": made.created_at}))
        }
        AdminRequest::ListUsers { tenant } => list_users(app, &tenant).await,
        AdminRequest::CreateUser { tenant, email, name, role } => {
            create_user(app, &tenant, email, name, role).await
        }
        AdminRequest::LinkUser { tenant, email } => link_user(app, &tenant, &email).await,
        AdminRequest::UpdateUser { tenant, email, role, disabled } => {
            let scope = app.operate().inside(&tenant).await?;
            let user = app.access().user_by_email(&scope, &email).await?;
            let user = app.access().update_user(&scope, user.id, role, disabled).await?;
            Ok(json!({"id": user.id, "email": user.email, "role": user.role, "disabledAt": user.disabled_at}))
        }
        AdminRequest::ListKeys { tenant } => list_keys(app, &tenant).await,
        AdminRequest::CreateKey { tenant, email, name, scopes, days } => {
            let scope = app.operate().inside(&tenant).await?;
            let user = app.access().user_by_email(&scope, &email).await?;
            let lasts = days.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600));
            let new = NewKey { id: ApiKeyId::generate(), user: user.id, name, scopes, lasts };
            let (made, token) = app.access().create_key(&scope, new).await?;
            Ok(json!({"id": made.id, "key": token.expose(), "expiresAt": made.expires_at}))
        }
        AdminRequest::RevokeKey { tenant, id } => {
            let scope = app.operate().inside(&tenant).await?;
            app.access().revoke_key(&scope, id).await?;
            Ok(json!({"id": id, "revoked": true}))
        }
        AdminRequest::ListSessions { tenant } => list_sessions(app, &tenant).await,
        AdminRequest::ShowSession { tenant, id } => show_session(app, &tenant, id).await,
        AdminRequest::RebuildSessions { tenant, id } => rebuild_sessions(app, &tenant, id).await,
        AdminRequest::RebuildIndex { tenant } => {
            let scope = app.operate().inside(&tenant).await?;
            let (documents, passages) =
                app.library().rebuild_index(&scope, |_, _| {}).await.map_err(OperateError::from)?;
            Ok(json!({"documents": documents, "passages": passages}))
        }
        AdminRequest::CheckIndex { tenant } => {
            let scope = app.operate().inside(&tenant).await?;
            let check = app.library().check_index(&scope).await.map_err(OperateError::from)?;
            let vectors: BTreeMap<_, _> =
                check.indexed.spaces.iter().map(|(name, space)| (name, space.vectors)).collect();
            Ok(
                json!({"documents": check.documents, "passages": check.passages, "indexed": check.indexed.passages,
                "vectors": vectors, "bytes": check.indexed.bytes_on_disk, "isWhole": check.is_whole}),
            )
        }
        AdminRequest::VerifyAudit { tenant } => verify_audit(app, tenant).await,
        AdminRequest::ListJobs { tenant, state } => {
            let scope = app.operate().inside(&tenant).await?;
            let found = app.operate().jobs(&scope, state, largest_page(None)).await?;
            let items: Result<Vec<_>, _> = found.items.into_iter().map(render_job).collect();
            Ok(json!({"items": items?}))
        }
        AdminRequest::RetryJob { tenant, id } => {
            let scope = app.operate().inside(&tenant).await?;
            Ok(json!(render_job(app.operate().retry_job(&scope, id).await?)?))
        }
        AdminRequest::ListDeadLetters { tenant } => list_dead_letters(app, &tenant).await,
        AdminRequest::RetryDeadLetters { tenant } => {
            let scope = app.operate().inside(&tenant).await?;
            Ok(json!({"retried": app.operate().retry_dead_letters(&scope).await?}))
        }
        AdminRequest::SignIn { tenant, email } => sign_in(app, tenant, email).await,
        AdminRequest::RotateSecrets => Ok(json!({"rewrapped": app.operate().rotate_master_key().await?})),
    }
}

fn largest_page(after: Option<conserje_kernel::Cursor>) -> PageRequest {
    PageRequest { size: PageSize::new(PageSize::MAX).unwrap_or_default(), after }
}

async fn status(app: &App) -> Result<Value, OperateError> {
    let health = app.health().await;
    let items: Vec<_> = health
        .into_iter()
        .map(|part| json!({"name": part.name, "status": part.health.name(), "detail": part.detail}))
        .collect();
    Ok(json!({"url": app.public_url(), "version": env!("CARGO_PKG_VERSION"), "items": items}))
}

async fn list_tenants(app: &App) -> Result<Value, OperateError> {
    let tenants = app.operate().tenants().await?;
    let items: Vec<_> = tenants
        .into_iter()
        .map(|tenant| json!({"id": tenant.id, "slug": tenant.slug, "name": tenant.name, "createdAt": tenant.created_at}))
        .collect();
    Ok(json!({ "items": items }))
}

async fn list_users(app: &App, tenant: &str) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let users = app.access().users(&scope).await?;
    let items: Vec<_> = users
        .into_iter()
        .map(|user| {
            json!({"id": user.id, "email": user.email, "name": user.name, "role": user.role,
                "createdAt": user.created_at, "disabledAt": user.disabled_at})
        })
        .collect();
    Ok(json!({ "items": items }))
}

async fn create_user(
    app: &App,
    tenant: &str,
    email: String,
    name: String,
    role: Role,
) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let account = NewAccount { id: UserId::generate(), email, name, role, password: None };
    let user = app.access().create_user(&scope, account).await?;
    let token = app.access().one_time_link(&scope, user.id).await?;
    Ok(json!({"id": user.id, "email": user.email, "role": user.role, "link": link(app, token.expose())}))
}

fn link(app: &App, token: &str) -> String {
    format!("{}/welcome#{token}", app.public_url())
}

async fn link_user(app: &App, tenant: &str, email: &str) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let user = app.access().user_by_email(&scope, email).await?;
    let token = app.access().one_time_link(&scope, user.id).await?;
    Ok(json!({"email": user.email, "link": link(app, token.expose())}))
}

async fn sign_in(app: &App, tenant: Option<String>, email: Option<String>) -> Result<Value, OperateError> {
    let tenant = tenant.unwrap_or_else(|| app.usual_tenant().to_owned());
    let scope = app.operate().inside(&tenant).await?;
    let user = match email {
        Some(email) => app.access().user_by_email(&scope, &email).await?,
        None => an_owner(app, &scope).await?,
    };
    let is_only = app.operate().tenants().await?.len() == 1;
    let signed_in = app.access().sign_in_for(user).await?;
    let cookie = login_cookie(Some(&signed_in.token), false);
    let pair = cookie.split(';').next().unwrap_or_default();
    Ok(json!({
        "cookie": pair, "csrfToken": signed_in.csrf_token(), "tenant": tenant, "isOnlyTenant": is_only,
    }))
}

/// The first owner of a tenant who may come in.
async fn an_owner(app: &App, scope: &Scope) -> Result<User, OperateError> {
    let users = app.access().users(scope).await?;
    let owners = users.into_iter().filter(|user| user.role == Role::Owner && user.disabled_at.is_none());
    Ok(owners.min_by_key(|user| user.created_at).ok_or(AccessError::NotFound { what: "user" })?)
}

async fn list_keys(app: &App, tenant: &str) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let keys = app.access().keys(&scope).await?;
    let items: Vec<_> = keys
        .into_iter()
        .map(|key| {
            json!({"id": key.id, "prefix": key.prefix, "name": key.name, "scopes": key.scopes.to_string(),
                "createdAt": key.created_at, "lastUsedAt": key.last_used_at, "expiresAt": key.expires_at,
                "revokedAt": key.revoked_at})
        })
        .collect();
    Ok(json!({ "items": items }))
}

async fn list_sessions(app: &App, tenant: &str) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let mut items = Vec::new();
    for record in all_sessions(app, &scope).await? {
        let session = record.session;
        items.push(json!({"id": session.id, "userId": session.user, "title": session.title,
            "lastSequence": session.last_sequence, "updatedAt": session.updated_at,
            "deletedAt": record.deleted_at, "erasedAt": record.erased_at}));
    }
    Ok(json!({ "items": items }))
}

async fn all_sessions(app: &App, scope: &Scope) -> Result<Vec<SessionRecord>, OperateError> {
    let mut all = Vec::new();
    let mut page = largest_page(None);
    loop {
        let found = app.operate().session_records(scope, page).await?;
        all.extend(found.items);
        match found.next {
            Some(next) => page = largest_page(Some(next)),
            None => return Ok(all),
        }
    }
}

async fn show_session(app: &App, tenant: &str, id: SessionId) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let record = app.operate().session_record(&scope, id).await?;
    let events = app.operate().session_events(&scope, id).await?;
    let session = record.session;
    Ok(json!({
        "id": session.id, "userId": session.user, "title": session.title, "lastSequence": session.last_sequence,
        "createdAt": session.created_at, "updatedAt": session.updated_at,
        "deletedAt": record.deleted_at, "erasedAt": record.erased_at,
        "events": events.into_iter().map(wire_event).collect::<Vec<_>>(),
    }))
}

async fn rebuild_sessions(app: &App, tenant: &str, id: Option<SessionId>) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let sessions = match id {
        Some(id) => vec![id],
        None => all_sessions(app, &scope).await?.into_iter().map(|record| record.session.id).collect(),
    };
    let mut events = 0;
    for id in &sessions {
        events += app.operate().rebuild(&scope, *id).await?;
    }
    Ok(json!({"sessions": sessions.len(), "events": events}))
}

async fn verify_audit(app: &App, tenant: Option<String>) -> Result<Value, OperateError> {
    let slugs = match tenant {
        Some(slug) => vec![slug],
        None => app.operate().tenants().await?.into_iter().map(|tenant| tenant.slug).collect(),
    };
    let mut items = Vec::new();
    let mut intact = true;
    for slug in slugs {
        let scope = app.operate().inside(&slug).await?;
        let report = render_report(app.operate().verify(&scope).await?);
        intact &= report.intact;
        items.push(json!({"tenant": slug, "intact": report.intact, "sessions": report.sessions,
            "events": report.events, "erased": report.erased, "breaks": report.breaks}));
    }
    Ok(json!({"intact": intact, "items": items}))
}

async fn list_dead_letters(app: &App, tenant: &str) -> Result<Value, OperateError> {
    let scope = app.operate().inside(tenant).await?;
    let letters = app.operate().dead_letters(&scope).await?;
    let items: Vec<_> = letters.into_iter().map(render_dead_letter).collect();
    Ok(json!({ "items": items }))
}
