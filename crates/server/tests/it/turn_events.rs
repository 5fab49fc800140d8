//! The events of every kind of turn, as clients see them: a contract, kept as snapshots.

use std::time::Duration;

use conserje_kernel::{KeyScope, Role};
use conserje_llm::{Act, Scene, Trouble};
use conserje_testkit::{Answer, Client, Home, Receiver, TestServer, TestServerOptions, until};
use serde_json::{Value, json};

/// A shop whose tools look things up, change things, and take their time.
struct Shop {
    server: TestServer,
    receiver: Receiver,
}

impl Shop {
    async fn open(config: &str) -> Self {
        let slow = Answer { delay: Duration::from_secs(60), ..Answer::new("/slow", json!({})) };
        let broken =
            Answer { status: 404, ..Answer::new("/prices/none", json!({"problem": "no such item"})) };
        let answers = vec![
            broken,
            Answer::new("/prices", json!({"price": "2 €"})),
            Answer::new("/stock", json!({"left": 7})),
            Answer::new("/orders", json!({"order": "o-1"})),
            slow,
        ];
        let receiver = Receiver::start(answers).await;
        let options = TestServerOptions::config(config).with_pack(pack(&receiver.address()));
        Self { server: TestServer::start_with(Home::Sqlite, options).await, receiver }
    }

    async fn plain() -> Self {
        Self::open("").await
    }

    fn says(&self, scenes: impl IntoIterator<Item = Scene>) {
        self.server.model_says(scenes);
    }

    /// One turn, told short.
    async fn turn(&self, message: &str) -> String {
        let owner = self.server.owner();
        let session = owner.session().await;
        told(&owner.say(&session, message).await)
    }
}

fn pack(address: &str) -> String {
    let tool = |name: &str, method: &str, path: &str, rest: &str| {
        format!(
            r#"
[[tools]]
name = "{name}"
description = "{name}"
method = "{method}"
url = "http://{address}{path}"
{rest}
parameters = {{ type = "object", properties = {{ item = {{ type = "string" }} }}, required = ["item"], additionalProperties = false }}
"#
        )
    };
    [
        r#"
name = "shop"
[egress]
allow_private = ["ADDRESS"]
[[agents]]
name = "clerk"
prompt = "You sell tea."
tools = ["todo", "handoff", "price", "stock", "order", "slow"]
[[agents]]
name = "boss"
prompt = "You decide."
tools = ["todo"]
"#
        .replace("ADDRESS", address),
        tool("price", "GET", "/prices/{item}", "risk = \"read\""),
        tool("stock", "GET", "/stock/{item}", "risk = \"read\""),
        tool("order", "POST", "/orders", "risk = \"write\"\nbody = \"json\"\nhonours_idempotency_key = true"),
        tool("slow", "GET", "/slow/{item}", "risk = \"read\""),
    ]
    .concat()
}

fn uses(name: &str, id: &str, item: &str) -> Act {
    Act::Use { name: name.to_owned(), args: json!({"item": item}), id: Some(id.to_owned()) }
}

/// A line for each event: what it is and what it says, without ids and times.
fn told(events: &[Value]) -> String {
    let mut lines = Vec::new();
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event["eventIndex"], json!(place + 1), "places have no holes: {event}");
        let mut said = event.as_object().unwrap().clone();
        let kind = said.remove("type").unwrap();
        for name in [
            "eventId",
            "sessionId",
            "timestamp",
            "eventIndex",
            "persistenceState",
            "sequenceNumber",
            "turnId",
            "traceId",
            "messageId",
            "approvalId",
            "durationMs",
            "expiresAt",
            "usage",
        ] {
            said.remove(name);
        }
        lines.push(format!("{} {}", kind.as_str().unwrap(), Value::Object(said)));
    }
    lines.join("\n")
}

