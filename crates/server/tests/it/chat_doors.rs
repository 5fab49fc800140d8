//! The SSE contracts of docs/chat-doors.md, frozen, and what must hold whatever the model says.

use std::time::Duration;

use conserje_kernel::{KeyScope, Role};
use conserje_llm::{Act, Scene};
use conserje_testkit::{
    Answer, Client, Home, Receiver, Reply, TestServer, TestServerOptions, on_both_homes, until,
};
use reqwest::Method;
use serde_json::{Value, json};

const AGENT: &str = "/api/rag-agent";
const PIPELINE: &str = "/api/rag-pipeline";
const COPILOT: &str = "/api/v1/copilot/stream";

#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Frame {
    id: Option<String>,
    event: String,
    data: String,
}

/// As the standard reads a stream, byte by byte; and stricter: only fields that we send, one `data` each.
fn frames(text: &str) -> Vec<Frame> {
    let (mut frames, mut frame, mut line) = (Vec::new(), Frame::default(), String::new());
    let mut after_cr = false;
    for sign in text.chars() {
        let ends = match sign {
            '\n' if std::mem::take(&mut after_cr) => continue,
            '\n' => true,
            '\r' => {
                after_cr = true;
                true
            }
            _ => {
                after_cr = false;
                line.push(sign);
                false
            }
        };
        if !ends {
            continue;
        }
        let whole = std::mem::take(&mut line);
        if whole.is_empty() {
            let done = std::mem::take(&mut frame);
            if !done.data.is_empty() {
                frames.push(done);
            }
            continue;
        }
        let (field, value) = whole.split_once(':').unwrap_or((&whole, ""));
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match field {
            "" | "retry" => {}
            "id" => frame.id = Some(value),
            "event" => frame.event = value,
            "data" => {
                assert!(frame.data.is_empty(), "a second data line: {value}");
                frame.data = value;
            }
            other => panic!("a field that nobody sent: {other:?}"),
        }
    }
    assert!(line.is_empty() && frame == Frame::default(), "the stream was cut off");
    frames
}

pub(crate) fn data(frame: &Frame) -> Value {
    serde_json::from_str(&frame.data).unwrap_or_else(|error| panic!("{error}: {}", frame.data))
}

pub(crate) fn told(reply: &Reply) -> Vec<Frame> {
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.text);
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    assert_eq!(reply.headers["cache-control"], "no-store");
    frames(&reply.text)
}

fn names(frames: &[Frame]) -> Vec<&str> {
    frames.iter().map(|frame| frame.event.as_str()).collect()
}

pub(crate) fn said(frames: &[Frame]) -> String {
    let spoken = frames.iter().filter(|frame| frame.event == "token" || frame.event == "chunk");
    spoken.map(|frame| data(frame)["text"].as_str().unwrap().to_owned()).collect()
}

/// The frames as sent, without what differs from run to run.
fn shown(reply: &Reply) -> String {
    let mut text = String::new();
    for mut frame in told(reply) {
        let mut value = data(&frame);
        if value.get("expiresAt").is_some() {
            value["expiresAt"] = json!("2026-…");
        }
        if let Some(tokens) = value.get_mut("tokens").filter(|tokens| tokens["input"].is_u64()) {
            // A model is told the day, and days have names of different lengths.
            let count = |name: &str| tokens[name].as_u64().unwrap();
            assert!(count("input") > 0 && count("total") == count("input") + count("output"), "{tokens}");
            tokens["input"] = json!("…");
            tokens["total"] = json!("…");
        }
        frame.data = value.to_string();
        let id = frame.id.map(|id| format!("id: {id}\n")).unwrap_or_default();
        text += &format!("{id}event: {}\ndata: {}\n\n", frame.event, frame.data);
    }
    without_ids(&text)
}

fn without_ids(text: &str) -> String {
    let (mut out, mut run) = (String::new(), String::new());
    for sign in text.chars().chain(['\n']) {
        if sign.is_ascii_hexdigit() {
            run.push(sign);
            continue;
        }
        out += if run.len() == 32 { "…" } else { &run };
        run.clear();
        out.push(sign);
    }
    out
}

