//! Days that have a name: those of one date, those of one weekday, and those that nobody finds without a calendar.

use jiff::civil::{Date, Weekday};

use super::Unclear;
use super::day::{Day, How, Read, plus};
use super::months::next_month_day;
use super::tokens::Tokens;

/// Names, month and day.
const DATED: [(&[&str], u32, u32); 21] = [
    (&["dia de navidad", "navidad", "christmas day", "xmas day"], 12, 25),
    (&["dia de nochebuena", "nochebuena", "noche buena", "christmas eve", "xmas eve"], 12, 24),
    (&["nochevieja", "noche vieja", "fin de ano", "new years eve"], 12, 31),
    (&["ano nuevo", "new years day", "new years"], 1, 1),
    (&["dia de reyes", "vispera de reyes", "reyes magos"], 1, 6),
    (&["san valentin", "valentines day", "valentines", "valentine", "dia de los enamorados"], 2, 14),
    (&["halloween"], 10, 31),
    (&["todos los santos"], 11, 1),
    (&["dia de muertos", "dia de los muertos"], 11, 2),
    (&["christmas", "xmas"], 12, 25),
    (&["boxing day"], 12, 26),
    (&["bonfire night", "guy fawkes"], 11, 5),
    (&["dia de los inocentes"], 12, 28),
    (&["dia de la candelaria"], 2, 2),
    (&["dia de la hispanidad", "dia del pilar"], 10, 12),
    (&["dia de la constitucion"], 12, 6),
    (&["dia de la inmaculada"], 12, 8),
    (&["independence day"], 7, 4),
    (&["veterans day"], 11, 11),
    (&["st patricks day", "saint patricks day"], 3, 17),
    (&["juneteenth"], 6, 19),
];
/// Names, month, weekday and which of them; the last if it is -1.
const BY_WEEKDAY: [(&[&str], i8, Weekday, i8); 6] = [
    (&["thanksgiving day", "thanksgiving", "accion de gracias"], 11, Weekday::Thursday, 4),
    (&["columbus day"], 10, Weekday::Monday, 2),
    (&["labor day"], 9, Weekday::Monday, 1),
    (&["memorial day"], 5, Weekday::Monday, -1),
    (&["mlk day", "martin luther king day"], 1, Weekday::Monday, 3),
    (&["presidents day"], 2, Weekday::Monday, 3),
];
/// What names a time that has to be asked for.
const VAGUE: [&str; 62] = [
    "semana santa",
    "viernes santo",
    "jueves santo",
    "sabado santo",
    "lunes de pascua",
    "domingo de ramos",
    "domingo de pascua",
    "pascua",
    "good friday",
    "easter monday",
    "easter sunday",
    "easter",
    "bank holiday",
    "black friday",
    "cyber monday",
    "ash wednesday",
    "carnaval",
    "carnavales",
    "finde largo",
    "fin de semana largo",
    "long weekend",
    "holiday weekend",
    "el puente",
    "del puente",
    "puente",
    "puentes",
    "las fiestas",
    "las vacaciones",
    "de vacaciones",
    "mis vacaciones",
    "the holidays",
    "proximo ano",
    "ano que viene",
    "next year",
    "ano proximo",
    "mas adelante",
    "otro dia",
    "un dia de estos",
    "one of these days",
    "unos dias",
    "unas semanas",
    "unos meses",
    "un par de dias o",
    "few days",
    "few weeks",
    "few months",
    "mas tarde",
    "later on",
    "another day",
    "some other day",
    "some day",
    "algun dia",
    "el dia de la madre",
    "mothers day",
    "dia de la madre",
    "dia del padre",
    "fathers day",
    "cuando cobre",
    "cuando me paguen",
    "when i get paid",
    "pay day",
    "cuando regrese",
];

/// A day by its name, and the one after: `Navidad`, `the day after Thanksgiving`.
pub(super) fn feast(tokens: &Tokens, at: usize, today: Date) -> Read {
    if let Some(length) = VAGUE.iter().filter_map(|phrase| tokens.says_any(at, &[phrase])).max() {
        return Some((length, Err(Unclear::Vague)));
    }
    let (length, date) = named(tokens, at, today)?;
    let is_eve = tokens.says_any(at, &["vispera de"]).is_some();
    let date = if is_eve { date.and_then(|date| plus(date, -1)) } else { date };
    if matches!(tokens.word(at + length), "pasado" | "pasada") || tokens.after(at, &["last"]) {
        return Some((length + 1, Err(Unclear::Past)));
    }
    let next = [
        "el dia despues de",
        "dia despues de",
        "dia siguiente a",
        "the day after",
        "day after",
        "dia despues del",
    ];
    if tokens.ends_any(at, &next).is_some() {
        return Some((length, date.and_then(|date| plus(date, 1)).map(feast_on).ok_or(Unclear::NoSuchDay)));
    }
    // "After Christmas" may be any time.
    let around = [
        "despues de",
        "despues del",
        "antes de",
        "antes del",
        "pasando",
        "pasado",
        "pasada",
        "after",
        "before",
        "cerca de",
        "around",
        "por",
        "tras",
    ];
    if tokens.ends_any(at, &around).is_some() {
        return Some((length, Err(Unclear::Vague)));
    }
    let day = date.map(feast_on);
    Some((length, day.ok_or(Unclear::NoSuchDay)))
}

fn feast_on(date: Date) -> Day {
    Day { how: How::Feast, ..Day::exactly(date) }
}

fn named(tokens: &Tokens, at: usize, today: Date) -> Option<(usize, Option<Date>)> {
    for (names, month, day) in DATED {
        if let Some(length) = tokens.says_any(at, names) {
            // "Happy new year" wishes, and asks for nothing.
            let is_wish = tokens.after(at, &["happy", "feliz", "merry", "felices"]);
            return (!is_wish).then(|| (length, next_month_day(today, month, day)));
        }
    }
    // "Después de Reyes", which is a surname as well.
    if tokens.word(at) == "reyes"
        && tokens.after(at, &["de", "por", "en", "para"])
        && tokens.ends_any(at, &["despues de", "antes de", "para", "por", "en"]).is_some()
    {
        return Some((1, next_month_day(today, 1, 6)));
    }
    BY_WEEKDAY.into_iter().find_map(|(names, month, weekday, place)| {
        let length = tokens.says_any(at, names)?;
        let in_year = |year: i16| Date::new(year, month, 1).ok()?.nth_weekday_of_month(place, weekday).ok();
        let years = [today.year(), today.year().saturating_add(1)];
        Some((length, years.into_iter().filter_map(in_year).find(|date| *date >= today)))
    })
}
