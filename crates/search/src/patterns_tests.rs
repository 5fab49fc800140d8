use proptest::prelude::*;

use super::*;

fn found(which: Predefined, text: &str) -> Vec<String> {
    let found = Pattern::predefined(which, false).unwrap().find(text, 0, 100);
    found.matches.into_iter().map(|one| one.text).collect()
}

#[test]
fn every_predefined_pattern_finds_its_own_and_has_a_name() {
    let examples = [
        (Predefined::Email, "escriba a ana.lopez@example.com.", "ana.lopez@example.com"),
        (Predefined::Url, "véase https://www.boe.es/a?b=1.", "https://www.boe.es/a?b=1"),
        (Predefined::Version, "desde la v4.5 en adelante", "v4.5"),
        (Predefined::Phone, "tel. +34 912 345 678", "+34 912 345 678"),
        (Predefined::Date, "el 23 de octubre de 2015 se", "23 de octubre de 2015"),
        (Predefined::Ip, "host 192.168.1.254 caído", "192.168.1.254"),
        (Predefined::Uuid, "id 0198c5d2-a1b2-7f3e-9a4d-5c6b7a8f9e0d", "0198c5d2-a1b2-7f3e-9a4d-5c6b7a8f9e0d"),
        (Predefined::Iban, "cuenta ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1332"),
        (Predefined::Dni, "con DNI 12345678Z", "12345678Z"),
        (Predefined::Nie, "NIE X1234567L", "X1234567L"),
        (Predefined::Cif, "CIF A58818501", "A58818501"),
        (Predefined::Currency, "son 1.234,56 € al mes", "1.234,56 €"),
        (Predefined::Semver, "conserje 1.2.3-beta.1 sale", "1.2.3-beta.1"),
        (Predefined::ApiKey, "clave sk-abcdefghijklmnopqrstuv", "sk-abcdefghijklmnopqrstuv"),
        (Predefined::Heading, "texto\n## Un título\nmás", "## Un título"),
    ];
    assert_eq!(examples.len(), Predefined::ALL.len());
    for (which, text, wanted) in examples {
        assert_eq!(found(which, text), [wanted], "{}", which.name());
        assert_eq!(Predefined::of_name(which.name()), Some(which));
    }
}

#[test]
fn what_is_none_is_not_found() {
    assert!(found(Predefined::Ip, "999.1.1.1").is_empty());
    assert!(found(Predefined::Email, "a @ b").is_empty());
    assert!(found(Predefined::Dni, "123456789012Z").is_empty());
}

#[test]
fn a_match_comes_with_its_lines() {
    let pattern = Pattern::new("TRES", false).unwrap();
    let text = "uno\r\ndos\r\ntres\r\ncuatro\r\ncinco";
    let found = pattern.find(text, 1, 10);
    assert_eq!(
        found.matches,
        [PatternMatch {
            text: "tres".to_owned(),
            line: 3,
            before: vec!["dos".to_owned()],
            lines: vec!["tres".to_owned()],
            after: vec!["cuatro".to_owned()],
        }]
    );
    assert!(Pattern::new("TRES", true).unwrap().find(text, 1, 10).matches.is_empty());
}

#[test]
fn more_than_asked_for_is_said() {
    let found = Pattern::new("a", false).unwrap().find("a a a", 0, 2);
    assert_eq!((found.matches.len(), found.has_more), (2, true));
}

#[test]
fn a_pattern_that_is_wrong_or_too_large_is_refused_with_the_reason() {
    for bad in ["", "(", r"(?:a{1000}){1000}", &"a".repeat(2000)] {
        let error = Pattern::new(bad, false).unwrap_err().to_string();
        assert!(error.starts_with("the pattern cannot be used"), "{error}");
    }
}

proptest! {
    #[test]
    fn finding_is_total(pattern in "\\PC{1,20}", text in any::<String>(), context in 0_usize..5) {
        if let Ok(pattern) = Pattern::new(&pattern, false) {
            for one in pattern.find(&text, context, 20).matches {
                prop_assert!(text.contains(&one.text));
                prop_assert!(one.before.len() <= context && one.after.len() <= context);
            }
        }
    }
}
