//! From a request's headers to a scope.

use std::time::Duration;

use conserje_kernel::{Credential, Principal, Scope};
use conserje_store::credentials::{self, Holder, ValidKey};
use conserje_store::{DeploymentTx, Tx};
use http::{HeaderMap, Method, header};
use subtle::ConstantTimeEq;

use super::guests::VISITOR;
use super::logins::{COOKIE, cookie, csrf_token};
use super::{Access, AccessError, authentication, tokens};

/// How stale `last_used_at` of a key may be: not every request is worth a write.
const TOUCH_AFTER: Duration = Duration::from_secs(60);

impl Access {
    /// Who sends this request: an API key by `Authorization: Bearer` or `x-api-key`, or a login by cookie.
    pub async fn authenticate(&self, method: &Method, headers: &HeaderMap) -> Result<Scope, AccessError> {
        if let Some(key) = api_key(headers) {
            return self.by_bearer(key).await;
        }
        let token = cookie(headers, COOKIE).ok_or(AccessError::Unauthenticated)?;
        let scope = self.by_login(token).await?;
        if method.is_safe() || proves_our_page(headers, token) { Ok(scope) } else { Err(AccessError::Csrf) }
    }

    /// Who opens a live connection: the key it was given, or what its request says. No page can repeat a
    /// token here, so a login opens it only from a page of ours.
    pub async fn authenticate_live(
        &self,
        key: Option<&str>,
        headers: &HeaderMap,
        public_url: &str,
    ) -> Result<Scope, AccessError> {
        if let Some(key) = key.or_else(|| api_key(headers)) {
            return self.by_bearer(key).await;
        }
        let token = cookie(headers, COOKIE).ok_or(AccessError::Unauthenticated)?;
        let scope = self.by_login(token).await?;
        if comes_from_our_page(headers, public_url) { Ok(scope) } else { Err(AccessError::ForeignPage) }
    }

    /// A visitor's token is a login that no browser sends by itself.
    async fn by_bearer(&self, token: &str) -> Result<Scope, AccessError> {
        if token.starts_with(VISITOR) { self.by_login(token).await } else { self.by_key(token).await }
    }

    #[expect(clippy::disallowed_methods, reason = "authentication is what makes a scope")]
    async fn by_key(&self, key: &str) -> Result<Scope, AccessError> {
        let (digest, now) = (tokens::digest(key), self.0.store.clock().now());
        let round = match self.0.remembered.find(digest, now) {
            Ok(scope) => return Ok(scope),
            Err(round) => round,
        };
        let find = move |tx: &mut DeploymentTx<'_>| credentials::valid_key(tx, digest);
        let found = self.0.store.read_all(authentication(), find).await?;
        let ValidKey { id, scopes, last_used_at, holder } = found.ok_or(AccessError::Unauthenticated)?;
        let Holder { tenant, user, role } = holder;
        let scope = Scope::authenticated(tenant, user, role, Credential::ApiKey { id, scopes });
        self.0.remembered.keep(digest, &scope, now, round);
        if last_used_at.is_none_or(|used| now.since(used) > TOUCH_AFTER)
            && let Err(error) = self.0.store.write(&scope, move |tx| credentials::touch_key(tx, id)).await
        {
            // Reads go on when the disk takes no writes.
            tracing::debug!(key.id = %id, "The last use of key {id} was not noted: {error}");
        }
        Ok(scope)
    }

    #[expect(clippy::disallowed_methods, reason = "authentication is what makes a scope")]
    async fn by_login(&self, token: &str) -> Result<Scope, AccessError> {
        let digest = tokens::digest(token);
        let find = move |tx: &mut DeploymentTx<'_>| credentials::valid_login(tx, digest);
        let found = self.0.store.read_all(authentication(), find).await?;
        let (id, Holder { tenant, user, role }) = found.ok_or(AccessError::Unauthenticated)?;
        Ok(Scope::authenticated(tenant, user, role, Credential::Login(id)))
    }

    /// Whether what opened a live stream still would: same credential, same role.
    pub async fn still_holds(&self, scope: &Scope) -> Result<bool, AccessError> {
        let Principal::User { role, credential, .. } = scope.principal() else { return Ok(true) };
        let credential = credential.clone();
        let check = move |tx: &mut Tx<'_>| match credential {
            Credential::Login(id) => credentials::login_still_valid(tx, id),
            Credential::ApiKey { id, .. } => credentials::key_still_valid(tx, id),
            Credential::Door => Ok(Some(conserje_kernel::Role::Guest)),
        };
        Ok(self.0.store.read(scope, check).await? == Some(*role))
    }
}

fn api_key(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    bearer.or_else(|| headers.get("x-api-key").and_then(|value| value.to_str().ok()))
}

/// A page of another site can make a browser send our cookie, but cannot read the token to repeat.
fn proves_our_page(headers: &HeaderMap, login_token: &str) -> bool {
    let given = headers.get("x-csrf-token").map_or(&[][..], |value| value.as_bytes());
    given.ct_eq(csrf_token(login_token).as_bytes()).into()
}

/// Browsers say which page opens a connection. The page that a person sees may have another address than
/// the one we were told, behind a proxy: the host that the request itself names is ours too.
fn comes_from_our_page(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else {
        // Same-origin polling names none, and neither do programs that are no browsers.
        return matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    };
    let Ok(origin) = origin.to_str() else { return false };
    let Some((_, host)) = origin.split_once("://") else { return false };
    origin.eq_ignore_ascii_case(public_url) || text("host").is_some_and(|own| own.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers
            .append(header::COOKIE, HeaderValue::from_static("a=1; conserje_loginx=2; conserje_login=three"));
        assert_eq!(cookie(&headers, COOKIE), Some("three"));
        assert_eq!(cookie(&headers, "b"), None);
    }

    #[test]
    fn a_key_may_come_in_either_header() {
        let mut headers = HeaderMap::new();
        headers.insert("x-api-key", HeaderValue::from_static("k1"));
        assert_eq!(api_key(&headers), Some("k1"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("bearer k2"));
        assert_eq!(api_key(&headers), Some("k2"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Basic k3"));
        assert_eq!(api_key(&headers), Some("k1"));
    }
    #[test]
    fn only_a_page_of_ours_opens_a_live_connection_with_a_login() {
        let ours = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            comes_from_our_page(&headers, "https://chat.example")
        };
        assert!(ours(&[("origin", "https://chat.example")]));
        assert!(ours(&[("origin", "http://127.0.0.1:8484"), ("host", "127.0.0.1:8484")]));
        assert!(ours(&[("sec-fetch-site", "same-origin")]) && ours(&[]));
        for foreign in
            ["https://chat.example.evil", "https://evil.example", "null", "", "http://chat.example"]
        {
            assert!(!ours(&[("origin", foreign), ("host", "127.0.0.1:8484")]), "{foreign}");
        }
        assert!(!ours(&[("sec-fetch-site", "cross-site")]));
    }
}
