use conserje_doors::http::route_table;
use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, Reply, TestServer, on_both_homes};
use reqwest::Method;
use serde_json::json;

/// Who needs no credential: each line here is a decision.
const OPEN: &[&str] = &[
    "GET /",
    "GET /assets/{file}",
    "GET /health/live",
    "GET /health/ready",
    "GET /livez",
    "GET /readyz",
    "GET /metrics",
    "GET /api/openapi.json",
    "GET /api/asyncapi.json",
    "GET /docs",
    "GET /docs/",
    "GET /docs/{file}",
    "GET /docs/errors/{code}",
    "GET /llms.txt",
    "GET /robots.txt",
    "GET /manifest.webmanifest",
    "GET /icons/{file}",
    "GET /favicon.ico",
    "GET /apple-touch-icon.png",
    "GET /plain.css",
    "POST /api/auth/login",
    "POST /api/auth/link",
    "GET /api/channels/{id}/webhook",
    "POST /api/channels/{id}/webhook",
    "GET /api/shared/{token}",
    "GET /api/widget/{id}",
    "GET /api/widget/{id}/logo",
    "POST /api/widget/{id}/visits",
    "GET /widget/{id}",
    "GET /widget.js",
    "GET /try/{id}",
    "GET /.well-known/oauth-protected-resource/api/v1/mcp",
];

