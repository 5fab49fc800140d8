//! People from outside: they talk with the assistants that are for them, and see nothing of the business but that.

use conserje_llm::Scene;
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use reqwest::Method;
use serde_json::{Value, json};

const PACKS: [(&str, &str); 2] = [
    (
        "desk",
        r#"
name = "desk"
guests = true
[[agents]]
name = "reception"
prompt = "You are the reception."
tools = ["search_knowledge_base", "list_documents", "tool_file_content", "handoff"]
"#,
    ),
    (
        "office",
        r#"
name = "office"
[[agents]]
name = "accountant"
prompt = "You keep the books."
tools = ["search_knowledge_base"]
"#,
    ),
];

async fn server(home: Home) -> (TestServer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut folders = Vec::new();
    for (name, pack) in PACKS {
        let place = folder.path().join(name);
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("pack.toml"), pack).unwrap();
        folders.push(place.display().to_string());
    }
    // The program under test reads files for the server.
    let program = env!("CARGO_BIN_EXE_conserje");
    let config = format!(
        "[packs]\nfolders = {folders:?}\n[testing]\nworker_program = {program:?}\n[documents]\nworkers = 1\n"
    );
    (TestServer::start_with(home, TestServerOptions::config(config)).await, folder)
}

async fn site(server: &TestServer, body: Value) -> Value {
    server.owner().post("/api/sites", body).await.expect(201)
}

async fn visitor(server: &TestServer, site: &Value) -> Client {
    let path = format!("/api/widget/{}/visits", site["id"].as_str().unwrap());
    let visit = server.stranger().post(&path, json!({})).await.expect(201);
    server.stranger().with_key(visit["token"].as_str().map(str::to_owned))
}

/// A document that is ready, in a collection of this name.
async fn document(server: &TestServer, collection: &str, text: &str) -> String {
    let owner = server.owner();
    let made = owner.post("/api/collections", json!({"name": collection})).await.expect(201);
    let id = made["id"].as_str().unwrap();
    let part = reqwest::multipart::Part::text(text.to_owned()).file_name(format!("{collection}.md"));
    let form = reqwest::multipart::Form::new().part("files", part);
    let upload = owner.request(Method::POST, &format!("/api/files/upload?collection={id}"));
    let sent = Client::send(upload.multipart(form)).await.expect(202);
    let read = crate::knowledge::ready(owner, sent["files"][0]["id"].as_str().unwrap()).await;
    assert_eq!(read["processingStatus"], "completed", "{read}");
    id.to_owned()
}

fn results(events: &[Value]) -> String {
    let found: Vec<_> = events.iter().filter(|event| event["type"] == "tool_result").collect();
    assert!(!found.is_empty(), "{events:#?}");
    serde_json::to_string(&found).unwrap()
}

