//! Tokens: fetched when needed, kept until they end, fetched again when they are refused.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use conserje_kernel::{Clock, Secret, Timestamp};
use conserje_tools::egress::read_capped;
use conserje_tools::{EgressClient, EgressRequest};
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::error::ClientError;
use super::settings::{CentralError, CentralSettings};

const SCOPE: &str = "https://api.businesscentral.dynamics.com/.default";
const LIMIT: Duration = Duration::from_secs(15);
const LARGEST: usize = 64 * 1024;
/// A token that ends so soon is not used any more.
const MARGIN: Duration = Duration::from_secs(60);

/// Whom to sign in as, and what that gave last.
pub(super) struct Tokens {
    url: Url,
    client_id: String,
    client_secret: Secret,
    refresh_token: Mutex<Option<Secret>>,
    kept: Mutex<Option<Token>>,
}

#[derive(Clone)]
struct Token {
    secret: Secret,
    until: Timestamp,
}

#[derive(Deserialize)]
struct Given {
    access_token: Secret,
    #[serde(default)]
    expires_in: u64,
    #[serde(default)]
    refresh_token: Option<Secret>,
}

#[derive(Deserialize)]
struct Refused {
    error: String,
}

impl Tokens {
    pub(super) fn new(
        settings: &CentralSettings,
        egress: &EgressClient,
        secrets: &dyn Fn(&str) -> Option<Secret>,
    ) -> Result<Self, CentralError> {
        let url = settings.token()?;
        egress.egress().check_url(&url)?;
        let secret = |name: &str| {
            let found = secrets(name).filter(|secret| !secret.expose().is_empty());
            found.ok_or_else(|| CentralError::NoSecret { name: name.to_owned() })
        };
        let refresh_token = settings.refresh_token.as_deref().map(secret).transpose()?;
        Ok(Self {
            url,
            client_id: settings.client_id.clone(),
            client_secret: secret(&settings.client_secret)?,
            refresh_token: Mutex::new(refresh_token),
            kept: Mutex::new(None),
        })
    }

    /// One that holds. `refused` is one that does not any more, whatever was said of its time.
    pub(super) async fn get(
        &self,
        egress: &EgressClient,
        clock: &Clock,
        refused: Option<&Secret>,
    ) -> Result<Secret, ClientError> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let holds = |token: &Token| {
            token.until > clock.now().plus(MARGIN)
                && refused.is_none_or(|refused| refused.expose() != token.secret.expose())
        };
        if let Some(token) = kept.filter(holds) {
            return Ok(token.secret);
        }
        let given = self.sign_in(egress).await?;
        let until = clock.now().plus(Duration::from_secs(given.expires_in));
        let token = Token { secret: given.access_token, until };
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(token.clone());
        if let Some(refresh) = given.refresh_token {
            *self.refresh_token.lock().unwrap_or_else(PoisonError::into_inner) = Some(refresh);
        }
        Ok(token.secret)
    }

    fn form(&self) -> String {
        let refresh = self.refresh_token.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut form = Serializer::new(String::new());
        form.append_pair("client_id", &self.client_id);
        form.append_pair("client_secret", self.client_secret.expose());
        form.append_pair("scope", SCOPE);
        match &refresh {
            Some(refresh) => {
                form.append_pair("grant_type", "refresh_token");
                form.append_pair("refresh_token", refresh.expose());
            }
            None => {
                form.append_pair("grant_type", "client_credentials");
            }
        }
        form.finish()
    }

    async fn sign_in(&self, egress: &EgressClient) -> Result<Given, ClientError> {
        let url = egress.egress().check_url(&self.url).map_err(conserje_tools::SendError::from)?;
        let headers = HeaderMap::from_iter([
            (ACCEPT, HeaderValue::from_static("application/json")),
            (CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded")),
        ]);
        let body = Some(self.form().into_bytes());
        let request = EgressRequest { method: Method::POST, url, headers, body, follow_redirects: false };
        let failed = |reason: String| ClientError::SignIn { reason };
        // Nothing of the call itself was sent yet, whatever became of this.
        let response = egress.send(request, LIMIT).await.map_err(|error| failed(error.to_string()))?;
        let status = response.status();
        let (body, _) = read_capped(response, LARGEST).await.map_err(|error| failed(error.to_string()))?;
        if !status.is_success() {
            // The code alone: descriptions name applications and tenants.
            let code = serde_json::from_slice::<Refused>(&body).map(|refused| refused.error);
            let code = code.ok().filter(|code| code.len() <= 60 && code.chars().all(is_code));
            let code = code.map(|code| format!(", {code}")).unwrap_or_default();
            return Err(failed(format!("HTTP {}{code}", status.as_u16())));
        }
        serde_json::from_slice(&body).map_err(|_| failed("the answer has no token".to_owned()))
    }

    /// A text without what must not be seen.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let refresh = self.refresh_token.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let secrets = [Some(self.client_secret.clone()), kept.map(|token| token.secret), refresh];
        secrets
            .into_iter()
            .flatten()
            .fold(text.to_owned(), |text, secret| text.replace(secret.expose(), "[redacted]"))
    }
}

fn is_code(sign: char) -> bool {
    sign.is_ascii_lowercase() || sign == '_'
}
