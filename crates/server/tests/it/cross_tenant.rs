//! Every route that takes an id, with an id of another tenant. Taken from the OpenAPI document, so that a
//! new route is tried by itself.

use conserje_doors::http::openapi;
use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_testkit::{Client, TestServer, TestServerOptions, on_both_homes, until};
use reqwest::Method;
use serde_json::{Value, json};

/// With a tool that a person must approve.
const PACK: &str = r#"
name = "shop"
[egress]
allowed_hosts = ["api.shop.example"]
[[agents]]
name = "clerk"
prompt = "You help."
tools = ["refund", "escalate_to_human"]
[[tools]]
name = "refund"
description = "Gives money back."
method = "POST"
url = "https://api.shop.example/refunds"
risk = "dangerous"
body = "json"
parameters = { type = "object", properties = { order = { type = "string" } }, required = ["order"] }
"#;

/// What the other tenant has, by the name of the path parameter that would take it.
struct Belongings {
    session: String,
    share: String,
    user: String,
    key: String,
    job: String,
    approval: String,
    file: String,
    collection: String,
    mcp_server: String,
    model_provider: String,
    models_version: String,
    assistant: String,
    appointment: String,
    order: String,
    customer: String,
    block: String,
    waiting: String,
    site: String,
    message: String,
    turn: String,
    section: String,
    service: String,
    escalation: String,
    channel: String,
    delivery: String,
    /// What must appear in no answer.
    secrets: Vec<String>,
}

impl Belongings {
    /// A path with ids of the other tenant in it; `None` for a parameter that names nobody's thing.
    fn fill(&self, path: &str) -> Option<String> {
        let of = |parameter: &str, resource: &str| match (resource, parameter) {
            (_, "shareId") => Some(&self.share),
            (_, "threadId") => Some(&self.session),
            (_, "messageId") => Some(&self.message),
            (_, "turnId") => Some(&self.turn),
            ("sessions", "id") => Some(&self.session),
            ("users", "id") => Some(&self.user),
            ("keys", "id") => Some(&self.key),
            ("jobs", "id") => Some(&self.job),
            ("approvals", "id") => Some(&self.approval),
            ("inbox", "id") => Some(&self.escalation),
            ("files", "id") => Some(&self.file),
            ("collections", "id") => Some(&self.collection),
            ("servers", "name") => Some(&self.mcp_server),
            ("providers", "name") => Some(&self.model_provider),
            ("own", "name") => Some(&self.assistant),
            ("versions", "version") => Some(&self.models_version),
            ("appointments", "id") => Some(&self.appointment),
            ("orders", "id") => Some(&self.order),
            ("customers", "id") => Some(&self.customer),
            ("blocks", "id") => Some(&self.block),
            ("waiting", "id") => Some(&self.waiting),
            // Whoever has no business has no part of one; what others call theirs is no secret.
            ("catalogue", "section") => Some(&self.section),
            ("catalogue", "id") => Some(&self.service),
            ("sites", "id") => Some(&self.site),
            ("channels", "id") => Some(&self.channel),
            (_, "deliveryId") => Some(&self.delivery),
            _ => None,
        };
        let mut filled = Vec::new();
        let mut resource = "";
        for part in path.split('/') {
            match part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(parameter) => filled.push(of(parameter, resource)?.clone()),
                None => {
                    resource = part;
                    filled.push(part.to_owned());
                }
            }
        }
        Some(filled.join("/"))
    }
}

