//! What may be said of what was told.

use std::sync::Arc;

use conserje_kernel::Language;
use jiff::civil::date;
use serde_json::json;

use super::*;

const PRICES: &str = "Prevención:\n- Limpieza dental (limpieza-dental): $800, 45 min\n\
                      - Limpieza profunda (limpieza-profunda): $1,200 - $1,800, 60 min\n\
                      - Blanqueamiento (blanqueamiento): $3,500, 60 min\n\
                      Promoción: En su primera visita, 20 % menos.";
const TIMES: &str = "- martes 9 de junio de 2026, Centro, Dra. Elena Ruiz: 09:00, 10:45, 17:00\n\
                     - miércoles 10 de junio de 2026, Centro, Dra. Elena Ruiz: 12:30";
const PLACE: &str = "Branch Centro (centro): Avenida 5 de Mayo 128. Tel. +52 55 5550 0128\n\
                     Next days: martes 9 de junio, miércoles 10 de junio, jueves 11 de junio.\n\
                     Hours today: Centro: 09:00–14:00 y 16:00–20:00.";
const WEEK: &str = "lunes a viernes: 09:00–14:00 y 16:00–20:00\nsábado: 09:00–13:30\ndomingo: cerrado";

/// On Monday 8 June 2026.
fn told(texts: &[&str]) -> Known {
    let mut known = Known::on(date(2026, 6, 8));
    for text in texts {
        known.text(text);
    }
    known
}

fn rules(known: &Known, sentence: &str) -> Vec<&'static str> {
    known.judge(sentence).into_iter().map(Kind::rule).collect()
}

