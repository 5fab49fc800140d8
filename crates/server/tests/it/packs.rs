//! Assistants as data: what a tenant chooses, what changes on disk, who answers what, and what they answer without a model.

use std::path::{Path, PathBuf};

use conserje_kernel::{KeyScope, Role};
use conserje_llm::{Scene, Trouble};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes, until};
use conserje_tools::text_protocol::render_call;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::chat_doors::{data, said, told};
use crate::knowledge::ready;
use crate::socketio::JsClient;

const PACK: &str = r#"
name = "shop"
[[agents]]
name = "greeter"
description = "Says hello."
prompt = "You greet."
[[agents]]
name = "clerk"
description = "Sells things."
prompt = "You sell."
"#;

const ROUTES: &str = r#"
ask_model = true
[commands."/buy"]
agent = "clerk"
[[routes]]
name = "prices"
agent = "clerk"
intent = "price"
any = ["(cuánto|qué) (cuesta|vale)", "price"]
[[routes]]
name = "greeting-prices"
agent = "greeter"
intent = "chat"
any = ["hello price"]
"#;

fn write_pack(folder: &Path, pack: &str, routes: &str) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("pack.toml"), pack).unwrap();
    std::fs::write(folder.join("routes.toml"), routes).unwrap();
}

fn with_folder(folder: &Path) -> TestServerOptions {
    TestServerOptions::config(format!("[packs]\nfolders = [{:?}]\n", folder.display().to_string()))
}

/// The events of a turn that answers a message.
async fn asked(client: &Client, message: &str) -> Vec<Value> {
    asked_with(client, json!({"message": message})).await
}

async fn asked_with(client: &Client, body: Value) -> Vec<Value> {
    let session = client.session().await;
    client.post(&format!("/api/chat/sessions/{session}/messages?wait=true"), body).await.expect(200);
    events(client, &session).await
}

async fn events(client: &Client, session: &str) -> Vec<Value> {
    let page = client.get(&format!("/api/chat/sessions/{session}/events?limit=200")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

fn of_type<'a>(events: &'a [Value], kind: &str) -> &'a Value {
    events.iter().find(|event| event["type"] == kind).unwrap_or_else(|| panic!("no {kind} in {events:#?}"))
}

#[tokio::test]
async fn rules_commands_and_callers_say_who_answers_and_the_log_says_why() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(folder.path(), PACK, ROUTES);
    let server = TestServer::start_with(Home::Sqlite, with_folder(folder.path())).await;
    let owner = server.owner();
    let told = asked(owner, "¿Cuánto cuesta?").await;
    assert_eq!(of_type(&told, "message")["agent"], "clerk");
    let routing = &of_type(&told, "user_message_confirmed")["routing"];
    assert_eq!(routing["by"], "rule");
    assert_eq!((&routing["agent"], &routing["intent"]), (&json!("clerk"), &json!("price")));
    assert_eq!(routing["rules"], json!(["prices"]));
    let told = asked(owner, "/buy tea").await;
    assert_eq!(of_type(&told, "user_message_confirmed")["routing"]["by"], "command");
    let told = asked_with(owner, json!({"message": "price?", "agent": "greeter"})).await;
    assert_eq!(of_type(&told, "message")["agent"], "greeter");
    assert_eq!(of_type(&told, "user_message_confirmed")["routing"]["by"], "caller");
    let told = asked(owner, "good morning").await;
    assert_eq!(of_type(&told, "message")["agent"], "greeter", "the first answers what nobody else does");
    server.stop().await;
}

#[tokio::test]
async fn a_model_is_asked_who_answers_only_where_rules_leave_it_open() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(folder.path(), PACK, ROUTES);
    let server = TestServer::start_with(Home::Sqlite, with_folder(folder.path())).await;
    let chosen = Scene::say(r#"{"agent": "clerk", "reason": "it is about a price"}"#);
    server.model_says([chosen, Scene::say("Two euros.")]);
    // Two agents are as likely: one has two words of it, the other one more.
    let told = asked(server.owner(), "hello, what price, hello price cuánto cuesta").await;
    assert_eq!(of_type(&told, "message")["content"], "Two euros.");
    assert_eq!(of_type(&told, "message")["agent"], "clerk");
    server.stop().await;
}

