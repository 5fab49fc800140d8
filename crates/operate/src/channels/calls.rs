//! Telephone calls that Vapi answers: speech is Vapi's; what it asks for during a call is answered while it waits, in one
//! line that can be spoken.
//!
//! `tool-calls` may name `ask`, which puts a question to the assistant in the caller's conversation, or any tool of the
//! assistant's that only looks something up. What has effects goes through `ask`: there it is judged like any other.

use std::time::Duration;

use conserje_accounts::Guest;
use conserje_conversation::{How, Incoming, News};
use conserje_kernel::{Scope, SessionId, TraceId, TurnId};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::provider::{Channel, id_at, list_at, text_at};
use super::settings::language;
use super::vapi::SPOKEN;
use super::words::{self, Notice};
use crate::direct::{DirectCall, NotCalled, call_directly};
use crate::{App, OperateError, Writer, channel_scope};

/// What Vapi waits for a tool by default is twenty seconds; whoever speaks does not wait longer either.
const PATIENCE: Duration = Duration::from_secs(15);
/// Calls of one request; a model asks for few.
const MOST_CALLS: usize = 8;

/// A function that Vapi's model calls.
#[derive(Debug, PartialEq)]
pub struct Called {
    pub id: String,
    pub name: String,
    pub args: Value,
}

/// The calls of a message, in either of the shapes that Vapi documents.
pub fn calls(message: &Value) -> Vec<Called> {
    let list = if message.get("toolCallList").is_some() { "/toolCallList" } else { "/toolCalls" };
    let call = |one: &Value| {
        let own = |place: &str, inner: &str| one.pointer(place).or_else(|| one.pointer(inner)).cloned();
        let name = own("/name", "/function/name").and_then(|name| name.as_str().map(str::to_owned));
        let args =
            own("/arguments", "/function/arguments").or_else(|| own("/parameters", "/function/parameters"));
        Called { id: id_at(one, "/id"), name: name.unwrap_or_default(), args: object(args) }
    };
    list_at(message, list).take(MOST_CALLS).map(call).collect()
}

/// Arguments come as an object, or as a text that is one.
fn object(args: Option<Value>) -> Value {
    let args = match args {
        Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or_default(),
        Some(args) => args,
        None => Value::Null,
    };
    if args.is_object() { args } else { json!({}) }
}

/// What Vapi is told.
pub async fn answer(app: &App, channel: &Channel, body: &Value) -> Result<Value, OperateError> {
    let Some(message) = body.get("message") else { return Ok(json!({})) };
    match text_at(message, "/type") {
        "assistant-request" => Ok(assistant(app, channel)),
        "tool-calls" => {
            let mut results = Vec::new();
            for call in calls(message) {
                let done = perform(app, channel, message, &call).await?;
                results.push(match done {
                    Ok(text) => json!({"toolCallId": call.id, "name": call.name, "result": text}),
                    Err(problem) => json!({"toolCallId": call.id, "name": call.name, "error": problem}),
                });
            }
            Ok(json!({"results": results}))
        }
        // As it was called before there were tools.
        "function-call" => {
            let called = message.get("functionCall").cloned().unwrap_or_default();
            let id = format!("{}:{}", id_at(message, "/call/id"), called);
            let args = object(called.get("parameters").cloned());
            let call = Called { id, name: text_at(&called, "/name").to_owned(), args };
            let said = perform(app, channel, message, &call).await?.unwrap_or_else(|problem| problem);
            Ok(json!({"result": said}))
        }
        kind => {
            let kind: String = kind.chars().take(40).collect();
            tracing::debug!(channel.id = %channel.id, "Channel {} told of `{kind}`", channel.id);
            Ok(json!({}))
        }
    }
}

/// Who is to speak: the assistant that was made at Vapi, or one whose words are ours.
fn assistant(app: &App, channel: &Channel) -> Value {
    let id = channel.setting("assistantId");
    if !id.is_empty() {
        return json!({"assistantId": id});
    }
    let agent = channel.setting("agent");
    let mut assistant = json!({
        "model": {
            "provider": "custom-llm",
            "url": format!("{}/v1", app.public_url()),
            "model": if agent.is_empty() { "assistant" } else { agent },
        },
        "server": {"url": format!("{}/api/channels/{}/webhook", app.public_url(), channel.id)},
    });
    let greeting = channel.setting("greeting");
    if let (Value::Object(assistant), false) = (&mut assistant, greeting.is_empty()) {
        assistant.insert("firstMessage".to_owned(), Value::from(greeting));
    }
    json!({"assistant": assistant})
}

