//! What examples say: a linear model over the words of a message, their neighbours and parts, made from messages of which
//! it is known what they are about.
//!
//! By hand: multinomial logistic regression with a few passes over some thousand short messages takes milliseconds, always
//! comes to the same, and every word's part in a decision can be told. Nothing else than the pack's own examples goes in.

use std::collections::HashMap;
use std::ops::Range;

use super::text::{Plain, plain};

// Chosen by cross-validation over the messages of the front desk; none of them matters much.
/// Times that every example is looked at.
const ROUNDS: u32 = 8;
/// How much the first examples change; later ones change less and less.
const STEP: f32 = 2.0;
/// Letters of the parts of a word.
const PARTS: Range<usize> = 3..5;
/// An example that is as sure as this changes nothing.
const SURE: f32 = 0.95;
/// How much what all messages share weighs.
const EVERYWHERE: f32 = 0.2;

/// Made from examples.
#[derive(Debug)]
pub(crate) struct Examples {
    /// What each feature is called here, and how rare it is.
    features: HashMap<u64, (usize, f32)>,
    /// For each feature, how much it speaks for each label.
    weights: Vec<f32>,
    labels: usize,
}

/// A message, and what it is about.
pub(crate) struct Example<'a> {
    pub(crate) text: &'a str,
    /// What else is known of it, such as the rules that fire.
    pub(crate) clues: Vec<String>,
    pub(crate) label: usize,
}

/// A feature of a message, and the word that it stands for.
struct Feature {
    key: u64,
    word: usize,
}

/// What of a message was met in examples.
struct Met {
    row: usize,
    value: f32,
    word: usize,
}

impl Examples {
    /// Labels are numbers below `labels`.
    pub(crate) fn learn(examples: &[Example<'_>], labels: usize) -> Self {
        let read: Vec<(Vec<Feature>, usize)> = examples
            .iter()
            .map(|example| (features(&plain(example.text), &example.clues), example.label))
            .collect();
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for (features, _) in &read {
            let mut keys: Vec<u64> = features.iter().map(|feature| feature.key).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                *counts.entry(key).or_default() += 1;
            }
        }
        let mut common: Vec<(u64, u32)> = counts.into_iter().collect();
        common.sort_unstable();
        let all = examples.len() as f32;
        let rarity = |count: u32| ((1.0 + all) / (1.0 + count as f32)).ln() + 1.0;
        let features: HashMap<u64, (usize, f32)> =
            common.iter().enumerate().map(|(row, (key, count))| (*key, (row, rarity(*count)))).collect();
        let mut made = Self { weights: vec![0.0; (features.len() + 1) * labels], features, labels };
        let read: Vec<(Vec<Met>, usize)> =
            read.into_iter().map(|(features, label)| (made.met(&features), label)).collect();
        made.fit(&read);
        made
    }

    /// How likely each label is: they sum to one.
    pub(crate) fn judge(&self, text: &Plain, clues: &[String]) -> Vec<f32> {
        self.shares(&self.met(&features(text, clues)))
    }

    /// The words that speak most for a label, and how much each does.
    pub(crate) fn reasons<'a>(&self, text: &'a Plain, label: usize, most: usize) -> Vec<(&'a str, f32)> {
        let mut words: Vec<(usize, f32)> = (0..text.words().count()).map(|word| (word, 0.0)).collect();
        for met in self.met(&features(text, &[])) {
            let row = self.row(met.row);
            let mean = row.iter().sum::<f32>() / row.len().max(1) as f32;
            let speaks = row.get(label).map_or(0.0, |weight| (weight - mean) * met.value);
            if let Some(word) = words.get_mut(met.word) {
                word.1 += speaks;
            }
        }
        words.retain(|(_, speaks)| *speaks > 0.0);
        words.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        words.into_iter().take(most).map(|(word, speaks)| (text.word(word), speaks)).collect()
    }

    fn row(&self, row: usize) -> &[f32] {
        self.weights.get(row * self.labels..(row + 1) * self.labels).unwrap_or_default()
    }

    /// As a vector of length one, rare features longer; the last row is there for every message.
    fn met(&self, features: &[Feature]) -> Vec<Met> {
        let mut rows: Vec<(usize, f32, usize)> = features
            .iter()
            .filter_map(|feature| {
                let (row, rarity) = self.features.get(&feature.key)?;
                Some((*row, *rarity, feature.word))
            })
            .collect();
        rows.sort_unstable_by_key(|(row, _, word)| (*row, *word));
        let same = rows.chunk_by(|one, other| one.0 == other.0);
        let mut met: Vec<Met> = same
            .filter_map(|same| {
                let (row, rarity, word) = *same.first()?;
                Some(Met { row, value: (1.0 + (same.len() as f32).ln()) * rarity, word })
            })
            .collect();
        let length = met.iter().map(|met| met.value * met.value).sum::<f32>().sqrt().max(f32::EPSILON);
        for met in &mut met {
            met.value /= length;
        }
        met.push(Met { row: self.features.len(), value: EVERYWHERE, word: usize::MAX });
        met
    }

    fn shares(&self, met: &[Met]) -> Vec<f32> {
        let mut sums = vec![0.0_f32; self.labels];
        for met in met {
            for (sum, weight) in sums.iter_mut().zip(self.row(met.row)) {
                *sum += weight * met.value;
            }
        }
        let highest = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut all = 0.0;
        for sum in &mut sums {
            *sum = (*sum - highest).exp();
            all += *sum;
        }
        for sum in &mut sums {
            *sum /= all;
        }
        sums
    }

    fn fit(&mut self, examples: &[(Vec<Met>, usize)]) {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
        for round in 0..ROUNDS {
            shuffle(&mut order, &mut dice);
            let step = STEP / (1.0 + round as f32 * 0.5);
            for (met, label) in order.iter().filter_map(|place| examples.get(*place)) {
                let mut errors = self.shares(met);
                if errors.get(*label).is_none_or(|share| *share > SURE) {
                    continue;
                }
                if let Some(error) = errors.get_mut(*label) {
                    *error -= 1.0;
                }
                for met in met {
                    let change = step * met.value;
                    let row = self.weights.get_mut(met.row * self.labels..(met.row + 1) * self.labels);
                    for (weight, error) in row.into_iter().flatten().zip(&errors) {
                        *weight -= change * error;
                    }
                }
            }
        }
    }
}