async fn belongings(server: &TestServer) -> Belongings {
    let victim = server.somebody("victim", Role::Owner, &[KeyScope::Admin]).await;
    let session = victim.session().await;
    victim
        .patch(&format!("/api/chat/sessions/{session}"), json!({"title": "TOPSECRET-title"}))
        .await
        .expect(200);
    let said = victim.say(&session, "TOPSECRET-message").await;
    let share = victim.post(&format!("/api/chat/sessions/{session}/shares"), json!({})).await.expect(201);
    let gone = victim.session().await;
    victim.delete(&format!("/api/chat/sessions/{gone}")).await.expect(204);
    let job = until("the erasing job is listed", || async {
        victim.get("/api/jobs").await.expect(200)["items"][0]["id"].as_str().map(str::to_owned)
    })
    .await;
    let me = victim.get("/api/auth/me").await.expect(200);
    let key = victim.get("/api/keys").await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let reason = json!({"reason": "TOPSECRET-reason"});
    server.model_says([Scene::use_tool("escalate_to_human", reason), Scene::say("TOPSECRET-told")]);
    victim.say(&session, "a person, please").await;
    let escalation = victim.get("/api/inbox").await.expect(200)["items"][0]["id"].clone();
    server.model_says([Scene::use_tool("refund", json!({"order": "TOPSECRET-order"}))]);
    victim.say(&session, "refund it").await;
    let approval = &victim.get("/api/approvals").await.expect(200)["items"][0]["id"];
    let part = reqwest::multipart::Part::text("TOPSECRET-content").file_name("TOPSECRET-name.txt");
    let form = reqwest::multipart::Form::new().part("files", part);
    let sent = victim.request(Method::POST, "/api/files/upload").multipart(form);
    let uploaded = Client::send(sent).await.expect(202);
    let listed = json!({"url": "https://mcp.victim.example/TOPSECRET-path", "token": "TOPSECRET-token"});
    victim.put("/api/mcp/servers/topsecret", listed).await.expect(200);
    let provider = json!({"kind": "openai", "baseUrl": "https://models.victim.example/TOPSECRET", "apiKey": "TOPSECRET-key", "models": []});
    victim.put("/api/models/providers/topsecret", provider).await.expect(200);
    let about = json!({"title": "TOPSECRET-title", "business": "TOPSECRET", "does": "TOPSECRET", "serves": ["members"], "language": "es", "tone": "casual"});
    victim.post("/api/assistants/own", json!({"name": "topsecret", "about": about})).await.expect(201);
    victim.post("/api/assistants/own/topsecret/live", json!({"revision": 1})).await.expect(200);
    let booked = desk(&victim).await;
    let (block, waiting) = counter(&victim).await;
    let site = victim.post("/api/sites", json!({"name": "TOPSECRET-site"})).await.expect(201);
    let bot = json!({"kind": "telegram", "name": "TOPSECRET-bot", "secrets": {"botToken": "TOPSECRET", "secretToken": "TOPSECRET"}});
    let channel = victim.post("/api/channels", bot).await.expect(201);
    Belongings {
        appointment: text(&booked["id"]),
        customer: text(&booked["customerId"]),
        block,
        waiting,
        order: conserje_kernel::OrderId::generate().to_string(),
        section: "services".to_owned(),
        service: text(&booked["serviceId"]),
        channel: text(&channel["id"]),
        delivery: conserje_kernel::DeliveryId::generate().to_string(),
        mcp_server: "topsecret".to_owned(),
        model_provider: "topsecret".to_owned(),
        models_version: "1".to_owned(),
        assistant: "topsecret".to_owned(),
        site: text(&site["id"]),
        file: text(&uploaded["files"][0]["id"]),
        collection: text(&uploaded["files"][0]["collectionId"]),
        approval: text(approval),
        escalation: text(&escalation),
        message: text(&said[1]["messageId"]),
        turn: text(&said[0]["turnId"]),
        secrets: vec!["TOPSECRET".to_owned(), text(&me["user"]["email"])],
        session,
        share: text(&share["id"]),
        user: text(&me["user"]["id"]),
        key,
        job,
    }
}

/// An appointment of somebody secret.
async fn desk(victim: &Client) -> Value {
    victim.post("/api/desk/demos", json!({"name": "dental"})).await.expect(200);
    let today = &victim.get("/api/desk/slots?from=2000-01-01").await.expect(200)["items"];
    assert_eq!(*today, json!([]), "nothing is free in the past");
    let slot = crate::desk_staff::free(victim, "service=limpieza-dental").await.swap_remove(0);
    let booking = json!({
        "customer": {"name": "TOPSECRET-name", "phone": "5551234567"}, "serviceId": "limpieza-dental",
        "branchId": slot["branchId"], "start": slot["start"], "notes": "TOPSECRET-note",
    });
    victim.post("/api/desk/appointments", booking).await.expect(201)["appointment"].clone()
}

/// A block and somebody who waits, both secret.
async fn counter(victim: &Client) -> (String, String) {
    let day = jiff::Zoned::now().date().saturating_add(jiff::Span::new().days(20));
    let block = json!({
        "branchId": "centro", "start": format!("{day}T06:00"), "end": format!("{day}T06:30"), "reason": "TOPSECRET-reason",
    });
    let blocked = victim.post("/api/desk/blocks", block).await.expect(201);
    let wish = json!({
        "customer": {"name": "TOPSECRET-name"}, "until": day.to_string(), "notes": "TOPSECRET-note",
    });
    let waiting = victim.post("/api/desk/waiting", wish).await.expect(201);
    let id = |thing: &Value| thing["id"].as_str().unwrap().to_owned();
    (id(&blocked["block"]), id(&waiting["waiting"]))
}

