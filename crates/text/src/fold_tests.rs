use proptest::prelude::*;

use super::*;

/// As they stood in the crates until they became one. Nothing but these tests may use them.
mod before {
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;

    pub(super) fn text_and_search(text: &str) -> String {
        let bare: String = text.nfkd().filter(|ch| !is_combining_mark(*ch)).collect();
        bare.to_lowercase().nfkd().filter(|ch| !is_combining_mark(*ch)).collect()
    }

    pub(super) fn agents(text: &str) -> String {
        text.nfkd().flat_map(char::to_lowercase).filter(|ch| !is_combining_mark(*ch)).collect()
    }

    /// Without its short cut for the letters of Spanish.
    pub(super) fn documents(text: &str) -> String {
        let bare = |ch: char| ch.nfd().filter(|ch| !is_combining_mark(*ch)).flat_map(char::to_lowercase);
        text.chars().flat_map(bare).flat_map(char::nfd).filter(|ch| !is_combining_mark(*ch)).collect()
    }

    pub(super) fn llm(text: &str) -> String {
        text.nfd().filter(|ch| !is_combining_mark(*ch)).collect()
    }

    /// The one that is kept as it was, put differently: what is no `ñ` when composed is folded as in `documents`.
    pub(super) fn events(text: &str) -> String {
        let parts: Vec<char> = text.nfd().flat_map(char::to_lowercase).filter(|ch| *ch != '\0').collect();
        let mut folded = String::new();
        for (at, ch) in parts.iter().enumerate().filter(|(_, ch)| !is_combining_mark(**ch)) {
            let mut marks = parts.iter().skip(at + 1).take_while(|ch| is_combining_mark(**ch));
            let is_enye = *ch == 'n' && marks.any(|mark| *mark == '\u{303}');
            folded.push(if is_enye { 'ñ' } else { *ch });
        }
        folded
    }
}

/// What the sums of letters cannot show: a sigma at the end of a word, in capitals.
fn has_capital_sigma(text: &str) -> bool {
    text.nfkd().any(|ch| ch == 'Σ')
}

fn every_char() -> impl Iterator<Item = String> {
    ('\0'..=char::MAX).map(String::from)
}

/// Texts as people here write them, some hundreds of them: each beginning with each ending, in three ways to write it.
fn usual_texts() -> impl Iterator<Item = String> {
    const BEGINNINGS: [&str; 14] = [
        "¿Qué dice el artículo 205.1 de la LGSS",
        "Según el art. 48 bis, apartado 2.º",
        "El niño de la señora Muñoz cumplió 5 años en Logroño",
        "Mañana a las 10:30 en la C/ Peñíscola, nº 7, 1ª planta",
        "La cigüeña y el pingüino: ¡qué vergüenza!",
        "Factura Nº 2024/0815, 1.250,50 € (IVA del 21 %)",
        "Vull saber l’horari d’Andorra, si us plau, i el col·legi",
        "São Paulo, Curaçao, Århus, Łódź, Straße",
        "I can't find Ana's invoice REF-2024-ABC",
        "What’s the naïve résumé of Zoë’s café",
        "Please book a table for two, m² and CO₂ apart",
        "The ﬁnal oﬃce hours are 9–17 h",
        "don’t, shan't, O'Brien and rock ’n’ roll",
        "ana.perez@example.com escribió a las 9 a. m.",
    ];
    const ENDINGS: [&str; 10] = [
        "",
        "?",
        ", por favor",
        " … y nada más",
        " 👍🏽",
        " (v4.5)",
        "\nSegunda línea\tcon tabulador",
        " ½ kilo, ¾ de hora",
        " ＡＢＣ１２３",
        " — ½",
    ];
    let joined = BEGINNINGS.iter().flat_map(|first| ENDINGS.iter().map(move |last| format!("{first}{last}")));
    joined.flat_map(|text| {
        let (upper, apart) = (text.to_uppercase(), text.nfd().collect());
        [text, upper, apart]
    })
}