/// The same order every time.
fn shuffle(order: &mut [usize], dice: &mut u64) {
    for last in (1..order.len()).rev() {
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        let other = usize::try_from(*dice % (last as u64 + 1)).unwrap_or(0);
        order.swap(last, other);
    }
}

/// Words, pairs of neighbours, and parts of words with the spaces around them; and clues, which stand for no word.
fn features(text: &Plain, clues: &[String]) -> Vec<Feature> {
    let mut found: Vec<Feature> =
        clues.iter().map(|clue| Feature { key: key(b'r', [clue]), word: usize::MAX }).collect();
    let mut before = "";
    let mut count = 0;
    for (number, word) in text.words().enumerate() {
        found.push(Feature { key: key(b'w', [word]), word: number });
        found.push(Feature { key: key(b'p', [before, word]), word: number });
        before = word;
        count = number;
        let spaced: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
        for letters in PARTS {
            let parts = spaced.windows(letters);
            found.extend(parts.map(|part| Feature { key: key_of(b'c', part.iter().copied()), word: number }));
        }
    }
    found.push(Feature { key: key(b'p', [before, ""]), word: count });
    found
}

fn key<const COUNT: usize>(kind: u8, parts: [&str; COUNT]) -> u64 {
    key_of(kind, parts.into_iter().flat_map(|part| part.chars().chain([' '])))
}

/// FNV-1a, which is the same on every machine.
fn key_of(kind: u8, signs: impl Iterator<Item = char>) -> u64 {
    let mix = |hash: u64, value: u32| (hash ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
    signs.fold(mix(0xcbf2_9ce4_8422_2325, u32::from(kind)), |hash, sign| mix(hash, u32::from(sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: [(&str, usize); 8] = [
        ("quiero una cita mañana", 0),
        ("reservar mesa para dos", 0),
        ("me das una cita con la doctora", 0),
        ("book a table please", 0),
        ("¿cuánto cuesta la limpieza?", 1),
        ("precio de una corona", 1),
        ("how much is a cleaning", 1),
        ("qué cuesta el menú", 1),
    ];

    fn learned() -> Examples {
        let examples: Vec<Example<'_>> =
            SAID.iter().map(|(text, label)| Example { text, clues: Vec::new(), label: *label }).collect();
        Examples::learn(&examples, 2)
    }

    #[test]
    fn what_is_like_examples_is_taken_for_what_they_are_about() {
        let learned = learned();
        let judged = |text: &str| learned.judge(&plain(text), &[]);
        assert!(judged("una cita con el doctor")[0] > 0.7, "{:?}", judged("una cita con el doctor"));
        assert!(judged("cuanto cuestan las limpiezas")[1] > 0.7, "parts of words count");
        assert!((judged("").iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(
            judged("precio"),
            super::tests::learned().judge(&plain("precio"), &[]),
            "it always comes to the same"
        );
    }

    #[test]
    fn the_words_that_weighed_most_are_named() {
        let text = plain("oiga, ¿el precio de la consulta?");
        assert_eq!(learned().reasons(&text, 1, 1)[0].0, "precio");
    }

    #[test]
    fn clues_count_beside_words() {
        let example = |text, clue: &str, label| Example { text, clues: vec![clue.to_owned()], label };
        let examples =
            [example("a b", "x", 0), example("a b", "y", 1), example("b a", "x", 0), example("b a", "y", 1)];
        let learned = Examples::learn(&examples, 2);
        assert!(learned.judge(&plain("a b"), &["y".to_owned()])[1] > 0.6);
        assert!(learned.judge(&plain("a b"), &["x".to_owned()])[0] > 0.6);
    }
}
