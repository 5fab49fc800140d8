//! The MCP door with what the public conformance suite expects behind it: see `scripts/mcp-conformance`.
//!
//! It prints its address and serves until it is killed. Who answers is made up; which requests are let in, and
//! how messages travel, is the server's own.
#![expect(deprecated, reason = "the suite tests what the newest revision has given up")]
#![expect(clippy::print_stdout, reason = "the address is what a script waits for")]

use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use conserje_doors::mcp::transport::{Door, DoorOptions};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequestParams,
    ElicitRequestParams, GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation,
    JsonObject, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    LoggingLevel, LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam, Prompt,
    PromptArgument, PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, ResourceTemplate, Role, SamplingMessage, ServerCapabilities, ServerConfig,
    SetLevelRequestParams, SubscribeRequestParams, Tool, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// One red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// No sound at all.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const BETWEEN_STEPS: Duration = Duration::from_millis(50);

struct Fixture;

fn object(value: Value) -> JsonObject {
    let Value::Object(fields) = value else { return JsonObject::new() };
    fields
}

fn tool(name: &'static str, required: &[(&str, &str)]) -> Tool {
    let properties: JsonObject = required
        .iter()
        .map(|(name, about)| ((*name).to_owned(), json!({"type": "string", "description": about})))
        .collect();
    let names: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    let schema = json!({"type": "object", "properties": properties, "required": names});
    Tool::new(name, format!("Fixture: {}", name.replace('_', " ")), object(schema))
}

fn tools() -> Vec<Tool> {
    let plain = [
        "test_simple_text",
        "test_image_content",
        "test_audio_content",
        "test_embedded_resource",
        "test_multiple_content_types",
        "test_tool_with_logging",
        "test_tool_with_progress",
        "test_error_handling",
        "test_elicitation_sep1034_defaults",
        "test_elicitation_sep1330_enums",
        "test_reconnection",
    ];
    let mut tools: Vec<Tool> = plain.into_iter().map(|name| tool(name, &[])).collect();
    tools.push(tool("test_sampling", &[("prompt", "What the model is asked")]));
    tools.push(tool("test_elicitation", &[("message", "What the user is asked")]));
    let modern = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"type": "object", "properties": {
            "street": {"type": "string"}, "city": {"type": "string"}}}},
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
        "additionalProperties": false
    });
    let about = "Tool with JSON Schema 2020-12 features";
    tools.push(Tool::new("json_schema_2020_12_tool", about, object(modern)));
    tools
}

fn failed(error: &dyn std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

fn said(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

async fn log(peer: &Peer<RoleServer>, text: &str) -> Result<(), ErrorData> {
    let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(text));
    peer.notify_logging_message(message).await.map_err(|error| failed(&error))
}

async fn elicit(peer: &Peer<RoleServer>, message: &str, schema: Value) -> Result<CallToolResult, ErrorData> {
    let requested_schema = serde_json::from_value(schema).map_err(|error| failed(&error))?;
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema,
    };
    let answer = peer.create_elicitation(params).await.map_err(|error| failed(&error))?;
    let action = serde_json::to_value(&answer.action).map_err(|error| failed(&error))?;
    let content = answer.content.unwrap_or_default();
    Ok(said(format!(
        "Elicitation completed: action={}, content={content}",
        action.as_str().unwrap_or_default()
    )))
}

fn defaults() -> Value {
    json!({"type": "object", "properties": {
        "name": {"type": "string", "description": "User name", "default": "John Doe"},
        "age": {"type": "integer", "description": "User age", "default": 30},
        "score": {"type": "number", "description": "User score", "default": 95.5},
        "status": {"type": "string", "description": "User status", "enum": ["active", "inactive", "pending"],
            "default": "active"},
        "verified": {"type": "boolean", "description": "Verification status", "default": true}
    }, "required": []})
}

