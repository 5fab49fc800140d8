//! `conserje desk`: a business's own files, given to its front desk.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conserje_protocol::{BusinessReply, ImportBusinessRequest};
use reqwest::Method;
use serde_json::json;

use super::output::{Output, Problem, print, print_json};
use super::server::{Server, ServerArguments};
use crate::config::Config;

#[derive(clap::Subcommand)]
pub(super) enum DeskCommand {
    /// Take a business over from a folder with `business.toml` and, if it has one, `menu.csv`.
    Import {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        server: ServerArguments,
    },
}

pub(super) async fn run(config: &Config, command: DeskCommand, output: Output) -> Result<ExitCode, Problem> {
    let DeskCommand::Import { folder, server } = command;
    let files = read(&folder)?;
    let server = server.connect(config).await?;
    server.say_tenant(output);
    let taken = import(&server, &files).await;
    server.leave().await;
    let taken = taken?;
    if output.json {
        print_json(&json!(taken));
    } else {
        let BusinessReply { name, branches, staff, services, policies, facts, menu_items, .. } = taken;
        print(&format!(
            "{name}: {branches} branches, {staff} staff, {services} services, {policies} policies, {facts} facts, {menu_items} on the menu"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

async fn import(server: &Server, files: &ImportBusinessRequest) -> Result<BusinessReply, Problem> {
    server.json(server.request(Method::PUT, "/api/desk/business").json(files)).await
}

fn read(folder: &Path) -> Result<ImportBusinessRequest, Problem> {
    let text = |name: &str| std::fs::read_to_string(folder.join(name));
    let wrong = |name: &str, error: &std::io::Error| {
        Problem::new(format!("{} cannot be read: {error}", folder.join(name).display()))
    };
    let business = text("business.toml").map_err(|error| wrong("business.toml", &error))?;
    let menu = match text("menu.csv") {
        Ok(menu) => Some(menu),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(wrong("menu.csv", &error)),
    };
    Ok(ImportBusinessRequest { business, menu })
}
