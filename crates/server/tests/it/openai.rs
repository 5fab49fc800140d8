//! OpenAI's own clients against the server, and what they do not see.

use std::path::PathBuf;
use std::time::Duration;

use conserje_kernel::{KeyScope, Role, Scope, TraceId};
use conserje_llm::{Message, Scene};
use conserje_store::model_calls::{self, ModelCall};
use conserje_testkit::{Client, Reply, TestServer, TestServerOptions, on_both_homes, until};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

const HOSTILE: &str = "a\rb\u{0}c\r\n\r\ndata: [DONE]\n\nevent: x\ndata: {}\n\u{2028}é🙂";

/// Replies by what is asked, so that a script in another language needs no hand on the model.
fn script() -> Value {
    json!({"replies": [
        {"when": "hostile", "say": HOSTILE},
        {"when": "long", "say": "x".repeat(1_000_000)},
        {"when": "think", "acts": [{"think": "Let me see."}, {"say": "Done."}]},
        {"when": "cut off", "say": "Half an answer", "fail": "gone", "trouble": "cut_short"},
        {"when": "cut short", "say": "Not all of", "stopReason": "max_tokens"},
        {"when": "boom", "fail": "odd request", "trouble": "refused"},
        {"when": "json", "say": "{\"answer\": 42, \"unit\": \"€\"}"},
        {"when": "weather", "step": 0, "acts": [{"use": {"name": "get_weather", "args": {"city": "Paris"}}}]},
        {"when": "weather", "say": "It is {results}."},
    ]})
}

/// A server whose model plays the script.
async fn scripted(home: conserje_testkit::Home, more: &str) -> (TestServer, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.json");
    std::fs::write(&file, script().to_string()).unwrap();
    let config = format!(
        "{more}\n[testing]\nscripted = true\nscript = {:?}\n[tiers]\nbalanced = [\"scripted\"]\n",
        file.to_str().unwrap()
    );
    (TestServer::start_with(home, TestServerOptions::config(config)).await, folder)
}

/// Where `scripts/setup` puts what tests need.
#[expect(clippy::disallowed_methods, reason = "the scripts find the cache in the same way")]
fn cache() -> PathBuf {
    let folder = std::env::var("XDG_CACHE_HOME")
        .map_or_else(|_| PathBuf::from(std::env::var("HOME").unwrap()).join(".cache"), PathBuf::from);
    folder.join("conserje")
}

async fn run_script(program: PathBuf, script: &str, arguments: &[&str]) {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let mut command = tokio::process::Command::new(&program);
    command.arg(script).args(arguments).env("NODE_PATH", cache().join("js-openai/node_modules"));
    for proxy in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
        command.env_remove(proxy);
    }
    let ran = command.kill_on_drop(true).output();
    let ran = tokio::time::timeout(Duration::from_secs(120), ran).await.unwrap();
    let ran = ran
        .unwrap_or_else(|error| panic!("{} cannot be run ({error}); run scripts/setup", program.display()));
    let (out, trouble) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && out.contains("all as it should be"), "{out}\n{trouble}");
}

async fn python(server: &TestServer, key: &str, scenario: &str) {
    let program = cache().join("venv-openai/bin/python");
    run_script(program, "py/openai_sdk.py", &[server.owner().url(), key, scenario]).await;
}

async fn key_of(server: &TestServer) -> String {
    let owner = server.owner();
    let new = json!({"name": "sdk", "scopes": ["chat"]});
    let made = owner.post("/api/keys", new).await.expect(201);
    made["key"].as_str().unwrap().to_owned()
}

async fn calls(server: &TestServer, scope: &Scope, reply: &Reply) -> Vec<ModelCall> {
    let trace: TraceId = reply.headers["x-trace-id"].to_str().unwrap().parse().unwrap();
    let read = move |tx: &mut conserje_store::Tx<'_>| model_calls::of_trace(tx, trace);
    server.app().store().read(scope, read).await.unwrap()
}

async fn chat(client: &Client, body: Value) -> Reply {
    client.post("/v1/chat/completions", body).await
}

fn user(text: &str) -> Value {
    json!([{"role": "user", "content": text}])
}

fn error(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["error"]["code"].as_str().unwrap().to_owned())
}

