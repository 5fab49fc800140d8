//! What was said, as a response or as its events.

use std::collections::VecDeque;
use std::convert::Infallible;

use axum::response::sse::Event;
use conserje_conversation::model::{Block, StopReason, TokenUsage, ToolUse};
use conserje_protocol::openai::{
    InputTokensDetails, OutputItem, OutputPart, OutputTokensDetails, Response, ResponseError, ResponseUsage,
    SummaryPart,
};
use futures::stream::{self, Stream};
use serde_json::{Value, json};

use super::chat_write::arguments;
use super::error::ApiError;
use super::speech::{Done, Said, Speech, Words};
use super::sse::frame;

/// Ids are made of the response's, so that they are the same however it is read.
fn item_id(prefix: &str, response: &Response) -> String {
    let base = response.id.trim_start_matches("resp_");
    format!("{prefix}_{base}_{}", response.output.len())
}

fn usage(usage: TokenUsage) -> ResponseUsage {
    ResponseUsage {
        input_tokens: usage.input,
        input_tokens_details: InputTokensDetails {
            cached_tokens: usage.cached,
            cache_write_tokens: usage.cache_written,
        },
        output_tokens: usage.output,
        output_tokens_details: OutputTokensDetails { reasoning_tokens: usage.thinking },
        total_tokens: usage.input.saturating_add(usage.output),
    }
}

fn text_part(text: String) -> OutputPart {
    OutputPart { kind: "output_text", text, annotations: Vec::new(), logprobs: Vec::new() }
}

fn message(id: String, status: &'static str, content: Vec<OutputPart>) -> OutputItem {
    OutputItem::Message { id, status, role: "assistant", content }
}

fn reasoning(id: String, text: Option<String>) -> OutputItem {
    let summary = text.into_iter().map(|text| SummaryPart { kind: "summary_text", text });
    OutputItem::Reasoning { id, summary: summary.collect() }
}

fn call_item(id: String, call: ToolUse) -> OutputItem {
    OutputItem::FunctionCall {
        id,
        status: "completed",
        call_id: call.id,
        name: call.name,
        arguments: arguments(call.args),
    }
}

/// All that was said, in its order.
pub(super) fn whole(mut response: Response, done: Done) -> Response {
    for block in done.blocks {
        let item = match block {
            Block::Thinking { text, .. } => reasoning(item_id("rs", &response), Some(text)),
            Block::Text { text } => message(item_id("msg", &response), "completed", vec![text_part(text)]),
            Block::ToolUse(call) => call_item(item_id("fc", &response), call),
        };
        response.output.push(item);
    }
    finish(&mut response, done.stop, done.usage);
    response
}

fn finish(response: &mut Response, stop: StopReason, used: TokenUsage) {
    response.usage = Some(usage(used));
    response.status = match stop {
        StopReason::MaxTokens => {
            response.incomplete_details = Some(json!({"reason": "max_output_tokens"}));
            "incomplete"
        }
        StopReason::EndTurn | StopReason::StopSequence | StopReason::ToolUse => "completed",
    };
}

/// The item that grows.
enum Open {
    Thinking { id: String, text: String },
    Text { id: String, text: String },
}

struct Events {
    response: Response,
    speech: Speech,
    open: Option<Open>,
    sequence: u64,
    ready: VecDeque<Event>,
    has_begun: bool,
    is_over: bool,
}

/// Each word as it is said, between the events that say what it belongs to.
pub(super) fn events(
    response: Response,
    speech: Speech,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    let ready = VecDeque::new();
    let (has_begun, is_over) = (false, false);
    let events = Events { response, speech, open: None, sequence: 0, ready, has_begun, is_over };
    stream::unfold(events, async |mut events| {
        let event = events.next().await?;
        Some((Ok(event), events))
    })
}

