//! Days and moments as people read them.

use conserje_kernel::Language;
use jiff::civil::{Date, DateTime, Weekday};

const DAYS: [(&str, &str); 7] = [
    ("lunes", "Monday"),
    ("martes", "Tuesday"),
    ("miércoles", "Wednesday"),
    ("jueves", "Thursday"),
    ("viernes", "Friday"),
    ("sábado", "Saturday"),
    ("domingo", "Sunday"),
];
const MONTHS: [(&str, &str); 12] = [
    ("enero", "January"),
    ("febrero", "February"),
    ("marzo", "March"),
    ("abril", "April"),
    ("mayo", "May"),
    ("junio", "June"),
    ("julio", "July"),
    ("agosto", "August"),
    ("septiembre", "September"),
    ("octubre", "October"),
    ("noviembre", "November"),
    ("diciembre", "December"),
];
/// Every day, Monday first.
pub const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

fn pick(names: &[(&'static str, &'static str)], place: i8, language: Language) -> &'static str {
    let (es, en) =
        usize::try_from(place).ok().and_then(|place| names.get(place)).copied().unwrap_or_default();
    match language {
        Language::Es => es,
        Language::En => en,
    }
}

pub fn weekday(day: Weekday, language: Language) -> &'static str {
    pick(&DAYS, day.to_monday_zero_offset(), language)
}

/// `martes 9 de junio de 2026`, `Tuesday 9 June 2026`.
pub fn day(date: Date, language: Language) -> String {
    let (name, month) = (weekday(date.weekday(), language), pick(&MONTHS, date.month() - 1, language));
    match language {
        Language::Es => format!("{name} {} de {month} de {}", date.day(), date.year()),
        Language::En => format!("{name} {} {month} {}", date.day(), date.year()),
    }
}

/// `17:00`.
pub fn clock(moment: DateTime) -> String {
    format!("{:02}:{:02}", moment.hour(), moment.minute())
}

/// A day and an hour.
pub fn moment(moment: DateTime, language: Language) -> String {
    let day = day(moment.date(), language);
    match language {
        Language::Es => format!("{day} a las {}", clock(moment)),
        Language::En => format!("{day} at {}", clock(moment)),
    }
}