on_both_homes! {
    async fn a_visitor_of_a_site_talks_and_sees_nothing_but_that(home: Home) {
        let (server, _folder) = server(home).await;
        let made = site(&server, json!({"name": "Our page", "origins": ["https://www.example.com"]})).await;
        assert!(made["snippet"].as_str().unwrap().contains("/widget.js\" data-site=\"site_"), "{made}");
        assert!(made["snippet"].as_str().unwrap().contains("data-color=\"#0f766e\""), "{made}");
        let (ana, ben) = (visitor(&server, &made).await, visitor(&server, &made).await);
        let own = server.owner().session().await;

        let session = ana.session().await;
        server.model_says([Scene::say("Hello, Ana.")]);
        let events = ana.say(&session, "hello").await;
        assert!(events.iter().any(|event| event["agent"]["name"] == "reception" || event.to_string().contains("Hello, Ana.")), "{events:#?}");

        // Their own conversations, nobody else's.
        assert_eq!(ana.get("/api/chat/sessions").await.expect(200)["items"].as_array().unwrap().len(), 1);
        assert_eq!(ben.get("/api/chat/sessions").await.expect(200)["items"].as_array().unwrap().len(), 0);
        for foreign in [&session, &own] {
            assert_eq!(ben.get(&format!("/api/chat/sessions/{foreign}")).await.status.as_u16(), 404);
            let said = ben.post(&format!("/api/chat/sessions/{foreign}/messages"), json!({"message": "x"})).await;
            assert_eq!(said.status.as_u16(), 404);
        }
        // Only the assistants that are for guests.
        let agents = ana.get("/api/agents").await.expect(200);
        assert!(agents.to_string().contains("reception") && !agents.to_string().contains("accountant"), "{agents}");
        let asked = json!({"message": "my books, please", "agent": "accountant"});
        let refused = ana.post(&format!("/api/chat/sessions/{session}/messages"), asked).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
        // Nothing else.
        for path in ["/api/files", "/api/collections", "/api/users", "/api/keys", "/api/usage", "/api/jobs", "/api/sites", "/api/mcp/servers", "/api/desk/business", "/api/tools"] {
            let reply = ana.get(path).await;
            assert_eq!(reply.status.as_u16(), 403, "{path}: {}", reply.text);
        }
        let completion = json!({"model": "reception", "messages": [{"role": "user", "content": "hi"}]});
        assert_eq!(ana.post("/v1/chat/completions", completion).await.status.as_u16(), 403);
        assert_eq!(ana.post("/api/rag-agent", json!({"message": "hi"})).await.status.as_u16(), 403);
        assert_eq!(ana.post("/api/keys", json!({"name": "mine", "scopes": ["admin"]})).await.status.as_u16(), 403);
        // Those who work here are not joined by every visitor.
        let people = server.owner().get("/api/users").await.expect(200);
        assert!(people["items"].as_array().unwrap().iter().all(|user| user["role"] != "guest"), "{people}");
        let hired = json!({"email": "x@example.com", "name": "X", "role": "guest"});
        assert_eq!(server.owner().post("/api/users", hired).await.status.as_u16(), 422);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_guest_is_answered_from_what_is_public() {
    let (server, _folder) = server(Home::Sqlite).await;
    let made = site(&server, json!({"name": "Our page"})).await;
    let open =
        document(&server, "faq", "# Parking\n\nParking is free for zebrafish owners in the yard.\n").await;
    document(&server, "books", "# Margins\n\nThe zebrafish margin is eighty per cent.\n").await;
    let guest = visitor(&server, &made).await;
    let search =
        || [Scene::use_tool("search_knowledge_base", json!({"query": "zebrafish"})), Scene::say("Ya.")];

    let session = guest.session().await;
    server.model_says(search());
    let nothing = results(&guest.say(&session, "zebrafish?").await);
    assert!(!nothing.contains("Parking is free") && !nothing.contains("eighty"), "{nothing}");

    let changed =
        server.owner().patch(&format!("/api/collections/{open}"), json!({"public": true})).await.expect(200);
    assert_eq!((&changed["public"], &changed["fileCount"]), (&json!(true), &json!(1)));
    let session = guest.session().await;
    server.model_says(search());
    let found = results(&guest.say(&session, "zebrafish, once more?").await);
    assert!(found.contains("Parking is free") && !found.contains("eighty"), "{found}");

    // Whoever works here is answered from all of it.
    let session = server.owner().session().await;
    server.model_says(search());
    let all = results(&server.owner().say(&session, "zebrafish?").await);
    assert!(all.contains("Parking is free") && all.contains("eighty"), "{all}");

    for (tool, args) in
        [("list_documents", json!({})), ("tool_file_content", json!({"file_name": "books.md"}))]
    {
        let session = guest.session().await;
        server.model_says([Scene::use_tool(tool, args), Scene::say("Ya.")]);
        let told = results(&guest.say(&session, "show me the files").await);
        assert!(!told.contains("eighty"), "{tool}: {told}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_page_shows_the_widget_only_where_its_site_says() {
    let (server, _folder) = server(Home::Sqlite).await;
    let made = site(
        &server,
        json!({"name": "Our page", "origins": ["https://www.example.com/"], "greeting": "¡Hola!"}),
    )
    .await;
    assert_eq!(made["origins"], json!(["https://www.example.com"]));
    let id = made["id"].as_str().unwrap();
    let page = server.stranger().get(&format!("/widget/{id}")).await;
    let policy = page.headers["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-ancestors 'self' https://www.example.com;"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.headers["cross-origin-resource-policy"], "cross-origin");
    let looks = server.stranger().get(&format!("/api/widget/{id}")).await.expect(200);
    assert_eq!(looks, json!({"title": "Our page", "greeting": "¡Hola!", "color": "#0f766e", "logo": null}));

    for bad in
        [json!({"name": ""}), json!({"name": "x", "origins": ["*"]}), json!({"name": "x", "color": "red"})]
    {
        assert_eq!(server.owner().post("/api/sites", bad.clone()).await.status.as_u16(), 422, "{bad}");
    }
    let ana = visitor(&server, &made).await;
    let path = format!("/api/sites/{id}");
    server.owner().patch(&path, json!({"open": false})).await.expect(200);
    assert_eq!(server.stranger().get(&format!("/widget/{id}")).await.status.as_u16(), 404);
    assert_eq!(
        server.stranger().post(&format!("/api/widget/{id}/visits"), json!({})).await.status.as_u16(),
        404
    );
    assert_eq!(
        ana.get("/api/chat/sessions").await.status.as_u16(),
        200,
        "who is in the middle of something stays"
    );
    assert_eq!(server.owner().delete(&path).await.status.as_u16(), 204);
    assert_eq!(server.owner().get("/api/sites").await.expect(200)["items"], json!([]));
    server.stop().await;
}