on_both_homes! {
    async fn a_tenant_has_its_own_choices(home: Home) {
        let folder = tempfile::tempdir().unwrap();
        write_pack(folder.path(), PACK, ROUTES);
        let server = TestServer::start_with(home, with_folder(folder.path())).await;
        let owner = server.owner();
        let stranger = server.somebody("other", Role::Owner, &[KeyScope::Admin]).await;
        let listed = owner.get("/api/packs").await.expect(200);
        assert_eq!(listed["items"][0]["name"], "shop");
        assert_eq!(listed["items"][0]["enabled"], true);
        let choice = json!({"enabled": true, "settings": {"name": "Ana", "brandVoice": "Breve y alegre.", "prompts": {"clerk": "You sell tea only."}}});
        owner.put("/api/packs/shop", choice.clone()).await.expect(200);
        let unknown = json!({"enabled": true, "settings": {"prompts": {"nobody": "x"}}});
        assert_eq!(owner.put("/api/packs/shop", unknown).await.status.as_u16(), 422);
        assert_eq!(owner.put("/api/packs/none", choice).await.status.as_u16(), 404);
        let own = owner.get("/api/packs").await.expect(200);
        assert_eq!(own["items"][0]["settings"]["name"], "Ana");
        let others = stranger.get("/api/packs").await.expect(200);
        assert_eq!(others["items"][0]["settings"]["name"], Value::Null, "nothing of it is another tenant's");
        let off = json!({"enabled": false, "settings": {}});
        stranger.put("/api/packs/shop", off).await.expect(200);
        let told = asked(&stranger, "price").await;
        assert_eq!(of_type(&told, "message")["agent"], "assistant", "who has no pack has the plain assistant");
        let told = asked(owner, "price").await;
        assert_eq!(of_type(&told, "message")["agent"], "clerk");
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(member.put("/api/packs/shop", json!({"enabled": false, "settings": {}})).await.status.as_u16(), 403);
        server.stop().await;
    }
}

#[tokio::test]
async fn packs_are_read_anew_when_they_change_and_stay_as_they_were_when_they_break() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(folder.path(), PACK, ROUTES);
    let server = TestServer::start_with(Home::Sqlite, with_folder(folder.path())).await;
    let owner = server.owner();
    std::fs::write(folder.path().join("routes.toml"), ROUTES.replace("price\"", "tariff\"")).unwrap();
    until("the new rule is in force", || async {
        let told = asked(owner, "tariff").await;
        (of_type(&told, "message")["agent"] == "clerk").then_some(())
    })
    .await;
    std::fs::write(folder.path().join("pack.toml"), "name = ").unwrap();
    std::fs::write(folder.path().join("routes.toml"), "routes = 3").unwrap();
    let told = asked(owner, "tariff").await;
    assert_eq!(of_type(&told, "message")["agent"], "clerk");
    server.stop().await;
}

/// The packs that come with the program, their documents read, and no language model.
fn config_of(packs: &str) -> String {
    let program = env!("CARGO_BIN_EXE_conserje");
    format!(
        "[testing]\nscripted = false\nworker_program = \"{program}\"\n[documents]\nworkers = 1\n[packs]\nincluded = [{packs}]\n"
    )
}

async fn included(packs: &str) -> TestServer {
    TestServer::start_with(Home::Sqlite, TestServerOptions::config(config_of(packs))).await
}

fn pack_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(name)
}

