//! A pack's questions, asked of a server of its own with the pack's documents.

use conserje_agents::{AnswerEval, Pack};
use reqwest::Method;
use serde_json::{Value, json};

use super::super::output::Problem;
use super::super::server::{Server, ServerArguments};
use super::load;
use crate::config::Config;

pub(super) struct Answered {
    pub(super) item: Value,
    pub(super) missed: Vec<String>,
}

pub(super) async fn test(config: &Config, pack: &Pack, evals: &[AnswerEval]) -> Result<Answered, Problem> {
    let place = tempfile::tempdir().map_err(|error| Problem::new(error.to_string()))?;
    let mut config = config.clone();
    config.data_folder = place.path().join("data");
    config.pack_folders = vec![pack.folder.clone()];
    let server = ServerArguments::of_folder().connect(&config).await?;
    let outcome = ask_all(&server, pack, evals).await;
    server.leave().await;
    outcome
}

async fn ask_all(server: &Server, pack: &Pack, evals: &[AnswerEval]) -> Result<Answered, Problem> {
    load::load(server, pack).await?;
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

/// What is not as it should be.
async fn ask(server: &Server, eval: &AnswerEval) -> Result<Vec<String>, Problem> {
    let session = server.new_session().await?;
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let asked = server.request(Method::POST, &path).header("accept-language", eval.language.tag());
    let _: Value = server.json(asked.json(&json!({"message": eval.text}))).await?;
    let path = format!("/api/chat/sessions/{session}/events?limit=200");
    let events: Value = server.json(server.request(Method::GET, &path)).await?;
    Ok(faults(eval, &events))
}

fn faults(eval: &AnswerEval, events: &Value) -> Vec<String> {
    let items = events.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let of_type = |wanted: &'static str| {
        items.iter().filter(move |event| event.get("type").and_then(Value::as_str) == Some(wanted))
    };
    let Some(answer) = of_type("message").next_back() else { return vec!["there is no answer".to_owned()] };
    let said = answer.get("content").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    let sources = of_type("citations_created").map(ToString::to_string).collect::<String>().to_lowercase();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_right_answer_shows_is_looked_for() {
        let eval: AnswerEval =
            serde_json::from_value(json!({"text": "q", "language": "es", "tools": ["get_article"],
            "cites": ["Artículo 48"], "contains": ["diecinueve"]}))
            .unwrap();
        let right = json!({"items": [{"type": "tool_use", "toolName": "get_article"},
            {"type": "message", "content": "Son Diecinueve semanas [1]"},
            {"type": "citations_created", "citations": [{"quote": "ARTÍCULO 48. …"}]}]});
        assert_eq!(faults(&eval, &right), Vec::<String>::new());
        let wrong = json!({"items": [{"type": "message", "content": "No sé"}]});
        assert_eq!(faults(&eval, &wrong).len(), 3);
        assert_eq!(faults(&eval, &json!({})), ["there is no answer"]);
    }
}