#[test]
fn the_open_routes_are_the_ones_we_decided_on() {
    let mut open: Vec<_> = route_table()
        .into_iter()
        .filter(|route| route.needs.is_none())
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    let mut decided = OPEN.to_vec();
    open.sort();
    decided.sort_unstable();
    assert_eq!(open, decided);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_other_route_turns_a_stranger_away() {
    let server = TestServer::start(Home::Sqlite).await;
    let stranger = server.stranger();
    let closed: Vec<_> = route_table().into_iter().filter(|route| route.needs.is_some()).collect();
    assert!(closed.len() > 15);
    for route in closed {
        let path = route.path.replace(['{', '}'], "");
        let method: Method = route.method.parse().unwrap();
        let reply = Client::send(stranger.request(method, &path)).await;
        assert_eq!(reply.status.as_u16(), 401, "{} {}", route.method, route.path);
        // OpenAI's clients read another shape of error.
        let reply = reply.json();
        let code = if route.path.starts_with("/v1/") { &reply["error"]["code"] } else { &reply["code"] };
        assert_eq!(code, "unauthenticated", "{reply}");
    }
    server.stop().await;
}

fn cookie_of(reply: &Reply) -> String {
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

/// A browser: a cookie, and on request the token that proves the page is ours.
async fn as_browser(client: &Client, method: Method, path: &str, cookie: &str, csrf: Option<&str>) -> Reply {
    let mut request = client.request(method, path).header("cookie", cookie);
    if let Some(csrf) = csrf {
        request = request.header("x-csrf-token", csrf);
    }
    Client::send(request.json(&json!({}))).await
}

on_both_homes! {
    async fn the_owner_link_works_once_and_then_the_password_does(home: Home) {
        let server = TestServer::start(home).await;
        let link = server.owner_link().unwrap().to_owned();
        let token = link.split_once('#').unwrap().1.to_owned();
        let stranger = server.stranger();
        let redeem = |password: &'static str| stranger.post("/api/auth/link", json!({"token": token, "password": password}));
        let weak = redeem("short").await;
        assert_eq!((weak.status.as_u16(), weak.code().as_str()), (422, "invalid_value"), "and the link is not used up");
        let signed_in = redeem("una clave larga").await;
        assert_eq!(signed_in.expect(200)["user"]["role"], "owner");
        let again = redeem("otra clave larga").await;
        assert_eq!((again.status.as_u16(), again.code().as_str()), (410, "link_used"));
        let login = |email: &'static str, password: &'static str| {
            stranger.post("/api/auth/login", json!({"email": email, "password": password}))
        };
        login(" Demo@Localhost ", "una clave larga").await.expect(200);
        for (email, password) in [("demo@localhost", "otra clave larga"), ("nobody@localhost", "una clave larga"), ("x", "y")] {
            let refused = login(email, password).await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (401, "wrong_credentials"));
        }
        let server = server.restart().await;
        assert_eq!(server.owner_link(), None, "no new link once there is a password");
        server.stop().await;
    }

    async fn a_cookie_alone_changes_nothing(home: Home) {
        let server = TestServer::start(home).await;
        let token = server.owner_link().unwrap().split_once('#').unwrap().1.to_owned();
        let stranger = server.stranger();
        let signed_in = stranger.post("/api/auth/link", json!({"token": token, "password": "una clave larga"})).await;
        let (cookie, csrf) = (cookie_of(&signed_in), signed_in.expect(200)["csrfToken"].as_str().unwrap().to_owned());
        let sessions = "/api/chat/sessions";
        as_browser(&stranger, Method::GET, sessions, &cookie, None).await.expect(200);
        for wrong in [None, Some("x"), Some("")] {
            let refused = as_browser(&stranger, Method::POST, sessions, &cookie, wrong).await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (403, "csrf_failed"));
        }
        as_browser(&stranger, Method::POST, sessions, &cookie, Some(&csrf)).await.expect(201);
        let me = as_browser(&stranger, Method::GET, "/api/auth/me", &cookie, None).await.expect(200);
        assert_eq!(me["csrfToken"], csrf.as_str());
        as_browser(&stranger, Method::POST, "/api/auth/logout", &cookie, Some(&csrf)).await.expect(204);
        assert_eq!(as_browser(&stranger, Method::GET, sessions, &cookie, None).await.status.as_u16(), 401);
        server.stop().await;
    }

    async fn signing_out_everywhere_ends_every_login(home: Home) {
        let server = TestServer::start(home).await;
        let token = server.owner_link().unwrap().split_once('#').unwrap().1.to_owned();
        let stranger = server.stranger();
        let first = stranger.post("/api/auth/link", json!({"token": token, "password": "una clave larga"})).await;
        let second = stranger.post("/api/auth/login", json!({"email": "demo@localhost", "password": "una clave larga"})).await;
        let (cookie, csrf) = (cookie_of(&second), second.expect(200)["csrfToken"].as_str().unwrap().to_owned());
        as_browser(&stranger, Method::POST, "/api/auth/logout-everywhere", &cookie, Some(&csrf)).await.expect(204);
        for cookie in [cookie_of(&first), cookie] {
            assert_eq!(as_browser(&stranger, Method::GET, "/api/auth/me", &cookie, None).await.status.as_u16(), 401);
        }
        server.stop().await;
    }

    async fn a_password_is_changed_by_whoever_knows_it_and_ends_every_other_login(home: Home) {
        let server = TestServer::start(home).await;
        let token = server.owner_link().unwrap().split_once('#').unwrap().1.to_owned();
        let stranger = server.stranger();
        let login = |password: &'static str| {
            stranger.post("/api/auth/login", json!({"email": "demo@localhost", "password": password}))
        };
        let path = "/api/account/password";
        let unset = server.owner().post(path, json!({"currentPassword": "", "newPassword": "otra clave larga"})).await;
        assert_eq!((unset.status.as_u16(), unset.code().as_str()), (401, "wrong_credentials"), "there is none yet");
        stranger.post("/api/auth/link", json!({"token": token, "password": "una clave larga"})).await.expect(200);
        let (other, own) = (login("una clave larga").await, login("una clave larga").await);
        let (cookie, csrf) = (cookie_of(&own), own.expect(200)["csrfToken"].as_str().unwrap().to_owned());
        let change = |current: &'static str, new: &'static str| {
            let request = stranger.request(Method::POST, path).header("cookie", &cookie).header("x-csrf-token", &csrf);
            Client::send(request.json(&json!({"currentPassword": current, "newPassword": new})))
        };
        let wrong = change("no es esta clave", "otra clave larga").await;
        assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (401, "wrong_credentials"));
        let weak = change("una clave larga", "short").await;
        assert_eq!((weak.status.as_u16(), weak.code().as_str()), (422, "invalid_value"));
        as_browser(&stranger, Method::GET, "/api/auth/me", &cookie_of(&other), None).await.expect(200);
        change("una clave larga", "otra clave larga").await.expect(204);
        as_browser(&stranger, Method::GET, "/api/auth/me", &cookie, None).await.expect(200);
        let ended = as_browser(&stranger, Method::GET, "/api/auth/me", &cookie_of(&other), None).await;
        assert_eq!(ended.status.as_u16(), 401, "another browser is signed out");
        assert_eq!(login("una clave larga").await.status.as_u16(), 401);
        login("otra clave larga").await.expect(200);
        let read_only = server.somebody("demo", Role::Owner, &[KeyScope::Read]).await;
        let refused = read_only.post(path, json!({"currentPassword": "x", "newPassword": "otra clave larga"})).await;
        assert_eq!(refused.status.as_u16(), 403);
        server.stop().await;
    }

    async fn a_key_can_do_what_its_scopes_and_its_users_role_allow(home: Home) {
        let server = TestServer::start(home).await;
        let chat = server.somebody("demo", Role::Owner, &[KeyScope::Chat]).await;
        chat.session().await;
        let refused = chat.get("/api/users").await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (403, "forbidden"));
        let read = server.somebody("demo", Role::Owner, &[KeyScope::Read]).await;
        read.get("/api/users").await.expect(200);
        assert_eq!(read.post("/api/chat/sessions", json!({})).await.status.as_u16(), 403);
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(member.get("/api/users").await.status.as_u16(), 403);
        let admin = server.somebody("demo", Role::Admin, &[KeyScope::Admin]).await;
        let promoted = admin.post("/api/users", json!({"email": "x@example.com", "name": "X", "role": "owner"})).await;
        assert_eq!(promoted.status.as_u16(), 403, "only an owner makes owners");
        server.stop().await;
    }

    async fn a_key_is_shown_once_told_by_its_prefix_and_ends_when_revoked(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let made = owner.post("/api/keys", json!({"name": "bot", "scopes": ["chat"], "expiresInDays": 30})).await.expect(201);
        let key = made["key"].as_str().unwrap().to_owned();
        let bot = server.stranger().with_key(Some(key.clone()));
        bot.session().await;
        let listed = owner.get("/api/keys").await;
        assert!(!listed.text.contains(&key));
        let listed = listed.expect(200);
        let own = listed["items"].as_array().unwrap().iter().find(|item| item["id"] == made["id"]).unwrap().clone();
        assert!(key.starts_with(own["prefix"].as_str().unwrap()));
        assert!(own["lastUsedAt"].is_string() && own["expiresAt"].is_string() && own["revokedAt"].is_null());
        owner.delete(&format!("/api/keys/{}", made["id"].as_str().unwrap())).await.expect(204);
        assert_eq!(bot.get("/api/auth/me").await.status.as_u16(), 401);
        server.stop().await;
    }

    async fn the_last_owner_cannot_be_shut_out(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let me = owner.get("/api/auth/me").await.expect(200)["user"]["id"].as_str().unwrap().to_owned();
        for change in [json!({"role": "member"}), json!({"disabled": true})] {
            let refused = owner.patch(&format!("/api/users/{me}"), change).await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "last_owner"));
        }
        owner.get("/api/users").await.expect(200);
        server.stop().await;
    }

    async fn another_users_session_does_not_exist_whatever_ones_role(home: Home) {
        let server = TestServer::start(home).await;
        let member = server.somebody("demo", Role::Member, &[KeyScope::Chat]).await;
        let session = member.session().await;
        let reply = server.owner().get(&format!("/api/chat/sessions/{session}")).await;
        assert_eq!((reply.status.as_u16(), reply.code().as_str()), (404, "not_found"));
        server.stop().await;
    }
}
