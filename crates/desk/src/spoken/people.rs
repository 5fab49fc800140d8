//! How many people come: "para cuatro", "4 adultos y 2 niños", "mi mujer y yo".

use super::clock;
use super::taken_back::{Span, corrects, left_standing};
use super::tokens::{Tokens, is_one_of};

/// How many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    Said(u32),
    /// It may be any of these; somebody must say which.
    Either(Vec<u32>),
}

/// More than this is no party.
const MOST: u32 = 500;
/// All of them.
const ALL: &str = "personas|persona|people|person|persons|ppl|pax|comensales|guests|invitados|gente|of us|de nosotros|total|en total|lugares|cubiertos|seats";
/// Some of them, to be added up.
const SOME: &str = "adultos|adulto|adultas|adults|adult|ninos|nino|ninas|nina|kids|kid|children|child|bebes|bebe|baby|babies|menores|menor|grandes|\
    chicos|chicas|peques|peque|mayores|hombres|mujeres|men|women|senores|senoras|amigos|amigas|friends|hijos|hijas|infantes|toddlers|toddler|nenes|nene|\
    couples|parejas|matrimonios|pareja|couple";
/// Of whom something is said; they are counted already.
const AMONG: &str = "vegetarian|vegan|celiac|alergic|allerg|has|have|is|son|es|no comen|de ellos|of them|of whom|de los cuales|sin gluten|gluten|usa|viene en";
const LEADS: &str = "somos|seremos|seriamos|serian|seran|vamos|iremos|iriamos|para|pa|for|party of|group of|table of|mesa de|mesa para|grupo de|familia de|\
    there are|theres|there will be|were|we are|we will be|will be|well be";

/// What may follow a number alone.
const GOES_ON: &str = "a|y|o|u|or|and|no|si|por|porfa|please|mas|pero|wait|para|at|on|nomas|nada|creo|maybe|quiza|quizas|tal|el|la|en|to|thanks|gracias|\
    solo|only|for|de|instead|jaja|max|maximo|minimo|seguro|but|mejor|ahora|i|tonight|con|with|digo|perdon|sorry|make|actually";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    All,
    Some,
    More,
    Bare,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    span: Span,
    number: u32,
    kind: Kind,
    /// "Éramos 4": so many no more.
    is_past: bool,
}

/// How many people are said to come. A number alone counts only if it `was_asked`.
pub fn people(said: &str, was_asked: bool) -> Option<People> {
    let tokens = Tokens::of(said);
    let counts = counts(&tokens, was_asked);
    let spans: Vec<Span> = counts.iter().map(|count| count.span).collect();
    let stands = left_standing(&tokens, &spans);
    let has_now = counts.iter().any(|count| !count.is_past);
    let standing: Vec<Count> = counts
        .iter()
        .enumerate()
        .zip(&stands)
        .filter(|((place, count), stands)| {
            let is_corrected =
                counts.iter().skip(place + 1).any(|later| corrects(&tokens, count.span, later.span));
            **stands && !is_corrected && !(count.is_past && has_now)
        })
        .map(|((_, count), _)| *count)
        .collect();
    if standing.is_empty() {
        return if counts.is_empty() { by_kin(&tokens, was_asked) } else { None };
    }
    if let Some(either) = either(&tokens, &standing) {
        return Some(People::Either(either));
    }
    summed(&tokens, &standing)
}

fn counts(tokens: &Tokens, was_asked: bool) -> Vec<Count> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (length, count) = count_at(tokens, at);
        let is_wanted = |count: &Count| count.kind != Kind::Bare || was_asked;
        found.extend(count.filter(|count| (1..=MOST).contains(&count.number)).filter(is_wanted));
        at += length.max(1);
    }
    found
}

