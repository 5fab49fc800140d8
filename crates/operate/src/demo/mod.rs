//! `--demo`: a tenant to try things in, with a key that works at once and a business that is at work.

mod clinic;

use std::time::Duration;

use conserje_accounts::NewKey;
use conserje_conversation::NewSession;
use conserje_kernel::{ApiKeyId, KeyScope, KeyScopes, PageRequest, SessionId};

use crate::OperateError;
use crate::app::App;

const SLUG: &str = "demo";
pub const OWNER: &str = "demo@localhost";
const KEY_NAME: &str = "demo key of this start";
const KEY_LASTS: Duration = Duration::from_secs(30 * 24 * 3600);

/// The link with which the demo's owner signs in; none once they have chosen a password.
pub async fn owner_token(app: &App) -> Result<Option<String>, OperateError> {
    app.operate().owner_token(SLUG, "Demo", OWNER).await
}

/// What a demo is tried with.
pub struct Demo {
    pub api_key: String,
    /// Where its business can be tried as a customer; none if there is no such page.
    pub customer_link: Option<String>,
}

/// Makes the tenant if need be, with its business if there are assistants for one, and a fresh key: the one of the last
/// start is ended, since only its digest was kept.
pub async fn prepare(app: &App, packs: &[String]) -> Result<Demo, OperateError> {
    app.mean_tenant(SLUG);
    let operate = app.operate();
    let (scope, owner) = operate.tenant_with_owner(SLUG, "Demo", OWNER).await?;
    for key in operate.access().keys(&scope).await? {
        if key.name == KEY_NAME && key.revoked_at.is_none() {
            operate.access().revoke_key(&scope, key.id).await?;
        }
    }
    let scopes: KeyScopes = [KeyScope::Admin].into_iter().collect();
    let new = NewKey {
        id: ApiKeyId::generate(),
        user: owner.id,
        name: KEY_NAME.to_owned(),
        scopes,
        lasts: Some(KEY_LASTS),
    };
    let (_, token) = operate.access().create_key(&scope, new).await?;
    let own = app.access().authenticate(&http::Method::GET, &bearer(token.expose())).await?;
    if app.conversations().list_sessions(&own, None, PageRequest::default()).await?.items.is_empty() {
        let title = Some("Bienvenida · Welcome".to_owned());
        let new = NewSession { title, ..NewSession::default() };
        app.conversations().create_session(&own, SessionId::generate(), new).await?;
    }
    let customer_link = if packs.iter().any(|pack| pack == clinic::PACK) {
        clinic::open(app, &own).await?;
        clinic::customer_link(app, &own).await?
    } else {
        None
    };
    Ok(Demo { api_key: token.expose().to_owned(), customer_link })
}

fn bearer(token: &str) -> http::HeaderMap {
    let mut headers = http::HeaderMap::new();
    if let Ok(value) = http::HeaderValue::from_str(&format!("Bearer {token}")) {
        headers.insert(http::header::AUTHORIZATION, value);
    }
    headers
}
