//! The server that is asked: the one of the data folder, through its admin socket, or one elsewhere.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use conserje_doors::admin::{self, AdminRequest};
use conserje_kernel::Language;
use conserje_llm::build_client;
use conserje_operate::App;
use conserje_protocol::AssistantsReply;
use http::HeaderMap;
use http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, HeaderValue};
use reqwest::{Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::admin_door;
use super::ask::Frames;
use super::output::{Output, Problem, note};
use crate::config::Config;
use crate::serve::{Running, Startup, serve};

const CONNECT: Duration = Duration::from_secs(10);

/// Which server, and as whom.
#[derive(clap::Args)]
pub(super) struct ServerArguments {
    /// A server elsewhere, by its address; needs a key.
    #[arg(long, value_name = "URL", requires = "key")]
    url: Option<String>,
    /// An API key for it.
    #[arg(long, value_name = "KEY", env = "CONSERJE_API_KEY", hide_env_values = true)]
    key: Option<String>,
    /// As whom to ask the server of this data folder; an owner of the tenant unless told.
    #[arg(long, value_name = "EMAIL", conflicts_with = "url")]
    user: Option<String>,
    /// The tenant's slug; `demo` beside a demo server, else `main`.
    #[arg(long, value_name = "SLUG", conflicts_with = "url")]
    tenant: Option<String>,
}

impl ServerArguments {
    /// The server of the data folder.
    pub(super) fn of_folder() -> Self {
        Self { url: None, key: None, user: None, tenant: None }
    }

    /// A server that runs.
    pub(super) fn at(url: &str, key: &str) -> Self {
        Self { url: Some(url.to_owned()), key: Some(key.to_owned()), ..Self::of_folder() }
    }

    /// Starts one for the occasion if none runs on the data folder.
    pub(super) async fn connect(self, config: &Config) -> Result<Server, Problem> {
        match (self.url, self.key) {
            (Some(url), Some(key)) => Server::elsewhere(&url, &key),
            (Some(_) | None, _) => Server::of_folder(config, self.tenant, self.user).await,
        }
    }
}

pub(super) struct Server {
    http: reqwest::Client,
    base: String,
    credential: HeaderMap,
    /// Whose documents and conversations these are, where there are several.
    tenant: Option<String>,
    /// None was running, so this one was started for the occasion.
    own: Option<Running>,
    is_signed_in: bool,
}

impl Server {
    fn elsewhere(url: &str, key: &str) -> Result<Self, Problem> {
        crate::open::install_crypto();
        let key = header_value(&format!("Bearer {key}"))?;
        Ok(Self {
            http: client(reqwest::Client::builder)?,
            base: url.trim_end_matches('/').to_owned(),
            credential: [(AUTHORIZATION, key)].into_iter().collect(),
            tenant: None,
            own: None,
            is_signed_in: false,
        })
    }

    /// Signed in as somebody for as long as this lasts.
    async fn of_folder(
        config: &Config,
        tenant: Option<String>,
        email: Option<String>,
    ) -> Result<Self, Problem> {
        crate::open::install_crypto();
        let own = if admin_door::is_running(config).await {
            None
        } else {
            let mut config = config.clone();
            config.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            Some(Box::pin(serve(&config, Startup::Plain)).await?)
        };
        let signed_in = admin_door::ask(config, AdminRequest::SignIn { tenant, email }).await?;
        let field = |name: &str| signed_in.get(name).and_then(Value::as_str).unwrap_or_default();
        let mut credential = HeaderMap::new();
        credential.insert(COOKIE, header_value(field("cookie"))?);
        credential.insert("x-csrf-token", header_value(field("csrfToken"))?);
        let is_only = signed_in.get("isOnlyTenant").and_then(Value::as_bool).unwrap_or_default();
        let tenant = (!is_only).then(|| field("tenant").to_owned());
        let socket = admin::socket_path(&config.data_folder);
        Ok(Self {
            http: client(|| reqwest::Client::builder().unix_socket(socket.as_path()))?,
            // The address is a formality: the socket is where it goes.
            base: format!("http://localhost{}", admin::FRONT_DOORS),
            credential,
            tenant,
            own,
            is_signed_in: true,
        })
    }

    /// The parts of the one that was started for the occasion.
    pub(super) fn started(&self) -> Option<&App> {
        self.own.as_ref().map(|own| &own.app)
    }

    /// Says which tenant it is, where there are several to choose from.
    pub(super) fn say_tenant(&self, output: Output) {
        if let Some(tenant) = self.tenant.as_ref().filter(|_| !output.json) {
            note(&format!("tenant {tenant} (`--tenant` chooses another)"));
        }
    }

    pub(super) async fn new_session(&self) -> Result<String, Problem> {
        let request = self.request(Method::POST, "/api/chat/sessions").json(&json!({}));
        let made: Value = self.json(request).await?;
        Ok(made.get("id").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    pub(super) async fn ask(
        &self,
        session: &str,
        message: &str,
        (agent, assistant): (Option<&str>, Option<&str>),
    ) -> Result<Frames, Problem> {
        let body = json!({"message": message, "threadId": session, "agent": agent, "assistant": assistant});
        let request = self.request(Method::POST, "/api/rag-agent").json(&body);
        Ok(Frames::new(self.send(request).await?))
    }

    /// Who can be asked, and what their tools are called among people.
    pub(super) async fn assistants(&self, language: Language) -> Result<AssistantsReply, Problem> {
        self.json(self.request(Method::GET, "/api/assistants").header(ACCEPT_LANGUAGE, language.tag())).await
    }

    pub(super) async fn join(&self, session: &str) -> Result<Frames, Problem> {
        let request = self.request(Method::GET, &format!("/api/rag-agent/{session}/stream"));
        Ok(Frames::new(self.send(request).await?))
    }

    pub(super) async fn cancel(&self, session: &str) -> Result<(), Problem> {
        let request = self.request(Method::POST, &format!("/api/chat/sessions/{session}/cancel"));
        self.send(request).await.map(drop)
    }

    pub(super) async fn respond(&self, approval: &str, approves: bool) -> Result<(), Problem> {
        let decision = if approves { "approve" } else { "reject" };
        let request = self.request(Method::POST, &format!("/api/approvals/{approval}/respond"));
        self.send(request.json(&json!({"decision": decision}))).await.map(drop)
    }

    pub(super) async fn leave(self) {
        if self.is_signed_in
            && let Err(problem) = self.send(self.request(Method::POST, "/api/auth/logout")).await
        {
            tracing::debug!("Signing out failed: {}", problem.message());
        }
        if let Some(own) = self.own {
            own.stop().await;
        }
    }

    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base)).headers(self.credential.clone())
    }

    /// Without saying who asks.
    pub(super) fn as_nobody(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base))
    }

    /// Sends a request whose answer is JSON.
    pub(super) async fn json<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Problem> {
        self.send(request).await?.json().await.map_err(|error| unreadable(&error))
    }

    /// What went wrong is in the server's words.
    async fn send(&self, request: RequestBuilder) -> Result<Response, Problem> {
        let sent = request.send().await;
        let response = sent.map_err(|error| {
            Problem::new(format!("the server cannot be reached: {error}"))
                .hint("`conserje serve` starts one here; `--url` names one elsewhere")
        })?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let problem: Value = response.json().await.unwrap_or_default();
        let detail = problem.get("detail").and_then(Value::as_str).map(str::to_owned);
        Err(Problem::new(detail.unwrap_or_else(|| format!("the server answered {status}"))))
    }
}

fn client(builder: impl Fn() -> reqwest::ClientBuilder) -> Result<reqwest::Client, Problem> {
    let client = build_client(|| builder().connect_timeout(CONNECT));
    client.map_err(|error| Problem::new(error.to_string()))
}

fn header_value(text: &str) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(text)
        .map_err(|_| Problem::new("the key has characters that no key has").hint("copy it again"))?;
    value.set_sensitive(true);
    Ok(value)
}

fn unreadable(error: &reqwest::Error) -> Problem {
    Problem::new(format!("the server's answer cannot be read: {error}"))
}
