//! The instructions, word for word.
//!
//! Compared are words, whatever stands between them. A row of them that the instructions have too, as long as the policy
//! says, becomes a notice, and so does all that goes on in the same way. Short prompts count as a whole.

use std::collections::{HashSet, VecDeque};

use conserje_kernel::Language;

use super::stage::{Step, Writer};
use crate::findings::{Finding, Kind, Verdict};
use crate::fold::{LETTER, fold, is_word};
use crate::notice::Notice;

/// What is longer counts as several words, so that no word holds text back for ever.
const WORD: usize = 48;
/// More than this between two words is not the same text any more.
const BETWEEN: usize = 12;
/// Fewer words than this say nothing.
const FEWEST: usize = 6;

pub(super) struct Leak {
    /// Rows of words of the instructions of some lengths, of which the last one is a leak; see [`is_looked_at`].
    rows: HashSet<(usize, u64)>,
    length: usize,
    /// The last words of a leak that may go on.
    going_on: Option<VecDeque<u64>>,
    language: Language,
}

impl Leak {
    pub(super) fn new<'a>(
        secrets: impl Iterator<Item = &'a str>,
        leak_words: usize,
        language: Language,
    ) -> Self {
        let secrets: Vec<Vec<u64>> = secrets.map(words).filter(|words| words.len() >= FEWEST).collect();
        let length = secrets.iter().map(Vec::len).min().unwrap_or(leak_words).min(leak_words);
        let mut rows = HashSet::new();
        for words in &secrets {
            for row in words.windows(length) {
                let mut hash = 0;
                for (index, word) in row.iter().enumerate() {
                    hash = join(hash, *word);
                    if is_looked_at(index + 1, length) {
                        rows.insert((index + 1, hash));
                    }
                }
            }
        }
        Self { rows, length, going_on: None, language }
    }

    /// The leak goes on with the next word, or it has ended.
    fn go_on(&mut self, mut last: VecDeque<u64>, between: usize, word: &Word) -> Option<usize> {
        last.push_back(word.hash);
        last.pop_front();
        let row = last.iter().fold(0, |hash, word| join(hash, *word));
        if !self.rows.contains(&(self.length, row)) {
            return None;
        }
        self.going_on = Some(last);
        Some(between + word.bytes)
    }
}

impl Step for Leak {
    fn step(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        if self.rows.is_empty() {
            out.put(ahead);
            return Some(ahead.len());
        }
        if let Some(last) = self.going_on.take() {
            match next_word(ahead, ended) {
                Next::NotYet => {
                    self.going_on = Some(last);
                    return None;
                }
                Next::Word { between, word } => {
                    if let Some(length) = self.go_on(last, between, &word) {
                        return Some(length);
                    }
                }
                Next::Nothing => {}
            }
        }
        let between = ahead.find(in_word).unwrap_or(ahead.len());
        if between > 0 {
            out.put(ahead.get(..between)?);
            return Some(between);
        }
        let (mut at, mut hash, mut first) = (0, 0, None);
        let mut row = VecDeque::with_capacity(self.length);
        loop {
            let rest = ahead.get(at..).unwrap_or_default();
            let (between, word) = match next_word(rest, ended) {
                Next::NotYet => return None,
                Next::Nothing => break,
                Next::Word { between, word } => (between, word),
            };
            at += between + word.bytes;
            first.get_or_insert(at);
            hash = join(hash, word.hash);
            row.push_back(word.hash);
            if is_looked_at(row.len(), self.length) && !self.rows.contains(&(row.len(), hash)) {
                break;
            }
            if row.len() == self.length {
                out.notice(Notice::Prompt, self.language);
                out.found(Finding::new("prompt-leak", Kind::PromptLeak, Verdict::Modify));
                self.going_on = Some(row);
                return Some(at);
            }
        }
        // A row can also begin with the next word, but not inside of this one.
        let first = first.unwrap_or(ahead.len());
        out.put(ahead.get(..first).unwrap_or(ahead));
        Some(first)
    }
}

/// At which lengths a row is looked up, so that most texts are let go after a word and few rows are kept.
fn is_looked_at(words: usize, length: usize) -> bool {
    words.is_power_of_two() || words == length
}

fn join(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

struct Word {
    hash: u64,
    bytes: usize,
}

enum Next {
    NotYet,
    /// There is none near by.
    Nothing,
    /// With the bytes before it.
    Word {
        between: usize,
        word: Word,
    },
}

/// The next word and what stands before it.
fn next_word(text: &str, ended: bool) -> Next {
    let mut between = 0;
    for (count, sign) in text.chars().enumerate() {
        if in_word(sign) {
            return match text.get(between..).and_then(|rest| word(rest, ended)) {
                Some(word) => Next::Word { between, word },
                None => Next::NotYet,
            };
        }
        if count == BETWEEN {
            return Next::Nothing;
        }
        between += sign.len_utf8();
    }
    if ended { Next::Nothing } else { Next::NotYet }
}

fn word(text: &str, ended: bool) -> Option<Word> {
    let (mut hash, mut bytes) = (0xcbf2_9ce4_8422_2325_u64, 0);
    for (count, sign) in text.chars().enumerate() {
        let folded = fold(sign);
        if count == WORD || folded.is_some_and(|byte| !is_word(byte)) {
            return Some(Word { hash, bytes });
        }
        if let Some(byte) = folded {
            let value = if byte == LETTER { u32::from(sign) } else { u32::from(byte.to_ascii_lowercase()) };
            hash = (hash ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
        }
        bytes += sign.len_utf8();
    }
    ended.then_some(Word { hash, bytes })
}

fn in_word(sign: char) -> bool {
    fold(sign).is_some_and(is_word)
}

fn words(text: &str) -> Vec<u64> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(in_word)) {
        at += start;
        let Some(word) = text.get(at..).and_then(|rest| word(rest, true)) else { break };
        at += word.bytes;
        words.push(word.hash);
    }
    words
}
