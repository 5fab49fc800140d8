//! `conserje doctor`: what would keep the server from running well.

use std::process::ExitCode;

use conserje_doors::admin::AdminRequest;
use conserje_store::DataFolder;
use serde_json::{Value, json};

use super::admin_door::ask;
use super::output::{Output, Problem};
use crate::config::Config;

const FOUND: u8 = 3;

pub(super) async fn examine(config: &Config, output: Output) -> Result<ExitCode, Problem> {
    let mut checks = vec![folder(config), port(config)];
    match ask(config, AdminRequest::Status).await {
        Ok(status) => {
            let parts = status.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
            checks.extend(parts.into_iter().map(|mut part| {
                let mut field = |name: &str| part.get_mut(name).map(Value::take);
                json!({"check": field("name"), "status": field("status"), "detail": field("detail")})
            }));
        }
        Err(problem) => {
            checks.push(json!({"check": "storage", "status": "unavailable", "detail": problem.message()}));
        }
    }
    let bad = checks.iter().any(|check| check.get("status").is_some_and(|status| status == "unavailable"));
    output.list(&json!({ "items": checks }), &["check", "status", "detail"]);
    Ok(if bad { ExitCode::from(FOUND) } else { ExitCode::SUCCESS })
}

fn folder(config: &Config) -> Value {
    let (status, detail) = match DataFolder::lock(&config.data_folder) {
        Ok(_) => ("ready", format!("{} can be used", config.data_folder.display())),
        Err(conserje_store::FolderError::InUse { folder }) => {
            ("ready", format!("{} is in use by a running server", folder.display()))
        }
        Err(error) => (
            "unavailable",
            format!(
                "{error}: {}",
                std::error::Error::source(&error).map_or(String::new(), ToString::to_string)
            ),
        ),
    };
    json!({"check": "data folder", "status": status, "detail": detail})
}

fn port(config: &Config) -> Value {
    let (status, detail) = match std::net::TcpListener::bind(config.listen) {
        Ok(_) => ("ready", format!("{} is free", config.listen)),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            ("degraded", format!("{} is taken, perhaps by the running server", config.listen))
        }
        Err(error) => ("unavailable", format!("{}: {error}", config.listen)),
    };
    json!({"check": "address", "status": status, "detail": detail})
}
