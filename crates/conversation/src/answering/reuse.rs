//! Whether an answer may be one that was given before, and how it is given again.

use conserje_guard::Guard;
use conserje_kernel::EventId;
use conserje_llm::{
    Attempt, AttemptOutcome, Block, Called, Message, Model, Piece, Provider, Reply, Request, StopReason,
    TokenUsage,
};
use conserje_tools::Toolbox;
use tokio::time::Instant;

use crate::answering::answer_cache::Question;
use crate::turn::driver::Driver;

impl Driver {
    /// Not for what was attached, names somebody, or has had effects; nor for who asks for another answer. What is found
    /// in documents costs nothing and is found again.
    pub(crate) fn may_remember(&self, model: &Model, guard: &Guard) -> bool {
        let toolbox = self.toolbox_now();
        let calls = self.machine.transcript().into_inner().iter().flat_map(|message| match message {
            Message::Assistant { blocks } => blocks.as_slice(),
            Message::User { .. } | Message::Tools { .. } => &[],
        });
        self.conversations.0.answer_cache.is_on()
            && !matches!(model.provider, Provider::Extractive)
            && self.input.grounds.is_none()
            && self.input.replaces.is_none()
            && self.input.guard.is_empty()
            && only_looks(calls, &toolbox)
            && !guard.has_personal_data(self.input.text.get())
    }

    pub(crate) async fn question(&self, model: &Model, request: &Request) -> Option<Question> {
        self.conversations
            .0
            .answer_cache
            .question(&self.scope, &model.name, request, self.input.text.get())
            .await
    }

    pub(crate) fn remembered(&self, question: &Question) -> Option<Reply> {
        let reply = self.conversations.0.answer_cache.find(question)?;
        metrics::counter!("conserje_answers_remembered_total").increment(1);
        Some(again(&reply))
    }
}

/// Whole, nobody named in it, and wanting nothing but to look things up.
pub(crate) fn is_worth_remembering(reply: &Reply, toolbox: &Toolbox, guard: &Guard) -> bool {
    matches!(reply.stop_reason, StopReason::EndTurn | StopReason::ToolUse)
        && only_looks(&reply.blocks, toolbox)
        && !guard.has_personal_data(&reply.text())
}

fn only_looks<'a>(blocks: impl IntoIterator<Item = &'a Block>, toolbox: &Toolbox) -> bool {
    blocks.into_iter().all(|block| match block {
        Block::ToolUse(call) => toolbox.info(&call.name).is_some_and(|info| !info.risk.has_effects()),
        Block::Text { .. } | Block::Thinking { .. } => true,
    })
}

/// The same words, as a reply of its own that used nothing.
fn again(reply: &Reply) -> Reply {
    let new_id = |kind: &str| format!("{kind}_{}", EventId::generate().as_uuid().simple());
    let mut reply = Reply { id: new_id("msg"), usage: TokenUsage::default(), ..reply.clone() };
    for block in &mut reply.blocks {
        if let Block::ToolUse(call) = block {
            call.id = new_id("call");
        }
    }
    reply
}

/// As if a model had said it at once.
pub(crate) fn remember(reply: Reply, asked_at: Instant, on_piece: &mut dyn FnMut(&Piece)) -> Called {
    for block in &reply.blocks {
        match block {
            Block::Thinking { text, .. } => on_piece(&Piece::Thinking(text.clone())),
            Block::Text { text } => on_piece(&Piece::Text(text.clone())),
            Block::ToolUse(_) => {}
        }
    }
    let attempt = Attempt {
        model: reply.model.clone(),
        outcome: AttemptOutcome::Remembered,
        usage: TokenUsage::default(),
        cost_micros: 0,
        latency: asked_at.elapsed(),
        first_token: None,
    };
    Called { outcome: Ok(reply), attempts: vec![attempt], skipped: Vec::new() }
}
