//! Assistants that a tenant makes itself: begun, worked on, tried, put live, rolled back, taken along.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use reqwest::Method;
use serde_json::{Value, json};

const PACKS: &str = "[packs]\nincluded = [\"docs\", \"legal\", \"frontdesk\"]\n";

async fn server(home: Home) -> TestServer {
    TestServer::start_with(home, TestServerOptions::config(PACKS)).await
}

async fn copy(owner: &Client, name: &str, from: &str) -> Value {
    owner.post("/api/assistants/own", json!({"name": name, "from": from})).await.expect(201)
}

/// Saves the form of a draft.
async fn save(owner: &Client, name: &str, detail: &Value, change: impl FnOnce(&mut Value)) -> Value {
    let mut form = detail["form"].clone();
    change(&mut form);
    let after = detail["draft"]["revision"].as_i64().unwrap_or(0);
    let path = format!("/api/assistants/own/{name}/draft");
    owner.put(&path, json!({"after": after, "form": form})).await.expect(200)
}

async fn go_live(owner: &Client, name: &str, detail: &Value, note: &str) -> Value {
    let body = json!({"revision": detail["draft"]["revision"], "note": note});
    owner.post(&format!("/api/assistants/own/{name}/live"), body).await.expect(200)
}

/// Who answers, and what the model was told.
async fn ask(server: &TestServer, client: &Client, assistant: &str, question: &str) -> (String, String) {
    let session = client.post("/api/chat/sessions", json!({"assistant": assistant})).await.expect(201);
    let session = session["id"].as_str().unwrap();
    server.model_says([Scene::say("Hecho.")]);
    let events = client.say(session, question).await;
    let said =
        events.iter().rfind(|event| event["type"] == "message").unwrap_or_else(|| panic!("{events:#?}"));
    let calls = server.app().scripted_model().asked();
    let told = calls.last().map(|request| request.system.clone()).unwrap_or_default();
    (said["agent"].as_str().unwrap_or_default().to_owned(), told)
}

