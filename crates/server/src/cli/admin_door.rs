//! The way to a tenant's data: through the admin door of the server that runs on the data folder, or on the folder itself.

use std::time::Duration;

use conserje_doors::admin::{self, AdminReply, AdminRequest};
use conserje_llm::build_client;
use serde_json::Value;

use super::output::Problem;
use crate::config::Config;
use crate::open;

/// Asks the running server if there is one, else does it here.
pub(super) async fn ask(config: &Config, request: AdminRequest) -> Result<Value, Problem> {
    let reply = if let Some(reply) = ask_running(config, &request).await? {
        reply
    } else {
        let (app, _projector) = open(config, format!("http://{}", config.listen)).await?;
        admin::reply(&app, request).await
    };
    match reply {
        AdminReply::Done(value) => Ok(value),
        AdminReply::Refused { code, problem } => Err(with_hint(&code, problem)),
    }
}

fn with_hint(code: &str, problem: String) -> Problem {
    let hint = match problem.as_str() {
        "there is no such tenant" => "`conserje tenants list` shows them; name one with `--tenant SLUG`",
        "there is no such user" => "`conserje users list` shows them",
        "there is no such session" => "`conserje sessions list` shows them",
        _ => return Problem::new(problem).hint(format!("docs/errors/{code}.md explains `{code}`")),
    };
    Problem::new(problem).hint(hint)
}

/// Whether a server listens on this data folder's admin door.
pub(super) async fn is_running(config: &Config) -> bool {
    tokio::net::UnixStream::connect(admin::socket_path(&config.data_folder)).await.is_ok()
}

/// `None` when no server listens on this data folder's admin door.
async fn ask_running(config: &Config, request: &AdminRequest) -> Result<Option<AdminReply>, Problem> {
    let socket = admin::socket_path(&config.data_folder);
    if !socket.exists() {
        return Ok(None);
    }
    crate::open::install_crypto();
    let builder =
        || reqwest::Client::builder().unix_socket(socket.as_path()).timeout(Duration::from_secs(3600));
    let client = build_client(builder).map_err(|error| Problem::new(error.to_string()))?;
    // The address is a formality: the socket is where it goes.
    match client.post("http://localhost/").json(request).send().await {
        Ok(response) => {
            let broken =
                |error: reqwest::Error| Problem::new(format!("the server's answer cannot be read: {error}"));
            Ok(Some(response.json().await.map_err(broken)?))
        }
        Err(error) if error.is_connect() => Ok(None),
        Err(error) => Err(Problem::new(format!("the running server did not answer: {error}"))),
    }
}
