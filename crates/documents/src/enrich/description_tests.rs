use proptest::prelude::*;

use crate::enrich::OwnStats;

use super::*;

fn described(text: &str, title: Option<&str>) -> String {
    describe(text, title, &OwnStats::of([text]))
}

#[test]
fn the_heading_is_not_the_description() {
    let text = "Artículo 38. Vacaciones anuales.\n\nEl periodo de vacaciones anuales retribuidas será el pactado en convenio. \
                Nada más.";
    assert_eq!(
        described(text, Some("Artículo 38. Vacaciones anuales")),
        "El periodo de vacaciones anuales retribuidas será el pactado en convenio. Nada más."
    );
}

#[test]
fn the_sentence_with_the_topic_wins() {
    let text = "Bueno, empecemos por algo. La autenticación usa OAuth con tokens de autenticación firmados. Y ya está, no hay \
                mucho que decir aquí sobre otras cosas varias que no importan a nadie en absoluto, o casi a nadie.";
    assert!(described(text, Some("Autenticación")).starts_with("La autenticación usa OAuth"));
}

#[test]
fn a_long_sentence_is_cut_at_a_word() {
    let text = "palabra importante ".repeat(40);
    let description = described(&text, None);
    assert!(description.chars().count() <= LONGEST && description.ends_with("…"));
    assert!(description.trim_end_matches('…').ends_with(['a', 'e']));
}

#[test]
fn a_table_has_a_description_too() {
    assert_eq!(described("| id | nombre |\n| --- | --- |\n| 1 | Ana |", None), "id nombre");
}

proptest! {
    #[test]
    fn any_text_is_described(text in any::<String>(), title in proptest::option::of("\\PC{0,20}")) {
        let description = described(&text, title.as_deref());
        prop_assert!(description.chars().count() <= LONGEST);
        prop_assert_eq!(described(&text, title.as_deref()), description);
    }

    #[test]
    fn what_has_words_has_a_description(text in "([a-zñ]{1,9}[ .,\n]){1,200}") {
        prop_assert!(!described(&text, None).is_empty());
    }
}
