//! What is said to a request, word by word, whether by an assistant or by a model.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use conserje_conversation::events::StopReason as TurnStop;
use conserje_conversation::model::{Block, StopReason, TokenUsage};
use conserje_conversation::{Asked, Completing, How, News, Step, TurnEnd};
use conserje_protocol::ErrorCode;
use tokio_util::sync::CancellationToken;

use super::error::ApiError;

/// What fails within this time has a status of its own; later, the stream has begun and says it.
const FIRST_WORDS: Duration = Duration::from_secs(5);

/// Something that is said.
pub(super) enum Said {
    Thinking(Words),
    Text(Words),
    /// The last one.
    Done(Done),
    /// The last one, too.
    Failed(ApiError),
}

pub(super) enum Words {
    Own(String),
    Shared(Arc<str>),
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Own(text) => text,
            Self::Shared(text) => text,
        }
    }
}

/// How it ended.
pub(super) struct Done {
    /// A model's whole reply, calls included; nothing of an assistant, whose words were all said.
    pub(super) blocks: Vec<Block>,
    pub(super) stop: StopReason,
    pub(super) usage: TokenUsage,
}

enum Source {
    Agent(Box<Asked>),
    Model(Completing),
}

/// Somebody who speaks.
pub(super) struct Speech {
    source: Source,
    stop: CancellationToken,
    ready: VecDeque<Said>,
    has_spoken: bool,
    /// A tool ran since the last words: what comes is a paragraph of its own.
    is_apart: bool,
}

impl Speech {
    pub(super) fn of_agent(asked: Asked, stop: CancellationToken) -> Self {
        Self::new(Source::Agent(Box::new(asked)), stop)
    }

    pub(super) fn of_model(completing: Completing, stop: CancellationToken) -> Self {
        Self::new(Source::Model(completing), stop)
    }

    fn new(source: Source, stop: CancellationToken) -> Self {
        Self { source, stop, ready: VecDeque::new(), has_spoken: false, is_apart: false }
    }

    /// Waits a little for the first words, so that what fails at once fails with a status.
    pub(super) async fn begin(mut self) -> Result<Self, ApiError> {
        match tokio::time::timeout(FIRST_WORDS, self.next()).await {
            Ok(Said::Failed(error)) => Err(error),
            Ok(said) => {
                self.ready.push_front(said);
                Ok(self)
            }
            Err(_) => Ok(self),
        }
    }

    /// What is said next; dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Said {
        loop {
            if let Some(said) = self.ready.pop_front() {
                return said;
            }
            let stop = self.stop.clone();
            tokio::select! {
                biased;
                said = self.listen() => self.ready.extend(said),
                () = stop.cancelled() => {
                    let message = "the server is stopping; ask again in a moment";
                    return Said::Failed(ApiError::new(ErrorCode::ServerStopping, message));
                }
            }
        }
    }

    async fn listen(&mut self) -> Vec<Said> {
        match &mut self.source {
            Source::Model(completing) => vec![match completing.next().await {
                Step::Said(news) => return self.hear(news, ""),
                Step::Done(Ok(reply)) => {
                    let reply = reply.into_inner();
                    Said::Done(Done { blocks: reply.blocks, stop: reply.stop_reason, usage: reply.usage })
                }
                Step::Done(Err(error)) => Said::Failed(error.into()),
            }],
            Source::Agent(asked) => match asked.next().await {
                Ok(Some(news)) => {
                    let session = asked.session.to_string();
                    news.into_iter().flat_map(|news| self.hear(news, &session)).collect()
                }
                Ok(None) => {
                    let message = "the turn went on elsewhere; its session has the answer";
                    vec![Said::Failed(ApiError::new(ErrorCode::ServerStopped, message))]
                }
                Err(error) => vec![Said::Failed(error.into())],
            },
        }
    }

    fn hear(&mut self, news: News, session: &str) -> Vec<Said> {
        match news {
            News::Thinking(text) => vec![Said::Thinking(Words::Shared(text.into_inner()))],
            News::Text(text) => self.paragraph(Words::Shared(text.into_inner())),
            News::ToolStarted { .. } | News::ToolFinished { .. } => {
                self.is_apart = self.has_spoken;
                Vec::new()
            }
            News::Ended(end) => self.end(&end, session),
        }
    }

    fn paragraph(&mut self, text: Words) -> Vec<Said> {
        self.has_spoken = true;
        if std::mem::take(&mut self.is_apart) {
            vec![Said::Text(Words::Own("\n\n".to_owned())), Said::Text(text)]
        } else {
            vec![Said::Text(text)]
        }
    }

    fn end(&mut self, end: &TurnEnd, session: &str) -> Vec<Said> {
        let usage = TokenUsage {
            input: end.usage.input_tokens,
            output: end.usage.output_tokens,
            thinking: end.usage.thinking_tokens,
            cached: end.usage.cached_tokens,
            cache_written: 0,
        };
        let stop = match end.stop_reason {
            TurnStop::MaxTokens => StopReason::MaxTokens,
            // A turn's tools have been used by the server itself.
            TurnStop::EndTurn | TurnStop::ToolUse | TurnStop::StopSequence | TurnStop::Cancelled => {
                StopReason::EndTurn
            }
        };
        let done = Said::Done(Done { blocks: Vec::new(), stop, usage });
        match &end.how {
            How::Completed => vec![done],
            How::Failed { code, message } => vec![Said::Failed(ApiError::of_turn(code, message.clone()))],
            How::Paused { approval } => {
                self.is_apart = self.has_spoken;
                let text = format!(
                    "A person has to approve this before it is done (approval {approval}). \
                     Session {session} goes on once that is decided."
                );
                let mut said = self.paragraph(Words::Own(text));
                said.push(done);
                said
            }
        }
    }

    /// All of it at once.
    pub(super) async fn whole(mut self) -> Result<Done, ApiError> {
        let mut heard: Vec<Block> = Vec::new();
        loop {
            match self.next().await {
                Said::Failed(error) => return Err(error),
                Said::Done(mut done) => {
                    if done.blocks.is_empty() {
                        done.blocks = heard;
                    }
                    return Ok(done);
                }
                Said::Thinking(words) => match heard.last_mut() {
                    Some(Block::Thinking { text, .. }) => text.push_str(&words),
                    Some(Block::Text { .. } | Block::ToolUse(_)) | None => {
                        heard.push(Block::Thinking { text: words.to_owned(), seal: None });
                    }
                },
                Said::Text(words) => match heard.last_mut() {
                    Some(Block::Text { text }) => text.push_str(&words),
                    Some(Block::Thinking { .. } | Block::ToolUse(_)) | None => {
                        heard.push(Block::Text { text: words.to_owned() });
                    }
                },
            }
        }
    }
}
