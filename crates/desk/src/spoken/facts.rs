//! Everything that a sentence says about when, each with its place: later words correct earlier ones, and what somebody says
//! that they cannot is not what they want.

use jiff::civil::Date;

use super::clock::{self, Said, Side};
use super::day::{Day, How, monday_of, on_or_after, plus};
use super::days;
use super::offhand::{any, by_doing, other_week, soonest};
use super::taken_back::{
    Span, corrects, follows_a_correction, is_corrected_between, is_had, is_told, left_standing,
};
use super::tokens::Tokens;
use super::{Here, Part, Unclear};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Day(Day),
    /// A day that cannot be, or that is not understood.
    NoDay(Unclear),
    Hour(Said, Side),
    Part(Part),
    Soonest,
    /// No day in particular.
    Any,
}

/// Something that was said, from one token to another.
#[derive(Clone, Copy, Debug)]
struct Fact {
    span: Span,
    what: What,
}

/// What is left of what was said.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) days: Vec<Day>,
    /// The first day that cannot be.
    pub(super) no_day: Option<Unclear>,
    /// Days that do not suit.
    pub(super) denied: Vec<Day>,
    pub(super) hours: Vec<(Said, Side)>,
    pub(super) part: Option<Part>,
    pub(super) is_soonest: bool,
    pub(super) is_any: bool,
}

pub(super) fn collect(tokens: &Tokens, here: &Here<'_>) -> Facts {
    let mut all = read(tokens, here);
    // What somebody tells of their life is no wish.
    all.retain(|fact| !is_told(tokens, fact.span));
    let spans: Vec<Span> = all.iter().map(|fact| fact.span).collect();
    let mut stands = left_standing(tokens, &spans);
    keep_the_day(&all, &mut stands);
    let mut facts = Facts::default();
    for (place, (fact, is_standing)) in all.iter().zip(&stands).enumerate() {
        if !is_standing {
            if let What::Day(day) = fact.what {
                facts.denied.push(day);
            }
            continue;
        }
        let later: Vec<&Fact> = all
            .iter()
            .zip(&stands)
            .skip(place + 1)
            .filter(|(_, stands)| **stands)
            .map(|(fact, _)| fact)
            .collect();
        let is_corrected = later.iter().any(|later| is_corrected_by(tokens, *fact, **later));
        // "La cita del viernes para el lunes" is to be on Monday.
        let is_day = |what: What| matches!(what, What::Day(_));
        let is_moved =
            is_day(fact.what) && is_had(tokens, fact.span) && later.iter().any(|later| is_day(later.what));
        if !is_corrected && !is_moved {
            facts.add(fact.what);
        }
    }
    facts
}

/// "Hoy al mediodía no, por la tarde": the hour is refused, and the day stays.
fn keep_the_day(all: &[Fact], stands: &mut [bool]) {
    let is_day = |what: What| matches!(what, What::Day(_) | What::NoDay(_));
    let last = |stands: &[bool], wanted: bool, is_hour: bool| {
        let mut places = all.iter().zip(stands).enumerate().rev();
        let is_it = |what: What| {
            if is_hour { matches!(what, What::Hour(..) | What::Part(_)) } else { is_day(what) }
        };
        places.find(|(_, (fact, stands))| **stands == wanted && is_it(fact.what)).map(|(place, _)| place)
    };
    let (refused, instead) = (last(stands, false, true), last(stands, true, true));
    if last(stands, true, false).is_none() && refused.is_some() && refused < instead {
        for (fact, stands) in all.iter().zip(stands.iter_mut()) {
            *stands |= is_day(fact.what);
        }
    }
}

impl Facts {
    fn add(&mut self, what: What) {
        match what {
            What::Day(day) => self.days.push(day),
            What::NoDay(why) => {
                self.no_day.get_or_insert(why);
            }
            What::Hour(said, side) => self.hours.push((said, side)),
            What::Part(part) => {
                self.part.get_or_insert(part);
            }
            What::Soonest => self.is_soonest = true,
            What::Any => self.is_any = true,
        }
    }
}

fn is_corrected_by(tokens: &Tokens, fact: Fact, later: Fact) -> bool {
    match (fact.what, later.what) {
        (What::Day(_) | What::NoDay(_), What::Day(_) | What::NoDay(_))
        | (What::Part(_), What::Part(_))
        | (What::Hour(..), What::Hour(..)) => corrects(tokens, fact.span, later.span),
        // "A las 5, mejor por la mañana": five in the afternoon is given up.
        (What::Hour(..), What::Part(_)) => is_corrected_between(tokens, fact.span, later.span),
        _ => false,
    }
}

fn read(tokens: &Tokens, here: &Here<'_>) -> Vec<Fact> {
    let mut all: Vec<Fact> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = read_at(tokens, at, here, &mut all).max(at + 1);
    }
    all
}

