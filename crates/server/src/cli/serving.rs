//! `conserje serve`.

use std::process::ExitCode;
use std::sync::Arc;

use conserje_agents::Pack;
use conserje_operate::demo;
use conserje_store::WriteTrouble;
use serde_json::json;

use super::output::{Output, Problem, print, print_json};
use super::pack::load::load;
use super::server::ServerArguments;
use crate::config::{Config, MovedSetting};
use crate::serve::{Running, Startup, serve as start};
use crate::telemetry;

pub(super) async fn serve(
    config: &Config,
    moved: &[MovedSetting],
    demo: bool,
    output: Output,
) -> Result<ExitCode, Problem> {
    telemetry::start_logging(&config.log);
    telemetry::log_panics();
    for setting in moved {
        tracing::warn!("{setting}");
    }
    if config.durability() == conserje_store::Durability::Off {
        tracing::warn!("`database.durability` is off: a power cut loses acknowledged writes");
    }
    let running = start(config, if demo { Startup::Demo } else { Startup::Plain }).await?;
    announce(&running, config, output);
    let library = running.app.library().clone();
    running.app.tasks().once("warm-up", |_| async move {
        // The first file or question tries again, and says so if it cannot.
        if let Err(error) = library.warm_up().await {
            tracing::warn!("Getting ready for documents failed: {error}");
        }
    });
    if let Some(key) = running.demo_api_key.clone().filter(|_| !config.included_packs.is_empty()) {
        let server = ServerArguments::at(running.url(), &key);
        let (config, packs) = (config.clone(), running.app.conversations().all_packs());
        running.app.tasks().once("demo-documents", |stop| async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = give_documents(&config, server, &packs) => {}
            }
        });
    }
    let healthy = until_told(&running).await;
    if healthy {
        tracing::info!("Stopping: running turns may end first");
        running.stop().await;
    } else {
        // No turn can end any more; the next start picks them up.
        running.abandon().await;
    }
    if healthy {
        return Ok(ExitCode::SUCCESS);
    }
    let problem = Problem::new("the disk failed to make a write durable, so the server stopped");
    Err(problem.hint("check the disk; what was acknowledged is safe, and a start will recover the rest"))
}

/// The demo tenant gets what its assistants answer from.
async fn give_documents(config: &Config, server: ServerArguments, packs: &[Arc<Pack>]) {
    let loaded = async {
        let server = server.connect(config).await?;
        for pack in packs {
            load(&server, pack).await?;
        }
        Ok::<(), Problem>(())
    };
    match loaded.await {
        Ok(()) => tracing::info!("The documents of {} packs can be searched", packs.len()),
        Err(problem) => tracing::warn!("The documents of packs were not all taken in: {}", problem.message()),
    }
}

fn announce(running: &Running, config: &Config, output: Output) {
    if output.json {
        return print_json(&json!({
            "url": running.url(), "owner_link": running.owner_link, "demo_api_key": running.demo_api_key,
            "customer_link": running.customer_link,
        }));
    }
    let called = std::env::args().next().unwrap_or_else(|| "conserje".to_owned());
    print(&announcement(running, config, &called));
}

/// What whoever started it reads first: where to go, and what to type.
fn announcement(running: &Running, config: &Config, called: &str) -> String {
    let url = running.url();
    let docs = format!("{url}/docs/");
    let is_demo = running.demo_api_key.is_some();
    let page = if is_demo { format!("{url} as {}", demo::OWNER) } else { url.to_owned() };
    let rows = [
        ("Owner, link works once", running.owner_link.as_deref()),
        ("Owner, sign in", running.owner_link.is_none().then_some(page.as_str())),
        ("Try it as a customer", running.customer_link.as_deref()),
        ("Demo API key", running.demo_api_key.as_deref()),
        ("API description", Some(docs.as_str())),
    ];
    let mut lines = vec![format!("Conserje {} is at {url}", env!("CARGO_PKG_VERSION")), String::new()];
    lines.extend(rows.iter().filter_map(|(name, value)| Some(format!("  {name:<24}{}", (*value)?))));
    if is_demo {
        let is_there = |name: &str| config.included_packs.iter().any(|pack| pack == name);
        let question = if is_there("legal") {
            "¿Cuántos días de vacaciones tengo?"
        } else {
            "¿De qué tratan mis documentos?"
        };
        let data = config.data_folder.display().to_string();
        let data =
            if data == crate::config::USUAL_FOLDER { String::new() } else { format!(" --data {data}") };
        lines.extend([
            String::new(),
            "From another terminal, in this folder:".to_owned(),
            String::new(),
            format!("  {called} ask \"{question}\"{data}"),
            format!("  {called} ingest README.md{data}"),
            format!("  {called} search \"what survives a crash\"{data}"),
        ]);
        if !config.included_packs.is_empty() {
            lines.extend([
                String::new(),
                "The assistants' own documents are being read; the log says when they can be searched."
                    .to_owned(),
            ]);
        }
    }
    lines.extend([String::new(), "Ctrl-C stops it.".to_owned()]);
    lines.join("\n")
}

/// Returns when asked to stop (true) or when the disk can no longer be trusted (false).
async fn until_told(running: &Running) -> bool {
    let broken = async {
        match running.app.store().write_trouble() {
            Some(mut trouble) => {
                let broken = trouble.wait_for(|trouble| *trouble == Some(WriteTrouble::SyncFailed));
                if broken.await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = broken => false,
        () = asked_to_stop() => true,
    }
}

async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(error) => {
            tracing::warn!("Only Ctrl-C will stop the server: {error}");
            drop(tokio::signal::ctrl_c().await);
        }
    }
}
