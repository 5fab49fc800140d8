//! Calls: what Vapi asks for is answered while it waits.

use conserje_llm::Scene;
use conserje_testkit::{Home, on_both_homes};
use serde_json::{Value, json};

use super::Street;

fn tool_calls(calls: &Value) -> Value {
    json!({"message": {"type": "tool-calls", "toolCallList": calls, "call": {"id": "call-1", "customer": {"number": "+5215512345678"}}}})
}

on_both_homes! {
    async fn a_question_during_a_call_is_answered_in_one_spoken_line(home: Home) {
        let street = Street::open(home).await;
        let line = street.channel("vapi").await;
        street.server.model_says([Scene::say("Abrimos **a las 9**.\n\nY cerramos a las 6 [1].")]);
        let ask = json!([{"id": "t1", "name": "ask", "arguments": {"question": "¿Cuándo abren?"}}]);
        let said = line.deliver(&tool_calls(&ask)).await;
        assert_eq!(said["results"][0]["toolCallId"], "t1");
        let spoken = said["results"][0]["result"].as_str().unwrap();
        assert!(spoken.starts_with("Abrimos a las 9. Y cerramos a las 6") && !spoken.contains('['), "{spoken}");
        // Asked again with the same id it is the same question, and the model is not asked again.
        assert_eq!(line.deliver(&tool_calls(&ask)).await, said);
        // In OpenAI's shape, with arguments as a text; and what is not there says so.
        let other = json!([
            {"id": "t2", "type": "function", "function": {"name": "ask", "arguments": "{\"question\": \"hola\"}"}},
            {"id": "t3", "name": "no_such_tool", "arguments": {}},
        ]);
        let said = line.deliver(&tool_calls(&other)).await;
        assert_eq!(said["results"][0]["result"], "hola");
        assert!(said["results"][1]["error"].as_str().unwrap().contains("no_such_tool"), "{said}");
        assert!(street.provider.asked().is_empty(), "nothing is sent beside");
        street.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_gets_its_assistant_and_other_events_are_taken() {
    let street = Street::open(Home::Sqlite).await;
    let line =
        street.channel_of(street.server.owner(), "vapi", json!({"greeting": "Hola, ¿en qué ayudo?"})).await;
    let assistant =
        line.deliver(&json!({"message": {"type": "assistant-request", "call": {"id": "c"}}})).await;
    assert_eq!(assistant["assistant"]["firstMessage"], "Hola, ¿en qué ayudo?");
    assert_eq!(assistant["assistant"]["model"]["provider"], "custom-llm");
    let url = assistant["assistant"]["model"]["url"].as_str().unwrap();
    assert!(url.ends_with("/v1"), "{url}");
    for kind in ["status-update", "end-of-call-report", "transcript", "hang", "unheard-of"] {
        assert_eq!(line.deliver(&json!({"message": {"type": kind, "call": {"id": "c"}}})).await, json!({}));
    }
    let old = json!({"message": {"type": "function-call", "functionCall": {"name": "ask", "parameters": {"question": "eco"}}, "call": {"id": "c"}}});
    assert_eq!(line.deliver(&old).await["result"], "eco");
    let refused = line.post(vec![("x-vapi-secret", "guess".to_owned())], old.to_string()).await;
    assert_eq!(refused.status.as_u16(), 403);
    street.server.stop().await;
}