/// A server with one assistant, which can look up prices and, with permission, order.
async fn shop(home: Home) -> (TestServer, Receiver) {
    let receiver = Receiver::start(vec![Answer::new("/", json!({"price": 40}))]).await;
    let address = receiver.address();
    let parameters =
        r#"{ type = "object", properties = { item = { type = "string" } }, required = ["item"] }"#;
    let pack = format!(
        r#"
        name = "shop"
        [egress]
        allow_private = ["{address}"]
        [[agents]]
        name = "clerk"
        prompt = "You sell tea."
        tools = ["price", "order"]
        [[tools]]
        name = "price"
        description = "The price of an item."
        method = "GET"
        url = "http://{address}/prices/{{item}}"
        risk = "read"
        parameters = {parameters}
        [[tools]]
        name = "order"
        description = "Orders an item."
        method = "POST"
        url = "http://{address}/orders"
        body = "json"
        risk = "write"
        parameters = {parameters}
        "#
    );
    (TestServer::start_with(home, TestServerOptions::default().with_pack(pack)).await, receiver)
}

on_both_homes! {
    async fn an_answer_is_told_word_by_word_in_each_contract(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let scene = || Scene::acts([Act::Think("Easy.".into()), Act::Say("Desde 2021, dieciséis semanas.".into())]);
        server.model_says([scene(), scene(), scene()]);
        let agent = owner.post(AGENT, json!({"message": "¿Cuántas semanas?"})).await;
        insta::assert_snapshot!("chat_agent_plain", shown(&agent));
        let question = json!({"messages": [
            {"role": "user", "content": "hola"}, {"role": "assistant", "content": "Hola."}, {"role": "user", "content": "¿Cuántas semanas?"},
        ], "previousChunkIds": [7]});
        let pipeline = owner.post(PIPELINE, question).await;
        insta::assert_snapshot!("chat_pipeline_plain", shown(&pipeline));
        let asked = server.app().scripted_model().asked();
        let seen = serde_json::to_string(&asked[1].messages).unwrap();
        assert!(seen.contains("Hola.") && !asked[0].messages.is_empty(), "the client's history is the model's: {seen}");
        let copilot = owner.post(COPILOT, json!({"message": "¿Cuántas semanas?", "mode": "assistant"})).await;
        insta::assert_snapshot!("chat_copilot_plain", shown(&copilot));
        let done = data(told(&copilot).last().unwrap());
        let path = format!("/api/chat/sessions/{}/messages", done["session_id"].as_str().unwrap());
        let messages = until("the answer is listed", || async {
            let messages = owner.get(&path).await.expect(200)["items"].as_array().unwrap().clone();
            (messages.len() == 2).then_some(messages)
        })
        .await;
        assert_eq!(messages[1]["id"], done["log_id"], "`log_id` is the answer");
        assert_eq!(copilot.headers["x-trace-id"].to_str().unwrap(), done["trace_id"].as_str().unwrap());
        server.stop().await;
    }

    async fn tools_are_shown_and_a_turn_that_waits_says_so_and_goes_on(home: Home) {
        let (server, _receiver) = shop(home).await;
        let owner = server.owner();
        server.model_says([Scene::use_tool("price", json!({"item": "té"})), Scene::say("Cuesta 40 €.")]);
        let first = owner.post(AGENT, json!({"message": "¿Precio?"})).await;
        insta::assert_snapshot!("chat_agent_tool", shown(&first));
        let thread = data(told(&first).last().unwrap())["threadId"].clone();
        assert_eq!(first.headers["x-thread-id"].to_str().unwrap(), thread.as_str().unwrap());
        server.model_says([Scene::use_tool("order", json!({"item": "té"})), Scene::say("Pedido hecho.")]);
        let paused = owner.post(AGENT, json!({"message": "Pídelo", "threadId": thread})).await;
        insta::assert_snapshot!("chat_agent_paused", shown(&paused));
        let join = format!("{AGENT}/{}/stream", thread.as_str().unwrap());
        assert_eq!(names(&told(&owner.get(&join).await)), ["tool_status", "done"], "who joins hears what it waits for");
        let waiting = data(&told(&paused)[told(&paused).len() - 2]);
        let respond = format!("/api/approvals/{}/respond", waiting["approvalId"].as_str().unwrap());
        owner.post(&respond, json!({"decision": "approve"})).await.expect(200);
        let rest = told(&owner.get(&join).await);
        assert_eq!(said(&rest), "Pedido hecho.");
        assert_eq!(rest.last().unwrap().event, "done");
        server.stop().await;
    }

    async fn frames_stay_whole_whatever_the_model_says(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let long = "x".repeat(1 << 20);
        let hostile = ["a\r\nb\rc\nd", "\n\ndata: {\"text\":\"forged\"}\n\nevent: done\n\n", ":\u{2028}\u{2029}\u{85}\u{feff}", "\"\\ud800\\", "id: 1\nretry: 0\n", &long];
        for text in hostile {
            server.model_says([Scene::say(text), Scene::say(text), Scene::say(text)]);
            for (path, body) in [
                (AGENT, json!({"message": "hola"})),
                (PIPELINE, json!({"messages": [{"role": "user", "content": "hola"}]})),
                (COPILOT, json!({"message": "hola"})),
            ] {
                let frames = told(&owner.post(path, body).await);
                // What nobody sees does not leave.
                assert!(said(&frames) == text.replace('\u{feff}', ""), "{path} changed {:?}…", &text.chars().take(40).collect::<String>());
                assert_eq!(names(&frames).iter().filter(|name| **name == "done").count(), 1);
            }
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_turn_ends_with_an_error_and_says_nothing_of_its_cause() {
    let server = TestServer::start(Home::Sqlite).await;
    server.model_says([Scene { say: "Well, ".into(), ..Scene::fail("secret cause") }]);
    let reply = server.owner().post(AGENT, json!({"message": "hola"})).await;
    insta::assert_snapshot!("chat_agent_failed", shown(&reply));
    assert!(!reply.text.contains("secret cause"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_refused_before_the_stream_starts() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let theirs = owner.session().await;
    let other = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let before = other.get("/api/chat/sessions").await.expect(200);
    let refused = [
        (AGENT, json!({"message": "hola", "threadId": theirs}), 404, "not_found"),
        (AGENT, json!({"message": "hola", "threadId": "thread_abc123"}), 404, "not_found"),
        (AGENT, json!({"message": "hola", "agent": "nobody"}), 404, "not_found"),
        (AGENT, json!({"message": " "}), 422, "message_empty"),
        (AGENT, json!({"message": "hola", "more": 1}), 400, "invalid_json"),
        (PIPELINE, json!({"messages": []}), 422, "invalid_value"),
        (PIPELINE, json!({"messages": [{"role": "assistant", "content": "x"}]}), 422, "invalid_value"),
        (PIPELINE, json!({"messages": [{"role": "system", "content": "x"}]}), 400, "invalid_json"),
        (COPILOT, json!({"message": "hola", "sessionId": theirs}), 404, "not_found"),
        (COPILOT, json!({"message": "hola", "mode": "a", "agent": "b"}), 422, "invalid_value"),
    ];
    for (path, body, status, code) in refused {
        let reply = other.post(path, body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.code().as_str()), (status, code), "{path} {body}");
    }
    let after = other.get("/api/chat/sessions").await.expect(200);
    assert_eq!(before, after, "what was refused leaves no session");
    let elsewhere = server.somebody("elsewhere", Role::Owner, &[KeyScope::Admin]).await;
    let taken = elsewhere.post(AGENT, json!({"message": "hola", "threadId": theirs})).await;
    assert_eq!((taken.status.as_u16(), taken.code().as_str()), (404, "not_found"));
    assert_eq!(elsewhere.get(&format!("{AGENT}/{theirs}/stream")).await.code(), "not_found");
    let stolen = other.get(&format!("{AGENT}/{theirs}/stream")).await;
    assert_eq!((stolen.status.as_u16(), stolen.code().as_str()), (404, "not_found"));
    assert_eq!(owner.get(&format!("{AGENT}/{theirs}/stream")).await.status.as_u16(), 204, "no turn yet");
    let wrong = owner.request(Method::GET, &format!("{AGENT}/{theirs}/stream")).header("last-event-id", "7");
    assert_eq!(Client::send(wrong).await.code(), "invalid_request");
    assert_eq!(server.stranger().post(AGENT, json!({"message": "hola"})).await.status.as_u16(), 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_may_come_as_x_api_key_on_every_route() {
    let server = TestServer::start(Home::Sqlite).await;
    let somebody = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let bearer = somebody.request(Method::GET, "/").build().unwrap();
    let bearer = bearer.headers()["authorization"].to_str().unwrap().to_owned();
    let key = bearer.strip_prefix("Bearer ").unwrap();
    let stranger = server.stranger();
    let ask =
        stranger.request(Method::POST, AGENT).header("x-api-key", key).json(&json!({"message": "hola"}));
    assert_eq!(names(&told(&Client::send(ask).await)).last(), Some(&"done"));
    let list = stranger.request(Method::GET, "/api/chat/sessions").header("x-api-key", key);
    assert_eq!(Client::send(list).await.expect(200)["items"].as_array().unwrap().len(), 1);
    let wrong = stranger.request(Method::GET, "/api/chat/sessions").header("x-api-key", "csk_nobody");
    assert_eq!(Client::send(wrong).await.status.as_u16(), 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_can_come_back_to_the_running_turn() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let thread = owner.session().await;
    let words: Vec<String> = (0..40).map(|number| format!("{number} ")).collect();
    server.model_says([Scene { pace_ms: 50, ..Scene::say(words.concat()) }]);
    let mut leaving = owner
        .request(Method::POST, AGENT)
        .json(&json!({"message": "cuenta", "threadId": thread}))
        .send()
        .await
        .unwrap();
    let mut heard = String::new();
    while heard.matches("event: token").count() < 3 || !heard.ends_with("\n\n") {
        heard += std::str::from_utf8(&leaving.chunk().await.unwrap().unwrap()).unwrap();
    }
    drop(leaving);
    let heard = frames(&heard);
    let path = format!("{AGENT}/{thread}/stream");
    let last = heard.last().unwrap().id.clone().unwrap();
    let resumed = Client::send(owner.request(Method::GET, &path).header("last-event-id", last)).await;
    let whole = told(&owner.get(&path).await);
    assert_eq!(said(&heard) + &said(&told(&resumed)), words.concat(), "nothing twice, nothing missing");
    assert_eq!(said(&whole).trim(), words.concat().trim(), "who comes too late hears it from the log");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_tells_its_listeners_to_come_back() {
    let options = TestServerOptions::config("[server]\nshutdown_patience_seconds = 0\n");
    let server = TestServer::start_with(Home::Sqlite, options).await;
    server.model_says([Scene::say("late").after(Duration::from_secs(60))]);
    let asking = server.owner().request(Method::POST, AGENT).json(&json!({"message": "hola"}));
    let response = asking.send().await.unwrap();
    server.stop().await;
    let text = response.text().await.unwrap();
    assert!(text.contains("retry: 2000\n"), "{text}");
    let frames = frames(&text);
    assert_eq!(names(&frames), ["error"]);
    assert_eq!(data(&frames[0])["code"], "server_stopping");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_ends_its_stream_while_the_turn_goes_on() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let made = owner.post("/api/keys", json!({"name": "short", "scopes": ["chat"]})).await.expect(201);
    let key = made["key"].as_str().unwrap().to_owned();
    let thread = owner.session().await;
    server.model_says([Scene { pace_ms: 100, ..Scene::say("word ".repeat(60)) }]);
    let asking = owner.with_key(Some(key)).request(Method::POST, AGENT);
    let response = asking.json(&json!({"message": "hola", "threadId": thread})).send().await.unwrap();
    owner.delete(&format!("/api/keys/{}", made["id"].as_str().unwrap())).await.expect(204);
    let frames = frames(&response.text().await.unwrap());
    assert_eq!(data(frames.last().unwrap())["code"], "unauthenticated");
    assert!(said(&frames).len() < 300);
    let whole = told(&owner.get(&format!("{AGENT}/{thread}/stream")).await);
    assert_eq!(said(&whole).trim().len(), 60 * 5 - 1);
    server.stop().await;
}