impl Events {
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
                self.whole("response.created");
                self.whole("response.in_progress");
                continue;
            }
            match self.speech.next().await {
                Said::Thinking(words) => self.think(&words),
                Said::Text(words) => self.say(&words),
                Said::Done(done) => self.end(done),
                Said::Failed(error) => self.fail(error),
            }
        }
    }

    fn emit(&mut self, name: &str, mut event: Value) {
        if let Value::Object(fields) = &mut event {
            fields.insert("type".to_owned(), name.into());
            fields.insert("sequence_number".to_owned(), self.sequence.into());
        }
        self.sequence += 1;
        self.ready.extend(frame(Some(name), &event));
    }

    fn whole(&mut self, name: &str) {
        let event = json!({"response": self.response});
        self.emit(name, event);
    }

    /// The place of the item that grows, which is behind those that are done.
    fn place(&self) -> usize {
        self.response.output.len()
    }

    fn think(&mut self, words: &Words) {
        if !matches!(self.open, Some(Open::Thinking { .. })) {
            self.close();
            let (id, place) = (item_id("rs", &self.response), self.place());
            let item = reasoning(id.clone(), None);
            self.emit("response.output_item.added", json!({"output_index": place, "item": item}));
            let part = json!({"type": "summary_text", "text": ""});
            let added = json!({"item_id": id, "output_index": place, "summary_index": 0, "part": part});
            self.emit("response.reasoning_summary_part.added", added);
            self.open = Some(Open::Thinking { id, text: String::new() });
        }
        let place = self.place();
        if let Some(Open::Thinking { id, text }) = &mut self.open {
            text.push_str(words);
            let delta = json!({"item_id": id, "output_index": place, "summary_index": 0, "delta": &**words});
            self.emit("response.reasoning_summary_text.delta", delta);
        }
    }

    fn say(&mut self, words: &Words) {
        if !matches!(self.open, Some(Open::Text { .. })) {
            self.close();
            let (id, place) = (item_id("msg", &self.response), self.place());
            let item = message(id.clone(), "in_progress", Vec::new());
            self.emit("response.output_item.added", json!({"output_index": place, "item": item}));
            let part = text_part(String::new());
            let added = json!({"item_id": id, "output_index": place, "content_index": 0, "part": part});
            self.emit("response.content_part.added", added);
            self.open = Some(Open::Text { id, text: String::new() });
        }
        let place = self.place();
        if let Some(Open::Text { id, text }) = &mut self.open {
            text.push_str(words);
            let delta = json!({"item_id": id, "output_index": place, "content_index": 0, "delta": &**words, "logprobs": []});
            self.emit("response.output_text.delta", delta);
        }
    }

    fn close(&mut self) {
        let place = self.place();
        let item = match self.open.take() {
            None => return,
            Some(Open::Thinking { id, text }) => {
                let at = |rest: Value| {
                    merged(json!({"item_id": id, "output_index": place, "summary_index": 0}), rest)
                };
                let (done, part) =
                    (at(json!({"text": text})), at(json!({"part": {"type": "summary_text", "text": text}})));
                self.emit("response.reasoning_summary_text.done", done);
                self.emit("response.reasoning_summary_part.done", part);
                reasoning(id, Some(text))
            }
            Some(Open::Text { id, text }) => {
                let at = |rest: Value| {
                    merged(json!({"item_id": id, "output_index": place, "content_index": 0}), rest)
                };
                let part = text_part(text.clone());
                let (done, part_done) =
                    (at(json!({"text": text, "logprobs": []})), at(json!({"part": part})));
                self.emit("response.output_text.done", done);
                self.emit("response.content_part.done", part_done);
                message(id, "completed", vec![part])
            }
        };
        self.put(item);
    }

    fn put(&mut self, item: OutputItem) {
        let place = self.place();
        self.emit("response.output_item.done", json!({"output_index": place, "item": item}));
        self.response.output.push(item);
    }

    fn call(&mut self, call: ToolUse) {
        let (id, place) = (item_id("fc", &self.response), self.place());
        let item = call_item(id.clone(), call);
        let OutputItem::FunctionCall { call_id, name, arguments, .. } = &item else { return };
        let begun = json!({"type": "function_call", "id": id, "status": "in_progress", "call_id": call_id, "name": name, "arguments": ""});
        let delta = json!({"item_id": id, "output_index": place, "delta": arguments});
        let done = json!({"item_id": id, "output_index": place, "name": name, "arguments": arguments});
        self.emit("response.output_item.added", json!({"output_index": place, "item": begun}));
        self.emit("response.function_call_arguments.delta", delta);
        self.emit("response.function_call_arguments.done", done);
        self.put(item);
    }

    fn end(&mut self, done: Done) {
        self.close();
        self.is_over = true;
        for block in done.blocks {
            match block {
                Block::ToolUse(call) => self.call(call),
                // They were said as they came.
                Block::Text { .. } | Block::Thinking { .. } => {}
            }
        }
        finish(&mut self.response, done.stop, done.usage);
        let name =
            if self.response.status == "incomplete" { "response.incomplete" } else { "response.completed" };
        self.whole(name);
    }

    fn fail(&mut self, error: ApiError) {
        self.close();
        self.is_over = true;
        self.response.status = "failed";
        let code = error.body.code.unwrap_or(error.body.kind);
        self.response.error = Some(ResponseError { code, message: error.body.message });
        self.whole("response.failed");
    }
}

fn merged(mut base: Value, rest: Value) -> Value {
    if let (Value::Object(base), Value::Object(rest)) = (&mut base, rest) {
        base.extend(rest);
    }
    base
}
