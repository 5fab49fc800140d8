use proptest::prelude::*;

use super::*;

const TEXT: &str = "El despido colectivo requiere consultas. El Despido Colectivo afecta a la empresa. La indemnización \
                    del despido colectivo es de veinte días. La indemnizacion se paga.";

#[test]
fn frequent_and_rare_terms_come_first() {
    let others = ["La empresa paga. Requiere días.", "La empresa cierra días.", "La empresa paga días."];
    let stats = OwnStats::of(others.into_iter().chain([TEXT]));
    let found = keywords(TEXT, None, &stats, 4);
    assert_eq!(found.first().map(String::as_str), Some("despido colectivo"));
    assert!(found.contains(&"indemnización".to_owned()), "{found:?}");
    assert!(!found.contains(&"empresa".to_owned()), "{found:?}");
    assert!(!found.contains(&"despido".to_owned()), "a part of the pair: {found:?}");
}

#[test]
fn a_word_is_shown_as_it_is_written() {
    let found = keywords("OAuth usa tokens. OAuth y JWT. ¿OAuth?", None, &OwnStats::default(), 5);
    assert!(found.contains(&"OAuth".to_owned()) && found.contains(&"JWT".to_owned()), "{found:?}");
}

#[test]
fn stop_words_and_numbers_are_no_keywords() {
    assert_eq!(
        keywords("Este es el 12 de los 34, and it was the 5 of a.", None, &OwnStats::default(), 9),
        Vec::<String>::new()
    );
}

#[test]
fn words_of_the_heading_count_more() {
    let found = keywords("Gatos perros caballos vacas.", Some("Las vacas"), &OwnStats::default(), 1);
    assert_eq!(found, ["vacas"]);
}

proptest! {
    #[test]
    fn any_text_has_keywords(text in any::<String>(), title in proptest::option::of("\\PC{0,20}"), most in 0..9_usize) {
        let stats = OwnStats::of([text.as_str()]);
        let found = keywords(&text, title.as_deref(), &stats, most);
        prop_assert!(found.len() <= most);
        prop_assert!(found.iter().all(|word| text.contains(word.as_str())));
        prop_assert_eq!(keywords(&text, title.as_deref(), &stats, most), found);
    }
}
