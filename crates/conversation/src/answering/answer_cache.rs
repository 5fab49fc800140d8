//! Answers that were given before, given again without asking a model.
//!
//! What is remembered is one reply of a model, by all that it was told: the rules, the tools, the conversation before, what
//! tools found in this turn. That is the whole of the safety. A document that has changed gives another passage, another
//! passage is another context, and exactly the answers that were told of it are not found any more; nobody has to know
//! which those are. Tools that look things up are run each time, as whoever asks now, so nobody is told what they may not see.
//!
//! Two layers share the context. The first wants the same message; the second takes one that means the same (cosine ≥ 0.92),
//! if the words that change a meaning most and a vector least are the same: numbers, names, what is quoted, a no.
//!
//! Kept in memory, by this process, for a while. Nothing is remembered of turns with effects, with personal data, or with
//! documents attached (`Driver::may_remember`).

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use conserje_kernel::{Digest, Language, Scope, TenantId};
use conserje_llm::{Message, Part, Reply, Request};
use conserje_tools::retrieval::lasting;
use futures::future::BoxFuture;
use moka::sync::Cache;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Two questions that are at least so alike are one.
const ALIKE: f32 = 0.92;
/// Questions that are kept of one context; the oldest goes.
const OF_ONE_CONTEXT: usize = 64;
/// What all replies may take in memory, about.
const ROOM: u64 = 64 * 1024 * 1024;

/// Which answers are given again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Remembering {
    #[default]
    Nothing,
    /// Those to the same message.
    Same,
    /// Those to a message that means the same, too.
    Alike,
}

/// Says what a question means, so that two can be compared. None where nothing compares meaning.
pub trait Meaning: Send + Sync {
    fn of<'a>(&'a self, scope: &'a Scope, text: &'a str) -> BoxFuture<'a, Option<Vec<f32>>>;
}

pub(crate) struct AnswerCache {
    remembering: Remembering,
    replies: Cache<Digest, Arc<Vec<Given>>>,
    meaning: OnceLock<Arc<dyn Meaning>>,
}

#[derive(Clone)]
struct Given {
    asked: Asked,
    reply: Arc<Reply>,
}

/// A message, as two are compared.
#[derive(Clone)]
struct Asked {
    plain: String,
    /// None if messages are not compared by it.
    meaning: Option<Meant>,
}

#[derive(Clone)]
struct Meant {
    vector: Arc<[f32]>,
    /// What a vector says too little about.
    language: Option<Language>,
    telling: Vec<String>,
}

/// What a model is about to be asked.
pub(crate) struct Question {
    context: Digest,
    asked: Asked,
}

impl AnswerCache {
    pub(crate) fn new(remembering: Remembering, lifetime: Duration) -> Self {
        let weigh = |_: &Digest, given: &Arc<Vec<Given>>| {
            let bytes: usize = given.iter().map(Given::size).sum();
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        let replies = Cache::builder().max_capacity(ROOM).weigher(weigh).time_to_live(lifetime).build();
        Self { remembering, replies, meaning: OnceLock::new() }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.remembering != Remembering::Nothing
    }

    pub(crate) fn compare_by(&self, meaning: Arc<dyn Meaning>) {
        if self.meaning.set(meaning).is_err() {
            tracing::warn!("Questions are compared as they were before");
        }
    }

    /// The question of a request, which has `message` in it as it was sent. None if that was cut to fit.
    pub(crate) async fn question(
        &self,
        scope: &Scope,
        model: &str,
        request: &Request,
        message: &str,
    ) -> Option<Question> {
        let context = context(scope.tenant(), model, request, message)?;
        let vector = match (self.remembering, self.meaning.get()) {
            (Remembering::Alike, Some(meaning)) => meaning.of(scope, message).await,
            _ => None,
        };
        let meaning = vector.map(|vector| Meant {
            vector: vector.into(),
            language: conserje_text::language_of(message),
            telling: telling(message),
        });
        Some(Question { context, asked: Asked { plain: plain(message), meaning } })
    }

    pub(crate) fn find(&self, question: &Question) -> Option<Arc<Reply>> {
        let given = self.replies.get(&question.context)?;
        if let Some(same) = given.iter().find(|given| given.asked.plain == question.asked.plain) {
            return Some(Arc::clone(&same.reply));
        }
        let meant = question.asked.meaning.as_ref()?;
        let alike =
            given.iter().filter_map(|given| Some((meant.likeness(given.asked.meaning.as_ref()?), given)));
        let (likeness, nearest) = alike.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (likeness >= ALIKE).then(|| Arc::clone(&nearest.reply))
    }

    pub(crate) fn keep(&self, question: Question, reply: Reply) {
        let Question { context, asked } = question;
        let mut given = self.replies.get(&context).map(|given| given.to_vec()).unwrap_or_default();
        given.retain(|before| before.asked.plain != asked.plain);
        if given.len() >= OF_ONE_CONTEXT {
            given.remove(0);
        }
        given.push(Given { asked, reply: Arc::new(reply) });
        self.replies.insert(context, Arc::new(given));
    }
}

impl Given {
    fn size(&self) -> usize {
        let reply: usize = self.reply.blocks.iter().map(|block| format!("{block:?}").len()).sum();
        self.asked.plain.len() + reply + self.asked.meaning.as_ref().map_or(0, |meant| meant.vector.len() * 4)
    }
}

impl Meant {
    /// From -1 to 1; nothing if they cannot mean the same.
    fn likeness(&self, other: &Self) -> f32 {
        if self.language == other.language && self.telling == other.telling {
            cosine(&self.vector, &other.vector)
        } else {
            0.0
        }
    }
}

/// All that a model is told but the message itself.
fn context(tenant: TenantId, model: &str, request: &Request, message: &str) -> Option<Digest> {
    #[derive(Serialize)]
    struct Context<'a> {
        tenant: String,
        model: &'a str,
        request: Request,
    }
    let mut request = request.clone();
    // What it means to follow a rule is followed by no model that is asked.
    request.by_rule = None;
    let place = request.messages.iter_mut().rev().find_map(|said| match said {
        Message::User { parts } => parts.iter_mut().find_map(|part| match part {
            Part::Text { text } if text == message => Some(text),
            Part::Text { .. } | Part::Image { .. } => None,
        }),
        Message::Assistant { .. } | Message::Tools { .. } => None,
    })?;
    place.clear();
    leave_what_lasts(&mut request.messages);
    let json = serde_json::to_vec(&Context { tenant: tenant.to_string(), model, request }).ok()?;
    Some(Digest::new(Sha256::digest(json).into()))
}

