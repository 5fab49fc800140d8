//! Which of a business's things a sentence is about. [`names::find`] reads a name; here it stands among other words.

use std::collections::HashSet;
use std::sync::LazyLock;

use conserje_desk::model::{Business, Named};
use conserje_desk::names;
use conserje_text::name_words as words;

use super::utterance::Utterance;

/// Words of every request: they may be somebody's name, but are no slip of the pen for one.
const USUAL: &str = "cita citas hora horas para quiero quisiera puedo tengo tiene tienen reservar reserva agendar con por favor \
    una uno dos tres como cuanto cuesta precio manana tarde noche hoy lunes martes miercoles jueves viernes sabado domingo \
    appointment book booking want would like have need with price much cost does tomorrow today morning afternoon dia mejor \
    gracias hola buenas buenos favor algo esta este sobre hasta desde cosa caro cara hacer hace libre pedir pedido orden \
    order sale salen sales salir donde estan cuando abren table there their what when open some next please time";

/// What a sentence is about, by places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mention {
    One(usize),
    Several(Vec<usize>),
    Nothing,
}

/// `plain` are words that here say nothing: at a dentist's everything is "dental".
pub(crate) fn mentioned<T: Named>(text: &str, all: &[T], plain: &[String]) -> Mention {
    let text: String = text.chars().take(400).collect();
    let spoken: Vec<String> = text.split_whitespace().flat_map(words).collect();
    let mut found: Vec<(Score, usize)> = Vec::new();
    for (place, thing) in all.iter().enumerate() {
        let best = thing.names().filter_map(|name| score(&spoken, &words(name), plain)).max();
        found.extend(best.map(|score| (score, place)));
    }
    let Some(best) = found.iter().map(|(score, _)| *score).max() else { return Mention::Nothing };
    let places: Vec<usize> =
        found.into_iter().filter(|(score, _)| *score == best).map(|(_, place)| place).collect();
    match places.as_slice() {
        [only] => Mention::One(*only),
        _ => Mention::Several(places),
    }
}

/// How many words of a name were said; then whether it was all of them, and how few letters were wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    words: usize,
    is_whole: bool,
    right: usize,
}

fn score(spoken: &[String], named: &[String], plain: &[String]) -> Option<Score> {
    static STEMS: LazyLock<HashSet<String>> =
        LazyLock::new(|| USUAL.split_whitespace().flat_map(words).collect());
    let wrong = |name: &String| {
        let slips = |word: &String| match names::typos(word, name) {
            Some(slips) if slips > 0 && STEMS.contains(word) => None,
            slips => slips,
        };
        spoken.iter().filter_map(slips).min()
    };
    let hits: Vec<(&String, usize)> =
        named.iter().filter_map(|name| wrong(name).map(|slips| (name, slips))).collect();
    let is_whole = hits.len() == named.len() && !named.is_empty();
    let telling = hits.iter().filter(|(name, _)| !plain.contains(name)).count();
    if telling == 0 && !is_whole {
        return None;
    }
    let slips: usize = hits.iter().map(|(_, slips)| slips).sum();
    Some(Score { words: hits.len(), is_whole, right: usize::MAX - slips })
}

/// What is in the name of the business says nothing about which of its services is meant.
pub(crate) fn plain_words(business: &Business) -> Vec<String> {
    business.name.all().flat_map(words).collect()
}

/// The member of staff who is named. "Gabriela" is not Gabriel.
pub(crate) fn staff_in(business: &Business, said: &Utterance) -> Option<String> {
    let titles: Vec<String> =
        ["dr", "dra", "doctor", "doctora", "chef"].into_iter().flat_map(words).collect();
    let others: Vec<&str> =
        said.words.iter().map(String::as_str).filter(|word| namesake(business, word).is_some()).collect();
    let text = if others.is_empty() {
        said.text.clone()
    } else {
        said.words
            .iter()
            .map(String::as_str)
            .filter(|word| !others.contains(word))
            .collect::<Vec<_>>()
            .join(" ")
    };
    match mentioned(&text, &business.staff, &titles) {
        Mention::One(place) => business.staff.get(place).map(|staff| staff.id.clone()),
        Mention::Several(_) | Mention::Nothing => None,
    }
}

/// Whom somebody asks for who is not of the team, and who is nearly called so.
pub(crate) fn not_of_the_team(business: &Business, said: &Utterance) -> Option<(String, String)> {
    let leads = ["con", "with", "dr", "dra", "doctor", "doctora"];
    let asked_for = said.words.iter().enumerate().filter(|(at, _)| leads.contains(&said.word_before(*at)));
    let mut found = asked_for.filter_map(|(_, word)| Some((word, namesake(business, word)?)));
    let (word, near) = found.next()?;
    let written =
        said.text.split_whitespace().map(|token| token.trim_matches(|ch: char| !ch.is_alphabetic()));
    let said = written.into_iter().find(|token| conserje_text::fold(token) == *word).unwrap_or(word);
    Some((said.to_owned(), near))
}

/// Who of the team is called nearly so, and another: by the last letter, which tells Gabriela from Gabriel.
fn namesake(business: &Business, word: &str) -> Option<String> {
    let bare = |name: &str| name.trim_end_matches(['a', 'o', 'e']).to_owned();
    let called = || {
        business.staff.iter().flat_map(|staff| {
            staff.name.split_whitespace().map(move |name| (staff, conserje_text::fold(name)))
        })
    };
    let is_theirs = called().any(|(_, name)| name == word);
    let other =
        called().find(|(_, name)| name != word && name.chars().count() >= 4 && bare(name) == bare(word));
    other.filter(|_| !is_theirs && word.chars().count() >= 4).map(|(staff, _)| staff.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing([&'static str; 3]);

    impl Named for Thing {
        fn names(&self) -> impl Iterator<Item = &str> {
            self.0.into_iter()
        }
        fn id(&self) -> &str {
            self.0[0]
        }
    }

    const ALL: [Thing; 5] = [
        Thing(["limpieza-dental", "Limpieza dental", "Dental cleaning"]),
        Thing(["limpieza-profunda", "Limpieza profunda", "Deep cleaning"]),
        Thing(["blanqueamiento", "Blanqueamiento dental", "Teeth whitening"]),
        Thing(["endodoncia", "Endodoncia", "Root canal"]),
        Thing(["cata", "Cata con el chef", "Tasting with the chef"]),
    ];

    #[test]
    fn things_are_found_among_other_words() {
        let about = |text: &str| mentioned(text, &ALL, &["dental".to_owned()]);
        for (text, place) in [
            ("quiero una limpieza dental mañana a las 5", 0),
            ("la profunda", 1),
            ("¿cuánto cuesta una endodonsia?", 3),
            ("I need a root canal next Friday", 3),
            ("blanqueamiento por favor", 2),
            ("quiero la cata", 4),
        ] {
            assert_eq!(about(text), Mention::One(place), "{text}");
        }
        assert_eq!(about("una limpieza para el martes"), Mention::Several(vec![0, 1]));
        for text in ["quiero una cita dental", "hola", "", "un implante"] {
            assert_eq!(about(text), Mention::Nothing, "{text}");
        }
    }
}
