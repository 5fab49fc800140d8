//! What a sentence takes back: what does not suit ("el lunes no puedo"), and what is said instead ("el jueves, digo viernes").
//!
//! It knows nothing of days: it is told where things were said, and says which of them stand.

use super::tokens::{Tokens, is_one_of};

/// From one token to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) at: usize,
    pub(super) end: usize,
}

/// After these, something else is said instead.
const INSTEAD: &str = "digo|perdon|perdona|disculpa|disculpe|mejor|mejor dicho|quise decir|quiero decir|mas bien|sino|corrijo|\
    me equivoque|espera|bueno no|no no|i mean|i meant|sorry|actually|rather|instead|make it|make that|\
    scratch that|no wait|wait|oops|better|o mejor|cambialo|bueno mejor|hmm no";
/// Between clauses.
const BREAKS: &str = "pero|sino|mejor|but|instead|rather|aunque|entonces|then|asi|porque|because|pues|so|quiero|digo|though|\
    however";
/// Words that may stand around a day or an hour and join it to the next.
const FILLER: &str = "el|la|los|las|de|del|a|al|en|por|para|the|on|at|in|y|e|o|u|ni|or|and|nor|este|esta|this|next|proximo|\
    proxima|dia|como|tipo|ya|yo|definitivamente|tampoco|around|about|sobre|eso|que|am";

/// Which of these stand: not those that somebody says they cannot or do not want.
pub(super) fn left_standing(tokens: &Tokens, spans: &[Span]) -> Vec<bool> {
    let mut stands = vec![true; spans.len()];
    let mut at = 0;
    while at < tokens.len() {
        let is_within = spans.iter().any(|span| (span.at..span.end).contains(&at));
        let denial = if is_within { None } else { denial(tokens, at, spans) };
        if let Some((_, denied)) = &denial {
            for place in denied {
                if let Some(stands) = stands.get_mut(*place) {
                    *stands = false;
                }
            }
        }
        at += denial.map_or(1, |(length, _)| length.max(1));
    }
    stands
}

/// A denial that begins there: how many tokens it has, and what it denies.
fn denial(tokens: &Tokens, at: usize, spans: &[Span]) -> Option<(usize, Vec<usize>)> {
    // "Mejor el 12 que el 11."
    if matches!(tokens.word(at), "que" | "q" | "than") {
        let (before, after) = (preceding(tokens, at, spans), following(tokens, at + 1, spans));
        let first = before.last().and_then(|place| spans.get(*place)).map_or(at, |span| span.at);
        let prefers = tokens.has_one(first.saturating_sub(4), at, "mejor|prefiero|better|rather");
        if prefers && !before.is_empty() && !after.is_empty() {
            return Some((1, after));
        }
    }
    // "El fin de semana que no sea."
    if tokens.says(at, "que no sea") && following(tokens, at + 3, spans).is_empty() {
        return Some((3, preceding(tokens, at, spans)));
    }
    if let Some(length) = except(tokens, at) {
        let after = following(tokens, at + length, spans);
        let is_either = after.is_empty() && tokens.word(at) == "tampoco";
        let denied = if is_either { preceding(tokens, at, spans) } else { after };
        if !denied.is_empty() {
            return Some((length, denied));
        }
    }
    if let Some(length) = cannot(tokens, at) {
        let before = preceding_in_clause(tokens, at, spans);
        let denied = if before.is_empty() { following_near(tokens, at + length, spans) } else { before };
        return Some((length, denied));
    }
    // "El martes tengo a los nietos, el jueves mejor": busy then, if another day is said as well.
    if matches!(tokens.word(at), "tengo" | "trabajo" | "viajo")
        && !is_one_of(
            "libre|tiempo|hueco|disponible|chance|espacio|cita|una|hora|mesa|la|mi|el|reserva|turno",
            tokens.word(at + 1),
        )
    {
        let before = preceding_in_clause(tokens, at, spans);
        if !before.is_empty() && spans.iter().any(|span| span.at > at) {
            return Some((1, before));
        }
    }
    bare_no(tokens, at, spans).map(|denied| (1, denied))
}

/// `menos`, `excepto`, `que no sea`, `instead of`.
fn except(tokens: &Tokens, at: usize) -> Option<usize> {
    const EXCEPT: &str = "excepto|salvo|menos|ni|tampoco|que no sea|que no sean|que no|en vez de|en vez del|en lugar de|\
    en lugar del|instead of|except|excluding|other than|but not|anything but|rather than|any day but";
    let length = tokens.says_one(at, EXCEPT)?;
    let is_other = match tokens.word(at) {
        "menos" => matches!(tokens.before(at), "al" | "lo" | "o"),
        // "¿Por qué no el viernes?", "dime que no hay lugar".
        "que" if length == 2 => tokens.before(at) == "por",
        _ => false,
    };
    (!is_other).then_some(length)
}

