//! What a turn said, from the log: for those who were not there, or whose turn ran on another node.

use std::sync::Arc;

use conserje_events::{Content, Event, RecordedEvent, StopReason, Usage};
use conserje_guard::Screened;
use conserje_kernel::{Scope, SessionId, TraceId, TurnId};
use conserje_store::turns;

use crate::inbox::held::held_news;
use crate::turn::live::{How, News, TurnEnd};
use crate::{ConversationError, Conversations};

/// A turn has far fewer events.
const LOOK_BACK: i64 = 1000;
/// What is said without a turn, by people and programs of the business, may come after the latest one.
const BETWEEN_TURNS: i64 = 100;

impl Conversations {
    /// The session's latest turn that has begun.
    pub async fn latest_turn(
        &self,
        scope: &Scope,
        session: SessionId,
    ) -> Result<Option<(TurnId, TraceId)>, ConversationError> {
        let last = self.session(scope, session).await?.session.last_sequence;
        let from = (last - BETWEEN_TURNS).max(0);
        let span = usize::try_from(last - from).unwrap_or(0);
        let events = self.0.log.after(scope, session, from, span).await?;
        Ok(events.iter().rev().find_map(|event| Some((event.turn?, event.trace))))
    }

    /// Whether a turn has ended or waits for a person. Its last words may be told a moment later.
    pub async fn is_over(
        &self,
        scope: &Scope,
        session: SessionId,
        turn: TurnId,
    ) -> Result<bool, ConversationError> {
        let found = self.0.store.read(scope, move |tx| turns::find(tx, session, turn)).await?;
        Ok(found.is_none_or(|turn| !matches!(turn.state.as_str(), "waiting" | "running")))
    }

    /// What a turn that is over said since it was last taken up, and how it ended.
    pub async fn recap(
        &self,
        scope: &Scope,
        session: SessionId,
        turn: TurnId,
    ) -> Result<Vec<News>, ConversationError> {
        let last = self.session(scope, session).await?.session.last_sequence;
        let events = self.events_of_turn(scope, session, turn, (last - LOOK_BACK).max(0)).await?;
        Ok(recapped(turn, events))
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is not told word by word either")]
fn recapped(turn: TurnId, events: Vec<RecordedEvent>) -> Vec<News> {
    let mut news = Vec::new();
    let mut end = TurnEnd {
        turn,
        how: How::Completed,
        message: None,
        model: String::new(),
        stop_reason: StopReason::EndTurn,
        usage: Usage::default(),
        citations: Vec::new(),
    };
    for event in events {
        let Content::Event(event) = event.content else { continue };
        match event {
            Event::UserMessageSent(said) => {
                if let Some(operator) = said.held_by {
                    return held_news(turn, said.language, &operator);
                }
            }
            Event::TurnResumed(_) => {
                news.clear();
                end.how = How::Completed;
            }
            Event::AgentThinkingBlock(thought) => news.push(News::Thinking(kept(&thought.content))),
            Event::AgentMessageSent(said) => {
                news.push(News::Text(kept(&said.content)));
                end.message = Some(said.message_id);
                end.model = said.model;
                end.stop_reason = said.stop_reason;
                add(&mut end.usage, said.usage);
            }
            Event::ToolUseRequested(call) => {
                news.push(News::ToolStarted { id: call.tool_use_id, name: call.tool_name, args: call.args });
            }
            Event::ToolUseCompleted(call) => {
                let (id, name, success) = (call.tool_use_id, call.tool_name, call.success);
                news.push(News::ToolFinished { id, name, success });
            }
            Event::CitationsCreated(created) => end.citations.extend(created.citations),
            Event::ApprovalRequested(asked) => {
                if let Ok(approval) = asked.approval_id.parse() {
                    end.how = How::Paused { approval };
                }
            }
            Event::ErrorOccurred(error) => {
                end.how = How::Failed { code: error.code, message: error.message };
            }
            _ => {}
        }
    }
    news.push(News::Ended(Arc::new(end)));
    news
}

#[expect(clippy::disallowed_methods, reason = "it is in the log")]
fn kept(words: &str) -> Screened<Arc<str>> {
    Screened::kept(words.into())
}

fn add(sum: &mut Usage, more: Usage) {
    sum.input_tokens += more.input_tokens;
    sum.output_tokens += more.output_tokens;
    sum.thinking_tokens += more.thinking_tokens;
    sum.cached_tokens += more.cached_tokens;
}
