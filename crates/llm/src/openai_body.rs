//! What a request looks like as a chat completion.

use serde_json::{Map, Value, json};

use crate::message::{Args, Block, Message, Part, Request, ToolChoice, ToolUse};
use crate::model::Model;
use crate::openai::OpenAiFlavour;
use crate::schema::strict;

pub(crate) fn body(model: &Model, request: &Request, flavour: &OpenAiFlavour) -> Value {
    let max_tokens = request.max_output_tokens.unwrap_or(model.facts.max_output_tokens);
    let mut body = Map::new();
    let mut set = |name: &str, value: Value| {
        body.insert(name.to_owned(), value);
    };
    let (limit, is_reasoning) = match flavour {
        OpenAiFlavour::OpenAi | OpenAiFlavour::Azure { .. } => {
            ("max_completion_tokens", reasons(&model.wire_name))
        }
        OpenAiFlavour::Compatible => ("max_tokens", false),
    };
    set("model", json!(&*model.wire_name));
    set("stream", json!(true));
    set("stream_options", json!({"include_usage": true}));
    set("messages", messages(request));
    set(limit, json!(max_tokens));
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            let function =
                json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters});
            json!({"type": "function", "function": function})
        });
        set("tools", tools.collect());
        match &request.tool_choice {
            ToolChoice::Auto => {}
            ToolChoice::None => set("tool_choice", json!("none")),
            ToolChoice::Required => set("tool_choice", json!("required")),
            ToolChoice::Named(name) => {
                set("tool_choice", json!({"type": "function", "function": {"name": name}}));
            }
        }
    }
    if let Some(output) = &request.output_schema {
        let (schema, is_strict) = match flavour {
            OpenAiFlavour::Compatible => (output.schema.clone(), true),
            OpenAiFlavour::OpenAi | OpenAiFlavour::Azure { .. } => {
                (strict(&output.schema), requires_all(&output.schema))
            }
        };
        let named = json!({"name": plain_name(&output.name), "schema": schema, "strict": is_strict});
        set("response_format", json!({"type": "json_schema", "json_schema": named}));
    }
    if is_reasoning {
        // These take neither a temperature nor stop texts.
        if let Some(effort) = effort(&model.wire_name, request.thinking_budget) {
            set("reasoning_effort", json!(effort));
        }
    } else {
        if let Some(temperature) = request.temperature {
            set("temperature", json!(temperature));
        }
        if !request.stop.is_empty() {
            set("stop", json!(request.stop));
        }
    }
    Value::Object(body)
}

/// Whether this is a model of `OpenAI` that thinks: o1, o3-mini, gpt-5 and so on.
fn reasons(wire_name: &str) -> bool {
    let is_o = wire_name.strip_prefix('o').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_o || (wire_name.starts_with("gpt-5") && !wire_name.contains("-chat"))
}

/// They cannot all be kept from thinking; `low` is the least that nearly all of them take.
fn effort(wire_name: &str, budget: Option<u32>) -> Option<&'static str> {
    match budget.unwrap_or(0) {
        _ if wire_name.contains("-pro") => None,
        0..4096 => Some("low"),
        4096..16_384 => Some("medium"),
        16_384.. => Some("high"),
    }
}

fn messages(request: &Request) -> Value {
    let system = (!request.system.is_empty()).then(|| json!({"role": "system", "content": request.system}));
    let mut messages: Vec<Value> = system.into_iter().collect();
    // Two messages of a person in a row are told as one: some servers insist on turns.
    let mut said: Vec<&Part> = Vec::new();
    for message in &request.messages {
        if let Message::User { parts } = message {
            said.extend(parts);
            continue;
        }
        messages.extend(user(&std::mem::take(&mut said)));
        match message {
            Message::User { .. } => {}
            Message::Assistant { blocks } => messages.extend(assistant(blocks)),
            Message::Tools { results } => messages.extend(
                results
                    .iter()
                    .map(|result| json!({"role": "tool", "tool_call_id": result.id, "content": result.text})),
            ),
        }
    }
    messages.extend(user(&said));
    Value::Array(messages)
}

/// One text if there are only texts, which every server understands.
fn user(parts: &[&Part]) -> Option<Value> {
    if parts.is_empty() {
        return None;
    }
    let texts: Option<Vec<&str>> = parts
        .iter()
        .map(|part| match part {
            Part::Text { text } => Some(text.as_str()),
            Part::Image { .. } => None,
        })
        .collect();
    let content = match texts {
        Some(texts) => json!(texts.join("\n\n")),
        None => parts
            .iter()
            .map(|part| match part {
                Part::Text { text } => json!({"type": "text", "text": text}),
                Part::Image { media_type, data } => {
                    let url = format!("data:{media_type};base64,{data}");
                    json!({"type": "image_url", "image_url": {"url": url}})
                }
            })
            .collect(),
    };
    Some(json!({"role": "user", "content": content}))
}

/// Thoughts stay out: this API does not take them back. None if nothing else is left.
fn assistant(blocks: &[Block]) -> Option<Value> {
    let mut text = String::new();
    let mut calls = Vec::new();
    for block in blocks {
        match block {
            Block::Thinking { .. } => {}
            Block::Text { text: said } => text.push_str(said),
            Block::ToolUse(call) => calls.push(tool_call(call)),
        }
    }
    match (text.is_empty(), calls.is_empty()) {
        (true, true) => None,
        (false, true) => Some(json!({"role": "assistant", "content": text})),
        (true, false) => Some(json!({"role": "assistant", "content": null, "tool_calls": calls})),
        (false, false) => Some(json!({"role": "assistant", "content": text, "tool_calls": calls})),
    }
}

/// Always with an object as arguments: servers read them, and fail at anything else.
fn tool_call(call: &ToolUse) -> Value {
    let args = match &call.args {
        Args::Json(args @ Value::Object(_)) => args.to_string(),
        Args::Json(args) => json!({"value": args}).to_string(),
        Args::Malformed(text) => json!({"malformed": text}).to_string(),
    };
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": args}})
}

/// Letters, digits, `_` and `-` only, and not more than 64.
fn plain_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let plain: String = name.chars().take(64).map(plain).collect();
    if plain.is_empty() { "answer".to_owned() } else { plain }
}

/// Every schema in this field of one.
fn inner<'v>(name: &str, value: &'v Value) -> Vec<&'v Value> {
    match (name, value) {
        ("properties" | "$defs" | "definitions", Value::Object(named)) => named.values().collect(),
        ("anyOf" | "allOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => schemas.iter().collect(),
        ("items", schema) => vec![schema],
        _ => vec![],
    }
}

/// `OpenAI` holds an answer to a schema only if nothing in it is optional; it refuses the others.
fn requires_all(schema: &Value) -> bool {
    let Value::Object(fields) = schema else { return true };
    let required = fields.get("required").and_then(Value::as_array);
    let is_required = |name: &String| required.is_some_and(|names| names.iter().any(|one| one == name));
    let properties = fields.get("properties").and_then(Value::as_object);
    properties.is_none_or(|properties| properties.keys().all(is_required))
        && fields.iter().flat_map(|(name, value)| inner(name, value)).all(requires_all)
}
