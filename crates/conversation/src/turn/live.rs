//! What a running turn says, word by word, for doors that pass it on while it is said.
//!
//! The words of a turn are one list that every listener reads at its own pace: a slow one holds nobody
//! up, misses nothing, and costs no memory of its own. The list goes when the turn and its last listener do.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use conserje_events::{Citation, StopReason, Usage};
use conserje_guard::Screened;
use conserje_kernel::{ApprovalId, EventId, MessageId, TurnId};
use conserje_llm::Block;
use serde_json::Value;
use tokio::sync::watch;

/// Something that just happened in a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    Thinking(Screened<Arc<str>>),
    Text(Screened<Arc<str>>),
    ToolStarted {
        id: String,
        name: String,
        args: Value,
    },
    ToolFinished {
        id: String,
        name: String,
        success: bool,
    },
    /// The last one.
    Ended(Arc<TurnEnd>),
}

/// How a turn ended, or why it waits.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnEnd {
    pub turn: TurnId,
    pub how: How,
    /// The last message, if one was said.
    pub message: Option<MessageId>,
    pub model: String,
    pub stop_reason: StopReason,
    /// Of all model calls of the turn.
    pub usage: Usage,
    pub citations: Vec<Citation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    Completed,
    /// A code of the public error table, and what to tell the person.
    Failed {
        code: String,
        message: String,
    },
    /// A person has to decide first.
    Paused {
        approval: ApprovalId,
    },
}

pub(crate) struct Live {
    /// Names this list: after a pause, or in another process, a turn has another one.
    stretch: String,
    news: Mutex<Vec<News>>,
    count: watch::Sender<usize>,
}

impl Default for Live {
    fn default() -> Self {
        let stretch = EventId::generate().as_uuid().simple().to_string();
        Self { stretch, news: Mutex::default(), count: watch::Sender::default() }
    }
}

impl Live {
    pub(crate) fn tell(&self, news: News) {
        let mut all = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(news);
        let count = all.len();
        drop(all);
        self.count.send_replace(count);
    }

    pub(crate) fn len(&self) -> usize {
        *self.count.borrow()
    }

    /// What was said from a place on, as a model's blocks.
    pub(crate) fn said_since(&self, place: usize) -> Screened<Vec<Block>> {
        let all = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let said = all.iter().skip(place).filter_map(|news| match news {
            News::Thinking(text) => Some(text.clone().map(|text| (true, text))),
            News::Text(text) => Some(text.clone().map(|text| (false, text))),
            News::ToolStarted { .. } | News::ToolFinished { .. } | News::Ended(_) => None,
        });
        said.collect::<Screened<Vec<_>>>().map(joined)
    }
}

/// Pieces, of which it is known whether they are thoughts, as blocks.
fn joined(pieces: Vec<(bool, Arc<str>)>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (is_thought, piece) in pieces {
        match (is_thought, blocks.last_mut()) {
            (true, Some(Block::Thinking { text, .. })) | (false, Some(Block::Text { text })) => {
                text.push_str(&piece);
            }
            (true, _) => blocks.push(Block::Thinking { text: piece.to_string(), seal: None }),
            (false, _) => blocks.push(Block::Text { text: piece.to_string() }),
        }
    }
    blocks
}

/// One listener's place.
pub struct Watching {
    live: Arc<Live>,
    count: watch::Receiver<usize>,
    read: usize,
}

impl Watching {
    /// What has happened since the last call; waits until there is something. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Vec<News> {
        // The sender lives as long as `live`, which we hold.
        drop(self.count.wait_for(|count| *count > self.read).await);
        let all = self.live.news.lock().unwrap_or_else(PoisonError::into_inner);
        let news = all.get(self.read..).unwrap_or_default().to_vec();
        self.read = all.len();
        news
    }

    /// Names what is listened to: a turn from its beginning, or from where it was last taken up.
    pub fn stretch(&self) -> &str {
        &self.live.stretch
    }

    /// How many news were read.
    pub fn read(&self) -> usize {
        self.read
    }

    /// Passes over what was read before, if it was of this stretch.
    pub fn skip(&mut self, stretch: &str, read: usize) {
        if stretch == self.live.stretch {
            self.read = read.min(self.live.len());
        }
    }
}

/// The turns that are listened to or run here.
#[derive(Default)]
pub(crate) struct Lives(Mutex<HashMap<TurnId, Weak<Live>>>);

impl Lives {
    pub(crate) fn of(&self, turn: TurnId) -> Arc<Live> {
        let mut lives = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(live) = lives.get(&turn).and_then(Weak::upgrade) {
            return live;
        }
        if lives.len() >= 64 && lives.len().is_power_of_two() {
            lives.retain(|_, live| live.strong_count() > 0);
        }
        let live = Arc::new(Live::default());
        lives.insert(turn, Arc::downgrade(&live));
        live
    }

    pub(crate) fn watch(&self, turn: TurnId) -> Watching {
        let live = self.of(turn);
        let count = live.count.subscribe();
        Watching { live, count, read: 0 }
    }

    /// Whoever listens from now on listens to the turn's next stretch.
    pub(crate) fn forget(&self, turn: TurnId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::disallowed_methods, reason = "what a test makes up needs no guard")]
    fn text(text: &str) -> News {
        News::Text(Screened::own(text.into()))
    }

    #[tokio::test]
    async fn a_late_listener_hears_everything_from_the_start() {
        let lives = Lives::default();
        let turn = TurnId::generate();
        let live = lives.of(turn);
        live.tell(text("a"));
        let mut late = lives.watch(turn);
        assert_eq!(late.next().await, [text("a")]);
        live.tell(text("b"));
        live.tell(text("c"));
        assert_eq!(late.next().await.len(), 2);
        assert_eq!(*live.said_since(1).get(), [Block::Text { text: "bc".to_owned() }]);
    }

    #[tokio::test]
    async fn a_listener_that_comes_back_goes_on_where_it_was_in_the_same_stretch_only() {
        let lives = Lives::default();
        let turn = TurnId::generate();
        let live = lives.of(turn);
        live.tell(text("a"));
        live.tell(text("b"));
        let stretch = lives.watch(turn).stretch().to_owned();
        let mut same = lives.watch(turn);
        same.skip(&stretch, 1);
        assert_eq!(same.next().await, [text("b")]);
        let mut other = lives.watch(turn);
        other.skip("another", 1);
        assert_eq!(other.next().await.len(), 2);
    }

    #[test]
    fn what_nobody_holds_is_gone() {
        let lives = Lives::default();
        for _ in 0..200 {
            drop(lives.watch(TurnId::generate()));
        }
        assert!(lives.0.lock().unwrap().len() < 200);
    }
}