async fn approval_of(client: &Client, session: &str) -> String {
    until("an approval waits", || async {
        let all = client.get("/api/approvals").await.expect(200);
        let items = all["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .find(|item| item["sessionId"] == session)
            .map(|item| item["id"].as_str().unwrap().to_owned())
    })
    .await
}

async fn ended(client: &Client, session: &str) -> Vec<Value> {
    until("the turn has ended", || async {
        let state = client.get(&format!("/api/chat/sessions/{session}")).await.expect(200);
        (state["turn"]["running"] == false).then_some(())
    })
    .await;
    client.get(&format!("/api/chat/sessions/{session}/events?limit=200")).await.expect(200)["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_and_tools() {
    let shop = Shop::plain().await;
    insta::assert_snapshot!("plain_answer", shop.turn("hola").await);

    shop.says([
        Scene::acts([
            Act::Think("Look it up.".to_owned()),
            Act::Say("One moment.".to_owned()),
            uses("price", "c1", "tea"),
        ]),
        Scene::acts([uses("stock", "c2", "tea")]),
        Scene::say("Tea is 2 €, 7 left."),
    ]);
    insta::assert_snapshot!("two_tool_calls", shop.turn("tea?").await);

    shop.says([
        Scene::acts([uses("price", "c1", "tea"), uses("stock", "c2", "tea"), Act::Say("Both.".to_owned())]),
        Scene::say("Done."),
    ]);
    insta::assert_snapshot!("parallel_tools", shop.turn("tea?").await);

    shop.says([Scene::acts([uses("price", "c1", "none")]), Scene::say("I could not find it.")]);
    insta::assert_snapshot!("tool_error", shop.turn("none?").await);

    shop.says([Scene::acts([uses("price", "c1", "tea"), uses("price", "c1", "tea")]), Scene::say("Once.")]);
    insta::assert_snapshot!("duplicate_id", shop.turn("tea tea").await);

    shop.says([
        Scene::acts([
            uses("teleport", "c1", "tea"),
            Act::Misuse { name: "price".to_owned(), text: "{\"item".to_owned() },
        ]),
        Scene::acts([Act::Use {
            name: "price".to_owned(),
            args: json!({"itm": 3}),
            id: Some("c3".to_owned()),
        }]),
        Scene::say("Sorry."),
    ]);
    let seen = shop.turn("tea").await;
    insta::assert_snapshot!(
        "unknown_tool_and_bad_arguments",
        seen.replace("call_", "").lines().map(strip_id).collect::<Vec<_>>().join("\n")
    );

    shop.says([
        Scene::use_tool("handoff", json!({"to": "boss", "reason": "a decision"})),
        Scene::say("I decide."),
    ]);
    insta::assert_snapshot!(
        "handoff",
        shop.turn("decide").await.lines().map(strip_id).collect::<Vec<_>>().join("\n")
    );
    shop.server.stop().await;
}

/// Ids that the scripted model made up.
fn strip_id(line: &str) -> String {
    match (line.split_once(" {"), line.contains("toolUseId")) {
        (Some((kind, rest)), true) => {
            let mut value: Value = serde_json::from_str(&format!("{{{rest}")).unwrap();
            if value["toolUseId"].as_str().is_some_and(|id| id.len() > 8) {
                value["toolUseId"] = json!("made up");
            }
            format!("{kind} {value}")
        }
        _ => line.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn approvals() {
    let shop = Shop::plain().await;
    let owner = shop.server.owner();
    for (name, decision) in [
        ("approval_approved", json!({"decision": "approve"})),
        ("approval_rejected", json!({"decision": "reject", "reason": "too dear"})),
        ("approval_edited", json!({"decision": "approve", "editedArgs": {"item": "coffee"}})),
    ] {
        let session = owner.session().await;
        shop.says([Scene::acts([uses("order", "c1", "tea")]), Scene::say("So be it.")]);
        let paused = owner.say(&session, "order tea").await;
        assert_eq!(paused.last().unwrap()["type"], "turn_paused");
        let before = shop.receiver.received().len();
        let approval = approval_of(owner, &session).await;
        let path = format!("/api/approvals/{approval}/respond");
        let replies = futures::future::join_all((0..4).map(|_| owner.post(&path, decision.clone()))).await;
        let firsts = replies.iter().filter(|reply| reply.expect(200)["wasDecidedBefore"] == false).count();
        assert_eq!(firsts, 1, "four clicks are one decision");
        insta::assert_snapshot!(name, told(&ended(owner, &session).await));
        let other = if decision["decision"] == "approve" { "reject" } else { "approve" };
        assert_eq!(owner.post(&path, json!({"decision": other})).await.code(), "approval_decided");
        let orders = shop.receiver.received().len() - before;
        assert_eq!(orders, usize::from(decision["decision"] == "approve"));
    }
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_expires() {
    let shop = Shop::open("[conversation]\napprovals_expire_after_minutes = 0\n").await;
    let owner = shop.server.owner();
    let session = owner.session().await;
    shop.says([Scene::acts([uses("order", "c1", "tea")]), Scene::say("Then not.")]);
    owner.say(&session, "order tea").await;
    insta::assert_snapshot!("approval_expired", told(&ended(owner, &session).await));
    assert_eq!(shop.receiver.received().len(), 0);
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_survives_a_restart_and_a_member_may_not_edit() {
    let shop = Shop::plain().await;
    let member = shop.server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let session = member.session().await;
    shop.says([Scene::acts([uses("order", "c1", "tea")])]);
    member.say(&session, "order tea").await;
    let Shop { server, receiver } = shop;
    let server = server.restart().await;
    let member = member_again(&server, &member);
    let approval = approval_of(&member, &session).await;
    let path = format!("/api/approvals/{approval}/respond");
    let edit = json!({"decision": "approve", "editedArgs": {"item": "gold"}});
    assert_eq!(member.post(&path, edit).await.code(), "forbidden");
    let wrong = json!({"decision": "approve", "editedArgs": {"itm": "gold"}});
    assert_eq!(server.owner().post(&path, wrong).await.code(), "invalid_value");
    let stranger = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    assert_eq!(stranger.post(&path, json!({"decision": "approve"})).await.code(), "not_found");
    server.model_says([Scene::say("Ordered.")]);
    member.post(&path, json!({"decision": "approve"})).await.expect(200);
    let events = ended(&member, &session).await;
    assert_eq!(events.last().unwrap()["content"], "Ordered.");
    let orders = receiver.received();
    assert_eq!(orders.len(), 1);
    assert!(orders[0].idempotency_key.is_some());
    server.stop().await;
}

/// The same person after a restart, which may have another port.
fn member_again(server: &TestServer, member: &Client) -> Client {
    Client::at(server.owner().url(), member.key())
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_and_out_of_time() {
    let shop = Shop::plain().await;
    let owner = shop.server.owner();
    let session = owner.session().await;
    let path = format!("/api/chat/sessions/{session}/messages");
    // Stopped while the model speaks: what was said stays.
    let speech = Scene { pace_ms: 50, ..Scene::say("uno dos tres ".repeat(400)) };
    shop.says([speech]);
    owner.post(&path, json!({"message": "count"})).await.expect(202);
    until("the model speaks", || async {
        (!shop.server.app().scripted_model().asked().is_empty()).then_some(())
    })
    .await;
    until("the turn is stopped", || async {
        let reply = owner.post(&format!("/api/chat/sessions/{session}/cancel"), json!({})).await.expect(200);
        reply["turnId"].is_null().then_some(())
    })
    .await;
    let events = ended(owner, &session).await;
    assert_eq!(events.last().unwrap()["code"], "turn_cancelled");
    // Stopped while a tool runs: its request gets a response that says so.
    let session = owner.session().await;
    shop.says([Scene::acts([uses("slow", "c1", "tea")])]);
    owner
        .post(&format!("/api/chat/sessions/{session}/messages"), json!({"message": "slow"}))
        .await
        .expect(202);
    until("the tool is running", || async {
        shop.receiver.received().iter().any(|call| call.path.starts_with("/slow")).then_some(())
    })
    .await;
    owner.post(&format!("/api/chat/sessions/{session}/cancel"), json!({})).await.expect(200);
    insta::assert_snapshot!("orphan_of_a_cancelled_turn", told(&ended(owner, &session).await));
    shop.server.stop().await;

    let shop = Shop::open("[conversation]\nturn_time_limit_seconds = 1\n").await;
    shop.says([Scene::say("late").after(Duration::from_secs(30))]);
    insta::assert_snapshot!("timeout", shop.turn("hola").await);
    shop.says([Scene::acts([uses("slow", "c1", "tea")])]);
    insta::assert_snapshot!("timeout_of_a_tool", shop.turn("hola").await);
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn models_that_fail() {
    let shop = Shop::plain().await;
    shop.says([Scene { fail: Some("gone".to_owned()), ..Scene::say("half an ") }]);
    insta::assert_snapshot!("stream_broken_midway", shop.turn("hola").await);
    shop.says([Scene::fail("no").with_trouble(Trouble::Filtered)]);
    insta::assert_snapshot!("content_refused", shop.turn("hola").await);
    shop.says([Scene::acts([])]);
    insta::assert_snapshot!("empty_answer", shop.turn("hola").await);
    shop.says([
        Scene::fail("no tools here").with_trouble(Trouble::NoNativeTools),
        Scene::say("Let me see <tool_price><item>tea</item></tool_price>"),
        Scene::say("2 €"),
    ]);
    let text = shop.turn("tea?").await;
    insta::assert_snapshot!(
        "fallback_to_the_text_protocol",
        text.lines().map(strip_id).collect::<Vec<_>>().join("\n")
    );
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_down_is_replaced_and_then_left_alone() {
    // Nobody listens on port 9 of loopback.
    let config = r#"
[providers.down]
kind = "openai_compatible"
base_url = "http://127.0.0.1:9/v1"
[[models]]
name = "down"
provider = "down"
[tiers]
balanced = ["down", "scripted"]
"#;
    let shop = Shop::open(config).await;
    insta::assert_snapshot!("provider_down_then_fallback", shop.turn("hola").await);
    // Its breaker is open by now: the next turn does not wait for it.
    let owner = shop.server.owner();
    let session = owner.session().await;
    owner.say(&session, "otra vez").await;
    let app = shop.server.app();
    let scope = app.operator_inside(app.usual_tenant()).await.unwrap();
    let breakers = app.conversations().assistants(&scope).await.unwrap().models().breakers();
    let down = breakers.iter().find(|breaker| breaker.model == "down").unwrap();
    assert_eq!(format!("{:?}", down.state), "Open");
    let calls = shop.server.model_calls(&session).await;
    assert_eq!(
        calls.iter().map(|call| call.model.as_str()).collect::<Vec<_>>(),
        ["scripted"],
        "skipped, not asked"
    );
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_model_call_is_metered_once_also_those_that_fail() {
    let shop = Shop::plain().await;
    let owner = shop.server.owner();
    let session = owner.session().await;
    shop.says([
        Scene::fail("busy").with_trouble(Trouble::Down),
        Scene::acts([uses("price", "c1", "tea")]),
        Scene::say("2 €"),
    ]);
    owner.say(&session, "tea?").await;
    let calls = shop.server.model_calls(&session).await;
    let outcomes: Vec<_> = calls.iter().map(|call| (call.outcome.as_str(), call.agent.as_deref())).collect();
    assert_eq!(
        outcomes,
        [("down", Some("clerk")), ("succeeded", Some("clerk")), ("succeeded", Some("clerk"))]
    );
    assert!(calls[2].input_tokens > calls[1].input_tokens);
    shop.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_would_break_a_stream_arrives_as_it_was() {
    let shop = Shop::plain().await;
    let owner = shop.server.owner();
    let long = "x".repeat(1024 * 1024);
    for text in [
        "a\rb\r\nc\n\nd",
        "a\0b",
        "data: x\n\nevent: agent:event\ndata: {}\n\n",
        "id: 9\nretry: 1",
        long.as_str(),
    ] {
        let session = owner.session().await;
        let mut stream = owner.follow(&session, None).await;
        shop.says([Scene::say(text)]);
        owner.say(&session, "hola").await;
        let heard = loop {
            let event = stream.next().await.unwrap();
            if event.data["type"] == "message" {
                break event;
            }
        };
        assert_eq!(heard.data["content"], text.replace('\0', ""), "what nobody sees does not leave");
        assert_eq!(heard.id.as_deref(), Some("2"));
    }
    shop.server.stop().await;
}
