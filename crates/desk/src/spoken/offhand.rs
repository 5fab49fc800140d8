//! When somebody wants to come, said without a date and an hour: `lo antes posible`, `cualquier día`, `la otra`.

use jiff::civil::{Date, Weekday};

use super::clock::{Said, Side};
use super::day::{Day, How, plus};
use super::tokens::Tokens;

/// Whatever comes first.
const SOONEST: &str = "lo antes posible|lo mas pronto posible|lo mas pronto|lo antes que|cuanto antes mejor|cuanto antes|a la brevedad|\
    la primera que tengas|la primera que tenga|la primera que tengan|la primera que haya|la primera que se pueda|\
    la primera que puedan|la primera disponible|la primera cita disponible|la primera cita que|la primera cita libre|\
    la primera hora que|la primera hora libre|la primera libre|la proxima disponible|la proxima cita disponible|\
    la proxima cita que|la mas proxima|la cita mas proxima|la cita mas cercana|la mas pronta|la cita mas pronta|\
    lo mas temprano posible|lo mas cercano|lo primero que|lo primero disponible|en cuanto puedan|en cuanto puedas|\
    en cuanto pueda|en cuanto se pueda|en cuanto tengas|en cuanto tengan|en cuanto haya|as soon as|asap|as early as possible|\
    the earliest|earliest|soonest|the first available|first available|next available|first opening|next opening|first slot|\
    next free|first free";
/// After `el primer`, `el primero`.
const PLACES: &str = "hueco que|espacio que|horario que|lugar que|turno que|hueco|espacio|horario|lugar|turno|que tengas|que tenga|\
    que tengan|que haya|disponible|libre|que puedas|que puedan";
/// No day in particular.
const ANY: &str = "cualquier dia|cualquier fecha|cualquier momento|el dia que sea|el dia que quieras|el dia que quiera|\
    el dia que puedan|el que sea|cuando sea|cuando os venga bien|cuando te venga bien|cuando le venga bien|\
    cuando les venga bien|cuando quieras|cuando quieran|cuando gusten|cuando guste|da igual el dia|me da igual que dia|\
    es igual el dia|no me importa el dia|any day|any time|anytime|whatever day|whichever day|whenever|dont care what day|\
    dont mind what day|dont care which day|dont mind which day";

pub(super) fn soonest(tokens: &Tokens, at: usize) -> Option<usize> {
    tokens.says_one(at, SOONEST).or_else(|| {
        // `el primer hueco`, `el primero que tengas`; not `el primer turno del lunes`.
        let is_first = matches!(tokens.word(at), "primer" | "proximo" | "primerito")
            || tokens.number(at) == Some(1) && tokens.digits(at) == 0;
        let is_one = is_first && tokens.after(at, &["el", "al", "un", "del"]);
        let length = is_one.then(|| tokens.says_one(at + 1, PLACES)).flatten()?;
        let is_of_a_day = matches!(tokens.word(at + 1 + length), "del" | "de");
        (!is_of_a_day).then_some(1 + length)
    })
}

pub(super) fn any(tokens: &Tokens, at: usize) -> Option<usize> {
    let length = tokens.says_one(at, ANY)?;
    // "Any time after two" says when.
    let is_bound = matches!(tokens.word(at), "any" | "anytime") && tokens.word(at + length) == "after";
    (!is_bound || tokens.says(at, "any day")).then_some(length)
}

/// "Esta semana no, la que viene": the week after the one that was named.
pub(super) fn other_week(
    tokens: &Tokens,
    at: usize,
    named: Option<Day>,
    today: Date,
) -> Option<(usize, Day)> {
    let named = named.filter(|day| day.how == How::Stretch && day.last.weekday() == Weekday::Sunday)?;
    let phrases = [
        "la que viene",
        "la otra",
        "la siguiente",
        "la proxima",
        "the next one",
        "the one after",
        "the following one",
    ];
    let length = tokens.says_any(at, &phrases).filter(|length| tokens.word(at + length) != "semana")?;
    // Who said "next week" already means that by "la que viene".
    let is_same = matches!(tokens.word(at + 1), "que" | "proxima") && named.first > today;
    let first = plus(named.last, if is_same { -6 } else { 1 })?;
    Some((length, Day::between(first, plus(first, 6)?)))
}

/// Hours that are told by what people do then: `antes del mediodía`, `before work`.
pub(super) fn by_doing(tokens: &Tokens, at: usize) -> Option<(usize, Said, Side)> {
    let ways: [(&[&str], u16, Side); 5] = [
        (
            &["antes del trabajo", "antes de trabajar", "antes de entrar a trabajar", "before work"],
            9,
            Side::Until,
        ),
        (&["despues de desayunar", "despues del desayuno", "after breakfast"], 9, Side::From),
        (&["despues de cenar", "despues de la cena", "after dinner"], 20, Side::From),
        (&["antes de cenar", "antes de la cena", "before dinner"], 19, Side::Until),
        (
            &[
                "antes del mediodia",
                "antes de mediodia",
                "antes del medio dia",
                "antes de medio dia",
                "before noon",
                "before midday",
            ],
            12,
            Side::Until,
        ),
    ];
    let of = |(phrases, hour, side): (&[&str], u16, Side)| {
        Some((tokens.says_any(at, phrases)?, Said::Exactly(hour * 60), side))
    };
    ways.into_iter().find_map(of)
}
