//! `conserje health`: whether the running server can serve, for whoever watches over it (a container's health check).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use conserje_llm::build_client;
use http::StatusCode;
use serde_json::{Value, json};

use super::output::{Output, Problem};
use crate::config::Config;

const FOUND: u8 = 3;
/// Longer than any part is waited for that the server asks.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn ask(config: &Config, output: Output) -> Result<ExitCode, Problem> {
    crate::open::install_crypto();
    let url = format!("http://{}/health/ready", reachable(config.listen));
    let unreachable = |error: reqwest::Error| {
        Problem::new(format!("no answer from {url}: {error}"))
            .hint("`conserje serve` starts a server; `--config FILE` says where it listens")
    };
    let client =
        build_client(|| reqwest::Client::builder().no_proxy().timeout(PATIENCE)).map_err(unreachable)?;
    let reply = client.get(&url).send().await.map_err(unreachable)?;
    let status = reply.status();
    let health: Value = reply.json().await.map_err(unreachable)?;
    output.list(&json!({ "items": health.get("components") }), &["name", "status", "detail"]);
    Ok(if status == StatusCode::OK { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
}

/// A server that listens on every address is asked on this machine's own.
fn reachable(listen: SocketAddr) -> SocketAddr {
    if !listen.ip().is_unspecified() {
        return listen;
    }
    let own: IpAddr = if listen.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(own, listen.port())
}