/// A body that the route would take, from its schema: the attack must fail on the id, not on the form.
fn body_for(path: &str, method: &str) -> Value {
    match (method, path.rsplit('/').next().unwrap_or_default()) {
        ("patch", "{id}") if path.contains("users") => json!({"disabled": true}),
        ("patch", "{id}") if path.contains("files") => {
            json!({"collectionId": conserje_kernel::CollectionId::generate().to_string()})
        }
        ("patch", "{id}") if path.contains("collections") => json!({"weight": 2}),
        ("patch", "{id}") if path.contains("channels") => json!({"enabled": false}),
        ("patch", _) => json!({"title": "taken over"}),
        ("post", "messages") => json!({"message": "hello"}),
        ("put", "feedback") => json!({"rating": "up"}),
        ("post", "approve") => json!({"tools": []}),
        ("put", "draft") => json!({"after": 0, "files": {}}),
        ("post", "live") => json!({"revision": 1}),
        ("post", "move") if path.contains("orders") => json!({"to": "ready"}),
        ("post", "move") => json!({"start": "2030-01-01T10:00"}),
        ("post", "book") => json!({"start": "2030-01-01T10:00", "branchId": "centro"}),
        ("post", "tokens") => json!({"tokens": 5, "reason": "because"}),
        ("put", "{id}") if path.contains("customers") => json!({"name": "taken over"}),
        ("post", "respond") => json!({"decision": "approve"}),
        ("post", "reply" | "notes") => json!({"text": "hello"}),
        ("post", "assign") => json!({"userId": null}),
        _ => json!({}),
    }
}

on_both_homes! {
    async fn another_tenants_ids_answer_not_found_and_leak_nothing(home: Home) {
        let server = TestServer::start_with(home, TestServerOptions::default().with_pack(PACK)).await;
        let theirs = belongings(&server).await;
        // The strongest caller there is: the owner of another tenant.
        let attacker = server.somebody("attacker", Role::Owner, &[KeyScope::Admin]).await;
        let document = serde_json::to_value(openapi()).unwrap();
        let mut tried = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            let operations = item.as_object().unwrap();
            // Packs, models and tools are the deployment's, not a tenant's; a webhook is for whoever signs it.
            if ["/v1/models/{id}", "/api/tools/{name}", "/api/packs/{name}", "/api/channels/{id}/webhook"].contains(&path.as_str()) {
                continue;
            }
            let Some(filled) = path.contains('{').then(|| theirs.fill(path)).flatten() else {
                let open = operations.values().all(|operation| operation["security"] == json!([{}]));
                assert!(!path.contains('{') || open, "{path} takes an id that this test does not know");
                continue;
            };
            // What is put under a name is the caller's own.
            let named = ["/api/mcp/servers/{name}", "/api/models/providers/{name}"];
            let is_put = |method: &str| {
                (method == "put" && named.contains(&path.as_str())) || path.ends_with("/{name}/import")
            };
            for method in operations.keys().filter(|method| !is_put(method)) {
                let request = attacker.request(method.to_uppercase().parse::<Method>().unwrap(), &filled);
                let request = if method == "get" { request } else { request.json(&body_for(path, method)) };
                let reply = Client::send(request).await;
                assert_eq!((reply.status.as_u16(), reply.code().as_str()), (404, "not_found"), "{method} {path}: {}", reply.text);
                for secret in &theirs.secrets {
                    assert!(!reply.text.contains(secret), "{method} {path} leaks: {}", reply.text);
                }
                tried += 1;
            }
        }
        assert!(tried >= 14, "only {tried} operations take ids?");
        // Nor do the lists show anything.
        for list in ["/api/chat/sessions", "/api/chat/sessions?q=TOPSECRET", "/api/users", "/api/keys", "/api/jobs", "/api/feed", "/api/dead-letters", "/api/approvals", "/api/mcp/servers", "/api/models/setup", "/api/models/versions", "/api/assistants/own", "/api/assistants", "/api/packs", "/api/sites", "/api/channels"] {
            let reply = attacker.get(list).await;
            assert_eq!(reply.status.as_u16(), 200, "{list}");
            let own_ids = [&theirs.session, &theirs.user, &theirs.key, &theirs.job, &theirs.approval];
            assert!(own_ids.iter().all(|id| !reply.text.contains(id.as_str())), "{list}: {}", reply.text);
            assert!(!reply.text.contains("TOPSECRET"), "{list}: {}", reply.text);
        }
        server.stop().await;
    }
}
