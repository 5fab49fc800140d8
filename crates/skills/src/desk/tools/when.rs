//! When something is wanted: what was said, seen from a branch, and what must be asked back.

use conserje_desk::calendar;
use conserje_desk::emergency::country_code;
use conserje_desk::hours::{clock_text, wall};
use conserje_desk::model::{Branch, Business};
use conserje_desk::spoken::{self, Doubt, Here, Unclear, When};
use conserje_kernel::Language;
use conserje_tools::Outcome;
use jiff::civil::DateTime;

use super::page::{refused, refused_with, say};

/// What was said, by the clock and the hours of a branch.
pub(super) fn understand(
    said: &str,
    (business, branch): (&Business, &Branch),
    now: i64,
    language: Language,
) -> Result<When, Outcome> {
    let zone = branch.time_zone.zone();
    let is_open = |at: DateTime| branch.hours.is_open(zone, at);
    let here = Here { now: wall(now, zone), language, country: country_code(business), is_open: &is_open };
    spoken::understand(said, &here).map_err(|unclear| match unclear {
        Unclear::Nothing | Unclear::Vague => refused(
            language,
            "No se entiende para cuándo. Escriba el día como AAAA-MM-DD y la hora como HH:MM.",
            "It is not clear for when. Write the day as YYYY-MM-DD and the hour as HH:MM.",
        ),
        Unclear::NoSuchDay => refused(
            language,
            "Ese día no existe en el calendario. Pregunte qué día es.",
            "There is no such day in the calendar. Ask which day is meant.",
        ),
        Unclear::Past => past(language),
        Unclear::Denied(_) => refused(
            language,
            "Solo se dijo qué día no conviene. Pregunte por otro día.",
            "Only the day that does not suit was said. Ask for another day.",
        ),
    })
}

pub(super) fn past(language: Language) -> Outcome {
    refused(
        language,
        "Eso ya pasó. Pregunte por otro día u hora.",
        "That has passed. Ask for another day or hour.",
    )
}

/// What is open, as sentences.
pub(super) fn doubts(when: &When, language: Language) -> Vec<String> {
    when.doubts.iter().filter_map(|doubt| sentence(*doubt, language)).collect()
}

fn sentence(doubt: Doubt, language: Language) -> Option<String> {
    let day = |date| calendar::day(date, language);
    Some(match (doubt, language) {
        (Doubt::Hour { chosen, other }, Language::Es) => {
            format!("Se entendió las {}; también podría ser las {}.", clock_text(chosen), clock_text(other))
        }
        (Doubt::Hour { chosen, other }, Language::En) => {
            format!("It was taken as {}; it might be {}.", clock_text(chosen), clock_text(other))
        }
        (Doubt::Day { chosen, other }, Language::Es) => {
            format!("Se entendió {}; también podría ser {}.", day(chosen), day(other))
        }
        (Doubt::Day { chosen, other }, Language::En) => {
            format!("It was taken as {}; it might be {}.", day(chosen), day(other))
        }
        (Doubt::NoDay { chosen }, Language::Es) => format!("No se dijo el día; se entendió {}.", day(chosen)),
        (Doubt::NoDay { chosen }, Language::En) => {
            format!("No day was said; it was taken as {}.", day(chosen))
        }
        (Doubt::Weekday { date, other }, Language::Es) => {
            format!("El día de la semana no coincide: es {}; también podría ser {}.", day(date), day(other))
        }
        (Doubt::Weekday { date, other }, Language::En) => {
            format!("The weekday does not match: it is {}; it might be {}.", day(date), day(other))
        }
        (Doubt::Night { chosen }, Language::Es) => {
            format!("Es la medianoche con la que empieza {}.", day(chosen))
        }
        (Doubt::Night { chosen }, Language::En) => {
            format!("It is the midnight with which {} begins.", day(chosen))
        }
        (Doubt::Past, Language::Es | Language::En) => return None,
    })
}

/// One moment on the branch's clock, for what cannot be done twice: nothing that is open is guessed.
pub(super) fn exactly(
    said: &str,
    (business, branch): (&Business, &Branch),
    now: i64,
    language: Language,
) -> Result<DateTime, Outcome> {
    let when = understand(said, (business, branch), now, language)?;
    if when.doubts.contains(&Doubt::Past) {
        return Err(past(language));
    }
    let open = doubts(&when, language);
    let clear = (when.first == when.last).then_some(when.time).flatten();
    let Some(minutes) = clear.filter(|_| open.is_empty()) else {
        let ask = say(
            language,
            "Confirme con el cliente el día y la hora exactos (AAAA-MM-DD, HH:MM).",
            "Confirm the exact day and hour with the customer (YYYY-MM-DD, HH:MM).",
        );
        let text = open.iter().map(String::as_str).chain([ask]).collect::<Vec<_>>().join(" ");
        return Err(refused_with(&text, serde_json::json!({"doubts": open})));
    };
    let (hour, minute) = (i8::try_from(minutes / 60), i8::try_from(minutes % 60));
    match (hour, minute) {
        (Ok(hour), Ok(minute)) => Ok(when.first.at(hour, minute, 0, 0)),
        _ => Err(past(language)),
    }
}
