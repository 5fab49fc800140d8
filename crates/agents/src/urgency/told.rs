//! How something is told. What is long past, supposed, read in the news, denied or a figure of speech is no cry for help, and
//! a message is looked at again without it: what is left of it decides, so that a cry beside it is heard as before.
//!
//! The rules of `urgency/told.toml` are asked piece by piece, up to the next comma, full stop or "but". Their agents say what
//! becomes of what they meet: `aside` and `supposed` take the piece away, `denied`, `unfelt` and `figure` only the words they met.
//! A piece that goes on by "and" goes with the one before it where it meets `and-then`. `now` keeps a piece whatever else it
//! says, and `again` the whole message: what is missed is worse than what is heard for nothing.

use crate::routing::text::{Plain, plain};
use crate::routing::{Router, RoutesFile, RuleFault};

const ASIDE: &str = "aside";
const SUPPOSED: &str = "supposed";
const DENIED: &str = "denied";
const FIGURE: &str = "figure";
const UNFELT: &str = "unfelt";
const NOW: &str = "now";
const AGAIN: &str = "again";
const AND_THEN: &str = "and-then";

/// Words that begin a new piece.
const BUT: [&str; 12] =
    ["pero", "but", "aunque", "though", "although", "sino", "ahora", "now", "ahorita", "hoy", "today", "asi"];
/// The same, but what follows may be told as what went before.
const AND: [&str; 3] = ["y", "e", "and"];

/// Compiled rules.
pub(super) struct Told(Router);

/// What is left of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    pub(crate) text: String,
    /// Whether something was only supposed.
    pub(crate) is_supposed: bool,
}

/// Of what a message was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alarm {
    Emergency,
    /// By whoever routes it, while no red flag is met: then who denies a symptom has none.
    Routed,
    /// Anger, say, which may well be about what is past: only figures of speech are none.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Whole,
    Aside,
    Supposed,
}

impl Told {
    pub(super) fn new(file: &RoutesFile) -> Result<Self, Vec<RuleFault>> {
        let known = [ASIDE, SUPPOSED, DENIED, FIGURE, UNFELT, NOW, AGAIN, AND_THEN];
        let strange = file.routes.iter().filter(|route| !known.contains(&route.agent.as_ref().as_str()));
        let faults: Vec<RuleFault> = strange
            .map(|route| RuleFault {
                at: route.agent.span().start,
                problem: format!("`{}` is none of {}", route.agent.as_ref(), known.join(", ")),
            })
            .collect();
        if faults.is_empty() { Ok(Self(Router::new(file)?)) } else { Err(faults) }
    }

    /// The message without what is not told as happening; nothing, if all of it is.
    pub(super) fn rest(&self, message: &str, alarm: Alarm) -> Option<Rest> {
        let is_again = self.0.met(&plain(message)).iter().any(|(agent, _)| *agent == AGAIN);
        if is_again && alarm != Alarm::Other {
            return None;
        }
        let (mut rest, mut before) = (String::new(), Kept::Whole);
        let (mut is_cut, mut is_supposed) = (false, false);
        for piece in pieces(message) {
            let text = plain(&piece.text);
            let met: Vec<(&str, Vec<usize>)> = self.0.met(&text);
            let is = |kind: &str| met.iter().any(|(agent, _)| *agent == kind);
            let kept = if is(NOW) || alarm == Alarm::Other {
                Kept::Whole
            } else if is(SUPPOSED) {
                Kept::Supposed
            } else if is(ASIDE) {
                Kept::Aside
            } else if piece.goes_on && is(AND_THEN) {
                before
            } else {
                Kept::Whole
            };
            before = kept;
            if kept != Kept::Whole {
                is_cut = true;
                is_supposed |= kept == Kept::Supposed;
                continue;
            }
            let is_cut_out = |agent: &str| match agent {
                FIGURE => true,
                DENIED => alarm != Alarm::Other,
                UNFELT => alarm == Alarm::Routed,
                _ => false,
            };
            let cut = met.iter().filter(|(agent, _)| is_cut_out(agent)).flat_map(|(_, words)| words);
            let cut: Vec<usize> = cut.copied().collect();
            is_cut |= !cut.is_empty();
            add(&mut rest, &text, &cut, piece.is_after_a_sign);
        }
        is_cut.then_some(Rest { text: rest, is_supposed })
    }
}

/// Where words were cut out, their neighbours do not become neighbours.
fn add(rest: &mut String, text: &Plain, cut: &[usize], is_after_a_sign: bool) {
    let mut is_apart = is_after_a_sign;
    for (number, word) in text.words().enumerate() {
        if cut.contains(&number) {
            is_apart = true;
            continue;
        }
        if !rest.is_empty() {
            rest.push_str(if is_apart { ", " } else { " " });
        }
        is_apart = false;
        rest.push_str(word);
    }
}

struct Piece {
    text: String,
    /// Whether it is told as the one before it.
    goes_on: bool,
    is_after_a_sign: bool,
}

fn pieces(message: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for part in parts(message).filter(|part| !part.trim().is_empty()) {
        let mut piece = Piece { text: String::new(), goes_on: false, is_after_a_sign: true };
        for word in part.split_whitespace() {
            let folded = conserje_text::fold(word);
            let is_and = AND.contains(&folded.as_str());
            if (is_and || BUT.contains(&folded.as_str())) && !piece.text.is_empty() {
                pieces.push(piece);
                piece = Piece { text: String::new(), goes_on: is_and, is_after_a_sign: false };
            }
            piece.text.push_str(word);
            piece.text.push(' ');
        }
        pieces.push(piece);
    }
    pieces
}

