use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use conserje_kernel::{Language, Scope, Secret, SessionId, SystemJob, TenantId, TurnId};
use serde_json::{Value, json};

use super::*;
use crate::egress::{Egress, EgressSettings};
use crate::key::IdempotencyKey;
use crate::test_server::{Seen, Server, reply};
use crate::tool::Status;

const JSON: &str = "Content-Type: application/json; charset=utf-8\r\n";
const TOKEN: &str = "t0p/s\"cret";

fn client(port: u16) -> EgressClient {
    drop(rustls::crypto::ring::default_provider().install_default());
    let allow_private = vec![format!("127.0.0.1:{port}")];
    Egress::new(&EgressSettings { allow_private, ..EgressSettings::default() }).unwrap().client().unwrap()
}

fn spec(port: u16, changes: &Value) -> HttpToolSpec {
    let mut spec = json!({
        "name": "order", "description": "Orders.", "method": "GET", "risk": "read",
        "url": format!("http://127.0.0.1:{port}/orders/{{id}}"),
        "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        "time_limit_seconds": 10,
    });
    for (name, value) in changes.as_object().unwrap() {
        spec[name] = value.clone();
    }
    serde_json::from_value(spec).unwrap()
}

fn tool(port: u16, changes: &Value) -> Result<HttpTool, HttpToolError> {
    HttpTool::new(spec(port, changes), client(port), &|name| (name == "TOKEN").then(|| Secret::new(TOKEN)))
}

#[expect(clippy::disallowed_methods, reason = "a test acts for nobody")]
fn call(args: Value) -> Call {
    let (tenant, session, turn) = (TenantId::generate(), SessionId::generate(), TurnId::generate());
    let key = IdempotencyKey::derive(tenant, session, turn, 0, &args);
    let scope = Scope::system(tenant, SystemJob::JobRunner);
    Call {
        scope,
        session,
        turn,
        tool_use_id: "c1".to_owned(),
        args,
        language: Language::En,
        question: "".into(),
        key,
        is_repeated: false,
        weights: std::sync::Arc::default(),
    }
}

async fn run(
    answer: impl Fn(&Seen) -> String + Send + Sync + 'static,
    changes: Value,
) -> (Outcome, Vec<Seen>) {
    let server = Server::start(answer);
    let outcome = tool(server.port, &changes).unwrap().run(call(json!({"id": "a1"}))).await;
    (outcome, server.seen())
}

