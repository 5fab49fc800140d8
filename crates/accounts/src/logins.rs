//! Signing in and out.

use std::time::Duration;

use conserje_kernel::{Credential, LoginId, Principal, Scope, Secret, SetupAct};
use conserje_store::accounts::{self, User};
use conserje_store::credentials::{self, NewLogin};
use conserje_store::record::By;
use conserje_store::{DeploymentTx, Tx, tenants};

use super::accounts::{email_form, recorded};
use super::tokens::{Token, digest};
use super::{Access, AccessError, authentication};

pub(super) const COOKIE: &str = "conserje_login";
const LASTS: Duration = Duration::from_secs(30 * 24 * 3600);
/// One person may have accounts with several tenants under one address; not with more than this.
const ACCOUNTS_TRIED: i64 = 5;

/// A browser that has just signed in.
#[derive(Debug)]
pub struct SignedIn {
    pub user: User,
    pub token: Token,
}

impl SignedIn {
    pub fn csrf_token(&self) -> String {
        csrf_token(self.token.expose())
    }
}

pub(super) fn csrf_token(login_token: &str) -> String {
    digest(&format!("csrf of {login_token}")).to_string()
}

/// The header value that sets the cookie, or clears it when there is no token.
pub fn login_cookie(token: Option<&Token>, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    match token {
        Some(token) => format!(
            "{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}",
            token.expose(),
            LASTS.as_secs()
        ),
        None => format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{secure}"),
    }
}

impl Access {
    pub async fn sign_in(
        &self,
        email: &str,
        password: Secret,
        tenant: Option<String>,
    ) -> Result<SignedIn, AccessError> {
        let email = email_form(email).unwrap_or_default();
        let find = move |tx: &mut DeploymentTx<'_>| {
            let wanted = match tenant {
                None => None,
                Some(slug) => match tenants::by_slug(tx, &slug)? {
                    Some(tenant) => Some(tenant.id),
                    None => return Ok(Vec::new()),
                },
            };
            Ok::<_, AccessError>(accounts::who_may_sign_in(tx, &email, wanted, ACCOUNTS_TRIED)?)
        };
        let candidates = self.0.store.read_all(authentication(), find).await?;
        if candidates.is_empty() {
            self.0.passwords.fits(password.clone(), None).await?;
        }
        for user in candidates {
            if self.0.passwords.fits(password.clone(), user.password_hash.clone()).await? {
                return self.open_login(user).await;
            }
        }
        Err(AccessError::WrongCredentials)
    }

    /// Uses a one-time link up: its user chooses a password and is signed in.
    pub async fn redeem_link(&self, token: &str, password: Secret) -> Result<SignedIn, AccessError> {
        // First, so that a password that will not do does not cost the link.
        let hash = self.0.passwords.hash(password).await?;
        let token = digest(token);
        let redeem = move |tx: &mut DeploymentTx<'_>| {
            let holder = credentials::use_link(tx, token)?.ok_or(AccessError::LinkUsed)?;
            let mut tx = tx.within(holder.tenant);
            accounts::set_password(&mut tx, holder.user, &hash)?;
            // Whoever was signed in with the old password is not any more.
            credentials::revoke_logins_of(&mut tx, holder.user)?;
            let user = accounts::find(&mut tx, holder.user)?.ok_or(AccessError::LinkUsed)?;
            let by = By { user: Some(user.id), key: None };
            recorded(&mut tx, by, &user, (SetupAct::Changed, &["password"], "with a link"))?;
            Ok::<_, AccessError>(user)
        };
        let user = self.0.store.write_all(authentication(), redeem).await?;
        self.open_login(user).await
    }

    /// Whoever knows the caller's password chooses another; every other login of theirs ends.
    pub async fn change_password(
        &self,
        scope: &Scope,
        current: Secret,
        new: Secret,
    ) -> Result<(), AccessError> {
        let Principal::User { credential, .. } = scope.principal() else {
            return Err(AccessError::Unauthenticated);
        };
        let kept = match credential {
            Credential::Login(id) => Some(*id),
            Credential::ApiKey { .. } | Credential::Door => None,
        };
        let (user, _) = self.own_account(scope).await?;
        if !self.0.passwords.fits(current, user.password_hash.clone()).await? {
            return Err(AccessError::WrongPassword);
        }
        let hash = self.0.passwords.hash(new).await?;
        let (id, known, by) = (user.id, user.password_hash, By::from(scope));
        let change = move |tx: &mut Tx<'_>| {
            let now = accounts::find(tx, id)?.ok_or(AccessError::NotFound { what: "user" })?;
            // Somebody changed it while this one was checked.
            if now.password_hash != known {
                return Err(AccessError::WrongPassword);
            }
            accounts::set_password(tx, id, &hash)?;
            match kept {
                Some(kept) => credentials::revoke_other_logins_of(tx, id, kept)?,
                None => credentials::revoke_logins_of(tx, id)?,
            };
            recorded(tx, by, &now, (SetupAct::Changed, &["password"], ""))?;
            Ok(())
        };
        self.0.store.write(scope, change).await?;
        tracing::info!(user.id = %id, "A password was changed");
        Ok(())
    }

    /// Signs somebody in at the word of the one who runs the server.
    pub async fn sign_in_for(&self, user: User) -> Result<SignedIn, AccessError> {
        self.open_login(user).await
    }

    async fn open_login(&self, user: User) -> Result<SignedIn, AccessError> {
        let token = Token::generate("login");
        self.keep_login(&user, &token).await?;
        Ok(SignedIn { user, token })
    }

    /// From now on this token is a login of this user.
    pub(super) async fn keep_login(&self, user: &User, token: &Token) -> Result<(), AccessError> {
        let (token_digest, id) = (token.digest(), user.id);
        let scope = authentication().within(user.tenant);
        let create = move |tx: &mut Tx<'_>| {
            let expires_at = tx.now().plus(LASTS);
            credentials::create_login(
                tx,
                &NewLogin { id: LoginId::generate(), user: id, token_digest, expires_at },
            )
        };
        Ok(self.0.store.write(&scope, create).await?)
    }

    /// Ends the login that made this request; an API key has none to end.
    pub async fn sign_out(&self, scope: &Scope) -> Result<(), AccessError> {
        if let Principal::User { credential: Credential::Login(id), .. } = scope.principal() {
            let id = *id;
            self.0.store.write(scope, move |tx| credentials::revoke_login(tx, id)).await?;
        }
        Ok(())
    }

    /// Ends every login of the caller.
    pub async fn sign_out_everywhere(&self, scope: &Scope) -> Result<(), AccessError> {
        let Some(user) = scope.user() else { return Ok(()) };
        self.0.store.write(scope, move |tx| credentials::revoke_logins_of(tx, user)).await?;
        Ok(())
    }

    /// The token that a signed-in page repeats, if this request came with a login.
    pub fn csrf_token_for(&self, headers: &http::HeaderMap) -> Option<String> {
        cookie(headers, COOKIE).map(csrf_token)
    }
}

/// The value of a cookie that came with a request.
pub(super) fn cookie<'a>(headers: &'a http::HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(http::header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}
