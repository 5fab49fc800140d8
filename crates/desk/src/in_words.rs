//! Opening hours in words, and why nobody can come at an hour.

use conserje_kernel::{Language, say};
use jiff::civil::{Date, DateTime};

use crate::calendar::{self, WEEK};
use crate::front_desk::times::{Wish, bookable};
use crate::hours::{Interval, Week};
use crate::model::{Branch, Business};

/// Days with the same hours are told together: `lunes a viernes: 09:00–14:00`.
pub fn week_text(branch: &Branch, language: Language) -> String {
    let lines = by_days(&branch.hours.week, language);
    let lines = lines.into_iter().map(|(days, hours)| format!("{days}: {}", hours_text(hours, language)));
    lines.collect::<Vec<_>>().join("\n")
}

/// When somebody works, on one line: `lunes a miércoles 09:00–14:00; sábado 09:00–14:00`.
pub fn works_text(week: &Week, language: Language) -> String {
    let lines = by_days(week, language).into_iter().filter(|(_, hours)| !hours.is_empty());
    let lines = lines.map(|(days, hours)| format!("{days} {}", hours_text(hours, language)));
    lines.collect::<Vec<_>>().join("; ")
}

/// Days in a row with the same hours, by their names.
fn by_days(week: &Week, language: Language) -> Vec<(String, &[Interval])> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (place, day) in WEEK.iter().enumerate() {
        let same = groups.last().and_then(|(_, last)| WEEK.get(*last));
        match (groups.last_mut(), same) {
            (Some(group), Some(before)) if week.on(*before) == week.on(*day) => {
                group.1 = place;
            }
            _ => groups.push((place, place)),
        }
    }
    let name = |place: usize| WEEK.get(place).map_or("", |day| calendar::weekday(*day, language));
    let named = groups.into_iter().map(|(first, last)| {
        let days = if first == last {
            name(first).to_owned()
        } else {
            let between =
                if last == first + 1 { say(language, "y", "and") } else { say(language, "a", "to") };
            format!("{} {between} {}", name(first), name(last))
        };
        (days, WEEK.get(first).map_or(&[][..], |day| week.on(*day)))
    });
    named.collect()
}

pub fn hours_text(hours: &[Interval], language: Language) -> String {
    if hours.is_empty() {
        return say(language, "cerrado", "closed").to_owned();
    }
    let parts: Vec<String> = hours.iter().map(ToString::to_string).collect();
    parts.join(say(language, " y ", " and "))
}

/// Why nothing can be had on a day: it is closed then.
pub fn hours_on(branch: &Branch, date: Date, language: Language) -> String {
    let name =
        branch.hours.special(date).map(|day| format!(" ({})", day.name.to(language))).unwrap_or_default();
    format!("{}{name}: {}", calendar::day(date, language), hours_text(branch.hours.on(date), language))
}

/// The first reason that holds.
pub fn why_not(business: &Business, wish: &Wish<'_>, at: DateTime, now: i64, language: Language) -> String {
    let (branch, zone) = (wish.branch, wish.branch.time_zone.zone());
    let (_, horizon) = bookable(business, branch, now);
    if at.date() > horizon {
        let (es, en) = ("Solo se agenda hasta el", "Bookings are taken up to");
        return format!("{} {}.", say(language, es, en), calendar::day(horizon, language));
    }
    if zone.to_ambiguous_zoned(at).is_ambiguous() && wall_skips(zone, at) {
        let (es, en) = (
            "Ese día el reloj se adelanta y esa hora no existe.",
            "The clock goes forward that day and that hour does not exist.",
        );
        return say(language, es, en).to_owned();
    }
    if !branch.hours.is_open(zone, at) {
        let head = say(language, "A esa hora está cerrado.", "It is closed then.");
        return format!("{head} {}.", hours_on(branch, at.date(), language));
    }
    let begins = zone.to_timestamp(at).map_or(now, jiff::Timestamp::as_second);
    if let Some(soon) = too_soon(business, wish, begins - now, language) {
        return soon;
    }
    let shown = i32::from(at.hour()) * 60 + i32::from(at.minute());
    if shown % i32::from(business.booking.step_minutes.max(1)) != 0 {
        let step = business.booking.step_minutes;
        return match language {
            Language::Es => format!("Las citas empiezan cada {step} minutos."),
            Language::En => format!("Appointments begin every {step} minutes."),
        };
    }
    say(language, "Ese horario no está libre.", "That time is not free.").to_owned()
}

/// That what begins in so many seconds is booked earlier than that, if it is.
pub fn too_soon(business: &Business, wish: &Wish<'_>, ahead: i64, language: Language) -> Option<String> {
    let lead = business.lead_of(wish.service);
    let is_soon = !wish.is_by_staff && ahead < i64::from(lead) * 60;
    is_soon.then(|| match language {
        Language::Es => format!("Se reserva con al menos {} de anticipación.", stretch(lead, language)),
        Language::En => format!("It is booked at least {} ahead.", stretch(lead, language)),
    })
}

/// `2 horas`, `90 minutos`, `3 días`.
pub fn stretch(minutes: u32, language: Language) -> String {
    let (count, es, en) = match minutes {
        _ if minutes >= 2880 && minutes.is_multiple_of(1440) => (minutes / 1440, "día", "day"),
        _ if minutes >= 60 && minutes.is_multiple_of(60) => (minutes / 60, "hora", "hour"),
        _ => (minutes, "minuto", "minute"),
    };
    let many = if count == 1 { "" } else { "s" };
    format!("{count} {}{many}", say(language, es, en))
}

fn wall_skips(zone: &jiff::tz::TimeZone, at: DateTime) -> bool {
    zone.to_timestamp(at).is_ok_and(|moment| zone.to_datetime(moment) != at)
}
