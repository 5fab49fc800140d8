//! Every change of the set-up leaves a record that says who, when and what, and holds no secret.

use std::collections::BTreeSet;

use conserje_kernel::{KeyScope, Role, SetupAct, SetupPart};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use reqwest::Method;
use serde_json::{Value, json};

const RECORD: &str = "/api/settings/changes?limit=200";

/// The record, read on after each change.
struct Record<'a> {
    owner: &'a Client,
    read: usize,
}

impl<'a> Record<'a> {
    async fn open(owner: &'a Client) -> Self {
        let read = all(owner).await.len();
        Self { owner, read }
    }

    /// What came since it was read last, the oldest first: `changed channel Recepción: name, enabled (whatsapp)`.
    async fn latest(&mut self) -> Vec<String> {
        let all = all(self.owner).await;
        let new = all.len() - self.read;
        self.read = all.len();
        all[..new].iter().rev().map(told).collect()
    }
}

async fn all(owner: &Client) -> Vec<Value> {
    let found = owner.get(RECORD).await.expect(200);
    assert_eq!(found["nextCursor"], Value::Null, "one page holds it");
    found["items"].as_array().unwrap().clone()
}

fn told(change: &Value) -> String {
    let word = |field: &str| change[field].as_str().unwrap().to_owned();
    let fields: Vec<&str> =
        change["fields"].as_array().unwrap().iter().map(|field| field.as_str().unwrap()).collect();
    let mut told = format!("{} {} {}", word("act"), word("part"), word("name"));
    if !fields.is_empty() {
        told.push_str(&format!(": {}", fields.join(", ")));
    }
    if !word("note").is_empty() {
        told.push_str(&format!(" ({})", word("note")));
    }
    told
}

/// With another server whose tools it may use, and whose models it may ask.
async fn server(home: Home, far: &TestServer) -> TestServer {
    let place = far.owner().url().strip_prefix("http://").unwrap();
    let config =
        format!("[mcp]\nexternal_private = [\"{place}\"]\n[packs]\nincluded = [\"docs\", \"legal\"]\n");
    TestServer::start_with(home, TestServerOptions::config(config)).await
}

