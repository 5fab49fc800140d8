//! `/api/v1/copilot/stream`: an assistant beside somebody's work, with its thoughts and its costs.

use axum::extract::State;
use axum::response::Response;
use conserje_conversation::{How, News, TurnEnd};
use conserje_operate::App;
use conserje_protocol::{
    ChunkEvent, CopilotDone, CopilotEvent, CopilotRequest, CopilotTokens, ErrorCode, ModeEvent, Problem,
    TextEvent,
};

use super::start::{Asking, With, start_with};
use super::talk::{About, Dialect, Talk};
use crate::wire::{AcceptedLanguage, Allowed, Failure, JsonBody, policy};

struct CopilotDialect {
    mode: String,
    next_index: u64,
}

impl Dialect for CopilotDialect {
    type Event = CopilotEvent;

    fn opening(&self) -> Vec<CopilotEvent> {
        vec![CopilotEvent::Mode(ModeEvent { mode: self.mode.clone() })]
    }

    fn said(&mut self, news: News) -> Option<CopilotEvent> {
        match news {
            News::Thinking(text) => Some(CopilotEvent::Thinking(TextEvent { text: text.get().to_string() })),
            News::Text(text) => {
                let index = self.next_index;
                self.next_index += 1;
                Some(CopilotEvent::Chunk(ChunkEvent { text: text.get().to_string(), index }))
            }
            News::ToolStarted { .. } | News::ToolFinished { .. } | News::Ended(_) => None,
        }
    }

    fn done(&self, about: &About, end: &TurnEnd) -> CopilotEvent {
        let used = end.usage;
        CopilotEvent::Done(CopilotDone {
            tokens: CopilotTokens {
                input: used.input_tokens,
                output: used.output_tokens,
                thinking: used.thinking_tokens,
                cached: used.cached_tokens,
                total: used.input_tokens + used.output_tokens,
            },
            log_id: end.message.map(|message| message.to_string()),
            trace_id: about.trace.to_string(),
            session_id: about.session.to_string(),
            paused: matches!(end.how, How::Paused { .. }),
        })
    }
}

/// Asks, and hears the answer with its thoughts: `mode`, `thinking`, `chunk`, then `done` or `error`.
#[utoipa::path(post, path = "/api/v1/copilot/stream", tag = "chat", request_body = CopilotRequest,
    responses((status = 200, description = "Server-sent events; `x-thread-id` is the session",
            body = CopilotEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(crate) async fn ask(
    access: Allowed<policy::UseModels>,
    State(app): State<App>,
    AcceptedLanguage(language): AcceptedLanguage,
    JsonBody(body): JsonBody<CopilotRequest>,
) -> Result<Response, Failure> {
    let CopilotRequest { message: text, session_id: session, mode, agent, assistant, attachments, .. } = body;
    if let (Some(mode), Some(agent)) = (&mode, &agent)
        && mode != agent
    {
        let fix = "`mode` and `agent` are two names for one thing and differ; send one of them";
        return Err(Failure::new(ErrorCode::InvalidValue, fix));
    }
    let agent = mode.or(agent);
    let with = With { attachments: &attachments, is_searched: body.enable_auto_semantic_search };
    let asking = Asking { session, text, agent, assistant, language, history: None, grounds: None };
    let asked = start_with(&app, &access.scope, with, asking).await?;
    let about = About { session: asked.session, turn: asked.accepted.turn, trace: asked.accepted.trace };
    let dialect = CopilotDialect { mode: asked.accepted.agent.clone().unwrap_or_default(), next_index: 0 };
    Ok(Talk::new(app, access.scope, about, asked.into_watching(), dialect).into_response())
}
