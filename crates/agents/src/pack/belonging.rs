//! What a pack is for, where it is chosen among others.

use std::collections::BTreeSet;

use conserje_kernel::Bilingual;
use conserje_text::words;

use super::{Assistant, Pack};
use crate::choose::Belonging;

/// How many examples a question counts as that a tenant's own assistant shows.
const COUNTS_AS: usize = 20;
/// A shorter word says nothing of what an assistant is for.
const SHORTEST: usize = 4;

impl Pack {
    /// What it is for, by the questions it shows. They are few beside the examples of packs that bring many, and so each
    /// counts as often.
    pub(crate) fn belonging(&self) -> impl Iterator<Item = Belonging> {
        let Bilingual { es, en } = &self.assistant.examples;
        let belongs = |text: &String| Belonging { text: text.clone(), pack: Some(self.name.clone()) };
        es.iter().chain(en).flat_map(move |text| std::iter::repeat_n(belongs(text), COUNTS_AS))
    }

    /// The words of what it says of itself and of the questions it shows that nobody else is known by. One that brings
    /// many examples is known by those.
    pub(crate) fn words_of_its_own(&self, is_rare: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let Assistant { title, description, examples, .. } = &self.assistant;
        let told = [&title.es, &title.en, &description.es, &description.en];
        let texts = examples.es.iter().chain(&examples.en).chain(told);
        let words = texts.flat_map(|text| words(text)).map(|word| word.folded);
        let is_its_own = |word: &String| word.chars().count() >= SHORTEST && is_rare(word);
        words.filter(|word| self.router.lessons().is_empty() && is_its_own(word)).collect()
    }
}
