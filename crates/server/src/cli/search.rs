//! `conserje search`: what a tenant's documents say, in the terminal.

use std::process::ExitCode;

use conserje_protocol::SearchReply;
use reqwest::Method;
use serde_json::json;

use super::output::{Output, Problem, print, print_json};
use super::server::ServerArguments;
use crate::config::Config;

/// How much of a passage is shown.
const SHOWN: usize = 300;

#[derive(Clone, Copy, clap::ValueEnum)]
enum ModeArgument {
    Lexical,
    Semantic,
    Hybrid,
}

#[derive(clap::Args)]
pub(super) struct SearchArguments {
    /// What to look for; may hold "exact phrases", -excluded and +required words.
    query: String,
    #[arg(long, value_enum, default_value_t = ModeArgument::Hybrid)]
    mode: ModeArgument,
    /// How many passages.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    limit: u8,
    #[command(flatten)]
    server: ServerArguments,
}

pub(super) async fn run(
    config: &Config,
    arguments: SearchArguments,
    output: Output,
) -> Result<ExitCode, Problem> {
    let SearchArguments { query, mode, limit, server } = arguments;
    let mode = match mode {
        ModeArgument::Lexical => "lexical",
        ModeArgument::Semantic => "semantic",
        ModeArgument::Hybrid => "hybrid",
    };
    let server = server.connect(config).await?;
    server.say_tenant(output);
    let body = json!({"query": query, "mode": mode, "limit": limit});
    let found = server.json::<SearchReply>(server.request(Method::POST, "/api/search").json(&body)).await;
    server.leave().await;
    let found = found?;
    if output.json {
        print_json(&json!(found));
    } else {
        show(&found);
    }
    Ok(ExitCode::SUCCESS)
}

fn show(found: &SearchReply) {
    for (number, hit) in (1..).zip(&found.results) {
        let chunk = &hit.chunk;
        let page = chunk.page.map(|page| format!(", p. {page}")).unwrap_or_default();
        print(&format!("{number}. {}{page}  ({:.2})", chunk.file_name, hit.score));
        if let Some(title) = &chunk.section_title {
            print(&format!("   {title}"));
        }
        let passage = chunk.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = passage.chars().take(SHOWN).collect();
        let more = if passage.chars().count() > SHOWN { "…" } else { "" };
        print(&format!("   {short}{more}\n"));
    }
    if found.results.is_empty() {
        print("Nothing was found.");
    }
    if let Some(notice) = &found.notice {
        print(notice);
    }
    print(&format!("{} passages in {:.1} ms", found.total_found, found.execution_time_ms));
}
