use proptest::prelude::*;

use super::*;

fn look(pattern: &str) -> Look {
    Look { pattern: Pattern::new(pattern, false).unwrap(), context_lines: 1, per_file: 10 }
}

#[test]
fn a_match_has_its_context_and_its_place() {
    let text = "Contacto\n\nEscribe a ana@acme.es hoy.\nGracias\nAdiós";
    let (matches, has_more) = look(r"\w+@\w+\.es").within(text, 10);
    assert!(!has_more);
    assert_eq!(matches.len(), 1);
    assert_eq!(matches[0].text, "ana@acme.es");
    assert_eq!(matches[0].context, "Escribe a ana@acme.es hoy.\nGracias");
    assert_eq!(
        matches[0].quote,
        Quote { text: "Escribe a ana@acme.es hoy.".to_owned(), place: Some(10..36) }
    );
}

#[test]
fn a_long_line_is_shown_around_its_match() {
    let text = format!("{}REF-1234 {}", "antes ".repeat(200), "después ".repeat(200));
    let (matches, _) = look(r"REF-\d+").within(&text, 10);
    let shown = &matches[0];
    assert!(shown.context.contains("antes REF-1234 después") && shown.context.chars().count() <= SHOWN);
    assert!(shown.quote.text.contains("REF-1234") && shown.quote.text.chars().count() <= QUOTE);
}

proptest! {
    #[test]
    fn quotes_stand_where_they_say(text in "[a-cñ0-9 \\r\\n]{0,400}", pattern in "(\\[0-9\\]\\+|a|ñ\\.)") {
        let (matches, _) = look(&pattern).within(&text, 10);
        for one in matches {
            let place = one.quote.place.unwrap();
            let at: String = characters(&text, &place);
            prop_assert_eq!(at, one.quote.text);
            prop_assert!(one.context.chars().count() <= SHOWN + 2 * 4);
        }
    }
}

/// The characters of a place.
fn characters(text: &str, place: &std::ops::Range<u64>) -> String {
    (0..).zip(text.chars()).filter(|(at, _)| place.contains(at)).map(|(_, sign)| sign).collect()
}