/// What a call came to, to be spoken; the inner error is for the model that called.
async fn perform(
    app: &App,
    channel: &Channel,
    message: &Value,
    call: &Called,
) -> Result<Result<String, String>, OperateError> {
    let caller = [
        id_at(message, "/call/customer/number"),
        id_at(message, "/customer/number"),
        id_at(message, "/call/id"),
    ];
    let Some(contact) = caller.into_iter().find(|id| !id.is_empty() && id.len() <= 200) else {
        return Ok(Err("the request names no call; send `message.call`".to_owned()));
    };
    let phone = Some(contact.clone()).filter(|contact| contact.starts_with('+'));
    let operate = app.operate();
    let door = channel_scope(channel.tenant);
    let guest = Guest { door: &channel.id.to_string(), contact: &contact, name: "" };
    let (user, scope) = app.access().guest(&door, guest).await?;
    app.limits().admit(&scope)?;
    let writer = Writer {
        channel: channel.id,
        known_as: None,
        contact,
        user: user.id,
        name: None,
        phone,
        heard_at: app.conversations().now(),
        quiet: Duration::from_secs(channel.number("quietHours", 1) * 3600),
        is_sent_to: false,
    };
    let session = operate.conversation_with(channel.tenant, writer).await?;
    let language = language(channel);
    if call.name == "ask" {
        return ask(app, channel, (&scope, session), call).await;
    }
    let assistants = app.conversations().assistants(&scope).await?;
    let agent = assistants.agent(channel.setting("agent"));
    let toolbox = app.conversations().registry().toolbox(scope.tenant(), &agent.tools);
    if toolbox.info(&call.name).is_some_and(|info| info.risk.has_effects()) {
        return Ok(Err(format!("`{}` changes something; use `ask` and say what is wanted", call.name)));
    }
    let guard = agent.guard.speaking(language);
    let turn = turn_of(channel, &call.id);
    let direct = DirectCall { name: &call.name, args: call.args.clone(), language, session: None, turn };
    match call_directly(&toolbox, &guard, &scope, (session, direct)).await {
        Ok(outcome) => Ok(Ok(one_line(&outcome.get().text))),
        Err(NotCalled::Arguments(problem)) => Ok(Err(one_line(&problem))),
        Err(NotCalled::Conversation(error)) => Err(error.into()),
        Err(NotCalled::Session(error)) => Err(error.into()),
        Err(NotCalled::NoSuchTool | NotCalled::Forbidden(_)) => {
            let name: String = call.name.chars().take(60).collect();
            Ok(Err(format!("there is no tool `{name}`; use `ask` with a `question`")))
        }
    }
}

/// Puts a question to the assistant and waits for its words. The same call again is the same question.
async fn ask(
    app: &App,
    channel: &Channel,
    (scope, session): (&Scope, SessionId),
    call: &Called,
) -> Result<Result<String, String>, OperateError> {
    let question = text_at(&call.args, "/question");
    if question.trim().is_empty() {
        return Ok(Err("`ask` takes a `question`".to_owned()));
    }
    let agent = Some(channel.setting("agent").to_owned()).filter(|name| !name.is_empty());
    let turn = turn_of(channel, &call.id);
    let incoming = Incoming {
        reads: Some(language(channel)),
        agent,
        ..Incoming::new(turn, TraceId::generate(), question.to_owned())
    };
    let conversations = app.conversations();
    let mut asked = conversations.ask(scope, Some(session), incoming).await?;
    let has_ended = asked.ends_within(PATIENCE).await?;
    let said = if has_ended { spoken(conversations.recap(scope, session, turn).await?) } else { None };
    Ok(Ok(said.unwrap_or_else(|| words::notice(Notice::NoAnswer, language(channel)).to_owned())))
}

/// The last words of a turn; none if it failed or waits for somebody.
fn spoken(news: Vec<News>) -> Option<String> {
    let mut last = None;
    for one in news {
        match one {
            News::Text(text) => last = Some(text),
            News::Ended(end) if end.how != How::Completed => return None,
            News::Ended(_) | News::Thinking(_) | News::ToolStarted { .. } | News::ToolFinished { .. } => {}
        }
    }
    last.map(|text| one_line(&SPOKEN.rendered(text.get()))).filter(|text| !text.is_empty())
}

/// Vapi takes results of one line; nobody can speak marks of sources.
fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().filter(|word| !is_marker(word)).collect();
    words.join(" ").chars().take(SPOKEN.limit).collect()
}

fn is_marker(word: &str) -> bool {
    let number = word.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    number.is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The turn of a call, made from its name: whoever delivers it twice asks once.
fn turn_of(channel: &Channel, call: &str) -> TurnId {
    let digest = Sha256::digest(format!("{}\n{call}", channel.id));
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest.iter()).for_each(|(byte, from)| *byte = *from);
    TurnId::from_uuid(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}
