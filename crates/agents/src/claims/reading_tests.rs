//! What is read from a text, in tables.

use jiff::civil::{Date, Weekday, date};

use super::clock::hours;
use super::days::days;
use super::money::{amounts, percents};
use super::tokens::Tokens;

/// A Monday.
const TODAY: Date = date(2026, 6, 8);

#[test]
fn amounts_in_both_languages() {
    for (text, read) in [
        ("$800", &[80_000][..]),
        ("cuesta $1,500.50.", &[150_050]),
        ("son 1.500,50 €", &[150_050]),
        ("€1.500", &[150_000]),
        ("800 pesos", &[80_000]),
        ("MXN 800 o 800 MXN", &[80_000, 80_000]),
        ("US$40", &[4_000]),
        ("S/ 30", &[3_000]),
        ("ochocientos pesos", &[80_000]),
        ("mil doscientos cincuenta pesos", &[125_000]),
        ("treinta y cinco euros", &[3_500]),
        ("five hundred dollars", &[50_000]),
        ("two thousand five hundred pesos", &[250_000]),
        ("2 mil pesos", &[200_000]),
        ("$800 - $1,200", &[80_000, 120_000]),
        ("de 800 a 1,200 pesos", &[80_000, 120_000]),
        ("entre $800 y 1,200", &[80_000, 120_000]),
        ("between 800 and 1,200 pesos", &[80_000, 120_000]),
        ("**$800**, 45 min", &[80_000]),
        ("es gratis", &[0]),
        ("sin costo / free of charge", &[0]),
        // These are none.
        ("45 min, 3 sucursales, +52 55 5550 0128", &[]),
        ("a las 5 y 20 personas", &[]),
        ("I am free at five; the first 10 people", &[]),
        ("400 puntos", &[]),
        ("", &[]),
    ] {
        assert_eq!(amounts(&Tokens::of(text)), read, "{text}");
    }
}

#[test]
fn percentages_in_both_languages() {
    for (text, read) in [
        ("20 % menos", &[2_000][..]),
        ("20% off", &[2_000]),
        ("veinte por ciento", &[2_000]),
        ("12.5 percent", &[1_250]),
        ("ten per cent", &[1_000]),
        ("20 por persona", &[]),
    ] {
        assert_eq!(percents(&Tokens::of(text)), read, "{text}");
    }
}