/// Cut at signs, but not inside of numbers: `39.5`, `10:30`.
fn parts(message: &str) -> impl Iterator<Item = &str> {
    let mut before = ' ';
    let mut from = 0;
    let ends = message.char_indices().chain([(message.len(), '\n')]);
    let cuts: Vec<&str> = ends
        .filter_map(|(at, ch)| {
            let is_in_number = matches!(ch, '.' | ',' | ':')
                && before.is_ascii_digit()
                && message.get(at + 1..).is_some_and(|rest| rest.starts_with(|ch: char| ch.is_ascii_digit()));
            before = ch;
            let ends = matches!(
                ch,
                ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '(' | ')' | '.' | '…' | '\n' | '"' | '—' | '–'
            );
            if !ends || is_in_number {
                return None;
            }
            let part = message.get(from..at);
            from = at + ch.len_utf8();
            part
        })
        .collect();
    cuts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
        [[routes]]
        name = "past"
        agent = "aside"
        intent = "past"
        any = ["el ano pasado", "last year"]
        [[routes]]
        name = "supposed"
        agent = "supposed"
        intent = "supposed"
        any = ["si me diera"]
        [[routes]]
        name = "figure"
        agent = "figure"
        intent = "figure"
        any = ["me muero de hambre"]
        [[routes]]
        name = "unfelt"
        agent = "unfelt"
        intent = "denied"
        any = ["sin fiebre"]
        [[routes]]
        name = "then"
        agent = "and-then"
        intent = "past"
        any = ["perdi"]
        [[routes]]
        name = "now"
        agent = "now"
        intent = "now"
        any = ["otra vez", "me duele"]
        [[routes]]
        name = "again"
        agent = "again"
        intent = "again"
        any = ["lo mismo"]
    "#;

    fn rest(text: &str) -> Option<(String, bool)> {
        let told = Told::new(&toml::from_str(RULES).unwrap()).unwrap();
        told.rest(text, Alarm::Emergency).map(|rest| (rest.text, rest.is_supposed))
    }

    fn left(text: &str) -> Option<String> {
        rest(text).map(|(left, _)| left)
    }

    #[test]
    fn what_is_told_as_past_is_taken_away_and_what_happens_now_stays() {
        assert_eq!(left("El año pasado tuve un infarto, ¿me ven?").as_deref(), Some("me ven"));
        assert_eq!(
            left("El año pasado tuve un infarto y perdí el habla. ¿Me ven?").as_deref(),
            Some("me ven")
        );
        assert_eq!(
            left("el año pasado tuve un infarto y sangro mucho").as_deref(),
            Some("y sangro mucho"),
            "this may be now"
        );
        assert_eq!(
            left("el año pasado tuve un infarto pero no puedo respirar").as_deref(),
            Some("pero no puedo respirar")
        );
        assert_eq!(left("desde el año pasado me duele el pecho"), None, "it hurts now");
        assert_eq!(left("como el año pasado, otra vez un infarto").as_deref(), Some("otra vez un infarto"));
        assert_eq!(left("el año pasado tuve un infarto, ahora me pasa lo mismo"), None, "once more");
        assert_eq!(left("no puedo respirar"), None);
        assert_eq!(
            left("last year he fainted, now he has 39.5 of fever").as_deref(),
            Some("now he has 39.5 of fever")
        );
        assert_eq!(left(""), None);
    }

    #[test]
    fn of_a_figure_of_speech_only_its_words_are_taken_away() {
        assert_eq!(
            left("me muero de hambre no puedo respirar").as_deref(),
            Some("no puedo respirar"),
            "the cry beside it stays"
        );
        assert_eq!(left("hola me muero de hambre, ¿hay mesa?").as_deref(), Some("hola, hay mesa"));
        assert_eq!(left("me muero de hambre").as_deref(), Some(""));
    }

    #[test]
    fn a_symptom_that_is_denied_is_none_where_no_red_flag_is_met() {
        let told = Told::new(&toml::from_str(RULES).unwrap()).unwrap();
        let left = |alarm| told.rest("sin fiebre, una limpieza", alarm).map(|rest| rest.text);
        assert_eq!(left(Alarm::Routed).as_deref(), Some("una limpieza"));
        assert_eq!(left(Alarm::Emergency), None, "who does not feel it may be in danger");
    }

    #[test]
    fn of_anger_only_figures_are_taken_away() {
        let told = Told::new(&toml::from_str(RULES).unwrap()).unwrap();
        let left = |text: &str| told.rest(text, Alarm::Other).map(|rest| rest.text);
        assert_eq!(left("el año pasado me tratasteis mal"), None);
        assert_eq!(left("me muero de hambre, qué vergüenza").as_deref(), Some("que verguenza"));
    }

    #[test]
    fn what_is_supposed_is_known_as_such() {
        assert_eq!(rest("si me diera un infarto, ¿a dónde voy?"), Some(("a donde voy".to_owned(), true)));
        assert_eq!(rest("el año pasado nevó, ¿abren?"), Some(("abren".to_owned(), false)));
    }

    #[test]
    fn a_rule_for_anything_else_is_refused() {
        let faults = Told::new(&toml::from_str(&RULES.replace("\"aside\"", "\"level-5\"")).unwrap());
        assert!(faults.err().unwrap()[0].problem.contains("none of aside"));
    }
}
