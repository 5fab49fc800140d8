//! `/api/rag-pipeline`: four fixed stages, and a client that keeps the conversation itself.

use axum::extract::State;
use axum::response::Response;
use conserje_conversation::{How, News, TurnEnd};
use conserje_llm::Message;
use conserje_protocol::{
    ErrorCode, PipelineMessage, PipelineRole, Problem, RagPipelineDone, RagPipelineEvent, RagPipelineRequest,
    StageEvent, TextEvent,
};

use super::start::{Asking, start};
use super::talk::{About, Dialect, Talk};
use crate::access::{Allowed, policy};
use crate::app::App;
use crate::doors::http::{AcceptedLanguage, Failure, JsonBody, render_citation};

/// Without an index, nothing is expanded, embedded or searched, and the stream says so.
const STAGES: [(&str, &str); 4] =
    [("expand", "skipped"), ("embed", "skipped"), ("search", "skipped"), ("answer", "running")];

struct PipelineDialect;

impl Dialect for PipelineDialect {
    type Event = RagPipelineEvent;

    fn opening(&self) -> Vec<RagPipelineEvent> {
        let stage = |(name, status): (&str, &str)| {
            RagPipelineEvent::Stage(StageEvent { name: name.to_owned(), status: status.to_owned() })
        };
        STAGES.map(stage).into()
    }

    fn said(&mut self, news: News) -> Option<RagPipelineEvent> {
        match news {
            News::Text(text) => Some(RagPipelineEvent::Token(TextEvent { text: text.to_string() })),
            News::Thinking(_) | News::ToolStarted { .. } | News::ToolFinished { .. } | News::Ended(_) => None,
        }
    }

    fn done(&self, _: &About, end: &TurnEnd) -> RagPipelineEvent {
        RagPipelineEvent::Done(RagPipelineDone {
            context_chunk_ids: Vec::new(),
            sources: end.citations.iter().cloned().map(render_citation).collect(),
            paused: matches!(end.how, How::Paused { .. }),
        })
    }
}

/// Asks with a conversation that the client keeps: `stage`, `token`, then `done` or `error`. Each request is a
/// session of its own.
#[utoipa::path(post, path = "/api/rag-pipeline", tag = "chat", request_body = RagPipelineRequest,
    responses((status = 200, description = "Server-sent events; `x-thread-id` is the session",
            body = RagPipelineEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn ask(
    access: Allowed<policy::WriteSessions>,
    State(app): State<App>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(mut body): JsonBody<RagPipelineRequest>,
) -> Result<Response, Failure> {
    let Some(PipelineMessage { role: PipelineRole::User, content: text }) = body.messages.pop() else {
        let fix = "`messages` does not end with a message of the role `user`; put the question last";
        return Err(Failure::new(ErrorCode::InvalidValue, fix));
    };
    let said = |message: PipelineMessage| match message.role {
        PipelineRole::User => Message::user(message.content),
        PipelineRole::Assistant => Message::assistant(message.content),
    };
    let history = Some(body.messages.into_iter().map(said).collect());
    let asking = Asking { session: None, text, agent: None, language, history };
    let started = start(&app, &access.scope, asking).await?;
    let accepted = &started.accepted;
    let about = About { session: started.session, turn: accepted.turn, trace: accepted.trace };
    Ok(Talk::new(app, access.scope, about, started.watching, PipelineDialect).into_response())
}