/// `no puedo`, `no me queda bien`, `doesn't work`.
fn cannot(tokens: &Tokens, at: usize) -> Option<usize> {
    const VERBS: &str = "puedo|podemos|podre|podremos|podria|podriamos|pueda|podamos|quiero|queremos|quisiera|queda|quedan|\
    quedaria|va|van|viene|vienen|vendria|sirve|sirven|conviene|acomoda|funciona|gusta|sea|alcanzo|llego|\
    llegamos|estoy|estamos|estare|estaremos|voy|vamos|ire|iremos|tengo|tenemos|work|works|suit|suits|want|do|\
    good|possible|fit|make";
    const ENGLISH: &str = "cant|cannot|couldnt|wont|busy|unavailable|ocupado|ocupada|imposible|im not available|im not free|no good|\
    not available|bad|no bueno";
    if let Some(length) = tokens.says_one(at, ENGLISH) {
        // "Can't I come on Monday?", "if you're not busy on Monday".
        let asks = matches!(tokens.word(at + length), "i" | "we" | "you")
            || matches!(tokens.before(at), "not" | "tan" | "muy");
        return (!asks).then_some(length);
    }
    if !matches!(tokens.word(at), "no" | "not" | "doesnt" | "dont" | "isnt" | "nunca" | "can") {
        return None;
    }
    let mut next = at + 1;
    if tokens.word(at) == "can" && tokens.word(next) != "not" {
        return None;
    }
    // "Why don't you", "if it isn't", are left out by the words that follow.
    while next < at + 5
        && matches!(
            tokens.word(next),
            "me" | "nos"
                | "le"
                | "les"
                | "te"
                | "lo"
                | "la"
                | "se"
                | "a"
                | "mi"
                | "really"
                | "for"
                | "i"
                | "it"
                | "not"
                | "creo"
                | "que"
                | "yo"
        )
        && !tokens.is_apart(next)
    {
        next += 1;
    }
    let is_verb = is_one_of(VERBS, tokens.word(next)) && !tokens.is_apart(next);
    // "No tengo problema el lunes" and "no tengo preferencia" refuse nothing.
    let is_fine = matches!(
        tokens.word(next + 1),
        "problema" | "inconveniente" | "preferencia" | "problem" | "cita" | "seguro"
    );
    (is_verb && !is_fine).then_some(next + 1 - at)
}

/// `el lunes no, el martes sí`: `no` beside what it refuses.
fn bare_no(tokens: &Tokens, at: usize, spans: &[Span]) -> Option<Vec<usize>> {
    if !matches!(tokens.word(at), "no" | "not" | "nope") {
        return None;
    }
    let next = tokens.word(at + 1);
    let is_last = at + 1 >= tokens.len();
    let before = preceding(tokens, at, spans);
    let joins_next = !tokens.is_apart(at + 1) && !is_last;
    let after = if joins_next && !matches!(tokens.before(at), "que" | "why") {
        following(tokens, at + 1, spans)
    } else {
        Vec::new()
    };
    if tokens.is_apart(at) {
        // "El jueves, no, el viernes" is corrected; "¿el jueves, no?" is asked.
        let goes_on = spans.iter().any(|span| span.at > at);
        let is_alone = !joins_next;
        return Some(if is_alone && goes_on && at > 0 && !before.is_empty() { before } else { after });
    }
    let is_refused = is_last
        || tokens.is_apart(at + 1)
        || matches!(next, "pero" | "sino" | "mejor" | "gracias" | "si" | "mas" | "but" | "ya");
    let first = before.last().and_then(|place| spans.get(*place)).map_or(at, |span| span.at);
    if !before.is_empty() && !after.is_empty() && follows_a_correction(tokens, first) {
        // "Digo miércoles, no martes."
        return Some(after);
    }
    if !before.is_empty() && !after.is_empty() {
        // "Jueves no viernes" can be either.
        return Some(before.into_iter().chain(after).collect());
    }
    Some(if is_refused || !before.is_empty() { before } else { after })
}

fn is_filler(tokens: &Tokens, from: usize, to: usize) -> bool {
    (from..to).all(|at| is_one_of(FILLER, tokens.word(at)))
}

/// Those that follow, one joined to the other.
fn following(tokens: &Tokens, from: usize, spans: &[Span]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut end = from;
    for (place, span) in spans.iter().enumerate().filter(|(_, span)| span.at >= from) {
        let joined = (end..span.at)
            .any(|at| matches!(tokens.word(at), "y" | "e" | "o" | "u" | "ni" | "and" | "or" | "nor"));
        let is_apart =
            span.at > from && !found.is_empty() && !joined && (end..=span.at).any(|at| tokens.is_apart(at));
        if span.at > end && !is_filler(tokens, end, span.at) || is_apart {
            break;
        }
        found.push(place);
        end = end.max(span.end);
    }
    // "No puedo el lunes, el martes sí."
    found
}

