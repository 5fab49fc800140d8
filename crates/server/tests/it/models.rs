//! Models that people set up while the server runs. The provider is another server of ours: it speaks what OpenAI's clients
//! speak, and has its own keys.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, on_both_homes};
use serde_json::{Value, json};

/// One that answers with the model of a script, as `far`.
async fn far() -> TestServer {
    TestServer::start(Home::Sqlite).await
}

fn provider(far: &TestServer) -> Value {
    json!({
        "kind": "openai_compatible",
        "baseUrl": format!("{}/v1", far.owner().url()),
        "apiKey": far.owner().key().unwrap(),
        "models": [{"name": "far/scripted", "model": "scripted"}],
    })
}

async fn answer(client: &Client, question: &str) -> (String, String) {
    let session = client.session().await;
    let events = client.say(&session, question).await;
    let said =
        events.iter().rfind(|event| event["type"] == "message").unwrap_or_else(|| panic!("{events:#?}"));
    (said["content"].as_str().unwrap().to_owned(), said["model"].as_str().unwrap_or_default().to_owned())
}

on_both_homes! {
    async fn a_provider_is_tried_added_used_and_rolled_back_without_a_restart(home: Home) {
        let (far, server) = (far().await, TestServer::start(home).await);
        let owner = server.owner();
        let before = owner.get("/api/models/setup").await.expect(200);
        assert_eq!((&before["version"], &before["isInstallation"], &before["providers"]), (&json!(0), &json!(true), &json!([])));

        let mut asked = provider(&far);
        asked.as_object_mut().unwrap().remove("models");
        let offered = owner.post("/api/models/offered", asked.clone()).await.expect(200);
        assert!(offered["items"].as_array().unwrap().iter().any(|model| model["model"] == "scripted"), "{offered}");
        asked["model"] = json!("scripted");
        far.model_says([Scene::say("Hello there.")]);
        let tried = owner.post("/api/models/try", asked).await.expect(200);
        assert_eq!((&tried["ok"], &tried["said"]), (&json!(true), &json!("Hello there.")), "{tried}");
        assert!(tried["latencyMs"].as_u64().is_some() && tried["firstTokenMs"].as_u64().is_some(), "{tried}");

        let put = owner.put("/api/models/providers/far", provider(&far)).await.expect(200);
        assert_eq!(put["tiers"]["balanced"], json!(["far/scripted"]), "the first provider answers at once: {put}");
        assert_eq!((&put["isConfigured"], &put["version"]), (&json!(true), &json!(1)));
        far.model_says([Scene::say("From afar.")]);
        assert_eq!(answer(owner, "¿Quién eres?").await.0, "From afar.");

        // What is said of it again without a key keeps the key.
        let mut again = provider(&far);
        again.as_object_mut().unwrap().remove("apiKey");
        again["models"][0]["inputPrice"] = json!(2.5);
        let put = owner.put("/api/models/providers/far", again).await.expect(200);
        assert_eq!((&put["providers"][0]["hasKey"], &put["items"][0]["inputPrice"]), (&json!(true), &json!(2.5)), "{put}");

        let removed = owner.delete("/api/models/providers/far").await.expect(200);
        assert_eq!((&removed["isConfigured"], &removed["providers"]), (&json!(false), &json!([])));
        server.model_says([Scene::say("From here.")]);
        assert_eq!(answer(owner, "¿Y ahora?").await.0, "From here.");

        let versions = owner.get("/api/models/versions").await.expect(200);
        let notes: Vec<_> = versions["items"].as_array().unwrap().iter().map(|one| one["note"].clone()).collect();
        assert_eq!(notes, ["provider far removed", "provider far", "provider far"]);
        let restored = owner.post("/api/models/versions/1/restore", json!({})).await.expect(200);
        assert_eq!((&restored["version"], &restored["providers"][0]["name"]), (&json!(4), &json!("far")));
        assert_eq!(restored["providers"][0]["hasKey"], false, "a key does not come back: {restored}");
    }

    async fn a_key_is_for_the_address_it_was_given_for_and_is_never_seen_again(home: Home) {
        let (far, server) = (far().await, TestServer::start(home).await);
        let (owner, key) = (server.owner(), far.owner().key().unwrap().to_owned());
        owner.put("/api/models/providers/far", provider(&far)).await.expect(200);
        for path in ["/api/models", "/api/models/setup", "/api/models/versions", "/v1/models", "/metrics", "/health/ready"] {
            let reply = owner.get(path).await;
            assert!(!reply.text.contains(&key), "{path}");
        }
        // Nor in what is on the disk.
        if home == Home::Sqlite {
            for file in walkdir(server.app().folder().path()) {
                let content = std::fs::read(&file).unwrap_or_default();
                assert!(!content.windows(key.len()).any(|window| window == key.as_bytes()), "{}", file.display());
            }
        }
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let elsewhere = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = json!({"name": "far", "kind": "openai_compatible", "baseUrl": elsewhere, "model": "x"});
        let catching = std::thread::spawn(move || {
            use std::io::Read as _;
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = [0_u8; 4096];
            let read = stream.read(&mut heard).unwrap();
            String::from_utf8_lossy(&heard[..read]).into_owned()
        });
        let tried = owner.post("/api/models/try", asked).await.expect(200);
        assert_eq!(tried["ok"], false);
        assert!(!catching.join().unwrap().contains(&key), "the key went to another address");
        let mut moved = provider(&far);
        moved["baseUrl"] = json!(elsewhere);
        moved.as_object_mut().unwrap().remove("apiKey");
        let put = owner.put("/api/models/providers/far", moved).await.expect(200);
        assert_eq!(put["providers"][0]["hasKey"], false);
    }

    async fn what_is_wrong_is_told_in_words_and_with_the_providers_own(home: Home) {
        let (far, server) = (far().await, TestServer::start(home).await);
        let owner = server.owner();
        let url = format!("{}/v1", far.owner().url());
        let ask = |change: Value| {
            let mut asked = json!({"kind": "openai_compatible", "baseUrl": url, "apiKey": far.owner().key().unwrap(), "model": "scripted"});
            for (name, value) in change.as_object().unwrap() {
                asked[name] = value.clone();
            }
            asked
        };
        let problem = async |change: Value| {
            let tried = owner.post("/api/models/try", ask(change)).await.expect(200);
            assert_eq!(tried["ok"], false, "{tried}");
            (tried["problem"]["trouble"].as_str().unwrap().to_owned(), tried["problem"]["advice"].as_str().unwrap().to_owned(),
                tried["problem"]["providerSays"].as_str().unwrap().to_owned())
        };
        let (trouble, advice, said) = problem(json!({"apiKey": "wrong"})).await;
        assert_eq!(trouble, "unauthorised");
        assert!(advice.starts_with("La clave no vale") && said.starts_with("HTTP 401"), "{advice} {said}");
        let (trouble, advice, _) = problem(json!({"model": "nobody"})).await;
        assert_eq!(trouble, "refused");
        assert!(advice.contains("no conoce ese modelo"), "{advice}");
        let (trouble, advice, _) = problem(json!({"baseUrl": "http://127.0.0.1:9/v1"})).await;
        assert_eq!(trouble, "unreachable");
        assert!(advice.contains("No hay conexión"), "{advice}");

        for (body, field) in [
            (json!({"kind": "openai_compatible", "models": []}), "base_url"),
            (json!({"kind": "openai", "baseUrl": "ftp://x", "models": []}), "base_url"),
            (json!({"kind": "openai", "models": [{"name": "extractive"}]}), "extractive"),
            (json!({"kind": "telepathy", "models": []}), "telepathy"),
        ] {
            let refused = owner.put("/api/models/providers/x", body).await;
            assert_eq!(refused.code(), "invalid_value");
            assert!(refused.text.contains(field), "{}", refused.text);
        }
        let refused = owner.put("/api/models/tiers", json!({"fast": [], "balanced": ["nobody"], "premium": []})).await;
        assert_eq!(refused.code(), "invalid_value");
        assert_eq!(owner.delete("/api/models/providers/x").await.status.as_u16(), 404);
        assert_eq!(owner.post("/api/models/versions/9/restore", json!({})).await.status.as_u16(), 404);
    }

    async fn the_installations_providers_may_be_for_all_and_other_tenants_stay_outside_the_network(home: Home) {
        let (far, server) = (far().await, TestServer::start(home).await);
        let other = server.somebody("other", Role::Owner, &[KeyScope::Admin]).await;
        let shown = other.get("/api/models/setup").await.expect(200);
        assert_eq!(shown["isInstallation"], false);
        let refused = other.put("/api/models/providers/near", provider(&far)).await;
        assert_eq!(refused.code(), "invalid_value", "an address within the network");
        let mut public = provider(&far);
        public["baseUrl"] = json!("https://api.example.com/v1");
        public["shared"] = json!(true);
        assert_eq!(other.put("/api/models/providers/near", public).await.code(), "invalid_value", "sharing is not theirs");
        assert_eq!(other.get("/api/models/nearby").await.expect(200)["items"], json!([]));

        let mut shared = provider(&far);
        server.owner().put("/api/models/providers/far", shared.clone()).await.expect(200);
        assert_eq!(other.get("/api/models/setup").await.expect(200)["isConfigured"], false, "not shared");
        shared["shared"] = json!(true);
        server.owner().put("/api/models/providers/far", shared).await.expect(200);
        let shown = other.get("/api/models/setup").await.expect(200);
        let seen = &shown["providers"][0];
        assert_eq!((&seen["source"], &seen["baseUrl"], &seen["models"]), (&json!("installation"), &json!(null), &json!([])), "{shown}");
        far.model_says([Scene::say("For everybody.")]);
        assert_eq!(answer(&other, "¿Hola?").await.0, "For everybody.");
    }

    async fn who_may_not_manage_assistants_reaches_none_of_it(home: Home) {
        let server = TestServer::start(home).await;
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        for path in ["/api/models/setup", "/api/models/versions", "/api/models/nearby"] {
            assert_eq!(member.get(path).await.status.as_u16(), 403, "{path}");
        }
        assert_eq!(member.put("/api/models/providers/x", json!({"kind": "openai", "models": []})).await.status.as_u16(), 403);
        assert_eq!(member.delete("/api/models/providers/x").await.status.as_u16(), 403);
        assert_eq!(member.put("/api/models/tiers", json!({"fast": [], "balanced": [], "premium": []})).await.status.as_u16(), 403);
        assert_eq!(member.post("/api/models/try", json!({"kind": "openai", "model": "x"})).await.status.as_u16(), 403);
        assert_eq!(member.post("/api/models/versions/1/restore", json!({})).await.status.as_u16(), 403);
    }
}

fn walkdir(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() { found.extend(walkdir(&path)) } else { found.push(path) }
    }
    found
}