async fn names(client: &Client) -> Vec<String> {
    let all = client.get("/api/assistants").await.expect(200);
    all["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

on_both_homes! {
    async fn a_copy_is_changed_tried_put_live_and_rolled_back(home: Home) {
        let server = server(home).await;
        let owner = server.owner();
        let begun = copy(owner, "mis-documentos", "docs").await;
        assert_eq!((&begun["live"], &begun["faults"], &begun["replaces"]), (&Value::Null, &json!([]), &json!(["docs"])), "{begun:#}");
        assert!(names(owner).await.contains(&"docs".to_owned()), "a draft answers nobody");

        let saved = save(owner, "mis-documentos", &begun, |form| {
            form["title"]["es"] = json!("Archivo");
            form["agents"][0]["prompt"] = json!("Eres el archivo de la casa.");
            form["voice"] = json!({"tone": ["sereno"], "wordsToAvoid": ["barato"], "formality": "usted"});
        }).await;
        assert_eq!((&saved["faults"], &saved["title"]), (&json!([]), &json!("Archivo")), "{saved:#}");
        let (agent, told) = ask(&server, owner, "mis-documentos.draft", "hola, ¿qué hay?").await;
        assert_eq!(agent, "docs-expert");
        assert!(told.contains("Eres el archivo de la casa.") && told.contains("Never use these words: barato"), "{told}");
        let (_, told) = ask(&server, owner, "docs", "hola, ¿qué hay?").await;
        assert!(!told.contains("archivo de la casa"), "what is live is as it was: {told}");

        let live = go_live(owner, "mis-documentos", &saved, "primera").await;
        assert_eq!((&live["live"]["version"], &live["draft"]), (&json!(1), &Value::Null), "{live:#}");
        let there = names(owner).await;
        assert!(there.contains(&"mis-documentos".to_owned()) && !there.contains(&"docs".to_owned()), "{there:?}");
        let (_, told) = ask(&server, owner, "mis-documentos", "hola, ¿qué hay?").await;
        assert!(told.contains("Eres el archivo de la casa."), "{told}");

        let second = save(owner, "mis-documentos", &live, |form| form["agents"][0]["prompt"] = json!("Eres otro.")).await;
        let second = go_live(owner, "mis-documentos", &second, "segunda").await;
        assert_eq!(second["live"]["version"], 2);
        let versions = owner.get("/api/assistants/own/mis-documentos/versions").await.expect(200);
        let notes: Vec<_> = versions["items"].as_array().unwrap().iter().map(|one| (&one["note"], &one["live"])).collect();
        assert_eq!(notes, [(&json!("segunda"), &json!(true)), (&json!("primera"), &json!(false))]);
        let first = owner.get("/api/assistants/own/mis-documentos/versions/1").await.expect(200);
        assert_eq!(first["files"]["prompts/docs-expert.md"], "Eres el archivo de la casa.\n");
        let restored = owner.post("/api/assistants/own/mis-documentos/versions/1/restore", json!({})).await.expect(200);
        assert_eq!(restored["live"]["version"], 3);

        let server = server.restart().await;
        let owner = server.owner();
        let (_, told) = ask(&server, owner, "mis-documentos", "hola, ¿qué hay?").await;
        assert!(told.contains("Eres el archivo de la casa."), "also after a restart: {told}");
        assert_eq!(owner.delete("/api/assistants/own/mis-documentos").await.status, 204);
        let there = names(owner).await;
        assert!(there.contains(&"docs".to_owned()) && !there.contains(&"mis-documentos".to_owned()), "{there:?}");
        server.stop().await;
    }

    async fn what_is_wrong_is_said_at_its_field_and_keeps_it_from_going_live(home: Home) {
        let server = server(home).await;
        let owner = server.owner();
        let begun = copy(owner, "mine", "docs").await;
        let saved = save(owner, "mine", &begun, |form| form["agents"][0]["tools"].as_array_mut().unwrap().push(json!("fly"))).await;
        let hinted = save(owner, "mine", &saved, |form| {
            form["voice"] = json!({"wordsToAvoid": ["barato"], "samples": ["Es barato."]});
        }).await;
        assert_eq!((&hinted["warnings"][0]["field"], hinted["warnings"].as_array().unwrap().len()), (&json!("voice"), 1), "{hinted:#}");
        let saved = hinted;
        let fault = &saved["faults"][0];
        assert_eq!((&fault["file"], &fault["field"]), (&json!("pack.toml"), &json!("agents.0.tools")), "{fault}");
        assert!(fault["problem"].as_str().unwrap().contains("`fly`"), "{fault}");
        let refused = owner.post("/api/assistants/own/mine/live", json!({"revision": saved["draft"]["revision"]})).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid_value"));
        // It can be asked for, and says why it cannot answer.
        let session = owner.post("/api/chat/sessions", json!({"assistant": "mine.draft"})).await.expect(201);
        let path = format!("/api/chat/sessions/{}/messages", session["id"].as_str().unwrap());
        let sent = owner.post(&path, json!({"message": "hola"})).await;
        assert!(sent.status == 422 && sent.text.contains("`fly`"), "{}", sent.text);

        // Whoever saves on top of what somebody else saved is told.
        let stale = json!({"after": begun["draft"]["revision"], "files": {}});
        assert_eq!(owner.put("/api/assistants/own/mine/draft", stale).await.code(), "changed_meanwhile");

        let mut files = saved["files"].clone();
        files["pack.toml"] = json!("name = ");
        let body = json!({"after": saved["draft"]["revision"], "files": files});
        let broken = owner.put("/api/assistants/own/mine/draft", body).await.expect(200);
        assert_eq!((&broken["form"], &broken["faults"][0]["line"]), (&Value::Null, &json!(1)), "{broken:#}");

        for (path, problem) in [("../x", "cannot be a file"), ("knowledge/a.md", "cannot be a file"), ("synonyms.toml", "cannot be a file")] {
            let body = json!({"after": broken["draft"]["revision"], "files": {path: "x"}});
            let refused = owner.put("/api/assistants/own/mine/draft", body).await;
            assert!(refused.status == 422 && refused.text.contains(problem), "{path}: {}", refused.text);
        }
        // What would reach beyond the tenant cannot go live.
        let beyond = "name = \"mine\"\n[[agents]]\nname = \"a\"\nprompt = \"x\"\n[egress]\nallow_private = [\"127.0.0.1:80\"]\n";
        let body = json!({"after": broken["draft"]["revision"], "files": {"pack.toml": beyond}});
        let saved = owner.put("/api/assistants/own/mine/draft", body).await.expect(200);
        assert!(saved["faults"].to_string().contains("MCP servers"), "{saved:#}");
        assert_eq!(owner.delete("/api/assistants/own/mine/draft").await.status, 204);
        assert_eq!(owner.get("/api/assistants/own/mine").await.status, 404, "it was never live");
        server.stop().await;
    }

    async fn only_who_manages_assistants_of_a_tenant_reaches_them(home: Home) {
        let server = server(home).await;
        let owner = server.owner();
        let begun = copy(owner, "secret", "docs").await;
        save(owner, "secret", &begun, |form| form["agents"][0]["prompt"] = json!("Nobody else reads this.")).await;
        let member = server.somebody("acme", Role::Member, &[KeyScope::Chat, KeyScope::Admin]).await;
        let other = server.somebody("other", Role::Owner, &[KeyScope::Chat, KeyScope::Admin]).await;
        for path in ["/api/assistants/own", "/api/assistants/own/secret", "/api/assistants/own/secret/export", "/api/assistants/tools"] {
            assert_eq!(member.get(path).await.status, 403, "{path}");
        }
        assert_eq!(other.get("/api/assistants/own").await.expect(200)["items"], json!([]));
        for path in ["", "/export", "/versions", "/versions/1"] {
            assert_eq!(other.get(&format!("/api/assistants/own/secret{path}")).await.status, 404, "{path}");
        }
        for client in [&member, &other] {
            let asked = client.post("/api/chat/sessions", json!({"assistant": "secret.draft"})).await;
            assert_eq!(asked.status, 404, "{}", asked.text);
            let session = client.session().await;
            let body = json!({"message": "hola", "assistant": "secret.draft"});
            let sent = client.post(&format!("/api/chat/sessions/{session}/messages"), body).await;
            assert_eq!(sent.status, 404, "{}", sent.text);
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn it_is_taken_along_as_a_zip_and_brought_elsewhere() {
    let server = server(Home::Sqlite).await;
    let (owner, other) =
        (server.owner(), server.somebody("other", Role::Owner, &[KeyScope::Chat, KeyScope::Admin]).await);
    let begun = copy(owner, "mine", "legal").await;
    let changed = save(owner, "mine", &begun, |form| form["title"]["es"] = json!("Mi bufete")).await;
    let packed = owner.request(Method::GET, "/api/assistants/own/mine/export").send().await.unwrap();
    assert_eq!(packed.headers()["content-type"], "application/zip");
    let packed = packed.bytes().await.unwrap();
    let import = |client: &Client, name: &str, body: Vec<u8>| {
        let path = format!("/api/assistants/own/{name}/import");
        Client::send(client.request(Method::POST, &path).header("content-type", "application/zip").body(body))
    };
    let brought = import(&other, "theirs", packed.to_vec()).await.expect(200);
    assert_eq!(
        (&brought["faults"], &brought["form"]["title"]["es"]),
        (&json!([]), &json!("Mi bufete")),
        "{brought:#}"
    );
    let without_name = |detail: &Value| {
        let mut files = detail["files"].clone();
        files.as_object_mut().unwrap().remove("pack.toml");
        files
    };
    assert_eq!(without_name(&brought), without_name(&changed));
    let again = import(&other, "theirs", packed.to_vec()).await.expect(200);
    assert_eq!(again["draft"]["revision"], 2);
    let refused = import(&other, "theirs", b"no zip".to_vec()).await;
    assert!(refused.status == 422 && refused.text.contains("no zip archive"), "{}", refused.text);
    server.stop().await;
}

#[tokio::test]
async fn a_new_one_is_made_of_what_a_business_says_and_chosen_for_what_it_is_for() {
    let config = format!("[testing]\nscripted = false\n{PACKS}");
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let about = |name: &str| {
        json!({"name": name, "about": {"title": "Becas", "business": "Una fundación que da becas de música.",
            "does": "Explica las becas de música y cómo se piden.", "serves": ["members", "guests"], "language": "es",
            "tone": "warm_professional", "usesDocuments": true, "escalates": true,
            "examples": ["¿Cómo pido una beca de violín?", "¿Hasta cuándo se puede solicitar la beca?"]}})
    };
    let made = owner.post("/api/assistants/own", about("becas")).await.expect(201);
    assert_eq!((&made["faults"], &made["replaces"]), (&json!([]), &json!([])), "{made:#}");
    assert_eq!(owner.post("/api/assistants/own", about("becas")).await.code(), "already_exists");
    assert_eq!(owner.post("/api/assistants/own", about("docs")).await.code(), "already_exists");
    assert_eq!(owner.post("/api/assistants/own", json!({"name": "x"})).await.status, 422);
    go_live(owner, "becas", &made, "").await;
    let chosen = |message: &str| {
        let asked = owner.post("/api/assistants/choose", json!({"message": message}));
        async { asked.await.expect(200)["assistant"].as_str().unwrap_or_default().to_owned() }
    };
    assert_eq!(chosen("¿Cómo se pide una beca de piano?").await, "becas");
    assert_eq!(
        chosen("¿Cuántos días de vacaciones tengo?").await,
        "legal",
        "the others keep what they are for"
    );

    // One that makes appointments is a front desk.
    let mut desk = about("recepcion-becas");
    desk["about"]["makesAppointments"] = json!(true);
    let desk = owner.post("/api/assistants/own", desk).await.expect(201);
    assert_eq!(
        (&desk["faults"], &desk["replaces"]),
        (&json!([]), &json!(["frontdesk"])),
        "{:#}",
        desk["faults"]
    );

    // Switched off, it answers nobody.
    owner.put("/api/packs/becas", json!({"enabled": false})).await.expect(200);
    assert!(!names(owner).await.contains(&"becas".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn what_it_must_get_right_is_asked_before_it_goes_live() {
    let config = format!("[testing]\nscripted = false\n{PACKS}");
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let begun = copy(owner, "mine", "docs").await;
    let mut files = begun["files"].clone();
    files["evals/answers.jsonl"] = json!(
        "{\"text\": \"¿Qué documentos hay?\", \"language\": \"es\", \"tools\": [\"list_documents\"]}\n\
        {\"text\": \"¿Qué documentos hay?\", \"language\": \"es\", \"contains\": [\"un unicornio\"]}\n"
    );
    let body = json!({"after": 1, "files": files});
    owner.put("/api/assistants/own/mine/draft", body).await.expect(200);
    let before = owner.get("/api/chat/sessions").await.expect(200)["items"].as_array().unwrap().len();
    let score = owner.post("/api/assistants/own/mine/evals", json!({})).await.expect(200);
    let (right, of) = (score["routes"]["right"].as_f64().unwrap(), score["routes"]["of"].as_f64().unwrap());
    assert!(of > 100.0 && right / of > 0.9, "{right} of {of}");
    assert_eq!((&score["answers"]["right"], &score["answers"]["of"]), (&json!(1), &json!(2)), "{score:#}");
    assert_eq!(score["answers"]["wrong"][0]["missing"], json!(["un unicornio"]));
    let after = owner.get("/api/chat/sessions").await.expect(200)["items"].as_array().unwrap().len();
    assert_eq!(before, after, "nothing is left of it");
    server.stop().await;
}

#[tokio::test]
async fn a_voice_is_shown_and_held_against_a_text() {
    let server = TestServer::start(Home::Sqlite).await;
    let body = json!({"voice": {"tone": ["calm"], "wordsToAvoid": ["barato"], "formality": "tu"}, "text": "Es barato para usted."});
    let reply = server.owner().post("/api/assistants/voice", body).await.expect(200);
    assert!(reply["told"].as_str().unwrap().starts_with("Tone: calm."), "{reply}");
    let kinds: Vec<_> =
        reply["findings"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["avoided", "formality"]);
    let bad = server.owner().post("/api/assistants/voice", json!({"voice": {"formality": "vos"}})).await;
    assert_eq!(bad.status.as_u16() / 100, 4, "{}", bad.text);
    server.stop().await;
}
