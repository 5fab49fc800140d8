use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, TestServer};
use serde_json::{Value, json};

use super::client::JsClient;

fn refusal(message: &str) -> &str {
    message.split_once(": ").map_or(message, |(code, _)| code)
}

async fn key_of(server: &TestServer, role: Role, scopes: &[KeyScope]) -> String {
    server.somebody("demo", role, scopes).await.key().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_opens_a_connection_in_each_of_its_places_over_each_transport() {
    let server = TestServer::start(Home::Sqlite).await;
    let key = key_of(&server, Role::Member, &[KeyScope::Chat, KeyScope::Read]).await;
    let places = [
        json!({"auth": {"token": key}}),
        json!({"auth": {"apiKey": key}}),
        json!({"extraHeaders": {"authorization": format!("Bearer {key}")}}),
        json!({"extraHeaders": {"x-api-key": key}}),
    ];
    for (place, transports) in places.iter().zip([["websocket"], ["polling"], ["websocket"], ["polling"]]) {
        let mut options = place.clone();
        options["transports"] = json!(transports);
        let mut client = JsClient::start(server.owner().url(), &options);
        let connected = client.connected().await;
        assert_eq!(connected["transport"], transports[0]);
    }
    // And as the client does unless told: polling, then an upgrade.
    let mut client = JsClient::connect_with(server.owner().url(), json!({"auth": {"token": key}})).await;
    let session = server.owner().with_key(Some(key)).session().await;
    client.asks("session:join", json!({"sessionId": session})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_cannot_say_who_they_are_is_told_why_they_may_not_connect() {
    let server = TestServer::start(Home::Sqlite).await;
    let url = server.owner().url().to_owned();
    let refused = async |options: Value| {
        let mut client = JsClient::start(&url, &options);
        let message = client.refused().await;
        assert!(client.left_over().is_empty(), "{:?}", client.left_over());
        message
    };
    let missing = refused(json!({"transports": ["websocket"]})).await;
    assert_eq!(missing, "unauthenticated: sign in, or send an API key as `Authorization: Bearer KEY`");
    for wrong in [
        json!({"auth": {"token": "csk_wrong"}, "transports": ["polling"]}),
        json!({"auth": {"apiKey": ""}}),
        json!({"extraHeaders": {"x-api-key": "nonsense"}, "transports": ["websocket"]}),
        json!({"extraHeaders": {"cookie": "conserje_login=login_wrong"}, "transports": ["websocket"]}),
    ] {
        assert_eq!(refusal(&refused(wrong.clone()).await), "unauthenticated", "{wrong}");
    }
    let odd = refused(json!({"auth": {"token": 7}, "transports": ["websocket"]})).await;
    assert_eq!(refusal(&odd), "invalid_request");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_opens_a_connection_from_our_own_pages_only() {
    let server = TestServer::start(Home::Sqlite).await;
    let (_, token) = server.owner_link().unwrap().split_once('#').unwrap();
    let body = json!({"token": token, "password": "correct horse battery"});
    let reply = server.stranger().post("/api/auth/link", body).await;
    assert!(reply.status.is_success(), "{}", reply.text);
    let cookie = reply.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let url = server.owner().url().to_owned();
    let options =
        |headers: Value, transport: &str| json!({"extraHeaders": headers, "transports": [transport]});
    for transport in ["websocket", "polling"] {
        JsClient::connect_with(&url, options(json!({"cookie": cookie, "origin": url}), transport)).await;
        let foreign = json!({"cookie": cookie, "origin": "https://evil.example"});
        let message = JsClient::start(&url, &options(foreign, transport)).refused().await;
        assert_eq!(refusal(&message), "csrf_failed");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_only_reads_may_follow_but_not_speak() {
    let server = TestServer::start(Home::Sqlite).await;
    let key = key_of(&server, Role::Member, &[KeyScope::Read]).await;
    let mut client = JsClient::connect(server.owner().url(), &key).await;
    let nothing = "ses_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d";
    assert_eq!(client.code_of("session:join", json!({"sessionId": nothing})).await, "not_found");
    for (event, payload) in [
        ("chat:message", json!({"sessionId": nothing, "message": "hola"})),
        ("chat:cancel", json!({"sessionId": nothing})),
        (
            "approval:respond",
            json!({"approvalId": "apr_0198c5d2a1b27f3e9a4d5c6b7a8f9e0d", "decision": "approve"}),
        ),
    ] {
        assert_eq!(client.code_of(event, payload).await, "forbidden", "{event}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_ends_soon_after_its_key_is_revoked() {
    let server = TestServer::start(Home::Sqlite).await;
    let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
    let session = member.session().await;
    let mut client = JsClient::connect(member.url(), member.key().unwrap()).await;
    client.asks("session:join", json!({"sessionId": session})).await;
    let mut polling = JsClient::connect_with(
        member.url(),
        json!({"auth": {"token": member.key().unwrap()}, "transports": ["polling"]}),
    )
    .await;
    let key = member.get("/api/keys").await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    server.owner().delete(&format!("/api/keys/{key}")).await.expect(204);
    let revoked = std::time::Instant::now();
    assert_eq!(client.event("agent:error").await["code"], "unauthenticated");
    assert_eq!(client.disconnected().await, "io server disconnect");
    assert_eq!(polling.event("agent:error").await["code"], "unauthenticated");
    assert!(revoked.elapsed().as_secs() < 5, "{:?}", revoked.elapsed());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_done_for_a_key_that_was_just_revoked() {
    let server = TestServer::start(Home::Sqlite).await;
    let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
    let session = member.session().await;
    let mut client = JsClient::connect(member.url(), member.key().unwrap()).await;
    let key = member.get("/api/keys").await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    server.owner().delete(&format!("/api/keys/{key}")).await.expect(204);
    let code = client.code_of("chat:message", json!({"sessionId": session, "message": "hola"})).await;
    assert_eq!(code, "unauthenticated");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_paths_are_what_they_were() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    assert_eq!(stranger.get("/socket.iox").await.code(), "not_found");
    assert_eq!(stranger.get("/nowhere").await.code(), "not_found");
    let channel = Client::at(stranger.url(), None).get("/api/asyncapi.json").await.expect(200);
    assert_eq!(channel["asyncapi"], "3.0.0");
    assert_eq!(stranger.get("/socket.io/").await.status.as_u16(), 400);
    server.stop().await;
}
