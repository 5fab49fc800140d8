//! `/api/rag-agent`: an assistant that decides for itself which tools to use.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_conversation::{How, News, TurnEnd};
use conserje_kernel::SessionId;
use conserje_operate::App;
use conserje_protocol::{
    ErrorCode, Problem, RagAgentDone, RagAgentEvent, RagAgentRequest, TextEvent, ToolStatusEvent,
};
use http::{HeaderMap, StatusCode};

use super::start::{Asking, With, start_with};
use super::talk::{About, Dialect, Talk};
use crate::wire::{AcceptedLanguage, Allowed, Failure, JsonBody, PathId, policy, render_citation};

struct AgentDialect;

impl Dialect for AgentDialect {
    type Event = RagAgentEvent;

    fn said(&mut self, news: News) -> Option<RagAgentEvent> {
        match news {
            News::Text(text) => Some(RagAgentEvent::Token(TextEvent { text: text.get().to_string() })),
            News::Thinking(text) => Some(RagAgentEvent::Thinking(TextEvent { text: text.get().to_string() })),
            News::ToolStarted { name, args, .. } => Some(RagAgentEvent::ToolStatus(ToolStatusEvent {
                tool: name,
                args,
                status: None,
                approval_id: None,
                summary: None,
                expires_at: None,
            })),
            News::ToolFinished { .. } | News::Ended(_) => None,
        }
    }

    fn done(&self, about: &About, end: &TurnEnd) -> RagAgentEvent {
        RagAgentEvent::Done(RagAgentDone {
            thread_id: about.session.to_string(),
            sources: end.citations.iter().cloned().map(render_citation).collect(),
            paused: matches!(end.how, How::Paused { .. }),
        })
    }
}

/// Asks, and hears the answer word by word: `tool_status`, `thinking`, `token`, then `done` or `error`. The turn goes on if
/// the connection ends.
#[utoipa::path(post, path = "/api/rag-agent", tag = "chat", request_body = RagAgentRequest,
    responses((status = 200, description = "Server-sent events; `x-thread-id` is the session",
            body = RagAgentEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn ask(
    access: Allowed<policy::UseModels>,
    State(app): State<App>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<RagAgentRequest>,
) -> Result<Response, Failure> {
    let RagAgentRequest { message: text, thread_id: session, agent, assistant, attachments, .. } = body;
    let with = With { attachments: &attachments, is_searched: body.enable_auto_semantic_search };
    let asking = Asking { session, text, agent, assistant, language, history: None, grounds: None };
    let asked = start_with(&app, &access.scope, with, asking).await?;
    let about = About { session: asked.session, turn: asked.accepted.turn, trace: asked.accepted.trace };
    Ok(Talk::new(app, access.scope, about, asked.into_watching(), AgentDialect).into_response())
}

/// Joins the session's latest turn: from where it was last taken up, or after `Last-Event-ID`, to its end.
#[utoipa::path(get, path = "/api/rag-agent/{threadId}/stream", tag = "chat",
    params(("threadId" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, description = "Server-sent events, as of `POST /api/rag-agent`",
            body = RagAgentEvent, content_type = "text/event-stream"),
        (status = 204, description = "The session has no turn yet"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn join(
    access: Allowed<policy::ReadSessions>,
    State(app): State<App>,
    PathId(session): PathId<SessionId>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let place = headers.get("last-event-id").map(|value| value.to_str().ok().and_then(place_of));
    let place = place.map(|place| place.ok_or_else(wrong_place)).transpose()?;
    let conversations = app.conversations();
    let Some((turn, trace)) = conversations.latest_turn(&access.scope, session).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    // First listen, then look: what ends in between is heard or seen, never neither.
    let mut watching = conversations.watch(turn);
    let is_over = conversations.is_over(&access.scope, session, turn).await?;
    if let Some((stretch, read)) = place {
        watching.skip(stretch, read);
    }
    let about = About { session, turn, trace };
    let mut talk = Talk::new(app.clone(), access.scope, about, watching, AgentDialect);
    if is_over {
        talk.tell_from_log().await;
    }
    Ok(talk.into_response())
}

fn place_of(id: &str) -> Option<(&str, usize)> {
    let (stretch, read) = id.split_once('.')?;
    Some((stretch, read.parse().ok()?))
}

fn wrong_place() -> Failure {
    let fix = "`Last-Event-ID` is no id of such a stream; leave it out to hear the turn from its start";
    Failure::new(ErrorCode::InvalidRequest, fix)
}
