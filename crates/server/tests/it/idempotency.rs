use std::time::Duration;

use conserje_llm::Scene;
use conserje_testkit::{TestServer, on_both_homes};
use serde_json::json;

on_both_homes! {
    async fn the_same_key_creates_once_and_is_answered_the_same(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let body = json!({"title": "una vez"});
        let first = owner.post_once("/api/chat/sessions", body.clone(), "k1").await;
        let again = owner.post_once("/api/chat/sessions", body.clone(), "k1").await;
        assert_eq!((again.status, again.expect(201)), (first.status, first.expect(201)));
        assert_eq!(again.headers["idempotency-replayed"], "true");
        let other = owner.post_once("/api/chat/sessions", json!({"title": "otra"}), "k1").await;
        assert_eq!((other.status.as_u16(), other.code().as_str()), (422, "idempotency_key_reused"));
        let different = owner.post_once("/api/chat/sessions", body.clone(), "k2").await.expect(201);
        assert_ne!(different["id"], first.expect(201)["id"]);
        let server = server.restart().await;
        let later = server.owner().post_once("/api/chat/sessions", body, "k1").await;
        assert_eq!(later.expect(201), first.expect(201), "also after a restart");
        server.stop().await;
    }

    async fn a_message_sent_twice_with_one_key_is_one_turn(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let path = format!("/api/chat/sessions/{session}/messages?wait=true");
        server.model_says([Scene::say("despacio").after(Duration::from_secs(3))]);
        let body = json!({"message": "hola"});
        let (first, second) = tokio::join!(
            owner.post_once(&path, body.clone(), "m1"),
            async {
                tokio::time::sleep(Duration::from_millis(300)).await;
                owner.post_once(&path, body.clone(), "m1").await
            }
        );
        first.expect(200);
        assert_eq!((second.status.as_u16(), second.code().as_str()), (409, "idempotency_in_flight"));
        assert_eq!(owner.post_once(&path, body, "m1").await.expect(200), first.expect(200));
        let events = owner.get(&format!("/api/chat/sessions/{session}/events")).await.expect(200);
        assert_eq!(events["items"].as_array().unwrap().len(), 2);
        server.stop().await;
    }

    async fn a_refused_request_frees_its_key(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let path = format!("/api/chat/sessions/{session}/messages");
        let empty = owner.post_once(&path, json!({"message": "  "}), "k").await;
        assert_eq!((empty.status.as_u16(), empty.code().as_str()), (422, "message_empty"));
        owner.post_once(&path, json!({"message": "hola"}), "k").await.expect(202);
        server.stop().await;
    }

    async fn another_password_is_another_request(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let somebody = |password: &str| {
            json!({"email": "ana@example.com", "name": "Ana", "role": "member", "password": password})
        };
        let first = owner.post_once("/api/users", somebody("una contraseña larga"), "k").await.expect(201);
        let again = owner.post_once("/api/users", somebody("una contraseña larga"), "k").await;
        assert_eq!(again.expect(201), first);
        for other in ["corta", "otra contraseña larga"] {
            let refused = owner.post_once("/api/users", somebody(other), "k").await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "idempotency_key_reused"));
        }
        server.stop().await;
    }

    async fn a_key_made_with_a_key_is_shown_again_and_kept_sealed(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let body = json!({"name": "bot", "scopes": ["chat"]});
        let first = owner.post_once("/api/keys", body.clone(), "k").await.expect(201);
        let again = owner.post_once("/api/keys", body, "k").await.expect(201);
        assert_eq!(first, again);
        let secret = first["key"].as_str().unwrap().as_bytes().to_vec();
        for file in ["conserje.db", "conserje.db-wal"] {
            let bytes = std::fs::read(server.database().folder().join("data").join(file)).unwrap_or_default();
            assert!(!bytes.windows(secret.len()).any(|window| window == secret), "{file}");
        }
        server.stop().await;
    }
}
