//! Finds personal data in a text that may still be coming in.

use std::sync::LazyLock;

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use super::{CONTEXT, Candidate, DETECTORS, Detector, Pii};
use crate::fold::{SIGN, fold, is_word};

/// The patterns of all detectors as one automaton.
pub(crate) struct Patterns {
    automaton: dense::DFA<Vec<u32>>,
    start: StateID,
    /// Whether any pattern begins with this byte.
    opens: [bool; 256],
    detectors: Vec<&'static Detector>,
}

impl Patterns {
    /// They are the same for everybody and compiled once.
    pub(crate) fn shared() -> Result<&'static Self, String> {
        static SHARED: LazyLock<Result<Patterns, String>> = LazyLock::new(Patterns::compile);
        SHARED.as_ref().map_err(Clone::clone)
    }

    fn compile() -> Result<Self, String> {
        let detectors: Vec<&'static Detector> = DETECTORS.into_iter().flatten().collect();
        let patterns: Vec<&str> = detectors.iter().map(|detector| detector.pattern).collect();
        let automaton = dense::Builder::new()
            .configure(dense::Config::new().start_kind(StartKind::Anchored).match_kind(MatchKind::All))
            .syntax(syntax::Config::new().unicode(false).utf8(false).case_insensitive(true))
            .thompson(thompson::Config::new().utf8(false))
            .build_many(&patterns)
            .map_err(|error| error.to_string())?;
        let start = automaton
            .start_state(&start::Config::new().anchored(Anchored::Yes))
            .map_err(|error| error.to_string())?;
        let mut opens = [false; 256];
        for (byte, opens) in (0_u8..=255).zip(&mut opens) {
            *opens = !automaton.is_dead_state(automaton.next_state(start, byte));
        }
        Ok(Self { automaton, start, opens, detectors })
    }

    /// What `ahead` begins with, after `before`. Both are folded; with `ended`, nothing comes after `ahead`.
    fn look(&self, before: &[u8], ahead: &[u8], ended: bool) -> Look {
        let opens = ahead.first().is_some_and(|byte| self.opens.get(usize::from(*byte)) == Some(&true));
        if !opens || before.last().is_some_and(|byte| is_word(*byte)) {
            return Look::Nothing;
        }
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut state = self.start;
        let mut dead = false;
        for (offset, byte) in ahead.iter().enumerate() {
            state = self.automaton.next_state(state, *byte);
            if self.automaton.is_match_state(state) {
                self.note(state, offset, &mut ends);
            } else if self.automaton.is_dead_state(state) || self.automaton.is_quit_state(state) {
                dead = true;
                break;
            }
        }
        if !dead && !ended {
            return Look::NotYet;
        }
        if !dead {
            let state = self.automaton.next_eoi_state(state);
            if self.automaton.is_match_state(state) {
                self.note(state, ahead.len(), &mut ends);
            }
        }
        // The longest wins; of those of the same length, the first detector.
        ends.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        for (length, detector) in ends {
            match self.judge(before, ahead.split_at_checked(length), detector, ended) {
                Look::Nothing => {}
                found @ (Look::Found { .. } | Look::NotYet) => return found,
            }
        }
        Look::Nothing
    }

    fn note(&self, state: StateID, end: usize, ends: &mut Vec<(usize, usize)>) {
        for index in 0..self.automaton.match_len(state) {
            ends.push((end, self.automaton.match_pattern(state, index).as_usize()));
        }
    }

    fn judge(&self, before: &[u8], split: Option<(&[u8], &[u8])>, detector: usize, ended: bool) -> Look {
        let (Some((text, after)), Some(detector)) = (split, self.detectors.get(detector)) else {
            return Look::Nothing;
        };
        let before = before.get(before.len().saturating_sub(CONTEXT)..).unwrap_or_default();
        // A number is no part of a longer one, such as an amount or a serial number.
        let number = text.first().is_some_and(u8::is_ascii_digit);
        if number && matches!(before, [.., digit, b'.' | b',' | b'-' | b'/'] if digit.is_ascii_digit()) {
            return Look::Nothing;
        }
        let number = text.last().is_some_and(u8::is_ascii_digit);
        match after {
            [next, ..] if is_word(*next) => return Look::Nothing,
            [b'.' | b',' | b'-' | b'/', next, ..] if number && next.is_ascii_digit() => return Look::Nothing,
            [b'.' | b',' | b'-' | b'/'] if number && !ended => return Look::NotYet,
            [] if !ended => return Look::NotYet,
            _ => {}
        }
        if (detector.holds)(&Candidate { text, before }) {
            Look::Found { pii: detector.pii, length: text.len() }
        } else {
            Look::Nothing
        }
    }
}

