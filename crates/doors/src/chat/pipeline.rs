//! `/api/rag-pipeline`: four fixed stages, and a client that keeps the conversation itself.

use axum::extract::State;
use axum::response::Response;
use conserje_conversation::model::Message;
use conserje_conversation::{How, News, TurnEnd};
use conserje_documents::{Ask, FoundPassage, Mode};
use conserje_kernel::{MessageRole, Scope};
use conserje_operate::App;
use conserje_operate::grounding::{Grounds, of_passages};
use conserje_protocol::{
    ErrorCode, PipelineMessage, Problem, RagPipelineDone, RagPipelineEvent, RagPipelineRequest, StageEvent,
    StageStatus, TextEvent,
};
use serde_json::Value;

use super::start::{Asking, start};
use super::talk::{About, Dialect, Talk};
use crate::wire::{AcceptedLanguage, Allowed, Failure, JsonBody, policy, render_citation};

/// Passages that are searched for, and those of the answer before that are carried over.
const SEARCHED: usize = 8;
const CARRIED: usize = 8;

/// What the first three stages came to.
struct PipelineDialect {
    stages: [(&'static str, StageStatus); 4],
    chunks: Vec<Value>,
}

impl Dialect for PipelineDialect {
    type Event = RagPipelineEvent;

    fn opening(&self) -> Vec<RagPipelineEvent> {
        let stage = |(name, status): (&str, StageStatus)| {
            RagPipelineEvent::Stage(StageEvent { name: name.to_owned(), status })
        };
        self.stages.map(stage).into()
    }

    fn said(&mut self, news: News) -> Option<RagPipelineEvent> {
        match news {
            News::Text(text) => Some(RagPipelineEvent::Token(TextEvent { text: text.get().to_string() })),
            News::Thinking(_) | News::ToolStarted { .. } | News::ToolFinished { .. } | News::Ended(_) => None,
        }
    }

    fn done(&self, _: &About, end: &TurnEnd) -> RagPipelineEvent {
        RagPipelineEvent::Done(RagPipelineDone {
            context_chunk_ids: self.chunks.clone(),
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
    access: Allowed<policy::UseModels>,
    State(app): State<App>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(mut body): JsonBody<RagPipelineRequest>,
) -> Result<Response, Failure> {
    let Some(PipelineMessage { role: MessageRole::User, content: text }) = body.messages.pop() else {
        let fix = "`messages` does not end with a message of the role `user`; put the question last";
        return Err(Failure::new(ErrorCode::InvalidValue, fix));
    };
    let said = |message: PipelineMessage| match message.role {
        MessageRole::User => Message::user(message.content),
        MessageRole::Assistant => Message::assistant(message.content),
    };
    let history = Some(body.messages.into_iter().map(said).collect());
    let (dialect, grounds) = look_up(&app, &access.scope, &text, &body.previous_chunk_ids).await?;
    let asking = Asking { session: None, text, agent: None, assistant: None, language, history, grounds };
    let asked = start(&app, &access.scope, asking).await?;
    let about = About { session: asked.session, turn: asked.accepted.turn, trace: asked.accepted.trace };
    Ok(Talk::new(app, access.scope, about, asked.into_watching(), dialect).into_response())
}

/// `expand → embed → search`, once: what is found, and before it what the answer before rested on.
async fn look_up(
    app: &App,
    scope: &Scope,
    question: &str,
    previous: &[Value],
) -> Result<(PipelineDialect, Option<Grounds>), Failure> {
    let library = app.library();
    let mut hits = Vec::new();
    for id in previous.iter().filter_map(Value::as_str).take(CARRIED) {
        // One that is gone, or never was, carries nothing over.
        if let Some(passage) = library.passage(scope, id).await? {
            hits.push(FoundPassage {
                passage,
                score: 0.5,
                lexical: None,
                cosine: None,
                highlights: Vec::new(),
            });
        }
    }
    let answer = library.search(scope, Ask::new(question, Mode::Hybrid, SEARCHED)).await?;
    let done = |is_done: bool| if is_done { StageStatus::Done } else { StageStatus::Skipped };
    let stages = [
        ("expand", done(answer.expanded_query.is_some())),
        ("embed", done(!answer.embedding_models.is_empty())),
        ("search", StageStatus::Done),
        ("answer", StageStatus::Running),
    ];
    for hit in answer.hits {
        if !hits.iter().any(|known| known.passage.id == hit.passage.id) {
            hits.push(hit);
        }
    }
    let chunks = hits.iter().map(|hit| Value::from(hit.passage.id.clone())).collect();
    let grounds =
        if hits.is_empty() { None } else { Some(of_passages(library, scope, question, &hits).await?) };
    Ok((PipelineDialect { stages, chunks }, grounds))
}
