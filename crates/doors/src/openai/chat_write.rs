//! What was said, as a chat completion or as its chunks.

use std::collections::VecDeque;
use std::convert::Infallible;

use axum::response::sse::Event;
use conserje_conversation::model::{Args, Block, StopReason, TokenUsage, ToolUse};
use conserje_protocol::openai::{
    ApiErrorReply, ChatCompletion, ChatCompletionChunk, ChatFunction, ChatReplyMessage, ChatToolCall, Choice,
    ChunkChoice, ChunkDelta, ChunkToolCall, CompletionUsage, InputTokenDetails, OutputTokenDetails,
};
use futures::stream::{self, Stream};

use super::speech::{Done, Said, Speech};
use super::sse::frame;

/// What a completion and all its chunks have in common.
pub(super) struct Head {
    pub(super) id: String,
    pub(super) created: i64,
    pub(super) model: String,
}

pub(super) fn whole(head: Head, done: Done) -> ChatCompletion {
    let finish_reason = finish(done.stop, &done.blocks);
    let (mut text, mut thoughts, mut calls) = (None::<String>, None::<String>, Vec::new());
    let join = |place: &mut Option<String>, more: String| match place {
        Some(text) => text.push_str(&more),
        None => *place = Some(more),
    };
    for block in done.blocks {
        match block {
            Block::Text { text: said } => join(&mut text, said),
            Block::Thinking { text: thought, .. } => join(&mut thoughts, thought),
            Block::ToolUse(call) => calls.push(wire_call(call)),
        }
    }
    if calls.is_empty() {
        text.get_or_insert_default();
    }
    let message = ChatReplyMessage {
        role: "assistant",
        content: text,
        reasoning_content: thoughts.filter(|thoughts| !thoughts.is_empty()),
        refusal: None,
        tool_calls: calls,
    };
    ChatCompletion {
        id: head.id,
        object: "chat.completion",
        created: head.created,
        model: head.model,
        choices: [Choice { index: 0, message, finish_reason, logprobs: None }],
        usage: usage(done.usage),
    }
}

fn finish(stop: StopReason, blocks: &[Block]) -> &'static str {
    match stop {
        StopReason::MaxTokens => "length",
        // Not all providers say why they stopped when they call a tool.
        _ if blocks.iter().any(|block| matches!(block, Block::ToolUse(_))) => "tool_calls",
        StopReason::EndTurn | StopReason::StopSequence | StopReason::ToolUse => "stop",
    }
}

pub(super) fn arguments(args: Args) -> String {
    match args {
        Args::Json(args) => args.to_string(),
        Args::Malformed(text) => text,
    }
}

fn wire_call(call: ToolUse) -> ChatToolCall {
    ChatToolCall {
        id: call.id,
        kind: "function".to_owned(),
        function: ChatFunction { name: call.name, arguments: arguments(call.args) },
    }
}

fn usage(usage: TokenUsage) -> CompletionUsage {
    CompletionUsage {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input.saturating_add(usage.output),
        prompt_tokens_details: InputTokenDetails { cached_tokens: usage.cached },
        completion_tokens_details: OutputTokenDetails { reasoning_tokens: usage.thinking },
    }
}

struct Chunks {
    head: Head,
    speech: Speech,
    includes_usage: bool,
    ready: VecDeque<Event>,
    has_begun: bool,
    is_over: bool,
}

/// Each word as it is said.
pub(super) fn chunks(
    head: Head,
    speech: Speech,
    includes_usage: bool,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    let ready = VecDeque::new();
    let chunks = Chunks { head, speech, includes_usage, ready, has_begun: false, is_over: false };
    stream::unfold(chunks, async |mut chunks| {
        let event = chunks.next().await?;
        Some((Ok(event), chunks))
    })
}

impl Chunks {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            if !self.has_begun {
                self.has_begun = true;
                self.delta(ChunkDelta {
                    role: Some("assistant"),
                    content: Some(""),
                    ..ChunkDelta::default()
                });
                continue;
            }
            match self.speech.next().await {
                Said::Text(text) => self.delta(ChunkDelta { content: Some(&text), ..ChunkDelta::default() }),
                Said::Thinking(text) => {
                    self.delta(ChunkDelta { reasoning_content: Some(&text), ..ChunkDelta::default() });
                }
                Said::Done(done) => self.end(done),
                Said::Failed(error) => {
                    self.is_over = true;
                    self.ready.extend(frame(None, &ApiErrorReply { error: error.body }));
                }
            }
        }
    }

    fn delta(&mut self, delta: ChunkDelta<'_>) {
        let event = self.chunk(vec![ChunkChoice { index: 0, delta, finish_reason: None }], None);
        self.ready.extend(event);
    }

    fn chunk(&self, choices: Vec<ChunkChoice<'_>>, usage: Option<CompletionUsage>) -> Option<Event> {
        let chunk = ChatCompletionChunk {
            id: &self.head.id,
            object: "chat.completion.chunk",
            created: self.head.created,
            model: &self.head.model,
            choices,
            usage,
        };
        frame(None, &chunk)
    }

    fn end(&mut self, done: Done) {
        self.is_over = true;
        let finish_reason = Some(finish(done.stop, &done.blocks));
        let calls = done.blocks.into_iter().filter_map(|block| match block {
            Block::ToolUse(call) => Some(wire_call(call)),
            Block::Text { .. } | Block::Thinking { .. } => None,
        });
        for (index, call) in calls.enumerate() {
            let tool_calls = vec![ChunkToolCall { index, call }];
            self.delta(ChunkDelta { tool_calls, ..ChunkDelta::default() });
        }
        let last = ChunkChoice { index: 0, delta: ChunkDelta::default(), finish_reason };
        let last = self.chunk(vec![last], None);
        self.ready.extend(last);
        if self.includes_usage {
            let used = self.chunk(Vec::new(), Some(usage(done.usage)));
            self.ready.extend(used);
        }
        self.ready.push_back(Event::default().data("[DONE]"));
    }
}
