//! `conserje ingest`: files and whole folders into a tenant's knowledge, with a look at how far each is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use conserje_protocol::{CollectionReply, CollectionsReply, FileReply, UploadReply};
use indicatif::{ProgressBar, ProgressStyle};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde::Serialize;
use serde_json::json;

use super::output::{Output, Problem, print, print_json};
use super::server::{Server, ServerArguments};
use crate::config::Config;

/// Something was not taken.
const REFUSED: u8 = 3;
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// Folders are looked at this often, which also works where a file system tells nobody of changes.
const WATCH_AGAIN: Duration = Duration::from_secs(2);

#[derive(clap::Args)]
pub(super) struct IngestArguments {
    /// Files, folders and patterns such as 'docs/**/*.pdf'.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// The collection that they go to, made if it is not there.
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// Stay, and take in what is added or changed.
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    server: ServerArguments,
}

pub(super) async fn run(
    config: &Config,
    arguments: IngestArguments,
    output: Output,
) -> Result<ExitCode, Problem> {
    let IngestArguments { paths, collection, watch, server } = arguments;
    let files = files_of(&paths)?;
    if files.is_empty() && !watch {
        return Err(Problem::new("there is no file in what was named").hint("hidden files are passed over"));
    }
    let server = server.connect(config).await?;
    server.say_tenant(output);
    let outcome = ingest(&server, &paths, files, collection.as_deref(), (watch, output)).await;
    server.leave().await;
    outcome
}

/// Takes files in without a word; a file that is not taken is an error.
pub(super) async fn quietly(
    server: &Server,
    files: &[PathBuf],
    collection: Option<&str>,
) -> Result<(), Problem> {
    let collection = match collection {
        Some(name) => Some(collection_named(server, name).await?),
        None => None,
    };
    let taken = take(server, files, collection.as_deref(), Output { json: true }).await?;
    match taken.into_iter().find(|one| one.status != "completed") {
        Some(one) => Err(Problem::new(format!("{}: {}", one.path, one.error.unwrap_or(one.status)))),
        None => Ok(()),
    }
}

async fn ingest(
    server: &Server,
    paths: &[String],
    files: Vec<PathBuf>,
    collection: Option<&str>,
    (watch, output): (bool, Output),
) -> Result<ExitCode, Problem> {
    let collection = match collection {
        Some(name) => Some(collection_named(server, name).await?),
        None => None,
    };
    let mut seen: BTreeMap<PathBuf, SystemTime> = files.iter().filter_map(changed_at).collect();
    let mut all = Vec::new();
    all.extend(take(server, &files, collection.as_deref(), output).await?);
    if watch {
        loop {
            tokio::select! {
                pressed = tokio::signal::ctrl_c() => {
                    pressed.map_err(|error| Problem::new(error.to_string()))?;
                    break;
                }
                () = tokio::time::sleep(WATCH_AGAIN) => {}
            }
            let now: BTreeMap<PathBuf, SystemTime> = files_of(paths)?.iter().filter_map(changed_at).collect();
            let changed: Vec<PathBuf> = now
                .iter()
                .filter(|(path, at)| seen.get(*path) != Some(at))
                .map(|(path, _)| path.clone())
                .collect();
            if !changed.is_empty() {
                all.extend(take(server, &changed, collection.as_deref(), output).await?);
            }
            seen = now;
        }
    }
    let failed = all.iter().filter(|one| one.status != "completed").count();
    if output.json {
        print_json(&json!({"items": all}));
    } else {
        print(&format!("{} of {} files can be searched", all.len() - failed, all.len()));
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn changed_at(path: &PathBuf) -> Option<(PathBuf, SystemTime)> {
    Some((path.clone(), std::fs::metadata(path).ok()?.modified().ok()?))
}

/// What became of a file.
#[derive(Serialize)]
struct Taken {
    path: String,
    /// `completed`, `failed` or `refused`.
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    chunks: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Uploads the files and waits until each is ready or has failed.
async fn take(
    server: &Server,
    files: &[PathBuf],
    collection: Option<&str>,
    output: Output,
) -> Result<Vec<Taken>, Problem> {
    let bar = if output.json { ProgressBar::hidden() } else { ProgressBar::new(files.len() as u64 * 100) };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}") {
        bar.set_style(style);
    }
    let mut done = Vec::new();
    for (place, path) in (0_u64..).zip(files) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        bar.set_position(place * 100);
        bar.set_message(name.clone());
        let path_shown = path.display().to_string();
        let taken = match upload(server, path, &name, collection).await {
            Ok(id) => {
                let file = wait(server, &id, |percent| bar.set_position(place * 100 + percent)).await?;
                Taken {
                    path: path_shown,
                    status: file.processing_status.to_string(),
                    id: Some(id),
                    chunks: file.chunk_count,
                    error: file.error,
                }
            }
            Err(problem) => Taken {
                path: path_shown,
                status: "refused".to_owned(),
                id: None,
                chunks: 0,
                error: Some(problem.message().to_owned()),
            },
        };
        if let (Some(error), false) = (&taken.error, output.json) {
            bar.suspend(|| print(&format!("{}: {error}", taken.path)));
        }
        done.push(taken);
    }
    bar.finish_and_clear();
    Ok(done)
}

