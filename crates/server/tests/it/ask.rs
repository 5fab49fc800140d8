//! `conserje ask` through the real binary.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::Served;

const BINARY: &str = env!("CARGO_BIN_EXE_conserje");

fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.arg("ask").args(arguments).arg("--data").arg(data).env("CONSERJE__TESTING__SCRIPTED", "true");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ask(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(data, arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The session that can be gone on with, as the last line says.
fn session_of(output: &Output) -> String {
    let said = text(&output.stderr);
    said.trim_end().rsplit(' ').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_by_the_running_server_and_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Served::start(BINARY, &data, &[]);
    let first = ask(&data, &["¿Qué tal?"], "");
    assert_eq!(text(&first.stdout), "¿Qué tal?\n", "{}", text(&first.stderr));
    assert_eq!(
        text(&first.stderr),
        format!("tenant demo (`--tenant` chooses another)\nconserje ask --session {}\n", session_of(&first)),
        "no colours"
    );
    let session = session_of(&first);
    let second = ask(&data, &["--session", &session], "uno\n\ndos\n");
    assert_eq!(text(&second.stdout), "uno\ndos\n", "every line is a question");
    assert_eq!(session_of(&second), session);
    let lines = text(&ask(&data, &["a b", "--json"], "").stdout);
    let events: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let words: String = events.iter().filter_map(|event| event["data"]["text"].as_str()).collect();
    assert_eq!((&events[0]["event"], words.as_str()), (&json!("token"), "a b"));
    assert_eq!(events.last().unwrap()["event"], "done");
    let (url, key) = (server.ready["url"].as_str().unwrap(), server.ready["demo_api_key"].as_str().unwrap());
    let elsewhere = folder.path().join("nothing-here");
    let remote = ask(&elsewhere, &["lejos", "--url", url, "--key", key], "");
    assert_eq!(text(&remote.stdout), "lejos\n", "{}", text(&remote.stderr));
    let wrong = ask(&elsewhere, &["x", "--url", url, "--key", "csk_wrong"], "");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).starts_with("error: sign in, or send an API key"), "{}", text(&wrong.stderr));
    let nobody = ask(&data, &["x", "--agent", "nobody"], "");
    assert_eq!(nobody.status.code(), Some(1));
    assert!(text(&nobody.stderr).contains("error: there is no such agent"), "{}", text(&nobody.stderr));
}

#[test]
fn without_a_server_one_is_started_for_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = ask(&data, &["hola"], "");
    assert_eq!(
        (text(&first.stdout).as_str(), first.status.code()),
        ("hola\n", Some(0)),
        "{}",
        text(&first.stderr)
    );
    let again = ask(&data, &["y ahora", "--session", &session_of(&first)], "");
    assert_eq!(text(&again.stdout), "y ahora\n", "{}", text(&again.stderr));
}

#[test]
fn what_fails_is_said_and_the_exit_code_tells() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let script = folder.path().join("script.json");
    let scenes = json!({"replies": [
        {"when": "falla", "fail": "secret cause"},
        {"when": "cuenta", "say": "uno dos tres cuatro cinco seis siete ocho nueve diez", "paceMs": 500},
    ]});
    std::fs::write(&script, scenes.to_string()).unwrap();
    let _server = Served::start(BINARY, &data, &[("CONSERJE__TESTING__SCRIPT", script.to_str().unwrap())]);
    let mut child = command(&data, &["cuenta"]).spawn().unwrap();
    let mut heard = [0; 4];
    child.stdout.as_mut().unwrap().read_exact(&mut heard).unwrap();
    assert_eq!(&heard, b"uno ", "words are shown as they come");
    let pressed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(pressed.success());
    let began = std::time::Instant::now();
    let stopped = child.wait_with_output().unwrap();
    assert!(text(&stopped.stderr).contains("error: Detenido."), "{}", text(&stopped.stderr));
    assert!(began.elapsed() < Duration::from_secs(3), "Ctrl-C stops the turn");
    let failed = ask(&data, &["falla"], "");
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        text(&failed.stderr).contains("error: El modelo no respondió. Se puede intentar otra vez."),
        "{}",
        text(&failed.stderr)
    );
}

/// A turn that wants to act, asked about where nobody can answer.
#[test]
fn a_decision_without_a_terminal_is_left_to_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let script = folder.path().join("script.json");
    let scenes = json!({"replies": [{"acts": [{"use": {"name": "order", "args": {"item": "té"}}}]}]});
    std::fs::write(&script, scenes.to_string()).unwrap();
    let pack = r#"
        name = "shop"
        [egress]
        allowed_hosts = ["shop.example.com"]
        [[agents]]
        name = "clerk"
        prompt = "You sell tea."
        tools = ["order"]
        [[tools]]
        name = "order"
        description = "Orders an item."
        method = "POST"
        url = "https://shop.example.com/orders"
        body = "json"
        risk = "write"
        parameters = { type = "object", properties = { item = { type = "string" } }, required = ["item"] }
    "#;
    std::fs::write(folder.path().join("pack.toml"), pack).unwrap();
    let mut child = command(&data, &["pide té"]);
    child.env("CONSERJE__TESTING__SCRIPT", &script);
    child.env("CONSERJE__PACKS__FOLDERS", format!("[\"{}\"]", folder.path().display()));
    let output = child.stdin(Stdio::null()).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("quiere usar order (item: té)") && said.contains("/api/approvals/apr_"), "{said}");
}
