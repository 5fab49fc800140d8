//! Which of a business's things is meant: names without accents, in part, or with a letter or two wrong.
//!
//! Nothing is made up: what is returned is from the list, and where several fit all of them are.

use conserje_text::{fold, name_words as words};

/// What fits a name, by its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    One(usize),
    /// All fit; somebody must choose.
    Several(Vec<usize>),
    /// None fits; these come near.
    Near(Vec<usize>),
    Nothing,
}

/// How well a name fits; the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// Letter by letter, but for case and accents.
    Same,
    /// The same words, or nearly.
    SameWords,
    /// All that was said is in the name.
    Within,
    /// The whole name is in what was said.
    Around,
    /// Some of it.
    Partly,
}

/// More than this is not read to anybody.
const MOST_NEAR: usize = 5;

/// Without accents, case or space around it.
pub fn folded(text: &str) -> String {
    fold(text.trim())
}

/// Finds what is meant by `said` among things that each have some names: an id, a Spanish name, an English one.
pub fn find<'a, N>(said: &str, things: impl IntoIterator<Item = N>) -> Fit
where
    N: IntoIterator<Item = &'a str>,
{
    let (folded, spoken) = (fold(said.trim()), words(said));
    if folded.is_empty() {
        return Fit::Nothing;
    }
    let mut found: Vec<(Grade, usize, usize)> = Vec::new();
    for (place, names) in things.into_iter().enumerate() {
        let best = names.into_iter().filter_map(|name| grade(&folded, &spoken, name)).min();
        found.extend(best.map(|(grade, typos)| (grade, typos, place)));
    }
    let Some(best) = found.iter().map(|(grade, typos, _)| (*grade, *typos)).min() else {
        return Fit::Nothing;
    };
    if best.0 == Grade::Partly {
        found.sort_unstable();
        return Fit::Near(found.into_iter().map(|(_, _, place)| place).take(MOST_NEAR).collect());
    }
    // Of "limpieza" and "limpieza profunda" the first is meant by its own name, and both by half of it.
    let fits = found.iter().filter(|(grade, typos, _)| (*grade, *typos) == best).map(|(_, _, place)| *place);
    let fits: Vec<usize> = fits.collect();
    match fits.as_slice() {
        [only] => Fit::One(*only),
        _ => Fit::Several(fits),
    }
}

/// How well the name fits, and how many letters are wrong.
fn grade(folded: &str, spoken: &[String], name: &str) -> Option<(Grade, usize)> {
    if fold(name.trim()) == folded {
        return Some((Grade::Same, 0));
    }
    let named = words(name);
    if spoken.is_empty() || named.is_empty() {
        return None;
    }
    let said_in_name: Vec<usize> = spoken.iter().filter_map(|word| typos_in(word, &named)).collect();
    let all_said = said_in_name.len() == spoken.len();
    let name_in_said: Vec<usize> = named.iter().filter_map(|word| typos_in(word, spoken)).collect();
    let all_named = name_in_said.len() == named.len();
    let typos = |found: &[usize]| found.iter().sum::<usize>();
    match (all_said, all_named) {
        (true, true) => Some((Grade::SameWords, typos(&said_in_name))),
        (true, false) => Some((Grade::Within, typos(&said_in_name))),
        // More words of the name in what was said is better: "dental" is in everything that a dentist is asked.
        (false, true) => Some((Grade::Around, typos(&name_in_said) + 100_usize.saturating_sub(named.len()))),
        (false, false) if said_in_name.is_empty() => None,
        (false, false) => Some((Grade::Partly, spoken.len() - said_in_name.len())),
    }
}

/// How many letters of the word are wrong in the nearest of the others, if it is near at all.
fn typos_in(word: &str, others: &[String]) -> Option<usize> {
    others.iter().filter_map(|other| typos(word, other)).min()
}

/// How many letters are wrong in one word if it is meant to be the other; none if it is another word.
pub fn typos(one: &str, other: &str) -> Option<usize> {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if one == other {
        return Some(0);
    }
    // A beginning will do, but the word itself is better: "limp", "odontolog".
    if short.chars().count() >= 4 && long.starts_with(short) {
        return Some(1);
    }
    let allowed = match short.chars().count() {
        0..=4 => 0,
        5..=7 => 1,
        _ => 2,
    };
    let wrong = strsim::osa_distance(one, other);
    (wrong <= allowed).then_some(wrong)
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