async fn upload(
    server: &Server,
    path: &Path,
    name: &str,
    collection: Option<&str>,
) -> Result<String, Problem> {
    let part = Part::file(path)
        .await
        .map_err(|error| Problem::new(format!("{} cannot be read: {error}", path.display())))?
        .file_name(name.to_owned());
    let mut request = server.request(Method::POST, "/api/files/upload");
    if let Some(collection) = collection {
        request = request.query(&[("collection", collection)]);
    }
    let reply: UploadReply = server.json(request.multipart(Form::new().part("files", part))).await?;
    let taken = reply.files.into_iter().next();
    taken
        .map(|taken| taken.file.id)
        .ok_or_else(|| Problem::new("the server did not say what became of the file"))
}

async fn wait(server: &Server, id: &str, told: impl Fn(u64)) -> Result<FileReply, Problem> {
    loop {
        let file: FileReply = server.json(server.request(Method::GET, &format!("/api/files/{id}"))).await?;
        told(u64::try_from(file.progress).unwrap_or(0));
        if file.processing_status.is_over() {
            return Ok(file);
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

async fn collection_named(server: &Server, name: &str) -> Result<String, Problem> {
    let known: CollectionsReply = server.json(server.request(Method::GET, "/api/collections")).await?;
    if let Some(found) = known.items.into_iter().find(|one| one.name == name) {
        return Ok(found.id);
    }
    let made = server.request(Method::POST, "/api/collections").json(&json!({"name": name}));
    let made: CollectionReply = server.json(made).await?;
    Ok(made.id)
}

/// All that the paths name, in order, each once. Hidden files and folders are passed over unless named themselves.
pub(super) fn files_of(paths: &[String]) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    for path in paths {
        let plain = PathBuf::from(path);
        if plain.exists() {
            collect(&plain, &mut files)?;
            continue;
        }
        let found =
            glob::glob(path).map_err(|error| Problem::new(format!("`{path}` is no pattern: {error}")))?;
        let before = files.len();
        for one in found.flatten() {
            collect(&one, &mut files)?;
        }
        if files.len() == before {
            return Err(Problem::new(format!("`{path}` names nothing that is there")));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let unreadable =
        |error: std::io::Error| Problem::new(format!("{} cannot be read: {error}", path.display()));
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // Links are not followed: they may lead in circles.
        let kind = entry.file_type().map_err(unreadable)?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !is_hidden && (kind.is_dir() || kind.is_file()) {
            collect(&entry.path(), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_walked_patterns_expanded_and_hidden_files_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("a/.git")).unwrap();
        for name in ["a/one.txt", "a/.hidden", "a/.git/config", "two.md"] {
            std::fs::write(at(name), "x").unwrap();
        }
        let text = |path: PathBuf| path.display().to_string();
        let all = files_of(&[text(folder.path().to_owned())]).unwrap();
        assert_eq!(all, [at("a/one.txt"), at("two.md")]);
        assert_eq!(files_of(&[text(at("**/*.md"))]).unwrap(), [at("two.md")]);
        assert!(files_of(&[text(at("nothing"))]).is_err());
    }
}
