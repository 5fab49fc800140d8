//! The Model Context Protocol, spoken by hand and by the SDK's own client.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, Reply, TestServer, TestServerOptions, on_both_homes};
use reqwest::{Method, RequestBuilder};
use rmcp::model::{
    CallToolRequestParams, ClientConfig, GetPromptRequestParams, ProtocolVersion, ReadResourceRequestParams,
};
use rmcp::service::{ClientLifecycleMode, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientServiceExt as _, RoleClient};
use serde_json::{Value, json};

use crate::cli::Served;
use crate::knowledge::{added, options};

const PATH: &str = "/api/v1/mcp";
const TARIFF: &str = "# Tarifas\n\nLa limpieza dental cuesta 40 €. Un empaste cuesta 60 €.\n";

fn message(client: &Client, body: &Value) -> RequestBuilder {
    let request = client.request(Method::POST, PATH).header("accept", "application/json, text/event-stream");
    request.header("mcp-protocol-version", "2025-11-25").json(body)
}

pub(crate) async fn rpc(client: &Client, method: &str, params: Value) -> Value {
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let reply = Client::send(message(client, &body)).await.expect(200);
    assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(7)), "{reply}");
    reply
}

async fn call(client: &Client, tool: &str, args: Value) -> Value {
    rpc(client, "tools/call", json!({"name": tool, "arguments": args})).await
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

async fn connected(client: &Client, mode: ClientLifecycleMode) -> RunningService<RoleClient, ClientConfig> {
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{}{PATH}", client.url()))
        .auth_header(client.key().unwrap());
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let transport = StreamableHttpClientTransport::with_client(http, config);
    ClientConfig::default().serve_with_lifecycle(transport, mode).await.unwrap()
}

on_both_homes! {
    async fn a_client_of_either_revision_finds_what_was_uploaded(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let owner = server.owner();
        let id = added(owner, "tarifas.md", TARIFF).await;
        for (mode, revision) in [
            (ClientLifecycleMode::Initialize, "2025-11-25"),
            (ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }, "2026-07-28"),
        ] {
            let client = connected(owner, mode).await;
            let peer = client.peer_info().unwrap();
            assert_eq!(peer.protocol_version.as_str(), revision);
            assert_eq!(peer.server_info.as_ref().unwrap().name, "conserje");
            let tools = client.list_all_tools().await.unwrap();
            assert!(tools.iter().any(|tool| tool.name == "search_knowledge_base" && tool.input_schema.contains_key("properties")), "{tools:?}");
            let args = json!({"query": "limpieza dental"}).as_object().unwrap().clone();
            let found = client.call_tool(CallToolRequestParams::new("search_knowledge_base").with_arguments(args)).await.unwrap();
            assert!(serde_json::to_string(&found).unwrap().contains("40 €"), "{found:?}");
            let resources = client.list_all_resources().await.unwrap();
            assert_eq!(resources[0].uri, format!("conserje://documents/{id}"));
            assert_eq!(resources[0].name, "tarifas.md");
            let read = client.read_resource(ReadResourceRequestParams::new(resources[0].uri.clone())).await.unwrap();
            assert!(serde_json::to_string(&read).unwrap().contains("Un empaste cuesta 60 €"), "{read:?}");
            let prompts = client.list_all_prompts().await.unwrap();
            let question = json!({"question": "¿Cuánto cuesta?"}).as_object().unwrap().clone();
            let asked = client.get_prompt(GetPromptRequestParams::new(prompts[0].name.clone()).with_arguments(question)).await.unwrap();
            assert!(serde_json::to_string(&asked).unwrap().contains("¿Cuánto cuesta?"), "{asked:?}");
            client.cancel().await.unwrap();
        }
        server.stop().await;
    }

    async fn another_tenant_sees_and_reads_nothing(home: Home) {
        let server = TestServer::start_with(home, options()).await;
        let id = added(server.owner(), "tarifas.md", TARIFF).await;
        let other = server.somebody("vecina", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rpc(&other, "resources/list", json!({})).await["result"]["resources"], json!([]));
        let uri = format!("conserje://documents/{id}");
        let theirs = rpc(&other, "resources/read", json!({"uri": uri})).await;
        let made_up = rpc(&other, "resources/read", json!({"uri": "conserje://documents/doc_0"})).await;
        assert_eq!(theirs["error"]["code"], -32002, "{theirs}");
        assert_eq!(made_up["error"]["code"], theirs["error"]["code"]);
        let found = call(&other, "search_knowledge_base", json!({"query": "limpieza dental"})).await;
        assert!(!found.to_string().contains("40 €"), "{found}");
        let named = call(&other, "tool_file_content", json!({"file_name": "tarifas"})).await;
        assert!(!named.to_string().contains("40 €"), "{named}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_one_is_told_where_to_look() {
    let server = TestServer::start(Home::Sqlite).await;
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let refused = Client::send(message(&server.stranger(), &body)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (401, "unauthenticated"));
    let challenge = refused.headers["www-authenticate"].to_str().unwrap();
    let url = challenge.strip_prefix("Bearer resource_metadata=\"").and_then(|rest| rest.strip_suffix('"'));
    let path = url.unwrap().strip_prefix(server.owner().url()).unwrap();
    let metadata = server.stranger().get(path).await.expect(200);
    assert_eq!(metadata["resource"], format!("{}{PATH}", server.owner().url()));
    assert_eq!(metadata["bearer_methods_supported"], json!(["header"]));
    let elsewhere = server.stranger().get("/api/files").await;
    assert_eq!(elsewhere.headers["www-authenticate"], "Bearer", "other doors have no such metadata");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_names_that_are_not_ours_are_refused() {
    let config = "[mcp]\nallowed_hosts = [\"proxy.example\"]\nallowed_origins = [\"https://app.example\"]\n";
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let from = async |header: &str, value: &str| -> Reply {
        Client::send(message(owner, &body).header(header, value)).await
    };
    for foreign in
        ["https://evil.example", "null", "https://app.example:8443", "http://localhost:1", "no url"]
    {
        let reply = from("origin", foreign).await;
        assert_eq!((reply.status.as_u16(), reply.code().as_str()), (403, "forbidden"), "{foreign}");
    }
    from("origin", "https://app.example").await.expect(200);
    from("origin", owner.url()).await.expect(200);
    for foreign in ["evil.example", "127.0.0.1.evil.example"] {
        let reply = from("host", foreign).await;
        assert_eq!((reply.status.as_u16(), reply.code().as_str()), (403, "forbidden"), "{foreign}");
    }
    from("host", "proxy.example").await.expect(200);
    from("host", "localhost:8484").await.expect(200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_wrongly_is_answered_with_the_codes_of_the_protocol() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    let code = |reply: &Value| reply["error"]["code"].as_i64();
    let unknown = call(owner, "no_such_tool", json!({})).await;
    assert_eq!(code(&unknown), Some(-32602));
    assert_eq!(unknown["error"]["message"], "there is no tool `no_such_tool`; `tools/list` lists them");
    let reserved = call(owner, "todo", json!({})).await;
    assert_eq!(code(&reserved), Some(-32602), "a tool that needs an agent is none here");
    let wrong = call(owner, "search_knowledge_base", json!({"query": 7})).await;
    assert_eq!(wrong["result"]["isError"], true, "the model can do better: {wrong}");
    assert!(wrong["result"]["content"][0]["text"].as_str().unwrap().contains("query"), "{wrong}");
    assert_eq!(code(&rpc(owner, "tools/call", json!({"arguments": {}})).await), Some(-32602));
    assert_eq!(code(&rpc(owner, "tools/list", json!({"cursor": "%"})).await), Some(-32602));
    assert_eq!(code(&rpc(owner, "resources/list", json!({"cursor": "x"})).await), Some(-32602));
    assert_eq!(code(&rpc(owner, "prompts/get", json!({"name": "nobody"})).await), Some(-32602));
    assert_eq!(code(&rpc(owner, "no/such/method", json!({})).await), Some(-32601));
    assert_eq!(rpc(owner, "ping", json!({})).await["result"], json!({}));

    let raw = async |body: &'static str| {
        let request =
            owner.request(Method::POST, PATH).header("accept", "application/json, text/event-stream");
        Client::send(request.header("content-type", "application/json").body(body)).await
    };
    assert_eq!(code(&raw("{").await.expect(400)), Some(-32700));
    for not_one in ["[]", "{}", r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#] {
        assert_eq!(code(&raw(not_one).await.expect(400)), Some(-32600), "{not_one}");
    }
    let notified = raw(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert_eq!((notified.status.as_u16(), notified.text.as_str()), (202, ""));
    let ping = owner.request(Method::POST, PATH).header("accept", "application/json, text/event-stream");
    let ping = ping.json(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    let of_no_revision = Client::send(ping.header("mcp-protocol-version", "1999-01-01")).await;
    assert_eq!((of_no_revision.status.as_u16(), of_no_revision.code().as_str()), (400, "invalid_request"));
    let picky = owner.request(Method::POST, PATH).header("accept", "application/json");
    let picky = Client::send(picky.json(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))).await;
    assert_eq!((picky.status.as_u16(), picky.code().as_str()), (406, "invalid_request"));
    let no_json = owner.request(Method::POST, PATH).header("accept", "application/json, text/event-stream");
    assert_eq!(Client::send(no_json.body("ping")).await.code(), "unsupported_media_type");
    let long = json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "x".repeat(1024 * 1024)}});
    assert_eq!(Client::send(message(owner, &long)).await.code(), "body_too_large");
    for method in [Method::GET, Method::DELETE] {
        let reply = Client::send(owner.request(method, PATH).header("accept", "text/event-stream")).await;
        assert_eq!(reply.status, 405, "there is no session to follow or to end");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_say_what_they_do_and_prompts_keep_the_assistants_own_words() {
    const PACK: &str = r#"
name = "clinic"
[[agents]]
name = "reception"
description = "Knows prices and hours."
prompt = "SECRET-WORDS: you are the receptionist."
tools = ["search_knowledge_base", "todo"]
"#;
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::default().with_pack(PACK)).await;
    let owner = server.owner();
    let listed = rpc(owner, "tools/list", json!({})).await["result"].clone();
    let direct = owner.get("/api/tools").await.expect(200);
    let mut expected = names(&direct["items"]);
    expected.sort_unstable();
    assert_eq!(names(&listed["tools"]), expected, "the tools of the other door, in order");
    for tool in listed["tools"].as_array().unwrap() {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()), "{tool}");
    }
    let prompts = rpc(owner, "prompts/list", json!({})).await["result"]["prompts"].clone();
    assert_eq!(names(&prompts), ["reception"]);
    let asked = json!({"name": "reception", "arguments": {"question": "¿Abrís hoy?"}});
    let prompt = rpc(owner, "prompts/get", asked).await["result"].clone();
    insta::assert_snapshot!(prompt["messages"][0]["content"]["text"].as_str().unwrap(), @"
    Work as the assistant `reception`: Knows prices and hours. Look things up with `search_knowledge_base` before you answer, answer only from what they find, and name the documents it is from. If they do not say, say so.

    ¿Abrís hoy?
    ");
    assert!(!prompt.to_string().contains("SECRET-WORDS"), "{prompt}");
    server.stop().await;
}

/// A program's own server, on its standard input and output.
fn stdio(data: &Path, arguments: &[&str], lines: &[Value]) -> (Vec<Value>, Output) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conserje"))
        .arg("mcp")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .env("CONSERJE__TESTING__SCRIPTED", "true")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        // A text is a line as it is.
        let line = line.as_str().map_or_else(|| line.to_string(), str::to_owned);
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    let mut replies: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // They come as they are ready.
    replies.sort_by_key(|reply| reply["id"].as_i64());
    (replies, output)
}