/// The same, with a few other words before the first: "no puedo ir el lunes".
fn following_near(tokens: &Tokens, from: usize, spans: &[Span]) -> Vec<usize> {
    const FARTHEST: usize = 6;
    let Some(first) = spans.iter().find(|span| span.at >= from) else { return Vec::new() };
    let is_far = first.at > from + FARTHEST;
    let is_apart = (from..=first.at).any(|at| tokens.is_apart(at) || is_one_of(BREAKS, tokens.word(at)));
    if is_far || is_apart {
        return Vec::new();
    }
    following(tokens, first.at, spans)
}

/// Those that stand just before, one joined to the other.
fn preceding(tokens: &Tokens, to: usize, spans: &[Span]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = to;
    for (place, span) in spans.iter().enumerate().rev().filter(|(_, span)| span.end <= to) {
        let is_apart = !found.is_empty()
            && (span.end..=start).any(|at| at < start && tokens.is_apart(at) && at > span.end);
        if span.end < start && !is_filler(tokens, span.end, start) || is_apart {
            break;
        }
        found.push(place);
        start = start.min(span.at);
    }
    found
}

/// Those before it in its clause.
fn preceding_in_clause(tokens: &Tokens, to: usize, spans: &[Span]) -> Vec<usize> {
    let mut start = to;
    while start > 0 && !tokens.is_apart(start) && !is_one_of(BREAKS, tokens.before(start)) {
        start -= 1;
    }
    let Some(last) = spans.iter().rev().find(|span| span.end <= to && span.at >= start) else {
        return Vec::new();
    };
    let found = preceding(tokens, last.end, spans);
    found.into_iter().filter(|place| spans.get(*place).is_some_and(|span| span.at >= start)).collect()
}

/// Whether what is said later is said instead of what was said before.
pub(super) fn corrects(tokens: &Tokens, before: Span, later: Span) -> bool {
    // "El jueves, el viernes mejor."
    let trails = matches!(tokens.word(later.end), "mejor" | "instead" | "rather" | "better")
        && !matches!(tokens.word(later.end + 1), "que" | "of" | "than");
    before.end <= later.at && (is_corrected_between(tokens, before, later) || trails)
}

/// Whether a correction is announced between the two.
pub(super) fn is_corrected_between(tokens: &Tokens, before: Span, later: Span) -> bool {
    INSTEAD.split('|').any(|phrase| {
        let length = phrase.split(' ').count();
        (before.end..later.at).any(|at| {
            tokens.says(at, phrase) && at + length <= later.at
                // "Me queda mejor que el viernes" prefers what came first; "instead of" takes back what follows.
                && !matches!(tokens.word(at + length), "que" | "of" | "than")
        })
    })
}

/// Whether a correction has just been announced: "digo 6", "perdón, a las 6".
pub(super) fn follows_a_correction(tokens: &Tokens, at: usize) -> bool {
    let mut start = at;
    while start > 0 && matches!(tokens.before(start), "el" | "las" | "la" | "a" | "the" | "at" | "no" | "que")
    {
        start -= 1;
    }
    tokens.ends_one(start, INSTEAD).is_some() || (at > 0 && tokens.before(at) == "no")
}

/// Whether it is told of somebody's life, and not asked for: "trabajo de lunes a viernes", "mi cumple es el 15".
pub(super) fn is_told(tokens: &Tokens, span: Span) -> bool {
    const TOLD: &str = "duele desde|trabajo|trabajamos|curro|laburo|tenia|teniamos|naci|dejo|fui|vine|estuve|rompio|empezo|comenzo|atendieron|\
    born|birthday|broke|started|cumpleanos es|cumple es|i work|we work|nacio|hice|hicimos|hicieron";
    const WISHES: &str = "quiero|quisiera|queria|cita para|turno para|puedo|puede|podria|necesito|tienes|tienen|want|need|book|can|\
    could";
    // "Del 1 al 10 te doy un 9."
    if tokens.says_any(span.end, &["te doy", "le doy", "les doy", "os doy", "te pongo", "le pongo"]).is_some()
    {
        return true;
    }
    let ends = |word: &str| matches!(word, "pero" | "asi" | "solo" | "but" | "so" | "y" | "lo");
    let mut start = span.at;
    while start > 0 && !tokens.is_apart(start) && !ends(tokens.before(start)) {
        start -= 1;
    }
    let has = |phrases: &str| tokens.has_one(start, span.at, phrases);
    has(TOLD) && !has(WISHES)
}

/// Whether it is when something is that they have already: "la cita del viernes".
pub(super) fn is_had(tokens: &Tokens, span: Span) -> bool {
    const HAD: &str = "cita del|cita de el|turno del|hora del|reserva del|reservacion del|la del|mesa del|cita de|turno de|\
    appointment on|appointment for|appointment from|booking for|booking on|appointment on the";
    tokens.ends_one(span.at, HAD).is_some()
}