async fn give(client: &Client, folder: &Path, collection: Option<(&str, f64)>) {
    let collection = match collection {
        Some((name, weight)) => {
            let made =
                client.post("/api/collections", json!({"name": name, "weight": weight})).await.expect(201);
            Some(made["id"].as_str().unwrap().to_owned())
        }
        None => None,
    };
    let mut form = Form::new();
    if let Some(id) = collection {
        form = form.text("collectionId", id);
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            form = form.part("files", Part::bytes(std::fs::read(&path).unwrap()).file_name(name));
        }
    }
    let request = client.request(Method::POST, "/api/files/upload").multipart(form);
    let reply = Client::send(request).await.expect(202);
    for file in reply["files"].as_array().unwrap() {
        let file = ready(client, file["id"].as_str().unwrap()).await;
        assert_eq!(file["processingStatus"], "completed", "{file}");
    }
}

/// Where in which file. Not how relevant: a client of another language writes numbers in another way.
fn places(citations: &Value) -> Vec<Value> {
    let place = |one: &Value| {
        json!([one["marker"], one["fileId"], one["section"], one["quote"], one["start"], one["end"]])
    };
    citations.as_array().unwrap().iter().map(place).collect()
}

/// What is said, and what it rests on.
async fn over_sse(client: &Client, question: &str) -> (Value, Vec<Value>) {
    let frames = told(&client.post("/api/rag-agent", json!({"message": question})).await);
    let end = data(frames.last().unwrap());
    (json!(said(&frames)), places(&end["sources"]))
}

async fn over_socket(live: &mut JsClient, client: &Client, question: &str) -> (Value, Vec<Value>) {
    let session = client.session().await;
    live.emit("chat:message", json!({"sessionId": session, "message": question})).await;
    let events = live.events_until("complete").await;
    (
        of_type(&events, "message")["content"].clone(),
        places(&of_type(&events, "citations_created")["citations"]),
    )
}

/// What people ask, each answered right and with its source, and the same through every door.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_model_the_three_packs_answer_with_their_sources() {
    let server = included("\"docs\", \"legal\", \"erp\"").await;
    let owner = server.owner();
    give(owner, &pack_folder("docs/knowledge"), None).await;
    give(owner, &pack_folder("legal/knowledge/normativa"), Some(("normativa", 1.5))).await;
    let mut live = JsClient::connect(owner.url(), owner.key().unwrap()).await;
    let mut shown = String::new();
    for question in [
        "¿Cuántos días de vacaciones tengo?",
        "me han echado, ¿qué me corresponde?",
        "artículo 48 del ET",
        "¿Qué campos tiene un cliente en Business Central?",
        "What tables are in the functional document?",
    ] {
        let events = asked(owner, question).await;
        let tool = of_type(&events, "tool_use");
        let message = of_type(&events, "message");
        let citations = &of_type(&events, "citations_created")["citations"];
        let cited = &citations[0];
        let heard = (message["content"].clone(), places(citations));
        assert_eq!(over_sse(owner, question).await, heard, "{question}");
        assert_eq!(over_socket(&mut live, owner, question).await, heard, "{question}");
        let answer: String = message["content"].as_str().unwrap().chars().take(220).collect();
        shown.push_str(&format!(
            "? {question}\n  {} {} {}\n  {answer}\n  ← {} | {}\n\n",
            message["agent"].as_str().unwrap(),
            tool["toolName"].as_str().unwrap(),
            tool["args"],
            cited["fileName"].as_str().unwrap(),
            cited["section"].as_str().unwrap_or("–"),
        ));
    }
    insta::assert_snapshot!("packs_without_a_model", shown);
    server.stop().await;
}

