//! How connections end: slow clients, deleted sessions, a server that stops.

use conserje_testkit::{Client, Home, TestServer, TestServerOptions, until};
use reqwest::Method;
use serde_json::{Value, json};

use super::client::{JsClient, numbers};

/// Polling by hand: a client that decides when it takes its events.
struct Poller {
    client: Client,
    sid: String,
}

impl Poller {
    async fn connect(client: &Client, key: &str) -> Self {
        let client = client.with_key(None);
        let opened = client.get("/socket.io/?EIO=4&transport=polling").await;
        let opened: Value = serde_json::from_str(opened.text.strip_prefix('0').unwrap()).unwrap();
        let poller = Self { client, sid: opened["sid"].as_str().unwrap().to_owned() };
        poller.send(&format!("40{}", json!({"token": key}))).await;
        while !poller.take().await.iter().any(|packet| packet.starts_with("40{")) {}
        // To the ping that every connection begins with.
        poller.send("3").await;
        poller
    }

    fn path(&self) -> String {
        format!("/socket.io/?EIO=4&transport=polling&sid={}", self.sid)
    }

    async fn send(&self, packet: &str) {
        let request = self.client.request(Method::POST, &self.path()).body(packet.to_owned());
        assert_eq!(Client::send(request).await.text, "ok");
    }

    /// Whatever waits; at least one packet.
    async fn take(&self) -> Vec<String> {
        let reply = self.client.get(&self.path()).await;
        assert_eq!(reply.status.as_u16(), 200, "{}", reply.text);
        reply.text.split('\u{1e}').map(str::to_owned).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_takes_nothing_is_cut_and_can_resume() {
    let options = TestServerOptions::config("[server]\nslow_client_patience_seconds = 1\n");
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let owner = server.owner();
    let session = owner.session().await;
    for number in 0..40 {
        owner.say(&session, &format!("mensaje {number}")).await;
    }
    let slow = Poller::connect(owner, owner.key().unwrap()).await;
    slow.send(&format!("42{}", json!(["session:join", {"sessionId": session, "afterSequence": 0}]))).await;
    // It takes nothing for longer than it may; a turn is not held up by that.
    let began = std::time::Instant::now();
    owner.say(&session, "entretanto").await;
    assert!(began.elapsed().as_millis() < 1000, "{:?}", began.elapsed());
    tokio::time::sleep(std::time::Duration::from_millis(1800)).await;
    let mut packets = Vec::new();
    while packets.last().is_none_or(|packet: &String| packet != "41") {
        packets.extend(slow.take().await);
    }
    let said =
        |packet: &String| packet.strip_prefix("42").and_then(|text| serde_json::from_str::<Value>(text).ok());
    let said: Vec<Value> = packets.iter().filter_map(said).collect();
    let (error, events) = said.split_last().unwrap();
    assert_eq!((&error[0], &error[1]["code"]), (&json!("agent:error"), &json!("slow_consumer")));
    let taken: Vec<Value> = events.iter().map(|event| event[1].clone()).collect();
    let taken = numbers(&taken);
    let last = i64::try_from(taken.len()).unwrap();
    assert_eq!(taken, (1..=last).collect::<Vec<_>>());
    assert!(last <= 40, "what waits is bounded: {last}");
    assert_eq!((&error[1]["resumeAfter"], &error[1]["sessionId"]), (&json!(last), &json!(session)));
    let mut client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    client.asks("session:join", json!({"sessionId": session, "afterSequence": last})).await;
    let rest = usize::try_from(82 - last).unwrap();
    assert_eq!(numbers(&client.events(rest).await), (last + 1..=82).collect::<Vec<_>>());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_takes_no_acknowledgement_is_cut_too() {
    let options = TestServerOptions::config("[server]\nslow_client_patience_seconds = 1\n");
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let owner = server.owner();
    let session = owner.session().await;
    let slow = Poller::connect(owner, owner.key().unwrap()).await;
    let leave = json!(["session:leave", {"sessionId": session}]);
    let packets: Vec<String> = (0..60).map(|number| format!("42{number}{leave}")).collect();
    slow.send(&packets.join("\u{1e}")).await;
    tokio::time::sleep(std::time::Duration::from_millis(1800)).await;
    let mut packets = Vec::new();
    while packets.last().is_none_or(|packet: &String| packet != "41") {
        packets.extend(slow.take().await);
    }
    assert!(packets.iter().filter(|packet| packet.starts_with("43")).count() <= 33);
    let reason = &packets[packets.len() - 2];
    assert!(reason.starts_with("42[\"agent:error\"") && reason.contains("slow_consumer"), "{reason}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_client_holds_nobody_up_and_misses_nothing() {
    // However long the machine takes for the messages, it is not cut off meanwhile.
    let options = TestServerOptions::config("[server]\nslow_client_patience_seconds = 600\n");
    let server = TestServer::start_with(Home::Sqlite, options).await;
    let owner = server.owner();
    let session = owner.session().await;
    let mut client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    client.asks("session:join", json!({"sessionId": session})).await;
    client.tell(json!({"pause": true})).await;
    for _ in 0..60 {
        owner.say(&session, &"x".repeat(60_000)).await;
    }
    client.tell(json!({"resume": true})).await;
    let mut seen = Vec::new();
    while seen.last() != Some(&120) {
        seen.extend(numbers(&client.events(1).await));
    }
    assert_eq!(seen, (1..=120).collect::<Vec<_>>());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_session_is_left() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let mut client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    client.asks("session:join", json!({"sessionId": session})).await;
    owner.delete(&format!("/api/chat/sessions/{session}")).await.expect(204);
    let error = client.event("agent:error").await;
    assert_eq!((&error["code"], &error["sessionId"]), (&json!("not_found"), &json!(session)));
    assert_eq!(client.asks("session:leave", json!({"sessionId": session})).await["wasJoined"], false);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_sends_its_clients_away_without_being_held_up() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let session = owner.session().await;
    let options =
        |transport: &str| json!({"auth": {"token": owner.key().unwrap()}, "transports": [transport]});
    let mut over_websocket = JsClient::connect_with(owner.url(), options("websocket")).await;
    let mut over_polling = JsClient::connect_with(owner.url(), options("polling")).await;
    for client in [&mut over_websocket, &mut over_polling] {
        client.asks("session:join", json!({"sessionId": session})).await;
    }
    let began = std::time::Instant::now();
    server.stop().await;
    assert!(began.elapsed().as_secs() < 4, "{:?}", began.elapsed());
    for client in [&mut over_websocket, &mut over_polling] {
        assert_eq!(client.event("server:reconnect").await["afterMs"], 1000);
        let reason = client.disconnected().await;
        assert!(reason.starts_with("transport "), "or it would not come back by itself: {reason}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_leaves_nothing_behind() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let open = async || {
        let metrics = owner.get("/metrics").await.text;
        let line = metrics.lines().find(|line| line.starts_with("conserje_sockets_open ")).map(str::to_owned);
        line.and_then(|line| line.rsplit(' ').next()?.parse::<i64>().ok()).unwrap_or(0)
    };
    let before = open().await;
    let client = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    until("it is counted", || async { (open().await > before).then_some(()) }).await;
    drop(client);
    until("it is gone", || async { (open().await <= before).then_some(()) }).await;
    server.stop().await;
}
