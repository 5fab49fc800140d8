use serde_json::json;

use super::*;
use crate::message::ToolResult;

fn asked(text: &str) -> Request {
    Request { messages: vec![Message::user(text)], ..Request::default() }
}

#[tokio::test]
async fn queued_scenes_come_first_then_those_that_fit_then_an_echo() {
    let script = Script { replies: vec![Scene { when: Some("PRECIO".to_owned()), ..Scene::say("40 €") }] };
    let scripted = Scripted::from(script);
    scripted.then([Scene::say("first")]);
    let model = Model::scripted(scripted);
    let mut heard = Vec::new();
    for text in ["¿precio?", "¿precio?", "hola"] {
        heard.push(model.complete(&asked(text)).await.unwrap().text());
    }
    assert_eq!(heard, ["first", "40 €", "hola"]);
}

#[tokio::test]
async fn a_turn_of_several_calls_is_scripted_by_step() {
    let scenes = vec![
        Scene { step: Some(0), ..Scene::use_tool("price", json!({"of": "{message}"})) },
        Scene { step: Some(1), ..Scene::say("It costs {results}.") },
    ];
    let model = Model::scripted(Script { replies: scenes }.into());
    let mut request = asked("tea");
    let first = model.complete(&request).await.unwrap();
    let call = first.tool_uses().next().unwrap();
    assert_eq!(call.args, Args::Json(json!({"of": "tea"})));
    assert_eq!(first.stop_reason, StopReason::ToolUse);
    let result =
        ToolResult {
            id: call.id.clone(), name: call.name.clone(), text: "2 €".to_owned(), is_error: false
        };
    request.messages.push(Message::Assistant { blocks: first.blocks.clone() });
    request.messages.push(Message::Tools { results: vec![result] });
    assert_eq!(model.complete(&request).await.unwrap().text(), "It costs 2 €.");
}

#[tokio::test]
async fn a_reply_that_breaks_off_is_an_error_and_not_half_a_reply() {
    let scripted = Scripted::default();
    scripted.then([Scene { fail: Some("overloaded".to_owned()), ..Scene::say("half of") }]);
    let error = Model::scripted(scripted).complete(&asked("x")).await.unwrap_err();
    assert_eq!(error.to_string(), "the model scripted did not answer (down): overloaded");
}

#[test]
fn a_script_with_an_unknown_word_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script.json");
    std::fs::write(&path, r#"{"replies": [{"sai": "hola"}]}"#).unwrap();
    let error = Script::read(&path).unwrap_err().to_string();
    assert!(error.contains("unknown field `sai`") && error.contains("line 1"), "{error}");
}