/// Ids of calls are made up anew each time and mean nothing; results repeat the question and say how relevant each is.
fn leave_what_lasts(messages: &mut [Message]) {
    let mut known: Vec<String> = Vec::new();
    let mut number = |id: &mut String| {
        let at = known.iter().position(|known| known == id).unwrap_or_else(|| {
            known.push(id.clone());
            known.len() - 1
        });
        *id = at.to_string();
    };
    for message in messages {
        match message {
            Message::Assistant { blocks } => {
                for block in blocks {
                    if let conserje_llm::Block::ToolUse(call) = block {
                        number(&mut call.id);
                    }
                }
            }
            Message::Tools { results } => {
                for result in results {
                    number(&mut result.id);
                    result.text = lasting(&result.text);
                }
            }
            Message::User { .. } => {}
        }
    }
}

/// A message without what makes no difference: case, spaces, punctuation around it.
fn plain(message: &str) -> String {
    let words: Vec<String> = message.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_matches(|ch: char| !ch.is_alphanumeric()).to_owned()
}

/// The words of a message that another must have too to mean the same: numbers and codes, names, what stands in
/// quotation marks, and every no.
fn telling(message: &str) -> Vec<String> {
    const NO: [&str; 14] = [
        "no", "ni", "sin", "nunca", "jamás", "tampoco", "nada", "excepto", "salvo", "not", "without",
        "never", "none", "except",
    ];
    let mut telling = Vec::new();
    let mut begins = true;
    for word in message.split_whitespace() {
        let bare = word.trim_matches(|ch: char| !ch.is_alphanumeric());
        let lower = bare.to_lowercase();
        let is_quoted = word.chars().any(|ch| "\"'«»“”‘’`".contains(ch));
        // "¿Cuántos" begins a sentence; "Ana" in the middle of one is somebody.
        let is_name = !begins && bare.chars().next().is_some_and(char::is_uppercase);
        let is_code = bare.chars().any(char::is_numeric) || (bare.len() > 1 && bare == bare.to_uppercase());
        let is_no = NO.contains(&lower.as_str()) || lower.ends_with("n't");
        if is_quoted || is_name || is_code || is_no {
            telling.push(lower);
        }
        begins = word.ends_with(['.', '?', '!', ':']);
    }
    telling.sort_unstable();
    telling
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    if one.len() != other.len() {
        return 0.0;
    }
    let product =
        |left: &[f32], right: &[f32]| left.iter().zip(right).map(|(one, other)| one * other).sum::<f32>();
    let lengths = (product(one, one) * product(other, other)).sqrt();
    if lengths > 0.0 { product(one, other) / lengths } else { 0.0 }
}

#[cfg(test)]
#[path = "answer_cache_tests.rs"]
mod tests;