#[tokio::test]
async fn arguments_go_where_the_declaration_puts_them() {
    let server = Server::start(|_| reply(200, JSON, r#"{"ok": true}"#));
    let properties = json!({"id": {}, "lang": {}, "tags": {}, "note": {}, "count": {}});
    let changes = json!({
        "method": "POST", "risk": "write", "body": "json",
        "query": {"l": "{lang}", "t": "{tags}", "v": "1", "gone": "{note}-"},
        "headers": {"Authorization": "Bearer secret:TOKEN", "X-Fixed": "a"},
        "parameters": {"type": "object", "properties": properties, "required": ["id"]},
    });
    let args = json!({"id": "../a?b#c/ñ%2e", "lang": "es&x=1", "tags": ["a", "b"], "count": 2});
    let outcome = tool(server.port, &changes).unwrap().run(call(args)).await;
    assert_eq!((outcome.status, outcome.result), (Status::Succeeded, json!({"ok": true})));
    let seen = server.seen().remove(0);
    assert_eq!(
        seen.line.trim(),
        "POST /orders/..%2Fa%3Fb%23c%2F%C3%B1%252e?l=es%26x%3D1&t=a&t=b&v=1 HTTP/1.1"
    );
    assert_eq!(seen.body, r#"{"count":2}"#);
    assert_eq!(seen.header("authorization").unwrap(), format!("Bearer {TOKEN}"));
    assert_eq!(seen.header("content-type").unwrap(), "application/json");
    assert_eq!(seen.header("idempotency-key"), None);

    let shaped = json!({
        "method": "PUT", "risk": "write",
        "body": {"order": {"text": "No. {id}", "n": "{count}", "note": "{note}", "fixed": [1, "{{x}}"]}},
        "parameters": {"type": "object", "properties": {"id": {}, "note": {}, "count": {}}, "required": ["id"]},
    });
    tool(server.port, &shaped).unwrap().run(call(json!({"id": "7", "count": 2}))).await;
    let body: Value = serde_json::from_str(&server.seen().pop().unwrap().body).unwrap();
    assert_eq!(body, json!({"order": {"text": "No. 7", "n": 2, "fixed": [1, "{x}"]}}));
}

#[tokio::test]
async fn no_argument_changes_where_the_request_goes() {
    let server = Server::start(|_| reply(200, "", "fine"));
    let tool = tool(server.port, &json!({})).unwrap();
    for bad in [json!(".."), json!("."), json!(""), json!(null), json!(["a"]), json!("x".repeat(9000))] {
        let outcome = tool.run(call(json!({"id": bad}))).await;
        assert_eq!(outcome.status, Status::Failed, "{bad}");
    }
    assert_eq!(server.connections(), 0);
    for odd in ["@evil.example.com", "%2e%2e", "..\\..", "//evil", "a\r\nHost: evil", "😀", "..."] {
        assert_eq!(tool.run(call(json!({"id": odd}))).await.status, Status::Succeeded, "{odd}");
    }
    for seen in server.seen() {
        assert!(
            seen.line.starts_with("GET /orders/") && seen.line.matches('/').count() == 3,
            "{}",
            seen.line
        );
    }
}

#[tokio::test]
async fn answers_are_read_as_json_or_text_and_long_ones_are_cut() {
    let (outcome, _) = run(|_| reply(200, "", "plain"), json!({})).await;
    assert_eq!((outcome.status, outcome.text.as_str()), (Status::Succeeded, "plain"));
    let (outcome, _) = run(|_| reply(204, "", ""), json!({})).await;
    assert_eq!(outcome.text, "Done: HTTP 204, without content.");
    let (outcome, _) = run(|_| reply(200, JSON, "{no json"), json!({})).await;
    assert_eq!(outcome.result, json!("{no json"));
    let long = |_: &Seen| reply(200, JSON, &format!("[\"{}\"]", "x".repeat(5_000_000)));
    let (outcome, _) = run(long, json!({"max_response_bytes": 10})).await;
    assert_eq!(outcome.text, "[\"xxxxxxxx\n[cut: the first 10 bytes; there was more]");
    let (outcome, _) = run(|_| reply(404, "X-Inner: 1\r\n", "no such order"), json!({})).await;
    assert_eq!(outcome, Outcome::failed("The service answered with HTTP 404: no such order"));
    let (outcome, _) = run(|_| reply(503, "", ""), json!({})).await;
    assert_eq!(outcome, Outcome::failed("The service answered with HTTP 503."));
}

#[tokio::test]
async fn secrets_that_a_service_says_back_are_not_shown() {
    let headers = json!({"Authorization": "Bearer secret:TOKEN"});
    let echoes = [
        reply(200, JSON, r#"{"got": "Bearer t0p\/s\u0022cret", "t0p/s\"cret": 1}"#),
        reply(200, "", &format!("you sent {TOKEN}")),
        reply(200, "", r#"{"got": "t0p\/s\"cret, t0p/s\"cret"}"#),
        reply(401, "", &format!("bad token {TOKEN}")),
        reply(500, "", &format!("oops {TOKEN}")),
        reply(302, &format!("Location: gopher://{TOKEN}/\r\n"), ""),
    ];
    for echo in echoes {
        let (outcome, _) = run(move |_| echo.clone(), json!({"headers": headers})).await;
        let shown = format!("{} {}", outcome.text, outcome.result);
        assert!(!shown.contains(TOKEN) && !shown.contains("t0p"), "{shown}");
    }
    let echo = reply(200, "", &format!("token {TOKEN}"));
    let cut = json!({"headers": headers, "max_response_bytes": 12});
    let (outcome, _) = run(move |_| echo.clone(), cut).await;
    assert!(outcome.text.starts_with("token \n[cut"), "{}", outcome.text);
}

#[tokio::test]
async fn an_effect_that_may_have_happened_is_unknown_and_not_sent_again() {
    let write = || json!({"method": "POST", "risk": "dangerous"});
    let broken = || "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf".to_owned();
    let (lost, seen) = run(|_| String::new(), write()).await;
    assert_eq!((lost.status, seen.len()), (Status::Unknown, 1), "{}", lost.text);
    let (fault, seen) = run(|_| reply(502, "", "bad gateway"), write()).await;
    assert_eq!((fault.status, seen.len()), (Status::Unknown, 1));
    let (half, seen) = run(move |_| broken(), write()).await;
    assert_eq!((half.status, seen.len()), (Status::Unknown, 1));
    let (moved, seen) = run(|_| reply(303, "Location: /elsewhere\r\n", ""), write()).await;
    assert_eq!((moved.status, seen.len()), (Status::Unknown, 1));
    let slow = |_: &Seen| {
        thread::sleep(Duration::from_secs(4));
        String::new()
    };
    let (late, seen) = run(slow, json!({"method": "POST", "risk": "write", "time_limit_seconds": 1})).await;
    assert_eq!((late.status, seen.len()), (Status::Unknown, 1));
    assert!(
        late.text.contains("no answer in time") && late.text.contains("a person must look"),
        "{}",
        late.text
    );
    // The same without effects is no more than a failure.
    let (lost, _) = run(|_| String::new(), json!({})).await;
    assert_eq!(lost.status, Status::Failed);
    // And a refusal is certain.
    let (refused, _) = run(|_| reply(409, "", "taken"), write()).await;
    assert_eq!(refused.status, Status::Failed);
}

#[tokio::test]
async fn a_receiver_that_honours_keys_is_asked_again_with_the_same_key() {
    let write = || json!({"method": "POST", "risk": "write", "honours_idempotency_key": true});
    let (lost, seen) = run(|_| String::new(), write()).await;
    assert_eq!((lost.status, seen.len()), (Status::Unknown, 3));
    let keys: Vec<_> = seen.iter().map(|seen| seen.header("idempotency-key").unwrap()).collect();
    assert!(keys[0].len() == 64 && keys.iter().all(|key| *key == keys[0]), "{keys:?}");

    let answers = |replies: [String; 3]| {
        let next = AtomicUsize::new(0);
        move |_: &Seen| replies[next.fetch_add(1, Ordering::SeqCst).min(2)].clone()
    };
    let (done, seen) =
        run(answers([String::new(), reply(503, "", ""), reply(201, JSON, "1")]), write()).await;
    assert_eq!((done.status, done.result, seen.len()), (Status::Succeeded, json!(1), 3));
    // "In progress" is no answer to the first attempt, which may be what is in progress.
    let (busy, seen) = run(answers([String::new(), reply(409, "", ""), reply(409, "", "")]), write()).await;
    assert_eq!((busy.status, seen.len()), (Status::Unknown, 3));
    let (refused, seen) = run(answers([String::new(), reply(422, "", "no"), String::new()]), write()).await;
    assert_eq!((refused.status, seen.len()), (Status::Failed, 2));
}

#[tokio::test]
async fn a_request_that_was_never_sent_has_failed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    for honours in [false, true] {
        let changes = json!({"method": "POST", "risk": "dangerous", "honours_idempotency_key": honours});
        let outcome = tool(port, &changes).unwrap().run(call(json!({"id": "1"}))).await;
        assert_eq!(outcome, Outcome::failed("The service could not be asked: no connection could be made."));
    }
}

#[test]
fn a_declaration_with_a_mistake_says_which() {
    let base = "http://127.0.0.1:9";
    let cases = [
        (json!({"method": "BREW"}), "`BREW` is not a method"),
        (json!({"url": "orders/{id}"}), "not a URL"),
        (json!({"url": "http://{id}/"}), "in the path of the URL only"),
        (json!({"url": format!("{base}/x?id={{id}}")}), "in the path of the URL only"),
        (json!({"url": "http://10.0.0.1/{id}"}), "only names are allowed"),
        (json!({"url": "https://api.example.com/{id}"}), "not among the allowed hosts"),
        (json!({"url": "https://u:p@127.0.0.1:9/{id}"}), "user name"),
        (json!({"url": format!("{base}/{{id")}), "a `{` is not followed by a name"),
        (
            json!({"url": format!("{base}/{{id}}/{{other}}")}),
            "`url` uses `{other}`, but there is no such parameter",
        ),
        (json!({"query": {"q": "{other}"}}), "`query` uses `{other}`"),
        (json!({"method": "POST", "body": {"a": ["{other}"]}}), "`body` uses `{other}`"),
        (json!({"url": base}), "the parameter `id` is used nowhere"),
        (json!({"parameters": {"type": "object", "properties": {"id": {}}}}), "must be required"),
        (json!({"parameters": {"type": "array"}}), "not a JSON Schema of type object"),
        (json!({"body": "json"}), "a GET request has no body"),
        (json!({"method": "POST", "body": "xml"}), "neither \"json\" nor an object"),
        (json!({"headers": {"Host": "evil"}}), "`Host` is not a header to set"),
        (json!({"headers": {"X": "a\nb"}}), "`X` is not a header to set"),
        (json!({"headers": {"X": "secret:OTHER"}}), "the secret `OTHER` is not there"),
        (json!({"time_limit_seconds": 0}), "`time_limit_seconds` must be from 1 to 600"),
        (json!({"max_response_bytes": 0}), "`max_response_bytes` must be from 1"),
    ];
    for (changes, expected) in cases {
        let error = tool(9, &changes).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(
            error.starts_with("the HTTP tool `order`: ") && error.contains(expected),
            "{changes}: {error}"
        );
    }
}

#[test]
fn a_pack_declares_a_tool_in_toml_and_unknown_words_are_refused() {
    let text = r#"
        name = "order_status"
        description = "Looks up an order."
        method = "GET"
        url = "http://127.0.0.1:9/orders/{order_id}"
        risk = "read"
        headers = { Authorization = "Bearer secret:TOKEN" }
        query = { lang = "{language}" }
        [parameters]
        type = "object"
        required = ["order_id"]
        properties = { order_id = { type = "string" }, language = { type = "string" } }
    "#;
    let spec: HttpToolSpec = toml::from_str(text).unwrap();
    assert_eq!((spec.time_limit_seconds, spec.max_response_bytes), (30, 256 * 1024));
    let tool = HttpTool::new(spec, client(9), &|_| Some(Secret::new("x"))).unwrap();
    assert!(tool.info().honours_keys, "a read may be repeated");
    assert!(toml::from_str::<HttpToolSpec>(&format!("retries = 3\n{text}")).is_err());
}

#[tokio::test]
async fn a_call_that_a_crash_cut_short_is_never_said_to_have_failed_when_it_may_have_been_done() {
    let changes = json!({"method": "POST", "risk": "write", "honours_idempotency_key": true});
    for status in [409, 429, 503] {
        let server = Server::start(move |_| reply(status, "", "not now"));
        let repeated = Call { is_repeated: true, ..call(json!({"id": "a1"})) };
        let outcome = tool(server.port, &changes).unwrap().run(repeated).await;
        assert_eq!(outcome.status, Status::Unknown, "{status}");
    }
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let repeated = Call { is_repeated: true, ..call(json!({"id": "a1"})) };
    assert_eq!(tool(nobody, &changes).unwrap().run(repeated).await.status, Status::Unknown);
    let first = tool(nobody, &changes).unwrap().run(call(json!({"id": "a1"}))).await;
    assert_eq!(first.status, Status::Failed, "nothing was sent, and nothing before it");
}
