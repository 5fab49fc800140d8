//! Too much is refused, by itself and with a time to come back; others do not notice.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, Reply, TestServer, TestServerOptions};
use reqwest::Method;
use serde_json::json;

use crate::socketio::JsClient;

async fn server(config: &str) -> TestServer {
    TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await
}

fn number(reply: &Reply, header: &str) -> u64 {
    let value = reply.headers.get(header).unwrap_or_else(|| panic!("{header} in {:?}", reply.headers));
    value.to_str().unwrap().parse().unwrap()
}

fn assert_limited(reply: &Reply, of: &str) {
    let problem = reply.json();
    assert_eq!((reply.status.as_u16(), &problem["code"]), (429, &json!("rate_limited")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains(of), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_asks_too_often_waits_and_others_do_not() {
    let server = server("[limits]\nkey_requests_per_minute = 3").await;
    let eager = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let calm = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    for left in [2, 1, 0] {
        let reply = eager.get("/api/auth/me").await;
        assert_eq!(reply.status.as_u16(), 200);
        assert_eq!((number(&reply, "ratelimit-limit"), number(&reply, "ratelimit-remaining")), (3, left));
        assert!((1..=60).contains(&number(&reply, "ratelimit-reset")));
    }
    let refused = eager.get("/api/auth/me").await;
    assert_limited(&refused, "requests with this key");
    assert!((1..=20).contains(&number(&refused, "retry-after")), "a third of a minute at most");
    assert_eq!((number(&refused, "ratelimit-limit"), number(&refused, "ratelimit-remaining")), (3, 0));
    // OpenAI's clients are told in their own shape, and when to come back.
    let refused = eager.get("/v1/models").await;
    assert_eq!(refused.json()["error"]["type"], "rate_limit_error");
    assert!(number(&refused, "retry-after") >= 1 && number(&refused, "ratelimit-remaining") == 0);
    assert_eq!(calm.get("/api/auth/me").await.status.as_u16(), 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_keys_share_what_they_may_ask_and_so_do_the_people_of_a_tenant() {
    let server = server("[limits]\nuser_requests_per_minute = 4\ntenant_requests_per_minute = 6").await;
    let ana = server.somebody("noisy", Role::Owner, &[KeyScope::Admin]).await;
    let luis = server.somebody("noisy", Role::Member, &[KeyScope::Chat]).await;
    let quiet = server.somebody("quiet", Role::Member, &[KeyScope::Chat]).await;
    let made = ana.post("/api/keys", json!({"name": "second", "scopes": ["chat"]})).await.expect(201);
    let second = ana.with_key(Some(made["key"].as_str().unwrap().to_owned()));
    for _ in 0..3 {
        second.get("/api/auth/me").await.expect(200);
    }
    assert_limited(&ana.get("/api/auth/me").await, "requests of yours");
    for _ in 0..2 {
        luis.get("/api/auth/me").await.expect(200);
    }
    assert_limited(&luis.get("/api/auth/me").await, "requests of your organisation");
    assert_eq!(number(&quiet.get("/api/auth/me").await, "ratelimit-remaining"), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_counted_before_anybody_signs_in_and_a_proxy_is_believed_if_it_is_known() {
    let limits = "[limits]\naddress_requests_per_minute = 2\n";
    let from = |client: &Client, address: &str| {
        Client::send(client.request(Method::GET, "/api/auth/me").header("x-forwarded-for", address))
    };
    let plain = server(limits).await;
    let stranger = plain.stranger();
    for address in ["198.51.100.1", "198.51.100.2"] {
        assert_eq!(from(&stranger, address).await.status.as_u16(), 401);
    }
    assert_limited(&from(&stranger, "198.51.100.3").await, "from your address");
    // Whoever watches over the server still hears of it.
    assert_eq!(stranger.get("/livez").await.status.as_u16(), 200);
    plain.stop().await;

    let behind = server(&format!("{limits}[server]\ntrusted_proxies = [\"127.0.0.0/8\"]")).await;
    let stranger = behind.stranger();
    for address in ["198.51.100.1", "198.51.100.2", "198.51.100.1"] {
        assert_eq!(from(&stranger, address).await.status.as_u16(), 401);
    }
    assert_limited(&from(&stranger, "198.51.100.1").await, "from your address");
    assert_eq!(from(&stranger, "198.51.100.2").await.status.as_u16(), 401);
    behind.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_not_tried_without_end() {
    let server = server("[limits]\naddress_sign_ins_per_minute = 2").await;
    let attempt = json!({"email": "demo@localhost", "password": "not the password"});
    for _ in 0..2 {
        assert_eq!(server.stranger().post("/api/auth/login", attempt.clone()).await.status.as_u16(), 401);
    }
    assert_limited(&server.stranger().post("/api/auth/login", attempt).await, "attempts to sign in");
    let change = json!({"currentPassword": "not the password", "newPassword": "una clave larga"});
    assert_limited(&server.owner().post("/api/account/password", change).await, "attempts to sign in");
    server.owner().get("/api/auth/me").await.expect(200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_counted_by_their_size() {
    let server = server("[limits]\nuser_upload_megabytes_per_hour = 1").await;
    let upload = |size: usize, name: &'static str| {
        let part = reqwest::multipart::Part::text("a ".repeat(size / 2)).file_name(name);
        let form = reqwest::multipart::Form::new().part("file", part);
        Client::send(server.owner().request(Method::POST, "/api/files/upload").multipart(form))
    };
    upload(600_000, "first.txt").await.expect(202);
    let refused = upload(600_000, "second.txt").await;
    assert_limited(&refused, "kilobytes of files");
    assert!(number(&refused, "retry-after") > 1);
    let too_large = upload(1_200_000, "third.txt").await;
    assert_limited(&too_large, "at most 1024 are taken together");
    upload(300_000, "fourth.txt").await.expect(202);
    // One that does not say how long it is is counted while it comes.
    let part = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"fifth.txt\"\r\n\r\n";
    let pieces = [part.to_owned(), "b ".repeat(300_000), "\r\n--x--\r\n".to_owned()];
    let body = reqwest::Body::wrap_stream(futures::stream::iter(pieces.map(Ok::<_, std::io::Error>)));
    let request = server.owner().request(Method::POST, "/api/files/upload");
    let request = request.header("content-type", "multipart/form-data; boundary=x").body(body);
    assert_limited(&Client::send(request).await, "kilobytes of files");
    let kept = server.owner().get("/api/files").await.expect(200);
    assert_eq!(kept["items"].as_array().unwrap().len(), 2, "{kept}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_tokens_of_a_day_are_their_own() {
    let server = server("[testing]\nscripted = true\n[budgets]\nuser_tokens_per_day = 1").await;
    let ana = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let luis = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let session = ana.session().await;
    ana.say(&session, "hola").await;
    let path = format!("/api/chat/sessions/{session}/messages?wait=true");
    let refused = ana.post(&path, json!({"message": "otra"})).await;
    assert_eq!(refused.json()["code"], "budget_exceeded");
    assert!(refused.json()["detail"].as_str().unwrap().contains("your 1 tokens of today"), "{refused:?}");
    let session = luis.session().await;
    assert!(!luis.say(&session, "hola").await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keys_tokens_of_a_day_are_its_own_and_a_restart_forgets_nothing() {
    let server = server("[testing]\nscripted = true\n[budgets]\nkey_tokens_per_day = 1").await;
    let ana = server.owner();
    let key = async |name: &str| {
        let made = ana.post("/api/keys", json!({"name": name, "scopes": ["chat"]})).await.expect(201);
        made["key"].as_str().unwrap().to_owned()
    };
    let (robot, other) = (key("robot").await, key("other").await);
    let refused = async |server: &TestServer, key: &str| {
        let client = server.owner().with_key(Some(key.to_owned()));
        let session = client.session().await;
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        let reply = client.post(&path, json!({"message": "hola"})).await;
        (reply.status.as_u16() == 429).then(|| reply.json()["detail"].as_str().unwrap().to_owned())
    };
    assert_eq!(refused(&server, &robot).await, None);
    let server = server.restart().await;
    let why = refused(&server, &robot).await.unwrap();
    assert!(why.contains("the 1 tokens that this key has today"), "{why}");
    assert_eq!(refused(&server, &other).await, None, "the same person's other key");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_addresss_tokens_of_a_day_are_its_own_whoever_asks_from_there() {
    let config = "[testing]\nscripted = true\n[budgets]\naddress_tokens_per_day = 1\n[server]\ntrusted_proxies = [\"127.0.0.0/8\"]";
    let server = server(config).await;
    let asks = async |address: &str| {
        let client = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let session = client.session().await;
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        let request = client.request(Method::POST, &path).header("x-forwarded-for", address);
        Client::send(request.json(&json!({"message": "hola"}))).await
    };
    assert!(asks("198.51.100.1").await.status.is_success());
    let refused = asks("198.51.100.1").await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (429, &json!("budget_exceeded")));
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("the 1 tokens that your network address has today"), "{detail}");
    assert!(asks("198.51.100.2").await.status.is_success());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_live_connection_asks_for_is_counted_too() {
    let server = server("[limits]\nkey_requests_per_minute = 3").await;
    let ana = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
    let session = ana.session().await;
    let mut live = JsClient::connect(ana.url(), ana.key().unwrap()).await;
    for _ in 0..2 {
        assert_eq!(
            live.code_of("session:join", json!({"sessionId": "ses_x", "afterSequence": 0})).await,
            "not_found"
        );
    }
    let message = json!({"sessionId": session, "message": "hola"});
    assert_eq!(live.code_of("chat:message", message).await, "rate_limited");
    assert_limited(&ana.get("/api/auth/me").await, "requests with this key");
    server.stop().await;
}