#[test]
fn what_a_tool_told_may_be_said() {
    let known = told(&[PLACE, PRICES, TIMES]);
    for sentence in [
        "La limpieza dental cuesta $800 y dura 45 minutos.",
        "Dental cleaning is 800 pesos.",
        "La limpieza cuesta ochocientos pesos.",
        "Hay limpieza dental ($800) y limpieza profunda, de 1,200 a 1,800 pesos.",
        "En su primera visita tiene el 20% de descuento.",
        "Tengo el martes 9 de junio a las 17:00.",
        "Tengo el martes a las cinco de la tarde.",
        "Mañana a las 5 pm, a las 9 o a las 10:45.",
        "On Tuesday, June 9th at 5 pm or Wednesday at half past twelve.",
        "Hoy abrimos de 09:00 a 14:00.",
        "Estamos en la Avenida 5 de Mayo 128, teléfono +52 55 5550 0128.",
        "¿Se refiere al 23 de junio?",
        "¿Qué día le viene bien?",
        "No es gratis.",
        "Gracias, hasta pronto.",
    ] {
        assert_eq!(rules(&known, sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn what_nobody_told_may_not() {
    let known = told(&[PLACE, PRICES, TIMES]);
    for (sentence, rule) in [
        ("La limpieza cuesta $500.", "unfounded-price"),
        ("Son quinientos pesos.", "unfounded-price"),
        ("It is 500 dollars.", "unfounded-price"),
        ("La valoración es gratis.", "unfounded-price"),
        ("The first visit is free of charge.", "unfounded-price"),
        ("Entre $800 y $2,000.", "unfounded-price"),
        ("Tiene un 30 % de descuento.", "unfounded-percentage"),
        ("Tengo el martes 9 de junio a las 18:00.", "unfounded-hour"),
        ("Tengo libre a las seis.", "unfounded-hour"),
        ("I have 6 pm.", "unfounded-hour"),
        ("Tengo el 23 de junio.", "unfounded-day"),
        ("¿Le va bien el 23 de junio a las 10:45?", "unfounded-day"),
        ("Su cita es el lunes 9 de junio.", "unfounded-day"),
    ] {
        assert!(rules(&known, sentence).contains(&rule), "{sentence}: {:?}", rules(&known, sentence));
    }
}

#[test]
fn an_hour_counts_for_the_day_it_was_told_for() {
    let known = told(&[TIMES, WEEK]);
    for (sentence, rules_are) in [
        ("El miércoles 10 de junio a las 12:30.", &[][..]),
        ("El martes 9 de junio a las 12:30.", &["unfounded-hour"]),
        ("El martes a las 12:30.", &["unfounded-hour"]),
        ("Mañana a las 12:30.", &["unfounded-hour"]),
        ("Pasado mañana a las 12:30.", &[]),
        ("El jueves abrimos a las 16:00.", &[]),
        ("El sábado abrimos hasta las 13:30.", &[]),
        ("El sábado abrimos a las 16:00.", &["unfounded-hour"]),
        ("El domingo abrimos de 09:00 a 14:00.", &["unfounded-hour"]),
    ] {
        assert_eq!(rules(&known, sentence), rules_are, "{sentence}");
    }
}

#[test]
fn an_amount_counts_for_what_it_was_told_of() {
    let known = told(&[PRICES]);
    for (sentence, is_told) in [
        ("El blanqueamiento cuesta $3,500.", true),
        ("La limpieza dental cuesta $3,500.", false),
        ("La limpieza profunda cuesta $800.", false),
        ("El blanqueamiento cuesta $800.", false),
        ("Cuesta $800.", true),
        ("Antes del blanqueamiento hace falta la limpieza dental, de $800.", true),
    ] {
        assert_eq!(known.judge(sentence).is_empty(), is_told, "{sentence}");
    }
}

#[test]
fn rows_for_programs_tell_the_same() {
    let mut known = told(&[]);
    known.value(&json!([
        {"date": "2026-06-09", "time": "17:00", "branch_id": "centro", "available": true},
        {"name": "Limpieza dental", "price_min": 800, "price_max": 800, "duration_minutes": 45},
        {"order": {"total": 335.5, "items": [{"name": "Guacamole", "quantity": 2, "price": 95}]}},
    ]));
    known.asked(&json!({"date": "2026-06-20"}));
    for (sentence, is_told) in [
        ("El martes 9 de junio a las 17:00.", true),
        ("El miércoles a las 17:00.", false),
        ("Cuesta $800.", true),
        ("Dura 45 minutos y cuesta $45.", false),
        ("El total es de $335.50, con guacamole de $95.", true),
        ("El sábado 20 de junio no hay nada.", true),
        ("El sábado 27 de junio no hay nada.", false),
    ] {
        assert_eq!(known.judge(sentence).is_empty(), is_told, "{sentence}");
    }
}

#[test]
fn a_customers_hours_may_be_asked_back_and_their_prices_prove_nothing() {
    let mut known = told(&[PRICES]);
    known.customer("¿Me da cita el 16 de junio a las seis? Me dijeron que son $500.");
    for (sentence, is_told) in [
        ("¿El 16 de junio a las 18:00, verdad?", true),
        ("El 16 de junio a las 18:00 no tengo nada.", true),
        ("El 16 de junio a las 18:00 está libre.", false),
        ("Miro qué hay el 16 de junio.", true),
        ("Sí, son $500.", false),
        ("¿Le reservo la de $500?", false),
    ] {
        assert_eq!(known.judge(sentence).is_empty(), is_told, "{sentence}");
    }
}

#[test]
fn who_erred_is_told_the_rows() {
    let known = told(&[PRICES, TIMES]);
    let about = |sentence: &str| known.rows_about(&known.judge(sentence), 2);
    assert_eq!(
        about("Cuesta $1."),
        [
            "- Blanqueamiento (blanqueamiento): $3,500, 60 min",
            "- Limpieza profunda (limpieza-profunda): $1,200 - $1,800, 60 min"
        ]
    );
    assert!(about("A las 18:00.").iter().all(|row| row.contains("junio")));
}

fn hold(mode: Mode) -> Hold {
    Hold::new(Arc::new(told(&[PRICES, TIMES])), Language::Es, mode)
}

/// In pieces of so many characters: what was shown, and what of it before the end.
fn passed(hold: &mut Hold, text: &str, size: usize) -> String {
    let signs: Vec<char> = text.chars().collect();
    let shown: String =
        signs.chunks(size).map(|piece| hold.push(&piece.iter().collect::<String>())).collect();
    shown + &hold.finish()
}

#[test]
fn an_honest_answer_goes_as_it_is_however_it_is_cut() {
    let text = "¡Claro! La limpieza dental cuesta $800.\n\n- martes 9 de junio, 17:00 (con la Dra. Ruiz)\n1. Otra… ¿Le va bien? ";
    for size in [1, 2, 7, 1000] {
        let mut hold = hold(Mode::Stop);
        assert_eq!(passed(&mut hold, text, size), text);
        assert_eq!(hold.stopped(), None);
    }
}

#[test]
fn it_stops_before_the_first_sentence_that_is_made_up() {
    let text = "¡Claro! La limpieza dental cuesta $500. ¿Le va bien? Tiene un 30 % menos. Hasta luego.";
    for size in [1, 3, 1000] {
        let mut hold = hold(Mode::Stop);
        assert_eq!(passed(&mut hold, text, size), "¡Claro!");
        let stopped = hold.stopped().unwrap();
        assert_eq!(stopped.sent, "¡Claro!");
        assert_eq!(stopped.sentences, ["La limpieza dental cuesta $500.", "Tiene un 30 % menos."]);
        assert_eq!(stopped.kinds, [Kind::Price, Kind::Percentage].into());
        assert_eq!(
            hold.release(Mode::Replace),
            " Eso prefiero comprobarlo: no tengo confirmado ese precio. ¿Le va bien? Hasta luego."
        );
    }
}

#[test]
fn beside_a_call_it_is_only_left_out() {
    let mut hold = hold(Mode::LeaveOut);
    assert_eq!(passed(&mut hold, "Miro. Son $500.\nUn momento.", 4), "Miro.\nUn momento.");
}

#[test]
fn no_piece_of_what_is_made_up_is_ever_shown() {
    let mut hold = hold(Mode::Stop);
    for piece in ["La lim", "pieza dental cuesta $8", "00. Son $80", "00 en to", "tal. Adiós."] {
        let shown = hold.push(piece);
        assert!(!shown.contains("80") || shown.contains("$800."), "{shown}");
    }
    assert_eq!(hold.finish(), "");
    assert_eq!(hold.stopped().unwrap().sent, "La limpieza dental cuesta $800.");
}