fn conversation() -> Vec<Value> {
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let newest = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": client, "io.modelcontextprotocol/clientCapabilities": {}},
        "name": "list_documents", "arguments": {}});
    vec![
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        json!(""),
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "list_documents", "arguments": {}}}),
        json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": newest}),
        json!({"jsonrpc": "2.0", "id": 5, "method": "no/such"}),
        json!("{ this is no message"),
    ]
}

fn check(replies: &[Value], output: &Output) {
    assert!(output.status.success(), "{output:?}");
    let [unread, hello, tools, called, newest, unknown] = replies else { panic!("{replies:?}") };
    assert_eq!((&unread["id"], &unread["error"]["code"]), (&Value::Null, &json!(-32700)));
    assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(hello["result"]["serverInfo"]["name"], "conserje");
    assert!(names(&tools["result"]["tools"]).contains(&"list_documents"), "{tools}");
    assert_eq!(called["result"]["isError"], false, "{called}");
    assert_eq!(newest["result"]["resultType"], "complete", "{newest}");
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_starts_its_servers_itself_gets_the_same_door() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (replies, output) = stdio(&data, &[], &conversation());
    check(&replies, &output);
    let server = Served::start(env!("CARGO_BIN_EXE_conserje"), &data, &[]);
    let (replies, output) = stdio(&data, &[], &conversation());
    check(&replies, &output);
    let (url, key) = (server.ready["url"].as_str().unwrap(), server.ready["demo_api_key"].as_str().unwrap());
    let (replies, output) = stdio(folder.path(), &["--url", url, "--key", key], &conversation());
    check(&replies, &output);
    let (replies, _) = stdio(folder.path(), &["--url", url, "--key", "csk_wrong"], &conversation()[..1]);
    assert_eq!(replies[0]["error"]["code"], -32603, "{replies:?}");
    assert!(replies[0]["error"]["message"].as_str().unwrap().contains("API key"), "{replies:?}");
}
