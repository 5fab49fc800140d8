//! An answer out of passages: the sentences that meet the question best, each with what it is cited by.

use std::collections::{BTreeMap, BTreeSet};

use super::found::Passage;
use super::sentences::{Sentence, is_row, is_title, sentences, with_rest};
use super::terms::terms;

/// The share of the question's words that a sentence must meet to be an answer to it.
const ENOUGH: f64 = 0.34;
/// A passage this near in meaning answers even in other words.
const NEAR: f64 = 0.55;
/// A second sentence is told if it is nearly as good as the first.
const ALSO: f64 = 0.8;
/// And if its passage fits no worse than so many times as well as the first's.
const BESIDE: f64 = 0.5;
/// How much of its worth a sentence owes to how well its passage fits: the search knows more than these words.
const BY_PASSAGE: f64 = 0.4;
/// Where a whole passage answers and no sentence of it stands out, so much of it is told, in characters.
const PARAGRAPH: usize = 320;
/// What is found by other words for the same is nearly as good.
const OTHER_WORDS: f64 = 0.9;
/// What is shown of a passage that is only near.
const GLIMPSE: usize = 220;
/// How many of those.
const GLIMPSES: usize = 2;
/// The share of the question's words that something near must meet to be worth showing.
const WORTH: f64 = 0.2;
/// A passage this near in meaning may be worth showing for a single word.
const NEARLY: f64 = 0.45;
/// What is only a note on a document, `Materia: …`, answers less than a sentence, unless it is asked for.
const NOTE: f64 = 0.5;

/// What can be said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Composed {
    /// Sentences with the numbers of their sources.
    Answer(Vec<(String, u32)>),
    /// Nothing answers it; these come nearest and are worth showing: document, a sentence, number.
    Nearest(Vec<(String, String, u32)>),
}

/// What is asked, and what the search took it to mean besides.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) question: &'a str,
    pub(super) expanded: Option<&'a str>,
    pub(super) english: bool,
}

pub(super) fn compose(asked: Asked<'_>, passages: &[Passage]) -> Composed {
    let english = asked.english;
    let all: Vec<Sentence> =
        passages.iter().enumerate().flat_map(|(place, passage)| sentences(place, passage, english)).collect();
    let own = Wanted::new(terms(asked.question, english), &all);
    let other = asked.expanded.map(|expanded| Wanted::new(terms(expanded, english), &all));
    let share_of = |met: &BTreeSet<String>| {
        let other = other.as_ref().map_or(0.0, |other| other.share(met));
        // Among those that say what was asked, the one that also says it in the other words is the likelier.
        own.share(met).max(other * OTHER_WORDS) + other * (1.0 - OTHER_WORDS)
    };
    let relevance = |place: usize| passages.get(place).and_then(|passage| passage.relevance).unwrap_or(0.0);
    let most = (0..passages.len()).map(relevance).fold(0.0, f64::max);
    let fits = |place: usize| if most > 0.0 { relevance(place) / most } else { 1.0 };
    let mut scored: Vec<(f64, &Sentence)> = all
        .iter()
        .map(|sentence| {
            let is_asked_for = sentence.label.iter().any(|term| own.terms.contains(term));
            let worth = if sentence.label.is_empty() || is_asked_for { 1.0 } else { NOTE };
            (share_of(&sentence.terms) * worth, sentence)
        })
        .collect();
    // What says enough before what does not, and of the former what stands where the search would look.
    scored.sort_by(|a, b| {
        let worth = |(share, sentence): &(f64, &Sentence)| {
            share * (1.0 - BY_PASSAGE * (1.0 - fits(sentence.passage)))
        };
        let is_enough = |(share, _): &(f64, &Sentence)| *share >= ENOUGH;
        is_enough(b)
            .cmp(&is_enough(a))
            .then(worth(b).total_cmp(&worth(a)))
            .then(a.1.passage.cmp(&b.1.passage))
            .then(a.1.place.cmp(&b.1.place))
    });
    let best = scored.first().copied();
    let answers = match best {
        Some((share, sentence)) if share >= ENOUGH => Some((share, sentence)),
        Some(_) if relevance(0) >= NEAR => all.iter().find(|one| one.passage == 0).map(|one| (0.0, one)),
        Some(_) | None => None,
    };
    let Some((share, first)) = answers else {
        return Composed::Nearest(nearest(passages, &scored, &own.terms));
    };
    let stands_out = |sentence: &Sentence| share_of(&sentence.own) >= ENOUGH;
    let tell = |sentence: &Sentence| {
        if !stands_out(sentence) {
            return paragraph(sentence, &all);
        }
        // Others of the same passage that are nearly as good say the rest of it.
        let best = share_of(&sentence.terms);
        let mut room = PARAGRAPH.saturating_sub(sentence.text.chars().count());
        let beside: Vec<&Sentence> = all
            .iter()
            .filter(|one| one.passage == sentence.passage)
            .filter(|one| {
                let is_good = share_of(&one.own) >= ENOUGH && share_of(&one.terms) >= best * ALSO;
                let length = one.text.chars().count() + 1;
                let fits = is_good && one.label.is_empty() && !is_row(&one.text) && length <= room;
                room = room.saturating_sub(if fits { length } else { 0 });
                one.place == sentence.place || fits
            })
            .collect();
        match beside.as_slice() {
            [_] => with_rest(sentence, &all),
            several => several.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" "),
        }
    };
    let mut told = vec![(tell(first), first)];
    let other = scored.iter().find(|(other, sentence)| {
        share > 0.0
            && *other >= share * ALSO
            && fits(sentence.passage) >= fits(first.passage) * BESIDE
            && sentence.passage != first.passage
            && sentence.text != first.text
    });
    told.extend(other.map(|(_, sentence)| (tell(sentence), *sentence)));
    let number = |sentence: &Sentence| passages.get(sentence.passage).map_or(0, |passage| passage.number);
    Composed::Answer(told.into_iter().map(|(text, sentence)| (text, number(sentence))).collect())
}

