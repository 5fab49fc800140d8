use std::path::Path;

use conserje_kernel::Language::{En, Es};
use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;
use crate::import::{Files, import};
use crate::model::Business;

const DAY: Date = date(2026, 6, 8);

fn business() -> Business {
    let text = r#"
        name = "Clínica"
        currency = "EUR"
        [[branch]]
        id = "centro"
        name = { es = "Centro", en = "Downtown" }
        address = "Calle 1"
        city = "Aquí"
        time_zone = "Europe/Madrid"
        hours.mon-fri = ["09:00-14:00"]
        [[branch]]
        id = "norte"
        name = { es = "Norte", en = "North" }
        address = "Calle 2"
        city = "Aquí"
        time_zone = "Europe/Madrid"
        hours.mon-fri = ["09:00-14:00"]
        [[fact]]
        id = "seguros"
        topic = "insurers"
        text = { es = "Si la suya no está, le damos factura para el reembolso.", en = "If yours is not there, we write an invoice for your claim." }
        names = ["Olmo Salud", "Vida Norte"]
        [[fact]]
        id = "pago"
        topic = "payment_methods"
        text = { es = "Se paga al terminar, en efectivo, con tarjeta o por Bizum.", en = "You pay at the end, in cash, by card or Bizum." }
        names = ["Efectivo", "Tarjeta", "Bizum"]
        [[fact]]
        id = "coche-centro"
        topic = "parking"
        branch = "centro"
        text = { es = "Aparcamiento público enfrente.", en = "Public car park across the street." }
        [[fact]]
        id = "coche-norte"
        topic = "parking"
        branch = "norte"
        text = { es = "Plazas propias, gratis.", en = "Our own spaces, free." }
        [[fact]]
        id = "verano"
        topic = "promotions"
        text = { es = "En junio, limpieza a 40 €.", en = "In June, cleaning for 40 €." }
        first = "2026-06-01"
        last = "2026-06-30"
        [[fact]]
        id = "bata"
        topic = "other"
        asked = ["bata", "gown", "qué ropa"]
        text = { es = "Le damos una bata.", en = "We give you a gown." }
    "#;
    import(Files { business: (Path::new("business.toml"), text), menu: None }).unwrap()
}

fn told(question: &str) -> String {
    let business = business();
    let lines = |language| {
        let asked = asked(&business, question, DAY);
        asked.iter().flat_map(|one| one.lines(&business, None, language)).collect::<Vec<_>>()
    };
    lines(conserje_text::language_of(question).unwrap_or(Es)).join(" / ")
}

#[test]
fn a_name_is_on_the_list_or_is_not() {
    for (question, answer) in [
        (
            "¿trabajan con olmo salud?",
            "Sí, trabajamos con Olmo Salud. / Si la suya no está, le damos factura para el reembolso.",
        ),
        (
            "¿aceptáis Sanitas?",
            "Sanitas no está entre las aseguradoras con las que trabajamos. / Aseguradoras: Olmo Salud, Vida Norte. / Si la suya no está, le damos factura para el reembolso.",
        ),
        (
            "y vida norte",
            "Sí, trabajamos con Vida Norte. / Si la suya no está, le damos factura para el reembolso.",
        ),
        (
            "¿qué seguros aceptan?",
            "Aseguradoras: Olmo Salud, Vida Norte. / Si la suya no está, le damos factura para el reembolso.",
        ),
        (
            "¿se puede pagar con bizum?",
            "Bizum: sí. / Se paga al terminar, en efectivo, con tarjeta o por Bizum.",
        ),
        ("do you take cash?", "Cash: yes. / You pay at the end, in cash, by card or Bizum."),
        (
            "¿aceptan PayPal?",
            "PayPal: no está entre las formas de pago que aceptamos. / Se paga al terminar, en efectivo, con tarjeta o por Bizum.",
        ),
        // Which cards, the list does not say.
        ("¿puedo pagar con Visa?", "Se paga al terminar, en efectivo, con tarjeta o por Bizum."),
    ] {
        assert_eq!(told(question), answer, "{question}");
    }
}

#[test]
fn what_is_asked_is_told_from_what_sounds_like_it() {
    for (question, answer) in [
        ("¿dónde puedo aparcar?", "Centro: Aparcamiento público enfrente. / Norte: Plazas propias, gratis."),
        ("is there parking?", "Downtown: Public car park across the street. / North: Our own spaces, free."),
        ("¿tenéis alguna promoción?", "En junio, limpieza a 40 €."),
        ("¿me dan bata?", "Le damos una bata."),
        ("que ropa llevo", "Le damos una bata."),
        ("¿es seguro hacerse eso?", ""),
        ("seguro que sí", ""),
        ("llevo la tarjeta sanitaria", ""),
        ("¿tienen algo de menos de 50 euros?", ""),
        ("¿admiten perros?", ""),
        ("quiero una cita el jueves", ""),
        ("", ""),
    ] {
        assert_eq!(told(question), answer, "{question}");
    }
}

#[test]
fn what_holds_for_a_while_is_told_for_that_while() {
    let business = business();
    let on = |day| asked(&business, "¿hay promociones?", day).len();
    assert_eq!(
        [on(date(2026, 5, 31)), on(date(2026, 6, 1)), on(date(2026, 6, 30)), on(date(2026, 7, 1))],
        [0, 1, 1, 0]
    );
}

#[test]
fn of_a_branch_that_is_named_its_own_is_told() {
    let business = business();
    let parking = asked(&business, "¿y el parking?", DAY);
    let lines = |branch| parking[0].lines(&business, branch, En);
    assert_eq!(lines(Some("norte")), ["North: Our own spaces, free."]);
    assert_eq!(lines(Some("elsewhere")).len(), 2, "better than nothing");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let text = r#"
        name = "Clínica"
        currency = "EUR"
        [[branch]]
        id = "centro"
        name = "Centro"
        address = "Calle 1"
        city = "Aquí"
        time_zone = "Europe/Madrid"
        hours.mon-fri = ["09:00-14:00"]
        [[fact]]
        id = "a"
        topic = "horoscope"
        text = "Algo"
        [[fact]]
        id = "a"
        topic = "other"
        text = ""
        branch = "sur"
        names = [""]
        first = "2026-06-30"
        last = "2026-06-01"
    "#;
    let faults = import(Files { business: (Path::new("business.toml"), text), menu: None }).unwrap_err();
    insta::assert_snapshot!(faults);
}

proptest! {
    #[test]
    fn whatever_is_asked_is_answered_from_what_holds(question in "\\PC{0,80}", days in 0i32..60) {
        let business = business();
        let day = DAY.checked_add(jiff::Span::new().days(days)).unwrap();
        for one in asked(&business, &question, day) {
            prop_assert!(!one.facts.is_empty());
            for fact in &one.facts {
                prop_assert!(fact.holds_on(day) && fact.topic == one.topic);
            }
            prop_assert!(!one.lines(&business, None, Es).is_empty());
        }
    }
}
