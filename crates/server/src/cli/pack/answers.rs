//! A pack's questions, asked of a server of its own with the pack's documents.

use std::path::PathBuf;

use conserje_agents::{AnswerEval, Pack};
use reqwest::Method;
use serde_json::{Value, json};

use super::super::ingest::{self, files_of};
use super::super::output::Problem;
use super::super::server::{Server, ServerArguments};
use crate::config::Config;

pub(super) struct Answered {
    pub(super) item: Value,
    pub(super) missed: Vec<String>,
}

/// A collection's name, and what goes into it.
type Group = (Option<String>, Vec<PathBuf>);

pub(super) async fn test(config: &Config, pack: &Pack, evals: &[AnswerEval]) -> Result<Answered, Problem> {
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let mut config = config.clone();
    config.data_folder = place.path().join("data");
    config.pack_folders = vec![pack.folder.clone()];
    let server = ServerArguments::of_owner().connect(&config).await?;
    let outcome = ask_all(&server, pack, evals).await;
    server.leave().await;
    outcome
}

async fn ask_all(server: &Server, pack: &Pack, evals: &[AnswerEval]) -> Result<Answered, Problem> {
    for (collection, files) in knowledge(pack)? {
        ingest::quietly(server, &files, collection.as_deref()).await?;
    }
    let mut missed = Vec::new();
    for eval in evals {
        let faults = ask(server, eval).await?;
        if !faults.is_empty() {
            missed.push(format!("{} (answers): “{}”: {}", pack.name, eval.text, faults.join("; ")));
        }
    }
    let right = evals.len() - missed.len();
    let share = (right as f64 / evals.len() as f64 * 1000.0).round() / 1000.0;
    let item = json!({"pack": pack.name, "set": "answers", "language": "all", "count": evals.len(), "right": right,
        "share": share});
    Ok(Answered { item, missed })
}

/// Its documents: those in a folder of their own go to the collection of that name.
fn knowledge(pack: &Pack) -> Result<Vec<Group>, Problem> {
    let Some(folder) = pack.knowledge() else { return Ok(Vec::new()) };
    let unreadable = |error: std::io::Error| Problem::new(format!("{}: {error}", folder.display()));
    let mut groups = Vec::new();
    let mut loose = Vec::new();
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
    groups.push((None, loose));
    Ok(groups)
}

/// What is not as it should be.
async fn ask(server: &Server, eval: &AnswerEval) -> Result<Vec<String>, Problem> {
    let session = server.new_session().await?;
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let asked = server.request(Method::POST, &path).header("accept-language", eval.language.tag());
    let _: Value = server.json(asked.json(&json!({"message": eval.text}))).await?;
    let path = format!("/api/chat/sessions/{session}/messages");
    let messages: Value = server.json(server.request(Method::GET, &path)).await?;
    let path = format!("/api/chat/sessions/{session}/events?limit=200");
    let events: Value = server.json(server.request(Method::GET, &path)).await?;
    Ok(faults(eval, &messages, &events))
}

fn faults(eval: &AnswerEval, messages: &Value, events: &Value) -> Vec<String> {
    let items = messages.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let answer =
        items.iter().rev().find(|message| message.get("role").and_then(Value::as_str) == Some("assistant"));
    let Some(answer) = answer else { return vec!["there is no answer".to_owned()] };
    let said = answer.get("content").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    let sources = answer.get("citations").map(ToString::to_string).unwrap_or_default().to_lowercase();
    let happened = events.to_string();
    let mut faults = Vec::new();
    for tool in &eval.tools {
        if !happened.contains(&format!("\"{tool}\"")) {
            faults.push(format!("`{tool}` was not used"));
        }
    }
    for wanted in eval.cites.iter().filter(|wanted| !sources.contains(&wanted.to_lowercase())) {
        faults.push(format!("“{wanted}” is not cited"));
    }
    for wanted in eval.contains.iter().filter(|wanted| !said.contains(&wanted.to_lowercase())) {
        let short: String = said.chars().take(200).collect();
        faults.push(format!("“{wanted}” is not in the answer: {short}"));
    }
    faults
}

impl ServerArguments {
    /// The folder's own server, as its owner.
    fn of_owner() -> Self {
        Self::new("owner@localhost", "main")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_right_answer_shows_is_looked_for() {
        let eval: AnswerEval =
            serde_json::from_value(json!({"text": "q", "language": "es", "tools": ["get_article"],
            "cites": ["Artículo 48"], "contains": ["diecinueve"]}))
            .unwrap();
        let right = json!({"items": [{"role": "user"}, {"role": "assistant", "content": "Son Diecinueve semanas [1]",
            "citations": [{"quote": "ARTÍCULO 48. …"}]}]});
        let events = json!({"items": [{"toolName": "get_article"}]});
        assert_eq!(faults(&eval, &right, &events), Vec::<String>::new());
        let wrong = json!({"items": [{"role": "assistant", "content": "No sé", "citations": []}]});
        assert_eq!(faults(&eval, &wrong, &json!({})).len(), 3);
        assert_eq!(faults(&eval, &json!({}), &json!({})), ["there is no answer"]);
    }
}