/// Reads what stands there. Where it goes on.
fn read_at(tokens: &Tokens, at: usize, here: &Here<'_>, all: &mut Vec<Fact>) -> usize {
    let today = here.now.date();
    if let Some((length, what)) = said_otherwise(tokens, at, all, today) {
        let span = Span { at, end: at + length };
        all.extend(what.into_iter().map(|what| Fact { span, what }));
        return span.end;
    }
    let expected = expected(tokens, at, all);
    let mut end = at;
    if let Some((length, day)) = days::read(tokens, at, today, here.place(), expected == Some(Kind::Day)) {
        end = at + length;
        let is_after = |last: &Fact| last.what == What::NoDay(Unclear::Past) && last.span.end == at;
        let (start, what) = match day {
            // "Ayer viernes" is over.
            Ok(_) if all.last().is_some_and(is_after) => (at, What::NoDay(Unclear::Past)),
            Ok(day) => bounded(tokens, at, end, of_the_same_month(day, all, today), today),
            Err(why) => (at, What::NoDay(why)),
        };
        all.push(Fact { span: Span { at: start, end }, what });
        join_last_two(tokens, all, today);
    } else if let Some((length, said)) = clock::read(tokens, at, expected == Some(Kind::Hour)) {
        end = at + length;
        let (start, side) = clock::side(tokens, at);
        let side =
            if tokens.says_any(end, &["at the latest", "a mas tardar", "como mucho", "como tarde"]).is_some()
            {
                Side::Until
            } else {
                side
            };
        all.push(Fact { span: Span { at: start, end }, what: What::Hour(said, side) });
    }
    // `esta noche` and `tonight` name a day and a part of it.
    if end <= at + 1
        && let Some((length, part)) = clock::part(tokens, at)
    {
        end = end.max(at + length);
        all.push(Fact { span: Span { at, end: at + length }, what: What::Part(part) });
    }
    end
}

/// What is said without a date and an hour: `lo antes posible`, `cualquier día`, `de 5 a 6`.
fn said_otherwise(tokens: &Tokens, at: usize, all: &[Fact], today: Date) -> Option<(usize, Vec<What>)> {
    let named = all.last().and_then(|fact| match fact.what {
        What::Day(day) => Some(day),
        What::NoDay(_) | What::Hour(..) | What::Part(_) | What::Soonest | What::Any => None,
    });
    soonest(tokens, at)
        .map(|length| (length, vec![What::Soonest]))
        .or_else(|| any(tokens, at).map(|length| (length, vec![What::Any])))
        .or_else(|| {
            other_week(tokens, at, named, today).map(|(length, week)| (length, vec![What::Day(week)]))
        })
        .or_else(|| by_doing(tokens, at).map(|(length, said, side)| (length, vec![What::Hour(said, side)])))
        .or_else(|| {
            let (length, from, until) = clock::range(tokens, at)?;
            Some((length, vec![What::Hour(from, Side::From), What::Hour(until, Side::Until)]))
        })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Day,
    Hour,
}

/// "El 14 de febrero, digo el 13" is of February.
fn of_the_same_month(day: Day, all: &[Fact], today: Date) -> Day {
    let (How::MonthDay(number), Some(What::Day(before))) = (day.how, all.last().map(|fact| fact.what)) else {
        return day;
    };
    let same = before.first.with().day(number).build().ok();
    let same = same.filter(|date| *date >= today && before.how == How::Date);
    same.map_or(day, |date| Day { first: date, last: date, ..day })
}

/// What a bare number is here: "a las 5, digo 6", "el 15 o 16", "el 22, 23 o 24".
fn expected(tokens: &Tokens, at: usize, all: &[Fact]) -> Option<Kind> {
    tokens.number(at)?;
    let last = all.last()?;
    let is_or = matches!(tokens.before(at), "o" | "u" | "or") && last.span.end + 1 == at;
    let lists = last.span.end == at && tokens.is_apart(at) && matches!(tokens.word(at + 1), "o" | "u" | "or");
    let is_list = lists && matches!(last.what, What::Day(Day { how: How::MonthDay(_), .. }));
    let is_instead = follows_a_correction(tokens, at) && at <= last.span.end + 5;
    if !(is_or || is_list || is_instead) {
        return None;
    }
    match last.what {
        What::Day(_) | What::NoDay(_) => Some(Kind::Day),
        What::Hour(..) => Some(Kind::Hour),
        What::Part(_) | What::Soonest | What::Any => None,
    }
}