/// A law or an article that is not there is said not to be, and no other is shown in its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_law_that_is_not_there_is_said_not_to_be() {
    let server = included("\"legal\"").await;
    let owner = server.owner();
    give(owner, &pack_folder("legal/knowledge/normativa"), Some(("normativa", 1.5))).await;
    let mut shown = String::new();
    for question in [
        "artículo 48 de la Ley de Pesca",
        "artículo 999 del ET",
        "Law 12/1850",
        "What does article 3 of the Fisheries Act say?",
    ] {
        let events = asked(owner, question).await;
        let answer = of_type(&events, "message")["content"].as_str().unwrap();
        assert!(!events.iter().any(|event| event["type"] == "citations_created"), "{events:#?}");
        shown.push_str(&format!("? {question}\n{answer}\n\n"));
    }
    insta::assert_snapshot!("laws_that_are_not_there", shown);
    server.stop().await;
}

/// Two assistants of two tenants, over documents with the same names: each knows its own.
#[tokio::test]
async fn two_tenants_with_the_same_question_share_nothing() {
    let server = included("\"docs\"").await;
    let (one, other) = (
        server.somebody("norte", Role::Owner, &[KeyScope::Admin]).await,
        server.somebody("sur", Role::Owner, &[KeyScope::Admin]).await,
    );
    for (client, name, days) in [(&one, "Nora", "23"), (&other, "Sergio", "31")] {
        let settings = json!({"enabled": true, "settings": {"name": name, "brandVoice": "Breve."}});
        client.put("/api/packs/docs", settings).await.expect(200);
        let text = format!("# Vacaciones\n\nCada persona tiene {days} días de vacaciones al año.");
        crate::knowledge::added(client, "convenio.md", &text).await;
    }
    for (client, mine, theirs) in [(&one, "23", "31"), (&other, "31", "23")] {
        let events = asked(client, "¿Cuántos días de vacaciones hay al año?").await;
        let told = serde_json::to_string(&events).unwrap();
        let answer = of_type(&events, "message")["content"].as_str().unwrap();
        assert!(answer.contains(&format!("{mine} días")), "{answer}");
        assert!(!told.contains(&format!("{theirs} días")), "{told}");
        let packs = client.get("/api/packs").await.expect(200);
        let name = if mine == "23" { "Nora" } else { "Sergio" };
        assert_eq!(packs["items"][0]["settings"]["name"], name);
    }
    server.stop().await;
}

/// A model that cannot call functions uses the six tools by writing.
#[tokio::test]
async fn a_model_without_function_calls_uses_the_tools_of_the_docs_pack_in_words() {
    let config = config_of("\"docs\"").replace("scripted = false", "scripted = true");
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    give(owner, &pack_folder("docs/knowledge"), None).await;
    let spec = "functional-specification.md";
    let mut shown = String::new();
    for (tool, args) in [
        ("tool_lexical_search", json!({"query": "damaged pallet red label", "top_k": 2})),
        ("tool_semantic_search", json!({"query": "what happens to broken goods", "top_k": 2})),
        ("tool_regex_search", json!({"pattern": "FR-01[12]"})),
        ("tool_structure_search", json!({"document_name": spec, "chunk_type": "table"})),
        ("tool_file_section", json!({"file_name": spec, "chunk_start": 1, "chunk_end": 2})),
        ("tool_file_content", json!({"file_name": spec})),
    ] {
        server.model_says([
            Scene::fail("no functions").with_trouble(Trouble::NoNativeTools),
            Scene::say(format!("I look it up.\n{}", render_call(tool, &args))),
            Scene::say("It gets a red label and goes to quarantine. [1]"),
        ]);
        let events =
            asked_with(owner, json!({"message": "What about damaged pallets?", "agent": "docs-expert"}))
                .await;
        let (call, result) = (of_type(&events, "tool_use"), of_type(&events, "tool_result"));
        assert_eq!((&call["toolName"], &call["args"]), (&json!(tool), &args));
        assert_eq!(result["success"], true, "{result}");
        let answer = events.iter().rfind(|event| event["type"] == "message").unwrap();
        assert_eq!(answer["content"], "It gets a red label and goes to quarantine. [1]");
        let cited = &of_type(&events, "citations_created")["citations"][0];
        shown.push_str(&format!("{tool} {args}\n  ← {} | {}\n", cited["fileName"], cited["section"]));
    }
    let asked = server.app().scripted_model().asked();
    let last = asked.last().unwrap();
    assert!(
        last.tools.is_empty() && last.system.contains("tool_lexical_search"),
        "they are described in words"
    );
    insta::assert_snapshot!("docs_tools_in_words", shown);
    server.stop().await;
}

