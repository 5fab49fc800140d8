//! A message as it comes in, and what became of it.

use conserje_events::Operator;
use conserje_kernel::{Language, MessageId, TraceId, TurnId};
use conserje_llm::Message;
use conserje_tools::retrieval::context::Grounds;

/// So many words may be a name, or a word that both languages have.
const FEW_WORDS: usize = 2;

/// What a person sent. The same turn id again is the same message, answered the same.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub turn: TurnId,
    pub trace: TraceId,
    pub text: String,
    /// What it is to be answered in, if the caller says so; else what it is written in.
    pub language: Option<Language>,
    /// What the caller reads, where a message does not show its language.
    pub reads: Option<Language>,
    /// Who is to answer, if the caller says so.
    pub agent: Option<String>,
    /// Which assistant is to answer, if the caller says so; else whichever the session is with.
    pub assistant: Option<String>,
    /// What was said before, if the caller keeps it and not the session.
    pub history: Option<Vec<Message>>,
    /// What was found for it before it was asked.
    pub grounds: Option<Grounds>,
    /// The person's earlier message that this one is said instead of; what followed it no longer counts.
    pub replaces: Option<MessageId>,
}

impl Incoming {
    pub fn new(turn: TurnId, trace: TraceId, text: String) -> Self {
        Self {
            turn,
            trace,
            text,
            language: None,
            reads: None,
            agent: None,
            assistant: None,
            history: None,
            grounds: None,
            replaces: None,
        }
    }

    /// What it is answered in. `spoken` is what the conversation was in so far: a name or two words change nothing about it.
    pub(crate) fn answered_in(&self, spoken: Option<Language>) -> Option<Language> {
        let shown = || conserje_text::language_of(&self.text);
        let says_little = self.text.split_whitespace().count() <= FEW_WORDS;
        self.language.or_else(|| spoken.filter(|_| says_little)).or_else(shown).or(spoken).or(self.reads)
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub turn: TurnId,
    pub message: MessageId,
    pub trace: TraceId,
    /// Who answers first; not known any more of a turn that has ended.
    pub agent: Option<String>,
    pub state: AcceptedState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedState {
    /// Its turn runs; the message is the event with this number.
    Running { sequence: i64 },
    /// It is durable and will be answered after those before it.
    Waiting,
    /// It is the event with this number, and this person answers it: no turn runs.
    Held { sequence: i64, by: Operator },
    /// It was sent before, and has been answered or has failed; its events begin with this number.
    Finished { sequence: i64 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_stays_in_its_language_until_another_is_plainly_spoken() {
        let answered = |text: &str, spoken, reads| {
            let said = Incoming::new(TurnId::generate(), TraceId::generate(), text.to_owned());
            Incoming { reads, ..said }.answered_in(spoken)
        };
        let (es, en) = (Some(Language::Es), Some(Language::En));
        assert_eq!(answered("Mia Johansson", en, es), en, "a name that looks Spanish");
        assert_eq!(answered("Ana María López", en, es), en, "a name that shows nothing");
        assert_eq!(answered("¿cuánto cuesta la limpieza?", en, en), es, "another language is spoken now");
        assert_eq!(answered("Mia Johansson", None, en), es, "the first message");
        assert_eq!(answered("REF-2024", None, en), en, "nothing shows, and nothing was said before");
    }
}