/// Words that are looked for, and how much each of them tells.
struct Wanted {
    terms: BTreeSet<String>,
    weight: BTreeMap<String, f64>,
    whole: f64,
}

impl Wanted {
    fn new(terms: BTreeSet<String>, all: &[Sentence]) -> Self {
        let weight = rarity(&terms, all);
        let whole = weight.values().sum();
        Self { terms, weight, whole }
    }

    /// How much of what is wanted is there, from 0 to 1.
    fn share(&self, there: &BTreeSet<String>) -> f64 {
        let met = self.terms.iter().filter(|term| there.contains(*term));
        let met: f64 = met.filter_map(|term| self.weight.get(term)).sum();
        if self.whole > 0.0 { met / self.whole } else { 0.0 }
    }
}

/// From a sentence on, as much as fits.
fn paragraph(sentence: &Sentence, all: &[Sentence]) -> String {
    let mut text = with_rest(sentence, all);
    let rest = all.iter().filter(|one| one.passage == sentence.passage && one.place > sentence.place);
    for next in rest.filter(|_| !is_row(&sentence.text)) {
        if text.contains(&next.text) {
            continue;
        }
        // What stands under another heading is about something else.
        if text.chars().count() + next.text.chars().count() > PARAGRAPH || is_title(&next.text) {
            break;
        }
        text.push(' ');
        text.push_str(&next.text);
    }
    text
}

/// Of each document the sentence that meets the question best, if that is worth showing.
fn nearest(
    passages: &[Passage],
    scored: &[(f64, &Sentence)],
    wanted: &BTreeSet<String>,
) -> Vec<(String, String, u32)> {
    let mut near: Vec<(String, String, u32)> = Vec::new();
    for (share, sentence) in scored {
        let Some(passage) = passages.get(sentence.passage) else { continue };
        let is_told = near.iter().any(|(document, ..)| *document == passage.document);
        // One word in common is chance, unless the search thinks otherwise.
        let in_common = wanted.intersection(&sentence.terms).count();
        let is_far = in_common < 2 && passage.relevance.is_none_or(|relevance| relevance < NEARLY);
        if *share < WORTH || is_far || is_told || is_title(&sentence.text) || sentence.text.contains('\n') {
            continue;
        }
        let cut: String = sentence.text.chars().take(GLIMPSE).collect();
        let is_cut = cut.len() < sentence.text.len();
        let cut = match cut.rsplit_once(' ').filter(|_| is_cut) {
            Some((whole, _)) => format!("{whole}…"),
            None => cut,
        };
        near.push((passage.document.clone(), cut, passage.number));
        if near.len() == GLIMPSES {
            break;
        }
    }
    near
}

