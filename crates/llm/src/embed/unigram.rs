//! Cuts a word into the pieces that are likeliest together.
//!
//! By hand, although `tokenizers` has it: that keeps the pieces in a tree of hash maps, which takes 150 MB for the 128,000
//! pieces of a model; a finite-state transducer takes two. The path is found as theirs is, and a test holds both together.

use std::collections::BTreeMap;

use fst::Map;
use fst::raw::Output;

/// How much worse than the worst piece one character is that no piece has; of `SentencePiece`.
const PENALTY: f64 = 10.0;

pub(super) struct Unigram {
    /// The number of each piece by its bytes.
    pieces: Map<Vec<u8>>,
    /// By number.
    scores: Vec<f32>,
    unknown: u32,
    unknown_score: f64,
}

/// The best way to a place in a word: its last piece, and where that begins.
#[derive(Clone, Copy)]
struct Step {
    score: f64,
    begins: usize,
    piece: u32,
}

impl Unigram {
    /// In the order of their numbers; `unknown` stands for what none of them is.
    pub(super) fn new(pieces: Vec<(String, f32)>, unknown: u32) -> Result<Self, String> {
        let worst = pieces.iter().map(|(_, score)| f64::from(*score)).fold(f64::INFINITY, f64::min);
        let scores = pieces.iter().map(|(_, score)| *score).collect();
        // Sorted, as a transducer is built; the last of two that are alike counts.
        let numbered: BTreeMap<String, u64> =
            pieces.into_iter().zip(0..).map(|((text, _), number)| (text, number)).collect();
        let pieces = Map::from_iter(numbered).map_err(|error| error.to_string())?;
        Ok(Self { pieces, scores, unknown, unknown_score: worst - PENALTY })
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// What no piece has is one piece, however long it is.
    pub(super) fn cut(&self, word: &str) -> Vec<u32> {
        let mut best: Vec<Option<Step>> = vec![None; word.len() + 1];
        for (begins, first) in word.char_indices() {
            let so_far = best.get(begins).copied().flatten().map_or(0.0, |step| step.score);
            let mut offer = |ends: usize, piece: u32, score: f64| {
                let score = so_far + score;
                if let Some(place) = best.get_mut(ends)
                    && place.is_none_or(|step| score > step.score)
                {
                    *place = Some(Step { score, begins, piece });
                }
            };
            let mut is_known = false;
            let rest = word.get(begins..).unwrap_or_default();
            for (piece, length) in self.beginnings(rest) {
                is_known |= length == first.len_utf8();
                let score = self.scores.get(piece as usize).copied().unwrap_or(f32::NEG_INFINITY);
                offer(begins + length, piece, f64::from(score));
            }
            if !is_known {
                offer(begins + first.len_utf8(), self.unknown, self.unknown_score);
            }
        }
        let mut pieces = Vec::new();
        let mut end = word.len();
        while let Some(step) = best.get(end).copied().flatten() {
            if step.piece != self.unknown || pieces.last() != Some(&self.unknown) {
                pieces.push(step.piece);
            }
            end = step.begins;
        }
        pieces.reverse();
        pieces
    }

    /// The pieces that a text begins with, and how long each is, the shortest first.
    fn beginnings<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (u32, usize)> + 'a {
        let transducer = self.pieces.as_fst();
        let mut at = (transducer.root(), Output::zero());
        let steps = text.bytes().map_while(move |byte| {
            let (node, so_far) = at;
            let way = node.transition(node.find_input(byte)?);
            at = (transducer.node(way.addr), so_far.cat(way.out));
            Some(at)
        });
        steps.zip(1..).filter_map(|((node, so_far), length)| {
            let number = node.is_final().then(|| so_far.cat(node.final_output()).value())?;
            Some((u32::try_from(number).ok()?, length))
        })
    }
}

#[cfg(test)]
#[path = "unigram_tests.rs"]
mod tests;
