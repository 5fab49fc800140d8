//! Responses.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response as HttpResponse};
use conserje_conversation::{Completion, ConversationError, Conversations, Incoming, SendError};
use conserje_kernel::TurnId;
use conserje_operate::App;
use conserje_protocol::openai::{ApiErrorReply, Response, ResponseRequest, ResponseText, TextFormat};
use serde_json::{Value, json};

use super::chat::name_session;
use super::error::ApiError;
use super::respond_read::{ForAgent, for_agent, for_model, no_response, refuse_unsupported, response_id};
use super::respond_write::{events, whole};
use super::speech::Speech;
use super::target::{Target, target};
use crate::wire::{Allowed, JsonBody, current_trace, live, policy};

/// Answers, as a whole or, with `stream`, word by word.
///
/// With an assistant as `model`, a turn is run in a session, which is kept; `previous_response_id` goes on in
/// the session of that response. With a model or a tier, the request is passed on and nothing is kept but what
/// it used: tools are called by whoever asked.
#[utoipa::path(post, path = "/v1/responses", tag = "openai", request_body = ResponseRequest,
    responses((status = 200, description = "The answer; with `stream`, server-sent events that end with the whole of it",
            content((Response = "application/json"), (Response = "text/event-stream"))),
        (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn create(
    access: Allowed<policy::UseModels>,
    State(app): State<App>,
    JsonBody(mut body): JsonBody<ResponseRequest>,
) -> Result<HttpResponse, ApiError> {
    refuse_unsupported(&body)?;
    let conversations = app.conversations();
    let is_streamed = body.stream == Some(true);
    let mut session = None;
    let (speech, mut response) = match target(conversations, &access.scope, &body.model).await? {
        Target::Model(choice) => {
            let request = for_model(&mut body)?;
            let completion = Completion { trace: current_trace(), choice, request, is_streamed };
            let completing = conversations.complete(&access.scope, completion).await?;
            (Speech::of_model(completing, app.stop_token()), blank(conversations, body))
        }
        Target::Agent => {
            let ForAgent { text, history, session: before } = for_agent(&mut body)?;
            let incoming = Incoming {
                agent: Some(body.model.clone()),
                history,
                ..Incoming::new(TurnId::generate(), current_trace(), text)
            };
            let asked = conversations.ask(&access.scope, before, incoming).await.map_err(not_found)?;
            session = Some(asked.session);
            let id = response_id(asked.session, asked.accepted.turn);
            let speech = Speech::of_agent(asked, app.stop_token());
            (speech, Response { id, store: true, ..blank(conversations, body) })
        }
    };
    let mut reply = if is_streamed {
        live::reply(events(response, speech.begin().await?))
    } else {
        let done = speech.whole().await?;
        response = whole(response, done);
        Json(response).into_response()
    };
    name_session(&mut reply, session);
    Ok(reply)
}

/// A session that is not there can only be the one that the id named.
fn not_found(error: SendError) -> ApiError {
    if matches!(error, SendError::Other(ConversationError::NotFound { what: "session" })) {
        no_response()
    } else {
        error.into()
    }
}

/// A response to which nothing was said yet.
fn blank(conversations: &Conversations, request: ResponseRequest) -> Response {
    let plain = TextFormat { kind: "text".to_owned(), name: None, schema: None };
    Response {
        id: format!("resp_{}", current_trace().as_uuid().simple()),
        object: "response",
        created_at: conversations.now().as_micros() / 1_000_000,
        status: "in_progress",
        error: None,
        incomplete_details: None,
        instructions: request.instructions,
        max_output_tokens: request.max_output_tokens,
        model: request.model,
        output: Vec::new(),
        parallel_tool_calls: true,
        previous_response_id: request.previous_response_id,
        reasoning: request.reasoning.unwrap_or_default(),
        store: false,
        temperature: request.temperature,
        text: ResponseText { format: request.text.and_then(|text| text.format).or(Some(plain)) },
        tool_choice: request.tool_choice.filter(|choice| !choice.is_null()).unwrap_or_else(|| json!("auto")),
        tools: request.tools.unwrap_or_default(),
        top_p: None,
        truncation: "disabled",
        usage: None,
        metadata: request.metadata.filter(Value::is_object).unwrap_or_else(|| json!({})),
    }
}
