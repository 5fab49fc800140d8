//! Tools of other MCP servers, in a turn. The other server is one of ours: it speaks MCP as anybody's does.

use conserje_kernel::{KeyScope, Role};
use conserje_llm::Scene;
use conserje_store::mcp::McpTool;
use conserje_testkit::{Home, TestServer, TestServerOptions, on_both_homes};
use serde_json::{Value, json};

const PACK: &str = r#"
name = "desk"
[[agents]]
name = "clerk"
prompt = "You help."
tools = ["far__*"]
"#;

fn may_reach(far: &TestServer) -> TestServerOptions {
    let place = far.owner().url().strip_prefix("http://").unwrap().to_owned();
    TestServerOptions::config(format!("[mcp]\nexternal_private = [\"{place}\"]\n")).with_pack(PACK)
}

fn listed(far: &TestServer) -> Value {
    json!({"url": format!("{}/api/v1/mcp", far.owner().url()), "token": far.owner().key().unwrap()})
}

fn tool<'a>(tools: &'a Value, name: &str) -> &'a Value {
    tools["items"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap()
}

async fn used(server: &TestServer) -> Value {
    server.model_says([Scene::use_tool("far__list_documents", json!({})), Scene::say("Done.")]);
    let session = server.owner().session().await;
    let events = server.owner().say(&session, "What is there?").await;
    events.into_iter().find(|event| event["type"] == "tool_result").unwrap()
}

on_both_homes! {
    async fn a_tool_of_another_server_is_used_once_it_is_approved_and_only_as_it_was(home: Home) {
        let far = TestServer::start(Home::Sqlite).await;
        let server = TestServer::start_with(home, may_reach(&far)).await;
        let owner = server.owner();
        let put = owner.put("/api/mcp/servers/far", listed(&far)).await.expect(200);
        assert_eq!((&put["hasToken"], &put["approved"]), (&json!(true), &json!([])));
        assert!(!put.to_string().contains(far.owner().key().unwrap()), "a token is never told");
        assert_eq!(used(&server).await["success"], false, "nothing is used before it is approved");

        let tools = owner.get("/api/mcp/servers/far/tools").await.expect(200);
        let seen = tool(&tools, "list_documents").clone();
        assert_eq!((&seen["state"], &seen["offeredAs"]), (&json!("new"), &json!("far__list_documents")));
        let approve = |digest: &Value| json!({"tools": [{"name": "list_documents", "digest": digest, "risk": "read"}]});
        let other = owner.post("/api/mcp/servers/far/approve", approve(&json!("0".repeat(64)))).await;
        assert_eq!(other.code(), "invalid_value", "only what was seen is approved");
        let approved = owner.post("/api/mcp/servers/far/approve", approve(&seen["digest"])).await.expect(200);
        assert_eq!(tool(&approved, "list_documents")["state"], "approved");
        let result = used(&server).await;
        assert_eq!(result["success"], true, "{result}");

        // As if the other server had said something else when it was approved.
        let scope = server.app().operator_inside("demo").await.unwrap();
        let row = McpTool {
            server: "far".to_owned(),
            tool: "list_documents".to_owned(),
            title: None,
            description: seen["description"].as_str().unwrap().to_owned(),
            parameters: seen["parameters"].to_string(),
            digest: "0".repeat(64),
            risk: "read".to_owned(),
        };
        server.app().store().write(&scope, move |tx| conserje_store::mcp::approve(tx, &row)).await.unwrap();
        // Which takes what is remembered of the tenant's tools with it.
        owner.put("/api/mcp/servers/far", listed(&far)).await.expect(200);
        let tools = owner.get("/api/mcp/servers/far/tools").await.expect(200);
        assert_eq!(tool(&tools, "list_documents")["state"], "changed");
        let result = used(&server).await;
        assert_eq!(result["success"], false);
        assert!(result.to_string().contains("changed since it was approved"), "{result}");
        owner.post("/api/mcp/servers/far/approve", approve(&seen["digest"])).await.expect(200);
        assert_eq!(used(&server).await["success"], true);

        far.stop().await;
        let result = used(&server).await;
        assert_eq!(result["success"], false, "a server that is gone ends no turn: {result}");
        assert_eq!(owner.get("/api/mcp/servers/far/tools").await.code(), "mcp_server_failed");
        owner.delete("/api/mcp/servers/far").await.expect(204);
        assert_eq!(owner.get("/api/mcp/servers").await.expect(200)["items"], json!([]));
        server.stop().await;
    }

    async fn a_server_at_another_address_is_another_server(home: Home) {
        let far = TestServer::start(Home::Sqlite).await;
        let server = TestServer::start_with(home, may_reach(&far)).await;
        let owner = server.owner();
        let mut listing = listed(&far);
        listing["allowedTools"] = json!(["list_documents"]);
        owner.put("/api/mcp/servers/far", listing).await.expect(200);
        let tools = owner.get("/api/mcp/servers/far/tools").await.expect(200);
        assert_eq!(tool(&tools, "tool_lexical_search")["state"], "withheld");
        let digest = &tool(&tools, "list_documents")["digest"];
        let approve = json!({"tools": [{"name": "list_documents", "digest": digest}]});
        let approved = owner.post("/api/mcp/servers/far/approve", approve).await.expect(200);
        assert_eq!(tool(&approved, "list_documents")["risk"], "write", "what it does is not known, so a person is asked");
        let moved = owner.put("/api/mcp/servers/far", json!({"url": "https://other.example/mcp"})).await.expect(200);
        assert_eq!((&moved["approved"], &moved["hasToken"]), (&json!([]), &json!(false)));

        for (url, name) in [
            ("http://169.254.169.254/mcp", "far"),
            ("https://localhost/mcp", "far"),
            ("http://other.example/mcp", "far"),
            ("not a url", "far"),
            ("https://other.example/mcp", "Far__x"),
        ] {
            let refused = owner.put(&format!("/api/mcp/servers/{name}"), json!({"url": url})).await;
            assert_eq!(refused.code(), "invalid_value", "{url} {name}");
        }
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(member.get("/api/mcp/servers").await.code(), "forbidden");
        far.stop().await;
        server.stop().await;
    }
}
