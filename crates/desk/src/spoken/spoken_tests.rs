use jiff::civil::date;
use proptest::prelude::*;

use super::*;

/// A Monday, in the morning; open from 9:00 to 19:00.
const NOW: DateTime = date(2026, 6, 8).at(10, 30, 0, 0);

fn read_at(said: &str, now: DateTime, language: Language) -> Result<When, Unclear> {
    let is_open = |at: DateTime| (9..19).contains(&at.hour());
    understand(said, &Here { now, language, country: None, is_open: &is_open })
}

/// `2026-06-09 17:00`, `2026-06-09 morning`, `2026-06-15..2026-06-21`; `?` for each doubt.
fn shown(when: &When) -> String {
    let mut text = when.first.to_string();
    if when.last != when.first {
        text.push_str(&format!("..{}", when.last));
    }
    match (when.time, when.part) {
        (Some(minutes), _) => text.push_str(&format!(" {:02}:{:02}", minutes / 60, minutes % 60)),
        (None, Some(part)) => text.push_str(&format!(" {part:?}")),
        (None, None) => {}
    }
    let bounds = [("after", when.from), ("before", when.until)];
    for (side, minutes) in bounds.into_iter().filter_map(|(side, minutes)| Some((side, minutes?))) {
        text.push_str(&format!(" {side} {:02}:{:02}", minutes / 60, minutes % 60));
    }
    if when.is_any {
        text.push_str(" any");
    } else if when.is_soonest {
        text.push_str(" soonest");
    }
    for date in &when.except {
        text.push_str(&format!(" not {date}"));
    }
    text + &"?".repeat(when.doubts.len())
}

