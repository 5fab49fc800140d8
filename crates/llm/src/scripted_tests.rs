use super::*;
use crate::model::{Model, Said};

fn asked(text: &str) -> Request {
    Request { system: String::new(), history: vec![Said { by: Speaker::User, text: text.to_owned() }] }
}

#[tokio::test]
async fn queued_replies_come_first_then_those_that_fit_then_an_echo() {
    let script = Script { replies: vec![Reply { when: Some("PRECIO".to_owned()), ..Reply::say("40 €") }] };
    let scripted = Scripted::from(script);
    scripted.then([Reply::say("first")]);
    let model = Model::Scripted(scripted);
    let mut heard = Vec::new();
    for text in ["¿precio?", "¿precio?", "hola"] {
        heard.push(model.complete(&asked(text)).await.unwrap().text);
    }
    assert_eq!(heard, ["first", "40 €", "hola"]);
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_an_error_and_not_half_an_answer() {
    let scripted = Scripted::default();
    scripted.then([Reply { fail: Some("overloaded".to_owned()), ..Reply::say("half of") }]);
    let error = Model::Scripted(scripted).complete(&asked("x")).await.unwrap_err();
    assert_eq!(error.to_string(), "the model scripted failed: overloaded");
}

#[test]
fn a_script_with_an_unknown_word_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script.json");
    std::fs::write(&path, r#"{"replies": [{"sai": "hola"}]}"#).unwrap();
    let error = Script::read(&path).unwrap_err().to_string();
    assert!(error.contains("unknown field `sai`") && error.contains("line 1"), "{error}");
}