/// What is counted there, and how many tokens that takes.
fn count_at(tokens: &Tokens, at: usize) -> (usize, Option<Count>) {
    let half = tokens.says_one(at, "media docena|half a dozen|half dozen").map(|length| (length, 6));
    let dozen = half.or_else(|| tokens.says_one(at, "a dozen").map(|length| (length, 12)));
    // "Tipo 12" and "about 10" are people where people were asked for.
    let is_about =
        matches!(tokens.before(at), "tipo" | "about" | "around" | "como") && !is_other_unit(tokens, at + 1);
    // An hour is none, but "para 5 para las 3" begins with people.
    let is_led = at > 0 && tokens.ends_one(at, LEADS).is_some();
    let is_kin = tokens.says_one(at + 1, ALL).or_else(|| tokens.says_one(at + 1, SOME));
    if dozen.is_none()
        && !(is_led
            && tokens.number(at).is_some()
            && !tokens.sign(at + 1, ':')
            && matches!(tokens.word(at + 1), "para" | "a"))
        && is_kin.is_none()
        && !is_about
        && let Some((length, _)) = clock::read(tokens, at, false)
    {
        return (length, None);
    }
    let Some(number) = dozen.map(|(_, count)| count).or_else(|| tokens.number(at)) else { return (1, None) };
    let mut next = at + dozen.map_or(1, |(length, _)| length);
    let mut number = number;
    if matches!(tokens.word(next), "docena" | "docenas" | "dozen") {
        (number, next) = (number.saturating_mul(12), next + 1);
    }
    if tokens.word(next) == "de" && tokens.says_one(next + 1, ALL).is_some() {
        next += 1;
    }
    let is_word = tokens.digits(at) == 0;
    let no_people = matches!(
        tokens.before(at),
        "mesa"
            | "numero"
            | "calle"
            | "half"
            | "las"
            | "la"
            | "el"
            | "dia"
            | "opcion"
            | "at"
            | "terraza"
            | "del"
            | "al"
    ) || is_other_unit(tokens, next)
        || tokens.sign(next, ':')
        || tokens.sign(next, '/');
    let kin = tokens.says_one(next, ALL).map(|length| (length, Kind::All));
    let kin = kin.or_else(|| tokens.says_one(next, SOME).map(|length| (length, Kind::Some)));
    if matches!(tokens.word(next), "couples" | "parejas" | "matrimonios" | "pareja" | "matrimonio") {
        number = number.saturating_mul(2);
    }
    // "Y se suma uno más"; but "5 más el bebé" are five and a baby.
    let adds = matches!(tokens.word(next), "mas" | "more" | "extra") && tokens.is_apart(next + 1) && !is_led;
    let is_more = adds || matches!(tokens.before(at), "mas" | "plus" | "suma" | "suman");
    let is_among = AMONG.split('|').any(|stem| {
        if stem.contains(' ') {
            tokens.says(next, stem)
        } else if stem.len() < 5 {
            tokens.word(next) == stem
        } else {
            tokens.word(next).starts_with(stem)
        }
    });
    // `un` and `a` count only what is named after them, or stand alone.
    let is_article = is_word && number == 1 && kin.is_none() && !is_more && tokens.len() > 1;
    if no_people || is_among || is_article {
        return (1, None);
    }
    // Two of something else are no people.
    let is_of_else = kin.is_none()
        && !is_led
        && !tokens.is_apart(next)
        && !is_one_of(GOES_ON, tokens.word(next))
        && !tokens.word(next).is_empty();
    if is_of_else && !is_more {
        return (1, None);
    }
    let kind = match kin {
        _ if is_more => Kind::More,
        Some((_, kind)) => kind,
        None if is_led => Kind::All,
        None => Kind::Bare,
    };
    let end = next + kin.map_or(0, |(length, _)| length);
    let is_past = matches!(tokens.before(at), "eramos" | "ibamos");
    (end - at, Some(Count { span: Span { at, end }, number, kind, is_past }))
}

fn is_other_unit(tokens: &Tokens, at: usize) -> bool {
    matches!(
        tokens.word(at),
        "am" | "pm"
            | "h"
            | "hs"
            | "hrs"
            | "horas"
            | "hours"
            | "de"
            | "dias"
            | "days"
            | "semanas"
            | "weeks"
            | "noches"
            | "nights"
            | "minutos"
            | "minutes"
            | "anos"
            | "years"
            | "meses"
            | "months"
            | "segundo"
            | "segundos"
            | "sec"
            | "second"
            | "st"
            | "nd"
            | "rd"
            | "th"
            | "tacos"
            | "pizzas"
            | "y media"
    )
}