fn check(language: Language, table: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (said, expected) in table {
        let found = match read_at(said, NOW, language) {
            Ok(when) => shown(&when),
            Err(unclear) => format!("{unclear:?}"),
        };
        if found != *expected {
            wrong.push(format!("{said}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn spanish_phrases() {
    check(
        Language::Es,
        &[
            ("hoy", "2026-06-08"),
            ("el jueves 12 del día", "2026-06-11 12:00"),
            ("el jueves 6.30pm", "2026-06-11 18:30"),
            ("la pesca del día, una", "Nothing"),
            ("mañana", "2026-06-09"),
            ("MAÑANA", "2026-06-09"),
            ("manana", "2026-06-09"),
            ("pasado mañana", "2026-06-10"),
            ("pasado mañana por la tarde", "2026-06-10 Afternoon"),
            ("mañana a las 5", "2026-06-09 17:00"),
            ("mañana a las 5 de la tarde", "2026-06-09 17:00"),
            ("mañana a las cinco y media", "2026-06-09 17:30"),
            ("mañana por la mañana", "2026-06-09 Morning"),
            ("mañana en la noche", "2026-06-09 Evening"),
            ("mañana temprano", "2026-06-09 Early"),
            ("hoy a las 11", "2026-06-08 11:00"),
            ("hoy a las 9", "2026-06-08 09:00??"),
            ("hoy en la tarde", "2026-06-08 Afternoon"),
            ("esta tarde", "2026-06-08 Afternoon"),
            ("esta noche", "2026-06-08 Evening"),
            ("esta mañana", "2026-06-08 Morning"),
            ("el martes", "2026-06-09"),
            ("el próximo martes", "2026-06-09"),
            ("el martes que viene a las diez", "2026-06-09 10:00"),
            ("el lunes", "2026-06-08?"),
            ("el próximo lunes", "2026-06-15"),
            ("este viernes a las 6", "2026-06-12 18:00"),
            ("el sábado por la mañana", "2026-06-13 Morning"),
            ("el miércoles a las 12", "2026-06-10 12:00"),
            ("el jueves a las 12:30", "2026-06-11 12:30"),
            ("el viernes de la próxima semana", "2026-06-19"),
            ("el martes de la semana que viene a las 4", "2026-06-16 16:00"),
            ("el 15 de marzo a las 10:30", "2027-03-15 10:30"),
            ("15 de julio", "2026-07-15"),
            ("el 15 de julio de 2027", "2027-07-15"),
            ("el primero de agosto", "2026-08-01"),
            ("el treinta y uno de diciembre", "2026-12-31"),
            ("el 29 de febrero", "2028-02-29"),
            ("el 30 de febrero", "NoSuchDay"),
            ("el 31 de junio", "NoSuchDay"),
            ("el 20", "2026-06-20"),
            ("el día 5", "2026-07-05"),
            ("el 31", "2026-07-31"),
            ("martes 9", "2026-06-09"),
            ("martes 9 de junio a las 3", "2026-06-09 15:00"),
            ("miércoles 9 de junio", "2026-06-09?"),
            ("10/07/2026", "2026-07-10?"),
            ("25/12", "2026-12-25"),
            ("2026-06-20 a las 17:00", "2026-06-20 17:00"),
            ("2026-06-20 17:00", "2026-06-20 17:00"),
            ("a las cinco y media", "2026-06-08 17:30?"),
            ("a las 9", "2026-06-09 09:00?"),
            ("a la una", "2026-06-08 13:00?"),
            ("a la una y cuarto de la tarde", "2026-06-08 13:15?"),
            ("a las cuatro menos cuarto", "2026-06-08 15:45?"),
            ("un cuarto para las tres", "2026-06-08 14:45?"),
            ("mañana diez para las cinco", "2026-06-09 16:50"),
            ("mañana a las cinco treinta", "2026-06-09 17:30"),
            ("mañana a las 17h", "2026-06-09 17:00"),
            ("mañana a las 8 de la noche", "2026-06-09 20:00"),
            ("mañana a las 8", "2026-06-09 08:00?"),
            ("mañana a las 7 p.m.", "2026-06-09 19:00"),
            ("mañana a las 9 a. m.", "2026-06-09 09:00"),
            ("mañana al mediodía", "2026-06-09 12:00"),
            ("mañana a medianoche", "2026-06-10 00:00?"),
            ("viernes 12 de la noche", "2026-06-13 00:00?"),
            ("en dos días", "2026-06-10"),
            ("dentro de dos semanas", "2026-06-22"),
            ("en una semana", "2026-06-15"),
            ("en quince días a las 10", "2026-06-23 10:00?"),
            ("en un mes", "2026-07-08"),
            ("en una hora", "2026-06-08 11:30"),
            ("en media hora", "2026-06-08 11:00"),
            ("dentro de 2 horas", "2026-06-08 12:30"),
            ("esta semana", "2026-06-08..2026-06-14"),
            ("la próxima semana", "2026-06-15..2026-06-21"),
            ("la semana que viene por la tarde", "2026-06-15..2026-06-21 Afternoon"),
            ("este fin de semana", "2026-06-13..2026-06-14"),
            ("el próximo mes", "2026-07-01..2026-07-31"),
            ("en septiembre", "2026-09-01..2026-09-30"),
            ("¿tienen algo para el jueves como a las 4?", "2026-06-11 16:00"),
            ("quiero una cita mañana a primera hora", "2026-06-09 Early"),
            ("hoy o mañana", "2026-06-08?"),
            ("ayer", "Past"),
            ("el 3 de enero de 2020", "Past"),
            ("por la tarde", "2026-06-08 Afternoon?"),
            ("cuando sea", "2026-06-08..2026-06-21 any"),
            ("", "Nothing"),
            ("más tarde", "Vague"),
            ("mañana a las 25", "2026-06-09"),
        ],
    );
}

#[test]
fn english_phrases() {
    check(
        Language::En,
        &[
            ("today", "2026-06-08"),
            ("tomorrow", "2026-06-09"),
            ("the day after tomorrow", "2026-06-10"),
            ("tomorrow at 5", "2026-06-09 17:00"),
            ("tomorrow at 5pm", "2026-06-09 17:00"),
            ("tomorrow at 5 p.m.", "2026-06-09 17:00"),
            ("tomorrow at 10:30 am", "2026-06-09 10:30"),
            ("tomorrow morning", "2026-06-09 Morning"),
            ("tomorrow at nine in the morning", "2026-06-09 09:00"),
            ("tonight", "2026-06-08 Evening"),
            ("this afternoon", "2026-06-08 Afternoon"),
            ("this afternoon at 4", "2026-06-08 16:00"),
            ("next Friday morning", "2026-06-12 Morning?"),
            ("next Monday", "2026-06-15"),
            ("Friday", "2026-06-12"),
            ("this Friday at half past three", "2026-06-12 15:30"),
            ("Tuesday next week", "2026-06-16"),
            ("on Wednesday at quarter to six", "2026-06-10 17:45"),
            ("Thursday at quarter past ten", "2026-06-11 10:15"),
            ("Thursday at ten to five", "2026-06-11 16:50"),
            ("Saturday at noon", "2026-06-13 12:00"),
            ("Saturday at five thirty", "2026-06-13 17:30"),
            ("Saturday at twelve", "2026-06-13 12:00"),
            ("at 3 o'clock tomorrow", "2026-06-09 15:00"),
            ("March 15th at 10:30", "2027-03-15 10:30"),
            ("July 4", "2026-07-04"),
            ("the 4th of July", "2026-07-04"),
            ("July 4th, 2027", "2027-07-04"),
            ("the 20th", "2026-06-20"),
            ("the twenty-first", "2026-06-21"),
            ("february 29", "2028-02-29"),
            ("February 30th", "NoSuchDay"),
            ("12/25", "2026-12-25"),
            ("07/10/2026", "2026-07-10?"),
            ("in two weeks", "2026-06-22"),
            ("in a week", "2026-06-15"),
            ("in 3 days at 11", "2026-06-11 11:00"),
            ("in a couple of days", "2026-06-10"),
            ("a week from today", "2026-06-15"),
            ("in an hour", "2026-06-08 11:30"),
            ("in half an hour", "2026-06-08 11:00"),
            ("this week", "2026-06-08..2026-06-14"),
            ("next week", "2026-06-15..2026-06-21"),
            ("this weekend", "2026-06-13..2026-06-14"),
            ("next weekend", "2026-06-20..2026-06-21"),
            ("next month", "2026-07-01..2026-07-31"),
            ("in August", "2026-08-01..2026-08-31"),
            ("could I come in on Thursday around 4?", "2026-06-11 16:00"),
            ("17:00", "2026-06-08 17:00?"),
            ("at 8 tomorrow", "2026-06-09 08:00?"),
            ("yesterday", "Past"),
            ("whenever", "2026-06-08..2026-06-21 any"),
        ],
    );
}

/// Nothing of this was understood once, and a day was booked.
#[test]
fn what_went_wrong_with_customers() {
    check(
        Language::Es,
        &[
            ("de hoy en ocho", "2026-06-15"),
            ("este viernes en ocho a las 5", "2026-06-19 17:00"),
            ("el último viernes del mes", "2026-06-26"),
            ("el primer lunes de julio", "2026-07-06"),
            ("el lunes", "2026-06-08?"),
            ("el lunes de la semana que viene", "2026-06-15"),
            ("la quincena", "2026-06-15?"),
            ("a fin de mes", "2026-06-21..2026-06-30"),
            ("el jueves después de comer", "2026-06-11 AfterLunch"),
            ("a la primera que tengas", "2026-06-08..2026-06-21 soonest"),
            ("el jueves después de las 5", "2026-06-11 after 17:00"),
            ("el jueves entre las 4 y las 6", "2026-06-11 after 16:00 before 18:00"),
            ("antes del viernes", "2026-06-08..2026-06-11"),
            ("a partir del viernes", "2026-06-12..2026-06-18"),
            ("el lunes pasado", "Past"),
            ("buenas noches, para mañana", "2026-06-09"),
            ("el viernes santo", "Vague"),
            ("el 15 por favor", "2026-06-15"),
        ],
    );
}

#[test]
fn what_is_refused_is_not_taken_and_later_words_correct_earlier_ones() {
    check(
        Language::Es,
        &[
            ("el lunes no puedo", "Denied(2026-06-08)"),
            ("el martes no, mejor el jueves", "2026-06-11"),
            ("no puedo ni martes ni jueves, el viernes sí", "2026-06-12"),
            ("el jueves, digo viernes", "2026-06-12"),
            ("no mejor el viernes", "2026-06-12"),
            ("a las 5, perdón, a las 6 del jueves", "2026-06-11 18:00"),
            ("el jueves a las 5, digo 6", "2026-06-11 18:00"),
            ("¿no tienen el jueves?", "2026-06-11"),
            ("esta semana menos el jueves", "2026-06-08..2026-06-14 not 2026-06-11"),
            ("jueves no viernes", "Denied(2026-06-11)"),
            ("el jueves o el viernes", "2026-06-11?"),
            ("cambiar la cita del martes para el jueves", "2026-06-11"),
        ],
    );
}

#[test]
fn the_country_says_whether_the_day_or_the_month_comes_first() {
    let read = |country: Option<&str>, language: Language| {
        let is_open = |_: DateTime| true;
        shown(&understand("7/10", &Here { now: NOW, language, country, is_open: &is_open }).unwrap())
    };
    assert_eq!(read(Some("MX"), Language::Es), "2026-10-07");
    assert_eq!(read(Some("GB"), Language::En), "2026-10-07");
    assert_eq!(read(Some("US"), Language::En), "2026-07-10");
    for (country, language) in [(Some("US"), Language::Es), (Some("MX"), Language::En), (None, Language::Es)]
    {
        assert!(read(country, language).ends_with('?'), "{country:?}");
    }
}

#[test]
fn an_hour_at_which_it_is_closed_gives_way_to_the_other() {
    let five = read_at("mañana a las 5", NOW, Language::Es).unwrap();
    assert_eq!((five.time, five.doubts.len()), (Some(17 * 60), 0));
    // Open both times: one is chosen, and the other told.
    let is_open = |_: DateTime| true;
    let all_day = Here { now: NOW, language: Language::Es, country: None, is_open: &is_open };
    let five = understand("mañana a las 5", &all_day).unwrap();
    assert_eq!(five.doubts, [Doubt::Hour { chosen: 17 * 60, other: 5 * 60 }]);
    let nine = understand("mañana a las 9", &all_day).unwrap();
    assert_eq!(nine.doubts, [Doubt::Hour { chosen: 9 * 60, other: 21 * 60 }]);
}

#[test]
fn on_the_last_day_of_a_year_tomorrow_is_in_the_next() {
    let evening = date(2027, 12, 31).at(23, 50, 0, 0);
    assert_eq!(shown(&read_at("mañana a las 10", evening, Language::Es).unwrap()), "2028-01-01 10:00");
    assert_eq!(shown(&read_at("el 29 de febrero", evening, Language::Es).unwrap()), "2028-02-29");
    assert_eq!(shown(&read_at("in half an hour", evening, Language::En).unwrap()), "2028-01-01 00:20");
}

/// Words that mean something here, in any order, with numbers.
fn jumble() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "mañana",
        "hoy",
        "el",
        "la",
        "las",
        "a",
        "at",
        "next",
        "próximo",
        "martes",
        "friday",
        "de",
        "of",
        "marzo",
        "may",
        "in",
        "en",
        "dentro",
        "semana",
        "weeks",
        "y",
        "media",
        "cuarto",
        "menos",
        "para",
        "to",
        "past",
        "half",
        "quarter",
        "noche",
        "medianoche",
        "midnight",
        "pm",
        "am",
        "from",
        "today",
        ":",
        "/",
        "-",
        "th",
        "que",
        "viene",
        "par",
        "couple",
        "hora",
        "minutos",
        "fin",
        "treinta",
        "twenty",
        "uno",
        "no",
        "puedo",
        "mejor",
        "digo",
        "ocho",
        "después",
        "antes",
        "último",
        "mes",
        "menos",
        "o",
        ",",
    ]);
    let number = prop_oneof![0..40_u32, any::<u32>()].prop_map(|number| number.to_string());
    let piece = prop_oneof![3 => word.prop_map(ToOwned::to_owned), 1 => number];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_read_without_falling_over(said in any::<String>(), other in jumble(), days in 0..40_000_i32) {
        let now = date(1990, 1, 1).checked_add(days.days()).unwrap().at(13, 37, 0, 0);
        for said in [said, other] {
            for language in [Language::Es, Language::En] {
                if let Ok(when) = read_at(&said, now, language) {
                    prop_assert!(when.first <= when.last, "{}", said);
                    prop_assert!(when.first >= now.date(), "{}", said);
                    prop_assert!(when.time.is_none_or(|minutes| minutes < 24 * 60), "{}", said);
                }
            }
        }
    }

    #[test]
    fn manners_case_and_accents_change_nothing(said in jumble()) {
        let plain = read_at(&said, NOW, Language::Es);
        for other in [format!("{said} por favor"), said.to_uppercase(), conserje_text::fold(&said)] {
            prop_assert_eq!(&read_at(&other, NOW, Language::Es), &plain, "{}", other);
        }
    }

    #[test]
    fn any_text_is_read_for_people_names_and_dishes(said in any::<String>(), other in jumble()) {
        for said in [said, other] {
            let _ = people(&said, true);
            let _ = person(&said, true);
            let _ = portions(&said, Language::Es);
        }
    }

    #[test]
    fn dates_are_understood_as_they_are_printed(days in 0..3000_i32, minutes in 0..1440_u16) {
        let day = NOW.date().checked_add((days + 1).days()).unwrap();
        let clock = format!("{:02}:{:02}", minutes / 60, minutes % 60);
        let when = read_at(&format!("{day} {clock}"), NOW, Language::Es).unwrap();
        prop_assert_eq!(when.first, day);
        if !(600..780).contains(&minutes) {
            prop_assert_eq!(when.time, Some(minutes));
        }
    }

    #[test]
    fn at_the_ends_of_time_nothing_breaks(said in jumble()) {
        let _ = read_at(&said, DateTime::MAX, Language::Es);
        let _ = read_at(&said, DateTime::MIN, Language::En);
    }
}
