//! Two appointments of one kind in one message: "pediatría el miércoles: Bruno Salas a las 10 y su hermana Vega Salas a las 11".
//!
//! What comes before the first is said of both. A message about which there is doubt is heard as one wish: two hours may as
//! well be a choice, a stretch or a correction.

use conserje_text::fold;

use super::utterance::Utterance;

/// What makes two hours two appointments.
const BOTH: &str = "x2 ambos ambas both dos two 2 uno una one familias couples hijos kids";
/// What makes them one.
const ONE_OF: &str =
    "o or u no not mejor perdon digo sorry actually instead entre between hasta till until either cualquiera";
/// Words that are written with a capital letter and are nobody's name.
const NO_NAME: &str = "dr dra lic sr sra srta mr mrs ms plaza centro norte sur hola buenas buenos buen hi hello hey quiero necesito somos lunes martes \
    miercoles jueves viernes sabado domingo monday tuesday wednesday thursday friday saturday sunday la el los las mi i the and y";

pub(super) fn at_once(text: &str) -> Option<(Utterance, Utterance)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let words: Vec<String> = tokens.iter().map(|token| bare(token)).collect();
    let hours: Vec<usize> = (0..tokens.len()).filter(|at| is_hour(&tokens, &words, *at)).collect();
    let (first, second) = match hours.as_slice() {
        [first, second] => (*first, *second),
        [only] => return at_one_hour(&tokens, *only),
        _ => return None,
    };
    if words.get(first.saturating_sub(2)..second)?.iter().any(|word| is_in(ONE_OF, word)) {
        return None;
    }
    let boundary = (first + 1..=second).rev().find(|at| begins(&tokens, &words, *at))?;
    let start = (0..=first).rev().find(|at| *at == 0 || ends_clause(tokens.get(at - 1)))?;
    let (head, one, two) = (tokens.get(..start)?, tokens.get(start..boundary)?, tokens.get(boundary..)?);
    let is_two = words.get(..second)?.iter().any(|word| is_in(BOTH, word));
    let has_names = name_in(one).is_some() && name_in(two).is_some();
    (is_two || has_names).then(|| (wish(head, one), wish(head, two)))
}

/// "El sábado a las 3: mesa para 6 de Arturo Lazcano y mesa para 4 de Emma Lazcano."
fn at_one_hour(tokens: &[&str], hour: usize) -> Option<(Utterance, Utterance)> {
    let start = tokens
        .iter()
        .position(|token| token.ends_with(':'))
        .map(|at| at + 1)
        .filter(|start| *start > hour)?;
    let rest = tokens.get(start..)?;
    let boundary = rest.iter().position(|token| matches!(bare(token).as_str(), "y" | "and"))?;
    let (one, two) = (rest.get(..boundary)?, rest.get(boundary..)?);
    let head = tokens.get(..start)?;
    let have_names = name_in(one).is_some() && name_in(two).is_some();
    have_names.then(|| (wish(head, one), wish(head, two)))
}

/// What is said of both, and what is said of one, with the name in words that lead to it.
fn wish(head: &[&str], own: &[&str]) -> Utterance {
    let head = head.iter().enumerate().filter(|(at, token)| {
        let next = head.get(at + 1).map(|next| bare(next)).unwrap_or_default();
        let counts = matches!(bare(token).as_str(), "x2" | "2" | "dos" | "two" | "both");
        let is_of_day = at.checked_sub(1).and_then(|at| head.get(at)).is_some_and(|before| {
            matches!(bare(before).as_str(), "el" | "dia" | "las" | "at" | "para" | "for")
        });
        !counts || is_of_day || matches!(next.as_str(), "personas" | "people")
    });
    let mut told: Vec<&str> = head.map(|(_, token)| *token).collect();
    let Some((from, to)) = name_in(own) else {
        told.extend(own);
        return Utterance::of(&told.join(" "));
    };
    told.extend(own.get(..from).unwrap_or_default());
    told.extend(own.get(to..).unwrap_or_default());
    let name = own.get(from..to).unwrap_or_default().join(" ");
    let name = name.trim_matches(|ch: char| !ch.is_alphanumeric());
    Utterance::of(&format!("{}, a nombre de {name}", told.join(" ")))
}