on_both_homes! {
    async fn every_kind_of_change_leaves_a_record_without_secrets(home: Home) {
        let far = TestServer::start(Home::Sqlite).await;
        let server = server(home, &far).await;
        let owner = server.owner();
        let mut record = Record::open(owner).await;
        let mut secrets = vec![far.owner().key().unwrap().to_owned()];

        sites_and_packs(owner, &mut record).await;
        channels(owner, &mut record, &mut secrets).await;
        mcp_servers(owner, &mut record, &far).await;
        models_and_settings(owner, &mut record, &far).await;
        assistants(owner, &mut record).await;
        keys_and_users(&server, &mut record, &mut secrets).await;
        let new = json!({"slug": "olmo", "name": "Casa Olmo", "language": "en", "owner": "ana@olmo.example"});
        let made = owner.post("/api/tenants", new).await.expect(201);
        secrets.push(made["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned());
        assert_eq!(record.latest().await, ["added tenant Casa Olmo (olmo)"]);

        let all = all(owner).await;
        let words = |field: &str| -> BTreeSet<String> { all.iter().map(|one| one[field].as_str().unwrap().to_owned()).collect() };
        assert_eq!(words("part"), SetupPart::ALL.iter().map(ToString::to_string).collect(), "every kind was changed");
        assert_eq!(words("act"), SetupAct::ALL.iter().map(ToString::to_string).collect());
        let me = owner.get("/api/auth/me").await.expect(200)["user"].clone();
        for change in &all[..record.read - 3] {
            assert!(change["madeAt"].as_str().unwrap().ends_with('Z'), "{change}");
            if change["madeBy"] == me["id"] {
                assert_eq!((&change["madeByName"], change["apiKeyId"].is_string()), (&me["name"], true), "{change}");
            }
        }
        let text = json!(all).to_string();
        for secret in &secrets {
            assert!(secret.len() > 4 && !text.contains(secret.as_str()), "the record holds `{secret}`: {text}");
        }
        far.stop().await;
        server.stop().await;
    }

    async fn only_owners_and_admins_read_the_record_and_only_their_own(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        owner.post("/api/sites", json!({"name": "Web"})).await.expect(201);
        owner.patch("/api/settings", json!({"currency": "EUR"})).await.expect(200);
        for (role, scope, status) in [(Role::Admin, KeyScope::Read, 200), (Role::Owner, KeyScope::Chat, 403), (Role::Agent, KeyScope::Admin, 403), (Role::Member, KeyScope::Admin, 403)] {
            let person = server.somebody("demo", role, &[scope]).await;
            assert_eq!(person.get(RECORD).await.status.as_u16(), status, "{role}");
        }
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        let theirs = rival.get(RECORD).await.expect(200);
        assert!(!theirs.to_string().contains("Web") && theirs["items"].as_array().unwrap().len() >= 2, "{theirs}");
        let only = owner.get("/api/settings/changes?part=site").await.expect(200);
        assert_eq!(only["items"].as_array().unwrap().iter().map(told).collect::<Vec<_>>(), ["added site Web"]);
        let first = owner.get("/api/settings/changes?limit=1").await.expect(200);
        let next = owner.get(&format!("/api/settings/changes?limit=1&cursor={}", first["nextCursor"].as_str().unwrap())).await.expect(200);
        assert_ne!(first["items"], next["items"]);
        assert_eq!(owner.get("/api/settings/changes?part=weather").await.code(), "invalid_value");
        server.stop().await;
    }
}

async fn sites_and_packs(owner: &Client, record: &mut Record<'_>) {
    let site = owner.post("/api/sites", json!({"name": "Web"})).await.expect(201);
    let path = format!("/api/sites/{}", site["id"].as_str().unwrap());
    let change = json!({"greeting": "Hola", "open": false, "name": "Web"});
    owner.patch(&path, change.clone()).await.expect(200);
    owner.patch(&path, change).await.expect(200);
    assert_eq!(owner.patch(&path, json!({"color": "red"})).await.code(), "invalid_value");
    owner.delete(&path).await.expect(204);
    assert_eq!(
        record.latest().await,
        ["added site Web", "changed site Web: greeting, open", "removed site Web"]
    );

    let off = json!({"enabled": false, "settings": {"brandVoice": "sereno"}});
    owner.put("/api/packs/legal", off.clone()).await.expect(200);
    owner.put("/api/packs/legal", off).await.expect(200);
    owner.put("/api/packs/legal", json!({"enabled": true})).await.expect(200);
    assert_eq!(
        record.latest().await,
        [
            "changed pack legal: enabled, settings.brandVoice (off)",
            "changed pack legal: enabled, settings.brandVoice (on)"
        ]
    );
}

async fn channels(owner: &Client, record: &mut Record<'_>, secrets: &mut Vec<String>) {
    let given = json!({"botToken": "42:hush-hush", "secretToken": "hush-secret-token"});
    let wanted = json!({"kind": "telegram", "name": "Bot", "settings": {}, "secrets": given});
    let made = owner.post_once("/api/channels", wanted.clone(), "once").await.expect(201);
    owner.post_once("/api/channels", wanted, "once").await.expect(201);
    let path = format!("/api/channels/{}", made["id"].as_str().unwrap());
    owner.patch(&path, json!({"enabled": false, "settings": {"language": "en"}})).await.expect(200);
    owner.patch(&path, json!({"secrets": {"botToken": "42:hush-other"}})).await.expect(200);
    owner.patch(&path, json!({"secrets": {"botToken": "42:hush-other"}})).await.expect(200);
    owner.delete(&path).await.expect(204);
    assert_eq!(
        record.latest().await,
        [
            "added channel Bot (telegram)",
            "changed channel Bot: enabled, settings.language (telegram)",
            "changed channel Bot: secrets.botToken (telegram)",
            "removed channel Bot (telegram)",
        ]
    );
    secrets.extend(["42:hush-hush", "hush-secret-token", "42:hush-other"].map(str::to_owned));
}

async fn mcp_servers(owner: &Client, record: &mut Record<'_>, far: &TestServer) {
    let path = "/api/mcp/servers/far";
    let mut listing =
        json!({"url": format!("{}/api/v1/mcp", far.owner().url()), "token": far.owner().key().unwrap()});
    owner.put(path, listing.clone()).await.expect(200);
    let tools = owner.get(&format!("{path}/tools")).await.expect(200);
    let seen =
        tools["items"].as_array().unwrap().iter().find(|tool| tool["name"] == "list_documents").unwrap();
    let approve =
        |digest: &Value| json!({"tools": [{"name": "list_documents", "digest": digest, "risk": "read"}]});
    let stale = owner.post(&format!("{path}/approve"), approve(&json!("0".repeat(64)))).await;
    assert_eq!(stale.code(), "invalid_value");
    owner.post(&format!("{path}/approve"), approve(&seen["digest"])).await.expect(200);
    owner.put(path, listing.clone()).await.expect(200);
    listing["allowedTools"] = json!(["list_documents"]);
    listing["timeLimitSeconds"] = json!(7);
    owner.put(path, listing).await.expect(200);
    owner.put(path, json!({"url": "https://other.example/mcp?key=hush"})).await.expect(200);
    owner.delete(path).await.expect(204);
    assert_eq!(owner.delete(path).await.code(), "not_found");
    let new = record.latest().await;
    assert_eq!(
        new,
        [
            "added mcp_server far",
            "approved mcp_server far: list_documents",
            "changed mcp_server far: allowedTools, timeLimitSeconds",
            "changed mcp_server far: allowedTools, approved, timeLimitSeconds, token, url",
            "removed mcp_server far",
        ]
    );
}

async fn models_and_settings(owner: &Client, record: &mut Record<'_>, far: &TestServer) {
    let provider = json!({
        "kind": "openai_compatible", "baseUrl": format!("{}/v1", far.owner().url()),
        "apiKey": far.owner().key().unwrap(), "models": [{"name": "far/scripted", "model": "scripted"}],
    });
    owner.put("/api/models/providers/far", provider).await.expect(200);
    owner
        .put("/api/models/tiers", json!({"fast": [], "balanced": ["scripted"], "premium": []}))
        .await
        .expect(200);
    owner.delete("/api/models/providers/far").await.expect(200);
    assert_eq!(
        record.latest().await,
        [
            "changed models : providers.far.apiKey (provider far)",
            "changed models  (tiers)",
            "changed models : providers.far.apiKey (provider far removed)",
        ]
    );

    let looks = json!({"currency": "EUR", "address": "usted", "features": {"mcp": false}});
    owner.patch("/api/settings", looks.clone()).await.expect(200);
    owner.patch("/api/settings", looks).await.expect(200);
    owner.patch("/api/settings", json!({"features": {"mcp": true}})).await.expect(200);
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    for _ in 0..2 {
        let put = owner
            .request(Method::PUT, "/api/settings/logo")
            .header("content-type", "application/octet-stream");
        Client::send(put.body(picture.clone())).await.expect(200);
    }
    owner.delete("/api/settings/logo").await.expect(200);
    assert_eq!(
        record.latest().await,
        [
            "changed settings : address, currency, features.mcp (form of address, currency, mcp off)",
            "changed settings : features.mcp (mcp on)",
            "changed settings : logo",
            "removed settings : logo",
        ]
    );
}

async fn assistants(owner: &Client, record: &mut Record<'_>) {
    let path = "/api/assistants/own/archivo";
    let begun =
        owner.post("/api/assistants/own", json!({"name": "archivo", "from": "docs"})).await.expect(201);
    assert_eq!(record.latest().await, Vec::<String>::new(), "a draft answers nobody");
    let live = |detail: &Value| json!({"revision": detail["draft"]["revision"], "note": "calm"});
    owner.post(&format!("{path}/live"), live(&begun)).await.expect(200);
    let mut form = begun["form"].clone();
    form["guard"] = json!({"blocked": ["abracadabra"]});
    form["agents"][0]["prompt"] = json!("Eres el archivo.");
    let saved = owner.put(&format!("{path}/draft"), json!({"after": 0, "form": form})).await;
    let saved = saved.expect(200);
    owner.post(&format!("{path}/live"), live(&saved)).await.expect(200);
    owner.post(&format!("{path}/versions/1/restore"), json!({})).await.expect(200);
    owner.delete(path).await.expect(204);
    assert_eq!(
        record.latest().await,
        [
            "added assistant archivo (calm)",
            "changed assistant archivo: pack.toml, prompts/docs-expert.md (calm)",
            "changed assistant archivo: pack.toml, prompts/docs-expert.md (version 1 again)",
            "removed assistant archivo (removed)",
        ]
    );
}

async fn keys_and_users(server: &TestServer, record: &mut Record<'_>, secrets: &mut Vec<String>) {
    let owner = server.owner();
    let made = owner.post("/api/keys", json!({"name": "bot", "scopes": ["chat", "read"]})).await.expect(201);
    secrets.push(made["key"].as_str().unwrap().to_owned());
    let path = format!("/api/keys/{}", made["id"].as_str().unwrap());
    owner.delete(&path).await.expect(204);
    owner.delete(&path).await.expect(204);
    assert_eq!(record.latest().await, ["added api_key bot (chat,read)", "removed api_key bot (chat,read)"]);

    let new = json!({"email": "eva@example.com", "name": "Eva", "role": "member", "password": "hush-hush-password"});
    let eva = owner.post("/api/users", new).await.expect(201);
    let path = format!("/api/users/{}", eva["id"].as_str().unwrap());
    owner.patch(&path, json!({"role": "agent"})).await.expect(200);
    owner.patch(&path, json!({"role": "agent", "disabled": false})).await.expect(200);
    owner.patch(&path, json!({"disabled": true})).await.expect(200);
    owner.patch(&path, json!({"disabled": false})).await.expect(200);
    let link = owner.post(&format!("{path}/link"), json!({})).await.expect(201);
    let token = link["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    let chosen = json!({"token": token, "password": "hush-chosen-password"});
    server.stranger().post("/api/auth/link", chosen).await.expect(200);
    assert_eq!(
        record.latest().await,
        [
            "added user Eva (member)",
            "changed user Eva: role (member -> agent)",
            "changed user Eva: disabled (locked out)",
            "changed user Eva: disabled (let in again)",
            "changed user Eva: oneTimeLink",
            "changed user Eva: password (with a link)",
        ]
    );
    let last = all(owner).await[0].clone();
    assert_eq!((&last["madeBy"], &last["subject"]), (&eva["id"], &eva["id"]), "she chose it herself");
    assert_eq!(owner.patch(&path, json!({"role": "guest"})).await.code(), "invalid_value");
    assert_eq!(record.latest().await, Vec::<String>::new(), "what was refused changed nothing");
    secrets.extend([token, "hush-hush-password".to_owned(), "hush-chosen-password".to_owned()]);
}