enum Look {
    Nothing,
    NotYet,
    Found { pii: Pii, length: usize },
}

/// What a scanner has decided about the text it was given, in order.
pub(crate) enum Piece<'a> {
    Plain(&'a str),
    Found { pii: Pii, text: &'a str },
}

/// Reads text in pieces of any size. What it says does not depend on where the text was cut.
///
/// That holds by construction: a decision at a place is taken only when more text could not change it, and what came
/// before is remembered as far as a decision may look back.
pub(crate) struct Scanner {
    patterns: &'static Patterns,
    /// Not yet decided.
    text: String,
    /// What was decided, folded, as far as it may be looked back upon.
    before: Vec<u8>,
    /// How many characters without a look ended what was decided.
    quiet: usize,
}

/// After so many characters without a look there is a sign, so that no row of accents holds text back for ever.
const QUIET: usize = 8;

/// What was found is looked back upon as this, whatever it was. It makes no longer number of what comes after it, and
/// words before it are as far away as when the notice stands in its place: masked text has nothing left to find.
const KNOWN: [u8; 16] = [SIGN; 16];

/// What has been decided is forgotten when there is this much of it.
const ENOUGH: usize = 64 * CONTEXT;

impl Scanner {
    pub(crate) fn new(patterns: &'static Patterns) -> Self {
        Self { patterns, text: String::new(), before: Vec::new(), quiet: 0 }
    }

    /// How much is held back, in bytes.
    pub(crate) fn held(&self) -> usize {
        self.text.len()
    }

    /// Takes in more, and tells `say` what is now decided.
    pub(crate) fn push(&mut self, more: &str, ended: bool, mut say: impl FnMut(Piece<'_>)) {
        self.text.push_str(more);
        let mut bytes: Vec<u8> = Vec::with_capacity(self.text.len());
        // Where each folded byte begins in the text. What folds to nothing belongs to the byte before it.
        let mut starts: Vec<usize> = Vec::with_capacity(self.text.len());
        let mut quiet = self.quiet;
        for (at, sign) in self.text.char_indices() {
            let byte = fold(sign);
            quiet = if byte.is_none() && quiet < QUIET { quiet + 1 } else { 0 };
            if quiet == 0 {
                bytes.push(byte.unwrap_or(SIGN));
                starts.push(at);
            }
        }
        let start_of = |position: usize| starts.get(position).copied().unwrap_or(self.text.len());
        // `plain` is a place in the text, `at` one among the folded bytes.
        let (mut at, mut plain) = (0, 0);
        while let Some(ahead @ [first, ..]) = bytes.get(at..) {
            match self.patterns.look(&self.before, ahead, ended) {
                Look::Nothing => {
                    self.before.push(*first);
                    at += 1;
                }
                Look::NotYet => break,
                Look::Found { pii, length } => {
                    let (start, end) = (start_of(at), start_of(at + length));
                    if plain < start {
                        say(Piece::Plain(self.text.get(plain..start).unwrap_or_default()));
                    }
                    say(Piece::Found { pii, text: self.text.get(start..end).unwrap_or_default() });
                    self.before.extend(KNOWN);
                    at += length;
                    plain = end;
                }
            }
            if self.before.len() > ENOUGH {
                self.before.drain(..ENOUGH - CONTEXT);
            }
        }
        let done = start_of(at);
        if plain < done {
            say(Piece::Plain(self.text.get(plain..done).unwrap_or_default()));
        }
        self.quiet = if at == bytes.len() { quiet } else { 0 };
        self.text.drain(..done);
    }
}
