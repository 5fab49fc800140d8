//! A pack's documents, given to a tenant.

use std::path::PathBuf;

use conserje_agents::Pack;
use conserje_protocol::{CollectionReply, CollectionsReply};
use reqwest::Method;
use serde_json::json;

use super::super::ingest::{self, files_of};
use super::super::output::Problem;
use super::super::server::Server;

/// Takes in what stands below `knowledge`: a folder there is a collection, weighed as the pack says, and public if the pack is
/// for guests. What the tenant has already stays as it is.
pub(in crate::cli) async fn load(server: &Server, pack: &Pack) -> Result<usize, Problem> {
    let mut count = 0;
    for (collection, files) in knowledge(pack)? {
        if let Some(name) = &collection {
            prepare(server, name, pack).await?;
        }
        ingest::quietly(server, &files, collection.as_deref()).await?;
        count += files.len();
    }
    Ok(count)
}

/// A collection that is there keeps what somebody said of it.
async fn prepare(server: &Server, name: &str, pack: &Pack) -> Result<(), Problem> {
    let known: CollectionsReply = server.json(server.request(Method::GET, "/api/collections")).await?;
    if known.items.iter().any(|one| one.name == name) {
        return Ok(());
    }
    let weight = pack.collections.get(name).copied().unwrap_or(1.0);
    let new = server.request(Method::POST, "/api/collections").json(&json!({"name": name, "weight": weight}));
    let made: CollectionReply = server.json(new).await?;
    if pack.assistant.serves_guests {
        let path = format!("/api/collections/{}", made.id);
        let public = server.request(Method::PATCH, &path).json(&json!({"public": true}));
        let _: CollectionReply = server.json(public).await?;
    }
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
