//! API keys: made, listed, revoked. The key itself is shown once.

use std::time::Duration;

use conserje_kernel::{ApiKeyId, KeyScopes, Permission, Principal, Scope, SetupAct, SetupPart, UserId};
use conserje_store::credentials::{self, ApiKey, NewApiKey};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::{StoreError, Tx, accounts};

use super::tokens::Token;
use super::{Access, AccessError};

/// A key to be made.
pub struct NewKey {
    pub id: ApiKeyId,
    pub user: UserId,
    pub name: String,
    pub scopes: KeyScopes,
    pub lasts: Option<Duration>,
}

impl Access {
    pub async fn create_key(&self, scope: &Scope, new: NewKey) -> Result<(ApiKey, Token), AccessError> {
        let invalid = |problem: &str| AccessError::InvalidValue { problem: problem.to_owned() };
        let name = new.name.trim().to_owned();
        if name.is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) {
            return Err(invalid("`name` is 1 to 200 characters long, without control characters"));
        }
        if new.scopes.is_empty() {
            return Err(invalid("`scopes` is empty; use at least one of chat, read, admin"));
        }
        let token = Token::generate("csk");
        let (digest, prefix, by) = (token.digest(), token.shown(), By::from(scope));
        let create = move |tx: &mut Tx<'_>| {
            accounts::find(tx, new.user)?.ok_or(AccessError::NotFound { what: "user" })?;
            let key = NewApiKey {
                id: new.id,
                user: new.user,
                name,
                prefix,
                token_digest: digest,
                scopes: new.scopes,
                expires_at: new.lasts.map(|lasts| tx.now().plus(lasts)),
            };
            let was_there = credentials::find_key(tx, new.id)?.is_some();
            let made = credentials::create_key(tx, key)?;
            let fields = if was_there { vec!["token".to_owned()] } else { Vec::new() };
            let act = if was_there { SetupAct::Changed } else { SetupAct::Added };
            recorded(tx, by, &made, (act, &fields))?;
            Ok::<_, AccessError>(made)
        };
        Ok((self.0.store.write(scope, create).await?, token))
    }

    /// The caller's keys; everybody's for those who run the tenant.
    pub async fn keys(&self, scope: &Scope) -> Result<Vec<ApiKey>, AccessError> {
        let everybodys = scope.may(Permission::ManageUsers);
        let user = scope.user();
        let list = move |tx: &mut Tx<'_>| match user {
            Some(user) if !everybodys => credentials::keys_of(tx, user),
            Some(_) | None => credentials::all_keys(tx),
        };
        Ok(self.0.store.read(scope, list).await?)
    }

    /// Ends a key: the caller's own, or anybody's for those who run the tenant.
    pub async fn revoke_key(&self, scope: &Scope, id: ApiKeyId) -> Result<(), AccessError> {
        let anybodys =
            matches!(scope.principal(), Principal::System(_)) || scope.may(Permission::ManageUsers);
        let (user, by) = (scope.user(), By::from(scope));
        let revoke = move |tx: &mut Tx<'_>| {
            let key = credentials::find_key(tx, id)?.filter(|key| anybodys || Some(key.user) == user);
            let key = key.ok_or(AccessError::NotFound { what: "API key" })?;
            credentials::revoke_key(tx, id)?;
            if key.revoked_at.is_none() {
                recorded(tx, by, &key, (SetupAct::Removed, &[]))?;
            }
            Ok(())
        };
        let outcome = self.0.store.write(scope, revoke).await;
        self.0.remembered.forget_all();
        outcome
    }
}

/// Puts on record what was done to a key, and what it is for.
fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    key: &ApiKey,
    (act, fields): (SetupAct, &[String]),
) -> Result<(), StoreError> {
    let (subject, note) = (key.id.to_string(), key.scopes.to_string());
    let part = SetupPart::ApiKey;
    record::add(tx, by, &NewEntry { part, act, subject: &subject, name: &key.name, fields, note: &note })
}