/// How much each word of the question tells: what every sentence has tells little.
fn rarity(terms: &BTreeSet<String>, all: &[Sentence]) -> BTreeMap<String, f64> {
    let weigh = |term: &String| {
        // A word that nobody has is as rare as one that a single sentence has: it must not outweigh all others.
        let having = all.iter().filter(|sentence| sentence.terms.contains(term)).count().max(1);
        (term.clone(), (1.0 + (all.len() as f64 + 1.0) / (having as f64 + 1.0)).ln())
    };
    terms.iter().map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(number: u32, relevance: f64, text: &str) -> Passage {
        Passage {
            number,
            relevance: Some(relevance),
            document: format!("{number}.pdf"),
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    fn answer(question: &str, passages: &[Passage], english: bool) -> Vec<(String, u32)> {
        match compose(Asked { question, expanded: None, english }, passages) {
            Composed::Answer(told) => told,
            Composed::Nearest(near) => panic!("nothing answers, only near: {near:?}"),
        }
    }

    #[test]
    fn the_sentence_that_meets_the_question_is_the_answer_with_its_number() {
        let passages = [
            passage(
                3,
                0.8,
                "Atendemos con cita previa. La limpieza dental cuesta 40 € e incluye una revisión. Hay aparcamiento.",
            ),
            passage(4, 0.5, "La ortodoncia se paga a plazos."),
        ];
        let told = answer("¿Cuánto cuesta una limpieza dental?", &passages, false);
        assert_eq!(told, [("La limpieza dental cuesta 40 € e incluye una revisión.".to_owned(), 3)]);
        let told = answer(
            "how much is teeth cleaning",
            &[passage(1, 0.9, "We open at nine. A teeth cleaning is 40 euros, check-up included.")],
            true,
        );
        assert_eq!(told[0].1, 1);
        assert!(told[0].0.starts_with("A teeth cleaning is 40 euros"), "{told:?}");
    }

    #[test]
    fn a_row_of_a_table_can_be_the_answer() {
        let table = "| Servicio | Precio |\n| --- | --- |\n| Limpieza dental | 40 € |\n| Empaste | 60 € |";
        let told = answer("¿Qué precio tiene un empaste?", &[passage(1, 0.7, table)], false);
        assert!(told[0].0.contains("Servicio: Empaste; Precio: 60 €"), "{told:?}");
    }

    #[test]
    fn a_question_is_not_answered_with_itself() {
        let text =
            "¿Cuánto cuesta una limpieza dental? Son 40 € y dura media hora en cualquiera de los casos.";
        let told = answer("¿Cuánto cuesta una limpieza dental?", &[passage(1, 0.9, text)], false);
        assert_eq!(told[0].0, "Son 40 € y dura media hora en cualquiera de los casos.");
    }

    #[test]
    fn what_is_not_there_is_not_made_up() {
        let passages =
            [passage(1, 0.2, "La ortodoncia se paga a plazos."), passage(2, 0.1, "Hay aparcamiento.")];
        let Composed::Nearest(near) = compose(
            Asked { question: "¿Vendéis coches eléctricos?", expanded: None, english: false },
            &passages,
        ) else {
            panic!("it answered");
        };
        assert_eq!(near, [], "what has nothing to do with it is not near");
    }

    #[test]
    fn a_heading_is_not_an_answer_but_says_what_follows_it_is_about() {
        let text = "Artículo 270. Cuantía de la prestación por desempleo\n\nEs el 70 por ciento de la base reguladora los \
                    primeros 180 días. Después baja al 60 por ciento.";
        let told =
            answer("¿Cuál es la cuantía de la prestación por desempleo?", &[passage(1, 0.7, text)], false);
        assert!(
            told[0].0.starts_with("Es el 70 por ciento") && told[0].0.ends_with("60 por ciento."),
            "{told:?}"
        );
    }

    #[test]
    fn a_note_on_a_document_answers_only_who_asks_for_it() {
        let text = "Desde 2023 nadie tiene que llevar a la empresa los partes de baja.\n\nMateria: incapacidad temporal, partes \
                    de baja.";
        let passages = [passage(1, 0.4, text)];
        let asked = |question| {
            let expanded = Some("partes de baja incapacidad temporal");
            let Composed::Answer(told) = compose(Asked { question, expanded, english: false }, &passages)
            else {
                panic!("nothing")
            };
            told[0].0.clone()
        };
        assert!(asked("¿qué criterio hay con los partes de baja?").starts_with("Desde 2023"));
        assert!(asked("¿de qué materia son los partes de baja?").starts_with("Materia"));
    }

    #[test]
    fn other_words_for_the_same_count() {
        let passages = [passage(1, 0.4, "Hay aparcamiento. Tras un despido se cobra una indemnización.")];
        let asked = Asked { question: "me han echado", expanded: Some("echado despido"), english: false };
        let Composed::Answer(told) = compose(asked, &passages) else { panic!("nothing") };
        assert_eq!(told[0].0, "Tras un despido se cobra una indemnización.");
    }
}
