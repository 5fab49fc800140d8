//! The words that a chunk is about: those that are frequent in it and rare elsewhere.

use std::collections::{HashMap, HashSet};

use conserje_text::fold_accents;

use super::words::{is_stop_word, words};

/// How common a word is, over all chunks that are known.
pub trait CorpusStats {
    /// Chunks that have the word, which is folded as [`fold_accents`] does.
    fn chunks_with(&self, word: &str) -> u64;
    /// All chunks.
    fn chunks(&self) -> u64;
}

/// What a document says about itself, where nothing else is known.
#[derive(Clone, Debug, Default)]
pub struct OwnStats {
    with: HashMap<String, u64>,
    chunks: u64,
}

impl OwnStats {
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut stats = Self::default();
        for text in texts {
            stats.chunks += 1;
            let distinct: HashSet<String> =
                words(text).map(fold_accents).filter(|word| is_term(word)).collect();
            for word in distinct {
                *stats.with.entry(word).or_default() += 1;
            }
        }
        stats
    }
}

impl CorpusStats for OwnStats {
    fn chunks_with(&self, word: &str) -> u64 {
        self.with.get(word).copied().unwrap_or_default()
    }

    fn chunks(&self) -> u64 {
        self.chunks
    }
}

/// The longest word that is a keyword, in bytes: longer ones are addresses or noise.
const LONGEST: usize = 40;
/// More forms than this are not told apart.
const FORMS: usize = 8;
/// How much a pair of words is worth more than its words.
const PAIR: f64 = 1.3;
const OF_TITLE: f64 = 1.5;

fn is_term(folded: &str) -> bool {
    let letters = folded.chars().filter(|ch| ch.is_alphabetic()).count();
    letters >= 2 && folded.len() > 2 && folded.len() <= LONGEST && !is_stop_word(folded)
}

/// How often a term is written in each way.
#[derive(Default)]
struct Term<'a> {
    count: u32,
    forms: Vec<(&'a str, u32)>,
}

impl<'a> Term<'a> {
    fn add(&mut self, form: &'a str) {
        self.count += 1;
        let known = self.forms.len();
        match self.forms.iter_mut().find(|(other, _)| *other == form) {
            Some((_, times)) => *times += 1,
            None if known < FORMS => self.forms.push((form, 1)),
            None => {}
        }
    }

    /// As it is written most often, in small letters if it ever is.
    fn form(&self) -> &'a str {
        let best = self.forms.iter().enumerate().max_by_key(|(at, (form, times))| {
            let is_small = form.chars().next().is_some_and(char::is_lowercase);
            (is_small, *times, usize::MAX - at)
        });
        best.map_or("", |(_, (form, _))| *form)
    }
}

/// The words of a text that carry a topic, counted and weighed once, for its keywords and its description.
pub(super) struct Weighed<'a> {
    /// By the folded word: its place in the lists below.
    ids: HashMap<String, usize>,
    terms: Vec<Term<'a>>,
    weights: Vec<f64>,
    /// Words that follow each other with nothing but a space between them.
    pairs: HashMap<(usize, usize), Term<'a>>,
}

impl<'a> Weighed<'a> {
    pub(super) fn of(text: &'a str, stats: &dyn CorpusStats) -> Self {
        let mut weighed =
            Self { ids: HashMap::new(), terms: Vec::new(), weights: Vec::new(), pairs: HashMap::new() };
        let mut before: Option<(usize, usize, usize)> = None;
        for word in words(text) {
            let start = word.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            let end = start + word.len();
            let folded = fold_accents(word);
            if !is_term(&folded) {
                before = None;
                continue;
            }
            let id = weighed.ids.len();
            let id = *weighed.ids.entry(folded).or_insert(id);
            if id == weighed.terms.len() {
                weighed.terms.push(Term::default());
            }
            if let Some(term) = weighed.terms.get_mut(id) {
                term.add(word);
            }
            if let Some((first, from, to)) = before
                && text.get(to..start) == Some(" ")
                && let Some(pair) = text.get(from..end)
            {
                weighed.pairs.entry((first, id)).or_default().add(pair);
            }
            before = Some((id, start, end));
        }
        weighed.weights = vec![0.0; weighed.terms.len()];
        let all = stats.chunks() as f64;
        for (word, id) in &weighed.ids {
            let rarity = (1.0 + (all + 1.0) / (stats.chunks_with(word) as f64 + 1.0)).ln();
            if let Some((weight, term)) = weighed.weights.get_mut(*id).zip(weighed.terms.get(*id)) {
                *weight = (1.0 + f64::from(term.count).ln()) * rarity;
            }
        }
        weighed
    }

    /// Of a folded word; 0 for one that carries no topic.
    pub(super) fn weight(&self, folded: &str) -> f64 {
        self.ids.get(folded).and_then(|id| self.weights.get(*id)).copied().unwrap_or_default()
    }

    /// At most so many, best first. `title` is the heading that the text stands under: its words count more.
    pub(super) fn keywords(&self, title: Option<&str>, most: usize) -> Vec<String> {
        let of_title: HashSet<usize> = title
            .into_iter()
            .flat_map(words)
            .filter_map(|word| self.ids.get(&fold_accents(word)).copied())
            .collect();
        let weight = |id: usize| {
            let weight = self.weights.get(id).copied().unwrap_or_default();
            if of_title.contains(&id) { weight * OF_TITLE } else { weight }
        };
        let singles = self.terms.iter().enumerate().map(|(id, term)| (weight(id), term));
        // A pair that is seen once may be chance; one that is seen less often than its words is less of a term.
        let pairs = self.pairs.iter().filter(|(_, pair)| pair.count > 1).map(|((one, two), pair)| {
            let words = self
                .terms
                .get(*one)
                .map_or(1, |term| term.count)
                .max(self.terms.get(*two).map_or(1, |term| term.count));
            let share = f64::from(pair.count) / f64::from(words);
            (weight(*one).midpoint(weight(*two)) * PAIR * share.sqrt(), pair)
        });
        let mut scored: Vec<(f64, &str)> =
            singles.chain(pairs).map(|(score, term)| (score, term.form())).collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(other.1)));
        let mut chosen: Vec<(String, &str)> = Vec::new();
        for (_, form) in scored {
            if chosen.len() >= most {
                break;
            }
            // A word of a term that is there already, or another ending of it, says nothing more.
            let folded = fold_accents(form);
            if !chosen.iter().any(|(other, _)| says(other, &folded) || says(&folded, other)) {
                chosen.push((folded, form));
            }
        }
        chosen.into_iter().map(|(_, form)| form.to_owned()).collect()
    }
}

/// Whether one term has each word of another in itself, perhaps with another ending.
fn says(whole: &str, part: &str) -> bool {
    part.split(' ').all(|word| whole.split(' ').any(|other| is_same_word(word, other)))
}

fn is_same_word(one: &str, other: &str) -> bool {
    let stem = |word: &str| word.trim_end_matches(['s', 'e', 'a', 'o']).len().max(4);
    let length = stem(one).min(stem(other));
    one == other
        || (one.len().abs_diff(other.len()) <= 2
            && one.get(..length).is_some_and(|stem| other.get(..length) == Some(stem)))
}

/// The words and pairs of words that a text is about, best first.
pub fn keywords(text: &str, title: Option<&str>, stats: &dyn CorpusStats, most: usize) -> Vec<String> {
    Weighed::of(text, stats).keywords(title, most)
}

#[cfg(test)]
#[path = "keywords_tests.rs"]
mod tests;
