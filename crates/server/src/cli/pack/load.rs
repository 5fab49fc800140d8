//! A pack's documents, given to a tenant.

use std::path::PathBuf;

use conserje_agents::Pack;
use conserje_protocol::{CollectionReply, CollectionsReply};
use reqwest::Method;
use serde_json::json;

use super::super::ingest::{self, files_of};
use super::super::output::Problem;
use super::super::server::Server;

/// Takes in what stands below `knowledge`: a folder there is a collection, weighed as the pack says. What the tenant has
/// already stays as it is.
pub(in crate::cli) async fn load(server: &Server, pack: &Pack) -> Result<usize, Problem> {
    let mut count = 0;
    for (collection, files) in knowledge(pack)? {
        if let Some(name) = &collection {
            weigh(server, name, pack.collections.get(name).copied().unwrap_or(1.0)).await?;
        }
        ingest::quietly(server, &files, collection.as_deref()).await?;
        count += files.len();
    }
    Ok(count)
}

/// A collection that is there keeps the weight that somebody gave it.
async fn weigh(server: &Server, name: &str, weight: f32) -> Result<(), Problem> {
    let known: CollectionsReply = server.json(server.request(Method::GET, "/api/collections")).await?;
    if known.items.iter().any(|one| one.name == name) {
        return Ok(());
    }
    let new = server.request(Method::POST, "/api/collections").json(&json!({"name": name, "weight": weight}));
    let _: CollectionReply = server.json(new).await?;
    Ok(())
}

/// A collection's name, and what goes into it.
type Group = (Option<String>, Vec<PathBuf>);

fn knowledge(pack: &Pack) -> Result<Vec<Group>, Problem> {
    let Some(folder) = pack.knowledge() else { return Ok(Vec::new()) };
    let unreadable = |error: std::io::Error| Problem::new(format!("{}: {error}", folder.display()));
    let (mut groups, mut loose) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let inside = files_of(&[path.display().to_string()])?;
        if path.is_dir() {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            groups.push((name, inside));
        } else {
            loose.extend(inside);
        }
    }
    if !loose.is_empty() {
        groups.push((None, loose));
    }
    Ok(groups)
}
