//! A chat completion's request becomes a model's, or an assistant's message.

use conserje_conversation::model::{Request, ToolSpec};
use conserje_protocol::openai::{ChatCompletionRequest, ChatTool};
use serde_json::Value;

use super::error::ApiError;
use super::read::{Format, output_schema, parameters, thinking_budget, tool_choice};
use super::talk::{Listener, Talk};

/// What nothing here can do, and what would change the answer if it were ignored.
pub(super) fn refuse_unsupported(request: &ChatCompletionRequest) -> Result<(), ApiError> {
    let is_text = |kinds: &Vec<String>| kinds.iter().all(|kind| kind == "text");
    let is_set = |value: &Option<Value>| {
        value
            .as_ref()
            .is_some_and(|value| !value.is_null() && *value != Value::Object(serde_json::Map::new()))
    };
    let refused = [
        ("n", request.n.is_some_and(|n| n != 1), "ask once for each answer"),
        ("logprobs", request.logprobs == Some(true), "leave it out"),
        ("top_logprobs", request.top_logprobs.is_some_and(|count| count > 0), "leave it out"),
        ("logit_bias", is_set(&request.logit_bias), "leave it out"),
        ("audio", is_set(&request.audio), "ask for text"),
        ("modalities", request.modalities.as_ref().is_some_and(|kinds| !is_text(kinds)), "ask for text"),
        ("functions", is_set(&request.functions), "use `tools`"),
        ("function_call", is_set(&request.function_call), "use `tool_choice`"),
        ("web_search_options", is_set(&request.web_search_options), "leave it out"),
    ];
    match refused.into_iter().find(|(_, is_asked_for, _)| *is_asked_for) {
        Some((param, _, fix)) => Err(ApiError::unsupported(param, fix)),
        None => Ok(()),
    }
}

/// As a model is asked.
pub(super) fn for_model(request: ChatCompletionRequest) -> Result<Request, ApiError> {
    let mut talk = Talk::new(Listener::Model, "messages");
    tell(&mut talk, request.messages)?;
    let (system, messages) = talk.whole()?;
    let tools = request.tools.unwrap_or_default().into_iter().map(tool).collect::<Result<_, _>>()?;
    let output_schema = match request.response_format {
        None => None,
        Some(format) => {
            let (name, schema) =
                format.json_schema.map_or((None, None), |given| (Some(given.name), given.schema));
            output_schema(Format { param: "response_format", kind: &format.kind, name, schema })?
        }
    };
    Ok(Request {
        system,
        lasting_bytes: 0,
        messages,
        tools,
        tool_choice: tool_choice(request.tool_choice)?,
        max_output_tokens: request.max_completion_tokens.or(request.max_tokens),
        thinking_budget: thinking_budget(request.reasoning_effort.as_deref()),
        output_schema,
        temperature: request.temperature,
        stop: request.stop.map(conserje_protocol::openai::OneOrMany::into_list).unwrap_or_default(),
        by_rule: None,
        house: conserje_conversation::model::House::default(),
    })
}

/// As an assistant is told: its message, and what was said before.
pub(super) fn for_agent(
    request: ChatCompletionRequest,
) -> Result<(String, Vec<conserje_conversation::model::Message>), ApiError> {
    if request.tools.is_some_and(|tools| !tools.is_empty()) {
        return Err(ApiError::unsupported("tools", "an assistant uses its own; name a model instead"));
    }
    if request.response_format.is_some_and(|format| format.kind != "text") {
        return Err(ApiError::unsupported(
            "response_format",
            "an assistant answers in words; name a model instead",
        ));
    }
    if request.messages.last().is_none_or(|message| message.role != "user") {
        return Err(ApiError::param(
            "messages",
            "the last message must be the user's; an assistant answers it",
        ));
    }
    let mut talk = Talk::new(Listener::Agent, "messages");
    tell(&mut talk, request.messages)?;
    talk.last()
}

fn tell(talk: &mut Talk, messages: Vec<conserje_protocol::openai::ChatMessage>) -> Result<(), ApiError> {
    for message in messages {
        match (message.role.as_str(), message.tool_calls) {
            ("tool", _) => talk.result(message.tool_call_id, message.content)?,
            ("assistant", Some(calls)) => {
                talk.say("assistant", message.content)?;
                let calls =
                    calls.into_iter().map(|call| (call.id, call.function.name, call.function.arguments));
                talk.answer(String::new(), calls.collect());
            }
            (role, _) => talk.say(role, message.content)?,
        }
    }
    Ok(())
}

fn tool(tool: ChatTool) -> Result<ToolSpec, ApiError> {
    match (tool.kind.as_str(), tool.function) {
        ("function", Some(function)) => Ok(ToolSpec {
            name: function.name,
            description: function.description.unwrap_or_default(),
            parameters: parameters(function.parameters),
        }),
        _ => Err(ApiError::param("tools", "a tool is not a function; only functions are passed on")),
    }
}