/// Two words or more that are written as a name is.
fn name_in(tokens: &[&str]) -> Option<(usize, usize)> {
    let is_of_name = |token: &&str| {
        let inner = token.trim_start_matches(['(', '¿', '¡']);
        inner.chars().next().is_some_and(char::is_uppercase) && !is_in(NO_NAME, &bare(token))
    };
    let from =
        (0..tokens.len()).find(|at| tokens.get(*at..at + 2).is_some_and(|two| two.iter().all(is_of_name)))?;
    let ends =
        |at: usize| ends_clause(tokens.get(at)) || tokens.get(at).is_some_and(|token| token.ends_with(')'));
    let mut to = from + 1;
    while !ends(to - 1) && tokens.get(to).is_some_and(is_of_name) {
        to += 1;
    }
    (to - from >= 2).then_some((from, to))
}

fn begins(tokens: &[&str], words: &[String], at: usize) -> bool {
    words.get(at).is_some_and(|word| matches!(word.as_str(), "y" | "and"))
        || at.checked_sub(1).is_some_and(|before| ends_clause(tokens.get(before)))
}

fn ends_clause(token: Option<&&str>) -> bool {
    token.is_some_and(|token| {
        token.ends_with([':', ';']) || token.ends_with([',', '.']) && token.chars().count() > 3
    })
}

/// "Las 10", "at 11", "9:20", "2pm": plainly an hour.
fn is_hour(tokens: &[&str], words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let token = tokens.get(at).map_or("", |token| token.trim_matches(|ch: char| !ch.is_alphanumeric()));
    let is_half = |text: &str| matches!(text, "am" | "pm");
    let digits = token.trim_end_matches(|ch: char| ch.is_ascii_alphabetic());
    let unit = fold(token.get(digits.len()..).unwrap_or_default());
    let (hour, minutes) =
        digits.split_once([':', '.']).map_or((digits, None), |(hour, minutes)| (hour, Some(minutes)));
    if !hour.parse::<u8>().is_ok_and(|hour| hour <= 23) || !(unit.is_empty() || is_half(&unit)) {
        return false;
    }
    let after = at.checked_sub(1).map_or("", &word);
    minutes.is_some_and(|minutes| minutes.len() == 2)
        || is_half(&unit)
        || is_half(word(at + 1))
        || matches!(after, "las" | "at")
}

fn bare(token: &str) -> String {
    fold(token).chars().filter(|ch| ch.is_alphanumeric()).collect()
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        at_once(text).map_or_else(String::new, |(one, two)| format!("{} | {}", one.text, two.text))
    }

    #[test]
    fn two_of_one_kind_are_two_wishes() {
        for (text, expected) in [
            (
                "pediatria el miercoles x2: Bruno Salas a las 10 y su hermana Vega Salas a las 11",
                "pediatria el miercoles a las 10, a nombre de Bruno Salas | \
                 pediatria el miercoles y su hermana a las 11, a nombre de Vega Salas",
            ),
            (
                "both my kids need vaccination friday morning. Ella Marsh 9:20, Toby Marsh 9:40, can you do that",
                "my kids need vaccination friday morning. 9:20,, a nombre de Ella Marsh | \
                 my kids need vaccination friday morning. 9:40, can you do that, a nombre de Toby Marsh",
            ),
            (
                "can i book 2 dental cleanings on thursday, one at 11 for me and one at 12 for my flatmate",
                "can i book dental cleanings on thursday, one at 11 for me | \
                 can i book dental cleanings on thursday, and one at 12 for my flatmate",
            ),
            (
                "somos dos familias, el sabado a las 3 pm: mesa para 6 de Arturo Lazcano y mesa para 4 de Emma Lazcano",
                "somos familias, el sabado a las 3 pm: mesa para 6 de, a nombre de Arturo Lazcano | \
                 somos familias, el sabado a las 3 pm: y mesa para 4 de, a nombre de Emma Lazcano",
            ),
            ("limpieza el viernes a las 10, no, mejor a las 11", ""),
            ("limpieza el viernes a las 10 o a las 11", ""),
            ("dos cosas, limpieza entre las 10 y las 11", ""),
            ("limpieza el viernes a las 10", ""),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