/// "Seis u ocho", "between 8 and 10", "4-5 personas".
fn either(tokens: &Tokens, counts: &[Count]) -> Option<Vec<u32>> {
    for pair in counts.windows(2) {
        let [one, other] = pair else { continue };
        let between: Vec<&str> = (one.span.end..other.span.at).map(|at| tokens.word(at)).collect();
        let is_open = match between.as_slice() {
            ["o" | "u" | "or"] | ["o" | "or", ..] => true,
            ["y" | "and"] => matches!(tokens.before(one.span.at), "entre" | "between"),
            ["a" | "to"] => true,
            [""] => tokens.sign(one.span.end, '-'),
            _ => false,
        };
        if is_open && one.number != other.number {
            return Some(vec![one.number, other.number]);
        }
    }
    None
}

/// All that are counted, or what is counted of them added up.
fn summed(tokens: &Tokens, counts: &[Count]) -> Option<People> {
    let of = |kind: Kind| counts.iter().filter(move |count| count.kind == kind).map(|count| count.number);
    let more = of(Kind::More).sum::<u32>() + joiners(tokens);
    let mut all: Vec<u32> = of(Kind::All).chain(of(Kind::Bare)).collect();
    all.dedup();
    let groups: u32 = of(Kind::Some).sum();
    match all.as_slice() {
        [] if groups > 0 => Some(People::Said(groups + more)),
        [] => None,
        [only] => Some(People::Said(only + more)),
        _ => {
            all.sort_unstable();
            all.dedup();
            Some(if all.len() == 1 {
                People::Said(all[..].iter().sum::<u32>() + more)
            } else {
                People::Either(all)
            })
        }
    }
}

/// "… más el bebé", "plus my parents".
fn joiners(tokens: &Tokens) -> u32 {
    let lead = |at: usize| matches!(tokens.word(at), "mas" | "plus" | "con" | "with" | "y" | "and");
    let one = |at: usize| {
        let next = at
            + 1
            + usize::from(matches!(
                tokens.word(at + 1),
                "el" | "la" | "the" | "my" | "mi" | "our" | "nuestro"
            ));
        let is_baby = matches!(tokens.word(next), "bebe" | "baby" | "bebita" | "bebito" | "nene" | "nena");
        let parents = tokens.says_one(
            at + 1,
            "my parents|mis padres|mis papas|mis suegros|mis abuelos|my grandparents|our parents",
        );
        if parents.is_some() { 2 } else { u32::from(is_baby && next > at + 1) }
    };
    (0..tokens.len()).filter(|at| lead(*at)).map(one).sum()
}

/// "Mi mamá, mi papá y yo", "just me", "los dos".
fn by_kin(tokens: &Tokens, was_asked: bool) -> Option<People> {
    let has = |phrases: &str| (0..tokens.len()).any(|at| tokens.says_one(at, phrases).is_some());
    if has(
        "just me|only me|solo yo|yo solo|yo sola|nomas yo|nada mas yo|just myself|solo para mi|sola|yo nada mas|por mi cuenta",
    ) && was_asked
    {
        return Some(People::Said(1));
    }
    let me = has("y yo|and i|and me|me and|and myself|yo y");
    if has("both of us|nosotros dos|nosotras dos|the pair of us") {
        return Some(People::Said(2 + joiners(tokens)));
    }
    // Whoever says "mis hijos" does not say how many.
    if !me || has("mis|my kids|my children|my friends|my parents|familia|family") {
        return None;
    }
    let kin = (0..tokens.len()).filter(|at| matches!(tokens.word(*at), "mi" | "my")).count();
    u32::try_from(kin).ok().filter(|kin| *kin > 0).map(|kin| People::Said(kin + 1))
}
