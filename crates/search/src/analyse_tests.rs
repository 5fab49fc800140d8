use conserje_kernel::Language;
use conserje_text::{fold, language_of};
use proptest::prelude::*;

use super::*;

fn terms(text: &str, language: Option<Language>) -> Vec<String> {
    passage_tokens(text, language).into_iter().map(|token| token.term).collect()
}

/// Whether some term of the question has an alternative in the passage, for every term of the question.
fn finds(question: &str, passage: &str) -> bool {
    let held = terms(passage, language_of(passage));
    let asked = query_terms(question, language_of(question));
    !asked.is_empty() && asked.iter().all(|term| term.alternatives.iter().any(|one| held.contains(one)))
}

#[test]
fn identifiers_are_found_whole_by_parts_and_in_any_case() {
    let passage = "Según el expediente REF-2024-ABC, la versión v4.5 se envió a Ana.Lopez@example.com.";
    for question in
        ["REF-2024-ABC", "ref-2024-abc", "REF 2024", "abc", "V4.5", "ana.lopez@EXAMPLE.com", "lopez"]
    {
        assert!(finds(question, passage), "{question}");
    }
    assert!(!finds("REF-2024-ABD", passage));
    assert!(!finds("v4.6", passage));
}

#[test]
fn an_article_is_found_however_it_is_written() {
    for passage in ["Véase el art. 48 bis de la ley.", "Artículo 48 bis. Permisos.", "ARTÍCULO 48 BIS"] {
        assert!(terms(passage, Some(Language::Es)).contains(&"art:48-bis".to_owned()), "{passage}");
    }
    assert!(terms("Article 48 applies.", Some(Language::En)).contains(&"art:48".to_owned()));
    let paragraph = terms("el artículo 205.1 dice", Some(Language::Es));
    assert!(paragraph.contains(&"art:205.1".to_owned()) && paragraph.contains(&"art:205".to_owned()));
    assert!(!terms("hay 48 personas", Some(Language::Es)).iter().any(|term| term.starts_with("art:")));
}

#[test]
fn inflected_words_meet_and_stop_words_go() {
    assert!(finds("trabajadores despedidos", "El trabajador fue despedido."));
    assert!(finds("working conditions", "The condition of work in the mine"));
    assert_eq!(terms("el de la que", Some(Language::Es)), Vec::<String>::new());
    assert!(terms("The US economy", Some(Language::En)).contains(&"us".to_owned()), "an acronym is a name");
}

#[test]
fn a_question_finds_the_same_word_in_the_other_language() {
    assert!(finds("Normandía", "El ducado de Normandía y su historia en la Edad Media"));
    let held = terms("The duke of Kensington was a general of the army", Some(Language::En));
    let asked = query_terms("¿Quién era el general de Kensington?", Some(Language::Es));
    for word in ["general", "kensington"] {
        let term = asked.iter().find(|term| term.word == word).unwrap();
        assert!(term.alternatives.iter().any(|one| held.contains(one)), "{word}");
    }
}

#[test]
fn an_unclear_question_keeps_what_is_a_stop_word_in_only_one_language() {
    let asked = query_terms("sin tax", None);
    assert_eq!(asked.iter().map(|term| term.word.as_str()).collect::<Vec<_>>(), ["sin", "tax"]);
}

#[test]
fn positions_count_stop_words_and_bytes_are_those_of_the_text() {
    let text = "La jornada de trabajo";
    let tokens = passage_tokens(text, Some(Language::Es));
    assert_eq!(tokens.iter().map(|token| token.position).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(text.get(tokens[1].bytes.clone()), Some("trabajo"));
}

proptest! {
    #[test]
    fn analysis_is_total_and_its_places_are_of_the_text(text in "\\PC{0,120}") {
        let _ = language_of(&text);
        for language in [None, Some(Language::Es), Some(Language::En)] {
            let tokens = passage_tokens(&text, language);
            prop_assert!(tokens.windows(2).all(|pair| pair[0].position <= pair[1].position));
            for token in tokens {
                prop_assert!(text.get(token.bytes).is_some());
                prop_assert!(!token.term.is_empty());
            }
            for term in query_terms(&text, language) {
                prop_assert!(!term.alternatives.is_empty() && text.get(term.bytes).is_some());
            }
        }
    }

    #[test]
    fn accents_and_case_change_no_term(word in "[a-zñáéíóúü]{1,14}") {
        let bare = fold(&word);
        for language in [Language::Es, Language::En] {
            let of = |word: &str| passage_tokens(word, Some(language)).into_iter().map(|token| token.term).collect::<Vec<_>>();
            prop_assert_eq!(of(&word), of(&bare));
            // With a word in lower case beside it, so that capitals alone do not make it an acronym.
            let upper: Vec<_> = query_terms(&format!("{} x", word.to_uppercase()), None).into_iter().map(|term| term.alternatives).collect();
            let lower: Vec<_> = query_terms(&format!("{word} x"), None).into_iter().map(|term| term.alternatives).collect();
            prop_assert!(upper.len() >= lower.len());
        }
    }

    #[test]
    fn a_passage_is_found_by_its_own_words(words in proptest::collection::vec("[a-zñáéíóú]{2,10}|[A-Z]{2,4}-[0-9]{2,4}", 1..8)) {
        let text = words.join(" ");
        let held = terms(&text, language_of(&text));
        for term in query_terms(&text, language_of(&text)) {
            prop_assert!(term.alternatives.iter().any(|one| held.contains(one)), "{:?} in {:?}", term, held);
        }
    }
}