/// Who has only one of two packs is handed over to nobody of the other.
#[tokio::test]
async fn nobody_is_handed_over_to_an_assistant_that_the_tenant_does_not_have() {
    let folder = tempfile::tempdir().unwrap();
    let agent = |name: &str| {
        format!(
            "name = \"{name}\"\n[[agents]]\nname = \"{name}-clerk\"\nprompt = \"You help.\"\ntools = [\"handoff\"]\n"
        )
    };
    let packs: Vec<PathBuf> = ["tea", "coffee"]
        .map(|name| {
            let pack = folder.path().join(name);
            std::fs::create_dir(&pack).unwrap();
            std::fs::write(pack.join("pack.toml"), agent(name)).unwrap();
            pack
        })
        .into();
    let config = format!("[packs]\nfolders = {packs:?}\n");
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let hands_over = || {
        server.model_says([Scene::use_tool("handoff", json!({"to": "coffee-clerk"})), Scene::say("Dígame.")]);
    };
    hands_over();
    let events = asked_with(owner, json!({"message": "hola", "agent": "tea-clerk"})).await;
    assert_eq!(of_type(&events, "message")["agent"], "coffee-clerk");
    owner.put("/api/packs/coffee", json!({"enabled": false, "settings": {}})).await.expect(200);
    hands_over();
    let events = asked_with(owner, json!({"message": "hola", "agent": "tea-clerk"})).await;
    assert!(!events.iter().any(|event| event["type"] == "handoff"), "{events:?}");
    let answer = events.iter().rfind(|event| event["type"] == "message").unwrap();
    assert_eq!((&answer["agent"], &answer["content"]), (&json!("tea-clerk"), &json!("Dígame.")));
    server.stop().await;
}

/// What a turn costs before anything was said or found (A3): what every agent of every pack is told, and what its tools are
/// described with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_agent_costs_more_tokens_than_its_budget() {
    const TURN: u64 = 2_500;
    /// A specialist of the front desk has a few tools for one matter.
    const SPECIALISTS_TOOLS: u64 = 500;
    let mut over = Vec::new();
    for pack in ["docs", "legal", "erp", "frontdesk"] {
        let config = config_of(&format!("\"{pack}\"")).replace("scripted = false", "scripted = true");
        let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
        if pack == "frontdesk" {
            // A business is told of, too: its place, its rules, the day.
            let file = std::fs::read_to_string(pack_folder(pack).join("demo/dental/business.toml")).unwrap();
            server.owner().put("/api/desk/business", json!({"business": file})).await.expect(200);
        }
        let agents = server.owner().get("/api/agents").await.expect(200);
        for agent in agents["items"].as_array().unwrap() {
            let name = agent["name"].as_str().unwrap();
            let body = json!({"message": "Quiero saber cuánto cuesta y cuándo puedo ir.", "agent": name});
            asked_with(server.owner(), body).await;
            let asked = server.app().scripted_model().asked();
            let request = asked.last().unwrap();
            let count = |text: &str| conserje_llm::count("", text);
            let tools = count(&serde_json::to_string(&request.tools).unwrap());
            let told = count(&request.system) + count(&serde_json::to_string(&request.messages).unwrap());
            if told + tools > TURN || (pack == "frontdesk" && tools > SPECIALISTS_TOOLS) {
                over.push(format!("{pack}/{name}: {told} tokens told, {tools} of tools"));
            }
        }
        server.stop().await;
    }
    assert!(over.is_empty(), "{over:#?}");
}
