//! An answer on its way out, sentence by sentence: each goes once it is whole and nothing in it is made up.

use std::collections::BTreeSet;
use std::sync::Arc;

use conserje_kernel::Language;

use super::known::{Kind, Known};

/// What becomes of a sentence that nobody has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It stops the answer: whoever wrote it may still correct it.
    Stop,
    /// It is left out; the first time something honest is said in its place.
    Replace,
    /// It is left out: what comes next will say it as it is.
    LeaveOut,
}

/// Where an answer stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopped {
    /// What went before.
    pub sent: String,
    /// The sentence that did not go, and all others of the same answer that may not.
    pub sentences: Vec<String>,
    pub kinds: BTreeSet<Kind>,
}

/// Holds an answer against what is known, in whatever pieces it comes. What `push` gives back may be shown at once.
#[derive(Clone, Debug)]
pub struct Hold {
    known: Arc<Known>,
    language: Language,
    mode: Mode,
    held: String,
    is_stopped: bool,
    has_replaced: bool,
    found: Stopped,
}

impl Hold {
    pub fn new(known: Arc<Known>, language: Language, mode: Mode) -> Self {
        Self {
            known,
            language,
            mode,
            held: String::new(),
            is_stopped: false,
            has_replaced: false,
            found: Stopped::default(),
        }
    }

    pub fn push(&mut self, more: &str) -> String {
        self.held.push_str(more);
        self.pass(false)
    }

    /// No more comes. What was stopped is kept for [`Hold::release`].
    pub fn finish(&mut self) -> String {
        self.pass(true)
    }

    /// Goes on after a stop, in another way, and gives all that was held back.
    pub fn release(&mut self, mode: Mode) -> String {
        (self.mode, self.is_stopped) = (mode, false);
        self.pass(true)
    }

    /// Where it stopped, with every sentence that may not go; none if nothing was made up.
    pub fn stopped(&self) -> Option<Stopped> {
        let mut stopped = self.found.clone();
        let mut rest = self.held.as_str();
        while let Some((sentence, after)) = first_sentence(rest, true) {
            let kinds = self.known.judge(sentence);
            if !kinds.is_empty() {
                stopped.sentences.push(sentence.trim().to_owned());
                stopped.kinds.extend(kinds);
            }
            rest = after;
        }
        (!stopped.sentences.is_empty()).then_some(stopped)
    }

    fn pass(&mut self, is_over: bool) -> String {
        let mut shown = String::new();
        let held = std::mem::take(&mut self.held);
        let mut rest = held.as_str();
        while !self.is_stopped
            && let Some((sentence, after)) = first_sentence(rest, is_over)
        {
            let kinds = self.known.judge(sentence);
            match (kinds.is_empty(), self.mode) {
                (true, _) => shown.push_str(sentence),
                (false, Mode::Stop) => {
                    self.is_stopped = true;
                    break;
                }
                (false, Mode::Replace | Mode::LeaveOut) => shown.push_str(&self.instead(sentence, kinds)),
            }
            rest = after;
        }
        rest.clone_into(&mut self.held);
        self.found.sent.push_str(&shown);
        shown
    }

    /// Lines stay lines: the space around a sentence is not made up.
    fn instead(&mut self, sentence: &str, kinds: BTreeSet<Kind>) -> String {
        let kind = kinds.first().copied();
        self.found.sentences.push(sentence.trim().to_owned());
        self.found.kinds.extend(kinds);
        let without_start = sentence.trim_start();
        let start = sentence.strip_suffix(without_start).unwrap_or_default();
        let end = without_start.strip_prefix(without_start.trim_end()).unwrap_or_default();
        match kind.filter(|_| self.mode == Mode::Replace && !self.has_replaced) {
            Some(kind) => {
                self.has_replaced = true;
                format!("{start}{}{end}", kind.instead(self.language))
            }
            None if end.is_empty() => String::new(),
            None => end.to_owned(),
        }
    }
}

/// Behind these a point ends no sentence.
#[rustfmt::skip]
const SHORT: [&str; 19] = [
    "dr", "dra", "sr", "sra", "srta", "lic", "av", "avda", "num", "núm", "tel", "ext", "mr", "mrs", "ms", "aprox", "approx",
    "máx", "mín",
];

/// The first sentence with its end, and what comes after it. None if more text could still be part of it.
fn first_sentence(text: &str, is_over: bool) -> Option<(&str, &str)> {
    if text.is_empty() {
        return None;
    }
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        if sign == '\n' && !text.get(..at).unwrap_or_default().trim().is_empty() {
            return text.split_at_checked(at + 1);
        }
        if !matches!(sign, '.' | '!' | '?' | '…' | ';') || (sign == '.' && is_short(text, at)) {
            continue;
        }
        // What closes a sentence belongs to it.
        while signs.next_if(|(_, next)| ".!?…)]»”\"'*_".contains(*next)).is_some() {}
        match signs.peek() {
            Some((behind, next)) if next.is_whitespace() => return text.split_at_checked(*behind),
            Some(_) => {}
            None => break,
        }
    }
    is_over.then_some((text, ""))
}

/// `Dra. Ruiz`, `p. m.`, `1. Limpieza`
fn is_short(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let word = before.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    let is_a_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_a_place_in_a_list =
        !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit()) && line.trim() == word;
    is_a_letter || is_a_place_in_a_list || SHORT.contains(&word.to_lowercase().as_str())
}
