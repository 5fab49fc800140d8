//! Chat completions.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_conversation::{Completion, Incoming};
use conserje_kernel::{Scope, SessionId, TurnId};
use conserje_operate::App;
use conserje_protocol::openai::{ApiErrorReply, ChatCompletion, ChatCompletionChunk, ChatCompletionRequest};
use http::HeaderValue;

use super::chat_read::{for_agent, for_model, refuse_unsupported};
use super::chat_write::{Head, chunks, whole};
use super::error::ApiError;
use super::speech::Speech;
use super::target::{Target, target};
use crate::wire::{Allowed, JsonBody, current_trace, live, policy};

/// Answers a conversation, as a whole or, with `stream`, word by word.
///
/// With an assistant as `model`, a turn is run in a session of its own, which `x-session-id` names; the
/// assistant uses its own tools, and its own rules stand above `system` messages. With a model or a tier, the
/// request is passed on: tools are called by whoever asked. `top_p`, penalties and `seed` are not passed on.
#[utoipa::path(post, path = "/v1/chat/completions", tag = "openai", request_body = ChatCompletionRequest,
    responses((status = 200, description = "The answer; with `stream`, server-sent chunks that end with `[DONE]`",
            content((ChatCompletion = "application/json"), (ChatCompletionChunk<'static> = "text/event-stream"))),
        (status = "4XX", body = ApiErrorReply), (status = "5XX", body = ApiErrorReply)))]
pub(crate) async fn complete(
    access: Allowed<policy::UseModels>,
    State(app): State<App>,
    JsonBody(body): JsonBody<ChatCompletionRequest>,
) -> Result<Response, ApiError> {
    conserje_kernel::faults::pass("door.openai");
    refuse_unsupported(&body)?;
    let target = target(app.conversations(), &access.scope, &body.model).await?;
    let is_streamed = body.stream == Some(true);
    let includes_usage = body.stream_options.and_then(|options| options.include_usage) == Some(true);
    let mut head = Head {
        id: format!("chatcmpl-{}", current_trace().as_uuid().simple()),
        created: app.conversations().now().as_micros() / 1_000_000,
        model: body.model.clone(),
    };
    let mut session = None;
    let speech = match target {
        Target::Model(choice) => {
            let request = for_model(body)?;
            let completion = Completion { trace: current_trace(), choice, request, is_streamed };
            let completing = app.conversations().complete(&access.scope, completion).await?;
            Speech::of_model(completing, app.stop_token())
        }
        Target::Agent => {
            let agent = head.model.clone();
            let (text, history) = for_agent(body)?;
            let incoming = Incoming {
                agent: Some(agent),
                history: Some(history),
                ..Incoming::new(TurnId::generate(), current_trace(), text)
            };
            let (speech, of) = ask(&app, &access.scope, None, incoming).await?;
            head.id = format!("chatcmpl-{}", of.1.as_uuid().simple());
            session = Some(of.0);
            speech
        }
    };
    let mut response = if is_streamed {
        live::reply(chunks(head, speech.begin().await?, includes_usage))
    } else {
        Json(whole(head, speech.whole().await?)).into_response()
    };
    name_session(&mut response, session);
    Ok(response)
}

/// Sends a message to an assistant; what it says, and in which session and turn.
pub(super) async fn ask(
    app: &App,
    scope: &Scope,
    session: Option<SessionId>,
    incoming: Incoming,
) -> Result<(Speech, (SessionId, TurnId)), ApiError> {
    let asked = app.conversations().ask(scope, session, incoming).await?;
    let of = (asked.session, asked.accepted.turn);
    Ok((Speech::of_agent(asked, app.stop_token()), of))
}

/// Where the record of an assistant's answer is.
pub(super) fn name_session(response: &mut Response, session: Option<SessionId>) {
    if let Some(value) = session.and_then(|session| HeaderValue::from_str(&session.to_string()).ok()) {
        response.headers_mut().insert("x-session-id", value);
    }
}
