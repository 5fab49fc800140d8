use proptest::prelude::*;

use super::*;

#[test]
fn signs_and_quotes_are_taken_off() {
    let parsed = Operators::parse(r#"despido "carta de despido" -colectivo +preaviso"#);
    assert_eq!(parsed.text, "despido carta de despido preaviso");
    assert_eq!(parsed.phrases, ["carta de despido"]);
    assert_eq!(parsed.excluded, ["colectivo"]);
    assert_eq!(parsed.required, ["preaviso"]);
}

#[test]
fn a_sign_inside_a_word_or_alone_is_no_operator() {
    let parsed = Operators::parse("REF-2024-ABC - a + b 5\" x");
    assert!(parsed.phrases.is_empty() && parsed.required.is_empty() && parsed.excluded.is_empty());
    assert_eq!(parsed.text, "REF-2024-ABC - a + b 5\" x");
}

#[test]
fn a_phrase_may_be_excluded() {
    assert_eq!(Operators::parse(r#"x -"a b""#).excluded, ["a b"]);
}

proptest! {
    #[test]
    fn parsing_is_total(question in "[ \"+a-zñ-]{0,40}|\\PC{0,40}") {
        let parsed = Operators::parse(&question);
        prop_assert!(parsed.text.len() <= question.len());
    }
}
