use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::import::read_folder;

fn demo(name: &str) -> Business {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(name);
    read_folder(&folder).unwrap()
}

/// A business of which nothing tells where it is, but for what is said here.
fn business(country: &str, zone: &str, phone: &str, currency: &str) -> Business {
    let mut business = demo("dental");
    business.country = (!country.is_empty()).then(|| country.parse().unwrap());
    business.currency = currency.parse().unwrap();
    business.branches.truncate(1);
    for branch in &mut business.branches {
        branch.time_zone = zone.parse().unwrap();
        (branch.phone, branch.whatsapp) = (phone.to_owned(), String::new());
    }
    business
}

fn said(business: &Business) -> String {
    Help::of(business).text(Language::Es, Address::Usted)
}

#[test]
fn the_first_that_tells_the_country_decides_the_number() {
    for (country, zone, phone, currency, number) in [
        ("ES", "America/Mexico_City", "+52 55 5550 0128", "MXN", "112"),
        ("mx", "Europe/Madrid", "+34 910 000 000", "EUR", "911"),
        ("", "Europe/Madrid", "+52 55 5550 0128", "MXN", "112"),
        ("", "America/Buenos_Aires", "", "XXX", "911 (ambulancias: 107)"),
        ("", "America/Bogota", "", "XXX", "123"),
        ("", "America/Santiago", "", "XXX", "131"),
        ("", "America/Lima", "", "XXX", "106"),
        ("", "America/New_York", "", "XXX", "911"),
        ("", "America/Toronto", "", "XXX", "911"),
        ("", "Europe/London", "", "XXX", "999"),
        ("", "UTC", "+52 55 5550 0128", "EUR", "911"),
        ("", "UTC", "0044 20 7946 0000", "EUR", "999"),
        ("", "UTC", "+1 (809) 555-0100", "EUR", "911"),
        ("", "UTC", "+1 876 555 0100", "EUR", "110"),
        ("", "UTC", "910 000 000", "EUR", "112"),
        ("", "UTC", "", "COP", "123"),
        ("", "UTC", "", "USD", "911"),
    ] {
        let business = business(country, zone, phone, currency);
        assert_eq!(said(&business), number, "{country} {zone} {phone} {currency}");
    }
}

#[test]
fn where_nothing_tells_the_country_both_numbers_are_named() {
    let nowhere = business("", "UTC", "", "XXX");
    // A country that we have no number for is not taken for another.
    let elsewhere = business("AQ", "America/Mexico_City", "+52 55 5550 0128", "MXN");
    for help in [Help::of(&nowhere), Help::of(&elsewhere), Help::anywhere()] {
        for (language, country) in [(Language::Es, "su país"), (Language::En, "your country")] {
            let text = help.text(language, Address::Usted);
            assert!(["112", "911", country].iter().all(|part| text.contains(part)), "{text}");
        }
        assert!(help.text(Language::Es, Address::Tu).contains("tu país"));
    }
}

#[test]
fn what_the_business_says_comes_before_its_country() {
    let mut clinic = demo("dental");
    assert_eq!(said(&clinic), "911");
    let line = |number: &str, label| Line { number: number.to_owned(), label };
    let poisons = Text::new("toxicología", Some("poison control"));
    clinic.emergency = vec![line("065", None), line("55 5550 0199", Some(poisons))];
    assert_eq!(said(&clinic), "065 (toxicología: 55 5550 0199)");
    assert_eq!(Help::of(&clinic).text(Language::En, Address::Tu), "065 (poison control: 55 5550 0199)");
}

#[test]
fn every_country_of_the_table_has_a_number_and_is_there_once() {
    let codes: BTreeSet<&str> = COUNTRIES.iter().map(|country| country.code).collect();
    assert_eq!(codes.len(), COUNTRIES.len());
    let zones: Vec<&str> = COUNTRIES.iter().flat_map(|country| country.zones.split(' ')).collect();
    assert_eq!(zones.iter().collect::<BTreeSet<_>>().len(), zones.len());
    for country in COUNTRIES {
        assert!(is_number(country.number), "{country:?}");
        assert!(country.code.parse::<CountryCode>().is_ok_and(|code| code.code() == country.code));
    }
    let union = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE";
    for code in union.split(' ') {
        assert_eq!(COUNTRIES.iter().find(|country| country.code == code).unwrap().number, "112", "{code}");
    }
    let american = "AR BO BR CA CL CO CR CU DO EC GT HN HT MX NI PA PE PR PY SV US UY VE";
    assert!(american.split(' ').all(|code| codes.contains(code)));
}

#[test]
fn a_number_can_be_dialled() {
    assert!(["112", "911", "+52 55 5550 0128", "*911"].iter().all(|text| is_number(text)));
    assert!(["", "9", "call us", "911; DROP", "tel:112"].iter().all(|text| !is_number(text)));
}
