//! A response's request becomes a model's, or an assistant's message.

use conserje_conversation::model::{Message, Request, ToolSpec};
use conserje_kernel::{SessionId, TurnId};
use conserje_protocol::openai::{InputItem, ResponseInput, ResponseRequest, ResponseTool};
use uuid::Uuid;

use super::error::ApiError;
use super::read::{Format, output_schema, parameters, thinking_budget, tool_choice};
use super::talk::{Listener, Talk};

pub(super) fn refuse_unsupported(request: &ResponseRequest) -> Result<(), ApiError> {
    let refused = [
        ("background", request.background == Some(true), "wait for the answer, or stream it"),
        ("conversation", request.conversation.is_some(), "use `previous_response_id`"),
        ("prompt", request.prompt.is_some(), "send the prompt itself"),
        ("top_logprobs", request.top_logprobs.is_some_and(|count| count > 0), "leave it out"),
    ];
    match refused.into_iter().find(|(_, is_asked_for, _)| *is_asked_for) {
        Some((param, _, fix)) => Err(ApiError::unsupported(param, fix)),
        None => Ok(()),
    }
}

/// As a model is asked.
pub(super) fn for_model(request: &mut ResponseRequest) -> Result<Request, ApiError> {
    if request.previous_response_id.is_some() {
        let fix = "a model's replies are not kept; send the conversation in `input`, or name an assistant";
        return Err(ApiError::unsupported("previous_response_id", fix));
    }
    let mut talk = Talk::new(Listener::Model, "input");
    if let Some(instructions) = &request.instructions {
        talk.rule(instructions.clone());
    }
    tell(&mut talk, std::mem::take(&mut request.input))?;
    let (system, messages) = talk.whole()?;
    let tools = request.tools.iter().flatten().map(tool).collect::<Result<_, _>>()?;
    let format = request.text.as_ref().and_then(|text| text.format.as_ref());
    let output_schema = match format {
        None => None,
        Some(format) => output_schema(Format {
            param: "text",
            kind: &format.kind,
            name: format.name.clone(),
            schema: format.schema.clone(),
        })?,
    };
    let effort = request.reasoning.as_ref().and_then(|reasoning| reasoning.effort.as_deref());
    Ok(Request {
        system,
        lasting_bytes: 0,
        messages,
        tools,
        tool_choice: tool_choice(request.tool_choice.clone())?,
        max_output_tokens: request.max_output_tokens,
        thinking_budget: thinking_budget(effort),
        output_schema,
        temperature: request.temperature,
        stop: Vec::new(),
        by_rule: None,
        house: conserje_conversation::model::House::default(),
    })
}

/// An assistant's message.
pub(super) struct ForAgent {
    pub(super) text: String,
    /// What was said before, unless a session has it.
    pub(super) history: Option<Vec<Message>>,
    pub(super) session: Option<SessionId>,
}

pub(super) fn for_agent(request: &mut ResponseRequest) -> Result<ForAgent, ApiError> {
    if request.tools.as_ref().is_some_and(|tools| !tools.is_empty()) {
        return Err(ApiError::unsupported("tools", "an assistant uses its own; name a model instead"));
    }
    let format = request.text.as_ref().and_then(|text| text.format.as_ref());
    if format.is_some_and(|format| format.kind != "text") {
        return Err(ApiError::unsupported("text", "an assistant answers in words; name a model instead"));
    }
    let session = request.previous_response_id.as_deref().map(session_of).transpose()?;
    let is_users = match &request.input {
        ResponseInput::Text(_) => true,
        ResponseInput::Items(items) => items.last().is_some_and(|item| item.role.as_deref() == Some("user")),
    };
    if !is_users {
        return Err(ApiError::param("input", "the last message must be the user's; an assistant answers it"));
    }
    let mut talk = Talk::new(Listener::Agent, "input");
    if let Some(instructions) = request.instructions.as_ref().filter(|text| !text.is_empty()) {
        if session.is_some() {
            let fix = "the session goes on as it began; leave it out beside `previous_response_id`";
            return Err(ApiError::unsupported("instructions", fix));
        }
        talk.rule(instructions.clone());
    }
    tell(&mut talk, std::mem::take(&mut request.input))?;
    let (text, before) = talk.last()?;
    if session.is_some() && !before.is_empty() {
        let problem =
            "the session of `previous_response_id` has what was said before; send the new message only";
        return Err(ApiError::param("input", problem));
    }
    Ok(ForAgent { text, history: session.is_none().then_some(before), session })
}

fn tell(talk: &mut Talk, input: ResponseInput) -> Result<(), ApiError> {
    let items = match input {
        ResponseInput::Text(text) => {
            return talk.say("user", Some(conserje_protocol::openai::Content::Text(text)));
        }
        ResponseInput::Items(items) => items,
    };
    for item in items {
        let InputItem { kind, role, content, call_id, name, arguments, output } = item;
        match kind.as_str() {
            "message" => talk.say(role.as_deref().unwrap_or("user"), content)?,
            "function_call" => {
                let call = call_id.zip(name).map(|(id, name)| (id, name, arguments.unwrap_or_default()));
                let missing =
                    || ApiError::param("input", "a function_call has no call_id or name; send both");
                talk.answer(String::new(), vec![call.ok_or_else(missing)?]);
            }
            "function_call_output" => talk.result(call_id, output)?,
            // Thoughts are not taken back.
            "reasoning" => {}
            other => {
                let shown: String = other.chars().take(40).collect();
                let fix = "send messages, function_calls and their outputs";
                return Err(ApiError::param(
                    "input",
                    format!("an item of type `{shown}` cannot be read here; {fix}"),
                ));
            }
        }
    }
    Ok(())
}

fn tool(tool: &ResponseTool) -> Result<ToolSpec, ApiError> {
    match (tool.kind.as_str(), &tool.name) {
        ("function", Some(name)) => Ok(ToolSpec {
            name: name.clone(),
            description: tool.description.clone().unwrap_or_default(),
            parameters: parameters(tool.parameters.clone()),
        }),
        _ => Err(ApiError::param("tools", "a tool is not a function; only functions are passed on")),
    }
}

/// A response's id names its session and its turn, so that nothing need be kept to go on.
pub(super) fn response_id(session: SessionId, turn: TurnId) -> String {
    format!("resp_{}{}", session.as_uuid().simple(), turn.as_uuid().simple())
}

pub(super) fn no_response() -> ApiError {
    ApiError::param("previous_response_id", "there is no such response; begin anew without it")
        .coded("previous_response_not_found")
}

fn session_of(id: &str) -> Result<SessionId, ApiError> {
    let hex = id.strip_prefix("resp_").filter(|hex| hex.len() == 64 && hex.is_ascii());
    let session = hex.and_then(|hex| hex.get(..32)).and_then(|hex| Uuid::try_parse(hex).ok());
    session.map(SessionId::from_uuid).ok_or_else(no_response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_responses_id_finds_its_session_and_nothing_else_does() {
        let session = SessionId::generate();
        let id = response_id(session, TurnId::generate());
        assert_eq!(session_of(&id).unwrap(), session);
        for odd in ["", "resp_", "resp_1", id.split_at(40).0, &format!("{id}0"), "resp_é"] {
            assert!(session_of(odd).is_err(), "{odd}");
        }
    }
}