/// `antes del viernes`, `a partir del lunes`: days on one side of it.
fn bounded(tokens: &Tokens, at: usize, end: usize, day: Day, today: Date) -> (usize, What) {
    const A_WEEK: i32 = 6;
    if tokens.ends_any(end, &["the one after", "sino el otro", "sino el siguiente"]).is_some() {
        let start = tokens.ends_any(at, &["not this", "no este", "not"]).unwrap_or(at);
        return (start, What::Day(day));
    }
    let mut start = at;
    while start > 0
        && matches!(
            tokens.before(start),
            "el" | "la"
                | "the"
                | "dia"
                | "este"
                | "esta"
                | "proximo"
                | "proxima"
                | "next"
                | "this"
                | "coming"
        )
    {
        start -= 1;
    }
    let before = |phrases: &[&str]| tokens.ends_any(start, phrases);
    let between = |first: Option<Date>, last: Option<Date>| match (first, last) {
        (Some(first), Some(last)) if last >= first => What::Day(Day::between(first, last)),
        _ => What::NoDay(Unclear::Past),
    };
    if let Some(from) = before(&["no antes de", "no antes del", "not before", "a partir de", "a partir del"])
        .or_else(|| before(&["desde", "starting"]).filter(|_| !is_about_the_past(tokens)))
        .or_else(|| {
            tokens
                .says_any(end, &["en adelante", "onwards", "onward", "on wards", "or later", "o despues"])
                .map(|_| at)
        })
    {
        return (from, between(Some(day.first), plus(day.first, A_WEEK)));
    }
    if before(&["desde", "since"]).is_some() {
        return (start, What::NoDay(Unclear::Nothing));
    }
    if day.how == How::Feast {
        return (at, What::Day(day));
    }
    if let Some(from) =
        before(&["despues de", "despues del", "luego de", "luego del", "pasando", "pasada", "after"])
    {
        let first = plus(day.last, 1);
        return (from, between(first, first.and_then(|first| plus(first, A_WEEK))));
    }
    if let Some(from) = before(&["antes de", "antes del", "before"]) {
        return (from, between(Some(today), day.first.yesterday().ok()));
    }
    if let Some(from) = before(&[
        "hasta",
        "until",
        "till",
        "no later than",
        "a mas tardar",
        "no despues de",
        "no despues del",
        "by",
    ]) {
        return (from, between(Some(today), Some(day.last)));
    }
    // `el lunes o antes`.
    (at, What::Day(day))
}

/// "Me duele desde el lunes."
fn is_about_the_past(tokens: &Tokens) -> bool {
    [
        "duele",
        "duelen",
        "dolor",
        "tengo",
        "llevo",
        "estoy",
        "molesta",
        "hurts",
        "hurting",
        "pain",
        "vengo",
        "siento",
        "inflamado",
    ]
    .iter()
    .any(|word| (0..tokens.len()).any(|at| tokens.word(at) == *word))
}

/// `de lunes a miércoles`, `entre el 10 y el 15`: two days that are the ends of several.
fn join_last_two(tokens: &Tokens, all: &mut Vec<Fact>, today: Date) {
    let [.., one, other] = all.as_slice() else { return };
    let (What::Day(first), What::Day(last)) = (one.what, other.what) else { return };
    let mut start = one.span.at;
    while start > 0 && matches!(tokens.before(start), "el" | "la" | "the") {
        start -= 1;
    }
    let lead = tokens.before(start);
    let between: Vec<&str> = (one.span.end..other.span.at)
        .map(|at| tokens.word(at))
        .filter(|word| !matches!(*word, "el" | "la" | "the"))
        .collect();
    let joins = match between.as_slice() {
        ["a" | "al" | "hasta" | "to" | "thru" | "through"] => {
            matches!(lead, "de" | "del" | "desde" | "from")
                || (start == 0 || tokens.is_apart(start)) && !matches!(between.as_slice(), ["al"])
        }
        [] if one.span.end + 1 == other.span.at && tokens.sign(one.span.end, '-') => true,
        ["y" | "and"] => matches!(lead, "entre" | "between"),
        _ => false,
    };
    let (mut begins, mut ends) = (first.first, last.last);
    if let (How::Weekday(named), How::Weekday(_)) = (first.how, last.how) {
        // "De lunes a jueves de la semana que viene": both are of that week.
        let same = on_or_after(monday_of(last.first), named);
        begins = if (today..=ends).contains(&same) { same } else { begins };
        ends = if ends < begins { plus(ends, 7).unwrap_or(ends) } else { ends };
    }
    if let (How::MonthDay(number), true) = (last.how, ends < begins) {
        // "Del 28 al 3" ends in the next month.
        let next = plus(begins.last_of_month(), 1).unwrap_or(begins);
        let mut found = [begins, next].into_iter().filter_map(|month| month.with().day(number).build().ok());
        ends = found.find(|date| *date >= begins).unwrap_or(ends);
    }
    if joins && ends >= begins {
        let span = Span { at: start, end: other.span.end };
        all.truncate(all.len() - 2);
        all.push(Fact { span, what: What::Day(Day::between(begins, ends)) });
    }
}