/// `17:00`, or `5:00?` where it may be either half of the day.
fn read_hours(text: &str) -> String {
    let shown = hours(&Tokens::of(text)).into_iter().map(|hour| {
        let mark = if hour.is_of_either_half { "?" } else { "" };
        format!("{}:{:02}{mark}", hour.minutes / 60, hour.minutes % 60)
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn hours_in_both_languages() {
    for (text, read) in [
        ("17:00", "17:00"),
        ("de 09:00–14:00 y 16:00–20:00", "9:00 14:00 16:00 20:00"),
        ("5 pm", "17:00"),
        ("5pm, 5:30 p.m. y 5:30 p. m.", "17:00 17:30 17:30"),
        ("12 am or 12 pm", "0:00 12:00"),
        ("a las 5", "5:00?"),
        ("a las cinco", "5:00?"),
        ("las cinco", "5:00?"),
        ("a las cinco y media de la tarde", "17:30"),
        ("a las 5:15", "5:15?"),
        ("a la una", "1:00?"),
        ("a las ocho menos cuarto", "7:45?"),
        ("a las 8 de la noche", "20:00"),
        ("a las 12 de la noche", "0:00"),
        ("a las 10 de la mañana", "10:00"),
        ("a las 17", "17:00"),
        ("17.30 h", "17:30"),
        ("las cuatro y las cinco", "4:00? 5:00?"),
        ("at five", "5:00?"),
        ("at 5 tomorrow", "5:00?"),
        ("5 in the afternoon", "17:00"),
        ("half past five", "5:30?"),
        ("quarter to six", "5:45?"),
        ("five o'clock", "5:00?"),
        ("five o’clock", "5:00?"),
        ("9 at night", "21:00"),
        // These are none.
        ("tengo una por la mañana y dos por la tarde", ""),
        ("las dos sucursales", ""),
        ("abierto las 24 horas", ""),
        ("con 12 horas de antelación, hasta 2 horas antes", ""),
        ("a las 3 personas de siempre", ""),
        ("dura 2 h y 45 min", ""),
        ("de 3 a 5 días", ""),
        ("at 5 branches", ""),
        ("at 800 pesos", ""),
        ("$5 per person", ""),
        ("Avenida 16 de Septiembre 10", ""),
        ("25:00 99:99 1:2:3", ""),
    ] {
        assert_eq!(read_hours(text), read, "{text}");
    }
}

fn read_days(text: &str) -> String {
    let read = days(&Tokens::of(text), TODAY);
    let dates =
        read.dates.iter().map(|dates| dates.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"));
    let relative = read.relative.iter().map(|date| format!("~{date}"));
    let weekdays = read.weekdays.iter().map(|day| format!("{day:?}"));
    let impossible = read.is_impossible.then(|| "!".to_owned());
    dates.chain(relative).chain(weekdays).chain(impossible).collect::<Vec<_>>().join(" ")
}

#[test]
fn days_in_both_languages() {
    for (text, read) in [
        ("2026-06-09", "2026-06-09"),
        ("martes 9 de junio de 2026", "2026-06-09"),
        ("el martes, 9 de junio", "2026-06-09"),
        ("Tuesday 9 June 2026", "2026-06-09"),
        ("Tuesday, June 9th", "2026-06-09"),
        ("the ninth of June", "2026-06-09"),
        ("el nueve de junio", "2026-06-09"),
        ("1 de enero", "2027-01-01"),
        ("30 de mayo", "2026-05-30"),
        ("9/6/2026", "2026-06-09|2026-09-06"),
        ("el 9/6", "2026-06-09|2026-09-06"),
        ("hoy y mañana", "~2026-06-08 ~2026-06-09"),
        ("pasado mañana por la mañana", "~2026-06-10"),
        ("the day after tomorrow", "~2026-06-10"),
        ("lunes 9 de junio", "2026-06-09 !"),
        ("Monday, June 9", "2026-06-09 !"),
        ("el lunes o el jueves", "Monday Thursday"),
        ("de lunes a miércoles", "Monday Tuesday Wednesday"),
        ("Friday to Sunday", "Friday Saturday Sunday"),
        ("los sábados", "Saturday"),
        // These are none.
        ("24/7", ""),
        ("1/2", ""),
        ("31 de febrero", ""),
        ("esta mañana, de la mañana", ""),
        ("2 personas", ""),
    ] {
        assert_eq!(read_days(text), read, "{text}");
    }
    assert_eq!(days(&Tokens::of("Saturday"), TODAY).weekdays, [Weekday::Saturday]);
}

mod laws {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_is_written_is_read_without_harm(text in any::<String>()) {
            let tokens = Tokens::of(&text);
            let _ = (amounts(&tokens), percents(&tokens), hours(&tokens), days(&tokens, TODAY));
        }

        #[test]
        fn so_are_figures_in_any_order(parts in proptest::collection::vec(prop::sample::select(vec![
            "$", "5", "17:00", "las", "a", "y", "media", "mil", "de", "junio", "9", "/", "-", "cinco", "pm", "%", "martes", "hundred",
            "999999999999999999999", "1.5.5,5", "dos", "hoy", "half", "past", "o", "'", "clock",
        ]), 0..12)) {
            let text = parts.join(" ");
            for text in [text.clone(), text.replace(' ', "")] {
                let tokens = Tokens::of(&text);
                let _ = (amounts(&tokens), percents(&tokens), hours(&tokens), days(&tokens, TODAY));
            }
        }
    }
}
