//! Which Business Central, and as whom.

use conserje_tools::EgressError;
use serde::Deserialize;
use url::Url;
use uuid::Uuid;

/// As a pack or an operator writes it. Secrets are named, never written here.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CentralSettings {
    /// The Microsoft Entra tenant: its id or domain.
    pub directory: String,
    #[serde(default = "production")]
    pub environment: String,
    /// The id of the company.
    pub company: String,
    pub client_id: String,
    /// The name of the secret that the application signs in with.
    pub client_secret: String,
    /// The name of a secret with a refresh token: then the application acts as that user.
    #[serde(default)]
    pub refresh_token: Option<String>,
    /// Where the API is; without it, Microsoft's.
    #[serde(default)]
    pub base_url: Option<String>,
    /// Where tokens are; without it, Microsoft's.
    #[serde(default)]
    pub token_url: Option<String>,
    /// Pages that one question may take.
    #[serde(default = "most_pages")]
    pub most_pages: u32,
    /// Records that one question may bring.
    #[serde(default = "most_rows")]
    pub most_rows: usize,
    /// How often a busy service is asked again.
    #[serde(default = "retries")]
    pub retries: u32,
    /// The first pause before that, in milliseconds; each further one is twice as long. What the service says goes first.
    #[serde(default = "first_pause")]
    pub first_pause_ms: u64,
}

fn production() -> String {
    "production".to_owned()
}

fn most_pages() -> u32 {
    5
}

fn most_rows() -> usize {
    200
}

fn retries() -> u32 {
    3
}

fn first_pause() -> u64 {
    500
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum CentralError {
    #[error("`{key}` of the Business Central settings is `{value}`; {remedy}")]
    Setting { key: &'static str, value: String, remedy: &'static str },
    #[error(
        "there is no secret `{name}`, which the Business Central settings name; add it to the configuration"
    )]
    NoSecret { name: String },
    #[error("Business Central cannot be reached: {0}")]
    Egress(#[from] EgressError),
}

impl CentralSettings {
    /// The root of the API.
    pub(super) fn base(&self) -> Result<Url, CentralError> {
        let wrong = |key, value: &str, remedy| CentralError::Setting {
            key,
            value: value.chars().take(60).collect(),
            remedy,
        };
        if Uuid::try_parse(&self.company).is_err() {
            return Err(wrong("company", &self.company, "use the company's id, a GUID"));
        }
        let is_word = |text: &str| {
            !text.is_empty()
                && text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.'))
        };
        if !is_word(&self.directory) {
            return Err(wrong("directory", &self.directory, "use the tenant's id or domain"));
        }
        if !is_word(&self.environment) {
            return Err(wrong("environment", &self.environment, "use the name of an environment"));
        }
        let usual = || {
            let (directory, environment) = (&self.directory, &self.environment);
            format!("https://api.businesscentral.dynamics.com/v2.0/{directory}/{environment}/api/v2.0")
        };
        let text = self.base_url.clone().unwrap_or_else(usual);
        let text = format!("{}/", text.trim_end_matches('/'));
        Url::parse(&text).map_err(|_| wrong("base_url", &text, "write it as `https://host/path`"))
    }

    pub(super) fn token(&self) -> Result<Url, CentralError> {
        let usual = || format!("https://login.microsoftonline.com/{}/oauth2/v2.0/token", self.directory);
        let text = self.token_url.clone().unwrap_or_else(usual);
        let wrong = |_| CentralError::Setting {
            key: "token_url",
            value: text.chars().take(60).collect(),
            remedy: "write it as `https://host/path`",
        };
        Url::parse(&text).map_err(wrong)
    }
}
