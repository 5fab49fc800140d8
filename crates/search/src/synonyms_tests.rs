use super::*;

#[test]
fn alternatives_go_inside_the_term_and_the_expansion_is_told() {
    let synonyms: Synonyms = [("Paro", ["prestación por desempleo"])].into_iter().collect();
    let mut terms = query_terms("cobrar el paro", Some(conserje_kernel::Language::Es));
    let count = terms.len();
    let expanded = synonyms.expand("cobrar el paro", &mut terms);
    assert_eq!(expanded.as_deref(), Some("cobrar el paro (paro OR prestación por desempleo)"));
    assert_eq!(terms.len(), count, "no term is added");
    let paro = terms.iter().find(|term| term.word == "paro").unwrap();
    assert!(paro.alternatives.len() > 2);
}

#[test]
fn a_key_of_several_words_is_found_in_the_text() {
    let synonyms: Synonyms = [("baja medica", ["incapacidad temporal"])].into_iter().collect();
    let text = "duración de la baja médica";
    let mut terms = query_terms(text, Some(conserje_kernel::Language::Es));
    assert!(synonyms.expand(text, &mut terms).is_some());
    assert!(
        terms.iter().filter(|term| term.alternatives.iter().any(|one| one.starts_with("incapac"))).count()
            == 2
    );
}

#[test]
fn without_a_match_nothing_is_told() {
    let synonyms: Synonyms = [("paro", ["desempleo"])].into_iter().collect();
    let mut terms = query_terms("vacaciones", None);
    assert_eq!(synonyms.expand("vacaciones", &mut terms), None);
}

#[test]
fn small_words_around_a_key_do_not_keep_it_from_being_met() {
    let synonyms: Synonyms = [("me han echado", ["despido"])].into_iter().collect();
    let text = "me han echado, ¿qué me corresponde?";
    let mut terms = query_terms(text, language_of(text));
    assert!(synonyms.expand(text, &mut terms).is_some_and(|expanded| expanded.contains("despido")));
}