#[test]
fn each_keeps_what_its_name_says() {
    let text = "ARTÍCULO 1.º Año de la CIGÜEÑA, ﬁn de São Paulo";
    assert_eq!(fold(text), "articulo 1.o ano de la ciguena, fin de sao paulo");
    assert_eq!(fold_accents(text), "articulo 1.º ano de la ciguena, ﬁn de sao paulo");
    assert_eq!(fold_keeping_enye(text), "articulo 1.º año de la cigueña, ﬁn de sao paulo");
    assert_eq!(fold_accents("çÀİ e\u{301}"), "cai e");
    assert_eq!(fold_keeping_enye("a\0n\u{303}o"), "año");
    assert_eq!(fold("ΟΔΟΣ"), "οδος");
    assert_eq!(fold_accents("ΟΔΟΣ"), "οδοσ");
}

#[test]
fn every_character_is_folded_as_before() {
    for ch in every_char() {
        assert_eq!(fold(&ch), before::text_and_search(&ch));
        assert_eq!(fold(&ch), before::agents(&ch));
        assert_eq!(fold_accents(&ch), before::documents(&ch));
        assert_eq!(fold_accents(&ch), before::llm(&ch.to_lowercase()));
        assert_eq!(fold_keeping_enye(&ch), before::events(&ch));
        if ch.to_lowercase() == ch {
            assert_eq!(fold_accents(&ch), before::llm(&ch), "of a stem");
        }
    }
}

#[test]
fn usual_texts_are_folded_as_before() {
    assert!(usual_texts().count() >= 400);
    for text in usual_texts() {
        assert_eq!(fold(&text), before::text_and_search(&text));
        assert_eq!(fold(&text), before::agents(&text));
        assert_eq!(fold_accents(&text), before::documents(&text));
        assert_eq!(fold_accents(&text), before::llm(&text.to_lowercase()));
        assert_eq!(fold_keeping_enye(&text), before::events(&text));
    }
}

#[test]
fn in_composed_spanish_and_english_no_character_comes_or_goes() {
    for text in usual_texts() {
        let composed: String = text.nfc().collect();
        assert_eq!(fold_accents(&composed).chars().count(), composed.chars().count(), "{composed}");
    }
}

proptest! {
    #[test]
    fn any_text_is_folded_as_before(text in any::<String>()) {
        prop_assert_eq!(fold(&text), before::text_and_search(&text));
        prop_assert_eq!(fold_accents(&text), before::documents(&text));
        prop_assert_eq!(fold_keeping_enye(&text), before::events(&text));
        if !has_capital_sigma(&text) {
            prop_assert_eq!(fold(&text), before::agents(&text));
            prop_assert_eq!(fold_accents(&text), before::llm(&text.to_lowercase()));
        }
    }

    /// Letters and marks in every order: what stands between an n and its tilde does not matter.
    #[test]
    fn marks_are_folded_as_before(text in "[nNañÑÇİΣς\u{303}\u{301}\u{323}\u{307}\u{345}\\x00 .]{0,12}") {
        prop_assert_eq!(fold(&text), before::text_and_search(&text));
        prop_assert_eq!(fold_accents(&text), before::documents(&text));
        prop_assert_eq!(fold_keeping_enye(&text), before::events(&text));
    }

    #[test]
    fn folding_twice_is_folding_once(text in any::<String>()) {
        for once in [fold(&text), fold_accents(&text), fold_keeping_enye(&text)] {
            prop_assert!(!once.chars().any(is_combining_mark));
        }
        prop_assert_eq!(fold(&fold(&text)), fold(&text));
        prop_assert_eq!(fold_accents(&fold_accents(&text)), fold_accents(&text));
        prop_assert_eq!(fold_keeping_enye(&fold_keeping_enye(&text)), fold_keeping_enye(&text));
    }

    /// Callers look up, in the text as it was written, what they found in a folded one.
    #[test]
    fn letters_of_spanish_and_english_are_one_character_each(text in "[a-zA-ZáéíóúüñçÁÉÍÓÚÜÑÇ0-9ºª°.,;:¿?¡!«»€ ]{0,40}") {
        prop_assert_eq!(fold_accents(&text).chars().count(), text.chars().count());
    }

    #[test]
    fn the_n_with_tilde_is_all_that_two_of_them_differ_in(text in any::<String>()) {
        let kept = fold_keeping_enye(&text).replace('ñ', "n");
        prop_assert_eq!(kept, fold_accents(&text).replace('\0', ""));
    }
}