on_both_homes! {
    async fn the_python_client_works_unchanged(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let key = key_of(&server).await;
        python(&server, &key, "all").await;
        server.stop().await;
    }

    async fn the_python_client_hears_of_failures_before_and_after_the_first_word(home: Home) {
        for model in ["assistant", "scripted"] {
            // Each on a server of its own: a model that fails too often is left alone for a while.
            let (server, _folder) = scripted(home, "").await;
            let key = key_of(&server).await;
            python(&server, &key, &format!("failures of {model}")).await;
            server.stop().await;
        }
    }

    async fn the_node_client_works_unchanged(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let key = key_of(&server).await;
        run_script(PathBuf::from("node"), "js_openai/openai_sdk.cjs", &[server.owner().url(), &key]).await;
        server.stop().await;
    }

    async fn a_budget_that_is_used_up_refuses_assistants_and_models_alike(home: Home) {
        let (server, _folder) = scripted(home, "[budgets]\ntenant_tokens_per_day = 1\n").await;
        let key = key_of(&server).await;
        python(&server, &key, "budget").await;
        let session = server.owner().session().await;
        let refused = server.owner().post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": "x"})).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "budget_exceeded"));
        // Another tenant has a budget of its own, and a restart forgets nothing.
        let other = server.somebody("other", Role::Member, &[KeyScope::Chat]).await;
        chat(&other, json!({"model": "scripted", "messages": user("x")})).await.expect(200);
        let server = server.restart().await;
        let refused = chat(server.owner(), json!({"model": "scripted", "messages": user("x")})).await;
        assert_eq!(error(&refused), (429, "budget_exceeded".to_owned()));
        server.stop().await;
    }

    async fn every_call_of_a_model_is_recorded_once(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let (client, scope) = server.somebody_with_scope("acme", Role::Member, &[KeyScope::Chat]).await;
        for model in ["assistant", "scripted", "balanced"] {
            for stream in [false, true] {
                let reply = chat(&client, json!({"model": model, "messages": user("hola"), "stream": stream})).await;
                // The last chunk comes after the record.
                let calls = calls(&server, &scope, &reply).await;
                assert_eq!(calls.len(), 1, "{model} {stream}");
                assert_eq!((calls[0].model.as_str(), calls[0].outcome.as_str()), ("scripted", "succeeded"));
                assert_eq!(calls[0].session.is_some(), model == "assistant");
                assert!(calls[0].output_tokens > 0);
                let body = json!({"model": model, "input": "hola", "stream": stream});
                let reply = client.post("/v1/responses", body).await;
                assert_eq!(self::calls(&server, &scope, &reply).await.len(), 1, "{model} {stream}");
            }
        }
        let failed = chat(&client, json!({"model": "scripted", "messages": user("boom")})).await;
        assert_eq!(error(&failed), (422, "invalid_value".to_owned()));
        let failed = calls(&server, &scope, &failed).await;
        assert_eq!((failed.len(), failed[0].outcome.as_str()), (1, "refused"));
        server.stop().await;
    }

    async fn who_hangs_up_stops_the_model_and_is_still_charged(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let (client, scope) = server.somebody_with_scope("acme", Role::Member, &[KeyScope::Chat]).await;
        server.model_says([Scene { pace_ms: 50, ..Scene::say("word ".repeat(2_000)) }]);
        let trace = TraceId::generate();
        let body = json!({"model": "scripted", "messages": user("go on"), "stream": true});
        let parent = format!("00-{}-00f067aa0ba902b7-01", trace.as_uuid().simple());
        let request = client.request(Method::POST, "/v1/chat/completions").header("traceparent", parent).json(&body);
        let mut response = request.send().await.unwrap();
        assert!(response.chunk().await.unwrap().is_some());
        drop(response);
        let recorded = until("the call is recorded", || async {
            let read = move |tx: &mut conserje_store::Tx<'_>| model_calls::of_trace(tx, trace);
            let calls = server.app().store().read(&scope, read).await.unwrap();
            calls.first().cloned()
        })
        .await;
        assert_eq!(recorded.outcome, "cancelled");
        assert!(recorded.output_tokens > 0);
        server.stop().await;
    }

    async fn an_assistant_hears_what_was_said_before_and_its_own_rules_first(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let messages = json!([
            {"role": "system", "content": "Always rhyme."},
            {"role": "user", "content": [{"type": "text", "text": "one"}]},
            {"role": "assistant", "content": "two"},
            {"role": "user", "content": "three"},
        ]);
        let reply = chat(server.owner(), json!({"model": "assistant", "messages": messages})).await;
        assert_eq!(reply.expect(200)["choices"][0]["message"]["content"], "three");
        let asked = server.app().scripted_model().asked().pop().unwrap();
        assert!(!asked.system.contains("rhyme"), "{}", asked.system);
        let told = [Message::user("Always rhyme."), Message::user("one"), Message::assistant("two"), Message::user("three")];
        assert_eq!(asked.messages, told);
        // The session has the message and its answer, and is the caller's.
        let session = reply.headers["x-session-id"].to_str().unwrap();
        let found = server.owner().get(&format!("/api/chat/sessions/{session}")).await.expect(200);
        assert_eq!(found["title"], "three");
        server.stop().await;
    }

    async fn a_response_goes_on_in_its_session_and_in_nobody_elses(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let victim = server.somebody("victim", Role::Owner, &[KeyScope::Chat]).await;
        let first = victim.post("/v1/responses", json!({"model": "assistant", "input": "one"})).await.expect(200);
        let next = json!({"model": "assistant", "input": "two", "previous_response_id": first["id"]});
        victim.post("/v1/responses", next.clone()).await.expect(200);
        let asked = server.app().scripted_model().asked().pop().unwrap();
        assert_eq!(asked.messages, [Message::user("one"), Message::assistant("one"), Message::user("two")]);
        let attacker = server.somebody("attacker", Role::Owner, &[KeyScope::Admin]).await;
        let refused = attacker.post("/v1/responses", next).await;
        assert_eq!(error(&refused), (400, "previous_response_not_found".to_owned()));
        server.stop().await;
    }

    async fn a_model_is_asked_what_was_sent(home: Home) {
        let (server, _folder) = scripted(home, "").await;
        let image = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}});
        let body = json!({
            "model": "scripted", "max_completion_tokens": 7, "temperature": 0.5, "stop": "END",
            "messages": [
                {"role": "developer", "content": "Be brief."},
                {"role": "user", "content": [{"type": "text", "text": "What is this?"}, image]},
            ],
            "tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}],
            "tool_choice": {"type": "function", "function": {"name": "look"}},
            "response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}},
        });
        chat(server.owner(), body).await.expect(200);
        let asked = serde_json::to_value(server.app().scripted_model().asked().pop().unwrap()).unwrap();
        assert_eq!((asked["system"].as_str(), asked["max_output_tokens"].as_u64()), (Some("Be brief."), Some(7)));
        assert_eq!(asked["messages"][0]["parts"][1]["media_type"], "image/png");
        assert_eq!(asked["tool_choice"], json!({"named": "look"}));
        assert_eq!(asked["stop"], json!(["END"]));
        assert_eq!(asked["output_schema"]["name"], "a");
        // A body larger than other routes take: images come along.
        let large = json!({"type": "image_url", "image_url": {"url": format!("data:image/png;base64,{}", "A".repeat(3_000_000))}});
        let body = json!({"model": "scripted", "messages": [{"role": "user", "content": [large]}]});
        chat(server.owner(), body).await.expect(200);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_told_in_their_shape() {
    let (server, _folder) = scripted(conserje_testkit::Home::Sqlite, "").await;
    let owner = server.owner();
    let raw = |body: &'static str| {
        owner
            .request(Method::POST, "/v1/chat/completions")
            .header("content-type", "application/json")
            .body(body)
    };
    for body in ["", "[]", "{", "{}", "{\"model\": 1}", "{\"model\": \"assistant\", \"messages\": {}}"] {
        assert_eq!(error(&Client::send(raw(body)).await), (400, "invalid_json".to_owned()), "{body}");
    }
    assert_eq!(error(&owner.get("/v1/none").await), (404, "not_found".to_owned()));
    assert_eq!(error(&owner.get("/v1/chat/completions").await), (405, "method_not_allowed".to_owned()));
    let stranger = server.stranger().get("/v1/models").await;
    assert_eq!(error(&stranger), (401, "unauthenticated".to_owned()));
    assert!(stranger.headers.contains_key("x-trace-id"));
    // Elsewhere they stay what they are.
    assert_eq!(owner.get("/api/none").await.code(), "not_found");
    for messages in [
        json!([]),
        json!([{"role": "robot", "content": "x"}]),
        json!([{"role": "assistant", "content": "x"}]),
        json!([{"role": "tool", "tool_call_id": "1", "content": "x"}]),
        json!([{"role": "user", "content": [{"type": "input_audio"}]}]),
    ] {
        for model in ["assistant", "scripted"] {
            let reply = chat(owner, json!({"model": model, "messages": messages})).await;
            if model == "scripted" && messages[0]["role"] == "assistant" {
                continue;
            }
            assert_eq!(
                (reply.status.as_u16(), &reply.json()["error"]["param"]),
                (400, &json!("messages")),
                "{model} {messages}"
            );
        }
    }
    let reader = server.somebody("acme", Role::Member, &[KeyScope::Read]).await;
    let refused = chat(&reader, json!({"model": "assistant", "messages": user("x")})).await;
    assert_eq!(error(&refused), (403, "forbidden".to_owned()));
    server.stop().await;
}