fn enums() -> Value {
    let plain = json!(["option1", "option2", "option3"]);
    let titled = |word: &str| -> Vec<Value> {
        let places = [("value1", "First"), ("value2", "Second"), ("value3", "Third")];
        places.map(|(value, place)| json!({"const": value, "title": format!("{place} {word}")})).into()
    };
    json!({"type": "object", "properties": {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled("Option")},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}}
    }, "required": []})
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("mcp-fixture", "1"))
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let peer = &context.peer;
        let argument = |name: &str| {
            let value = request.arguments.as_ref().and_then(|args| args.get(name)).and_then(Value::as_str);
            value.unwrap_or_default().to_owned()
        };
        let embedded = |uri: &str, kind: &str, text: &str| {
            ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(kind))
        };
        let result = match request.name.as_ref() {
            "test_simple_text" => said("This is a simple text response for testing."),
            "test_image_content" => CallToolResult::success(vec![ContentBlock::image(PNG, "image/png")]),
            "test_audio_content" => CallToolResult::success(vec![ContentBlock::audio(WAV, "audio/wav")]),
            "test_embedded_resource" => CallToolResult::success(vec![embedded(
                "test://embedded-resource",
                "text/plain",
                "This is an embedded resource content.",
            )]),
            "test_multiple_content_types" => CallToolResult::success(vec![
                ContentBlock::text("Multiple content types test:"),
                ContentBlock::image(PNG, "image/png"),
                embedded(
                    "test://mixed-content-resource",
                    "application/json",
                    "{\"test\":\"data\",\"value\":123}",
                ),
            ]),
            "test_tool_with_logging" => {
                log(peer, "Tool execution started").await?;
                tokio::time::sleep(BETWEEN_STEPS).await;
                log(peer, "Tool processing data").await?;
                tokio::time::sleep(BETWEEN_STEPS).await;
                log(peer, "Tool execution completed").await?;
                said("Logged three times.")
            }
            "test_tool_with_progress" => {
                for progress in [0.0, 50.0, 100.0] {
                    if let Some(token) = context.meta.get_progress_token() {
                        let step = ProgressNotificationParam::new(token, progress).with_total(100.0);
                        peer.notify_progress(step).await.map_err(|error| failed(&error))?;
                    }
                    tokio::time::sleep(BETWEEN_STEPS).await;
                }
                said("Done in three steps.")
            }
            "test_error_handling" => {
                let problem = "This tool intentionally returns an error for testing";
                CallToolResult::error(vec![ContentBlock::text(problem)])
            }
            "test_sampling" => {
                let asked = SamplingMessage::user_text(argument("prompt"));
                let answer = peer.create_message(CreateMessageRequestParams::new(vec![asked], 100)).await;
                let answer = answer.map_err(|error| failed(&error))?;
                let answer = serde_json::to_value(&answer.message.content).map_err(|error| failed(&error))?;
                let text = answer.get("text").and_then(Value::as_str).unwrap_or_default();
                said(format!("LLM response: {text}"))
            }
            "test_elicitation" => {
                let field = |about: &str| json!({"type": "string", "description": about});
                let properties =
                    json!({"username": field("User's response"), "email": field("User's email address")});
                let schema =
                    json!({"type": "object", "properties": properties, "required": ["username", "email"]});
                elicit(peer, &argument("message"), schema).await?
            }
            "test_elicitation_sep1034_defaults" => elicit(peer, "Defaults", defaults()).await?,
            "test_elicitation_sep1330_enums" => elicit(peer, "Choices", enums()).await?,
            "test_reconnection" => {
                tokio::time::sleep(BETWEEN_STEPS).await;
                said("Still here.")
            }
            "json_schema_2020_12_tool" => said("Taken."),
            name => return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None)),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |uri: &str, name: &str, kind: &str| {
            Resource::new(uri, name).with_description(format!("Fixture: {name}")).with_mime_type(kind)
        };
        Ok(ListResourcesResult::with_all_items(vec![
            resource("test://static-text", "text", "text/plain"),
            resource("test://static-binary", "picture", "image/png"),
            resource("test://watched-resource", "watched", "text/plain"),
        ]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("test://template/{id}/data", "template")
            .with_description("Fixture: a template")
            .with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let contents = match (uri, id) {
            ("test://static-text", _) => {
                ResourceContents::text("This is the content of the static text resource.", uri)
                    .with_mime_type("text/plain")
            }
            ("test://static-binary", _) => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
            ("test://watched-resource", _) => {
                ResourceContents::text("Nothing has changed.", uri).with_mime_type("text/plain")
            }
            (_, Some(id)) => {
                let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
            }
            _ => return Err(ErrorData::resource_not_found("there is no such resource", None)),
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = |name: &str| PromptArgument::new(name).with_description("A text").with_required(true);
        let prompt = |name: &str, arguments: Vec<PromptArgument>| {
            Prompt::new(name, Some(format!("Fixture: {}", name.replace('_', " "))), Some(arguments))
        };
        Ok(ListPromptsResult::with_all_items(vec![
            prompt("test_simple_prompt", vec![]),
            prompt("test_prompt_with_arguments", vec![argument("arg1"), argument("arg2")]),
            prompt("test_prompt_with_embedded_resource", vec![argument("resourceUri")]),
            prompt("test_prompt_with_image", vec![]),
        ]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let argument = |name: &str| {
            let value = request.arguments.as_ref().and_then(|args| args.get(name)).and_then(Value::as_str);
            value.unwrap_or_default()
        };
        let text = |text: String| PromptMessage::new_text(Role::User, text);
        let messages = match request.name.as_str() {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.".to_owned())],
            "test_prompt_with_arguments" => vec![text(format!(
                "Prompt with arguments: arg1='{}', arg2='{}'",
                argument("arg1"),
                argument("arg2")
            ))],
            "test_prompt_with_embedded_resource" => {
                let content =
                    ResourceContents::text("Embedded resource content for testing.", argument("resourceUri"))
                        .with_mime_type("text/plain");
                vec![
                    PromptMessage::new(Role::User, ContentBlock::resource(content)),
                    text("Please process the embedded resource above.".to_owned()),
                ]
            }
            "test_prompt_with_image" => vec![
                PromptMessage::new(Role::User, ContentBlock::image(PNG, "image/png")),
                text("Please analyze the image above.".to_owned()),
            ],
            name => return Err(ErrorData::invalid_params(format!("there is no prompt `{name}`"), None)),
        };
        Ok(GetPromptResult::new(messages).into())
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    // The suite asks its client things in turn, which needs a session in the older revisions.
    let options = DoorOptions { keeps_sessions: true, ..DoorOptions::at(&url, &[], &[]) };
    let door = std::sync::Arc::new(Door::new(&options, CancellationToken::new(), || Fixture));
    let answer = async |State(door): State<std::sync::Arc<Door<Fixture>>>, request: Request| {
        door.answer(request).await
    };
    println!("{url}/mcp");
    axum::serve(listener, Router::new().fallback(answer).with_state(door)).await
}
