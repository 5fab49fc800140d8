use proptest::prelude::*;

use super::*;

fn split(text: &str) -> Vec<&str> {
    sentences(text).into_iter().map(|range| text.get(range).unwrap().trim()).collect()
}

#[test]
fn sentences_end_at_points_and_questions() {
    assert_eq!(split("Hola. Adiós. ¿Qué tal? ¡Bien!"), ["Hola.", "Adiós.", "¿Qué tal?", "¡Bien!"]);
    assert_eq!(split("It works. Does it? Yes! Good."), ["It works.", "Does it?", "Yes!", "Good."]);
    assert_eq!(split("Dijo: «Vale.» Y se fue."), ["Dijo: «Vale.»", "Y se fue."]);
}

#[test]
fn abbreviations_end_no_sentence() {
    for whole in [
        "Según el art. 48 del ET, procede.",
        "Véase el Art. Único de la ley.",
        "El Sr. García y la Sra. López firman.",
        "La Orden núm. 5 rige.",
        "Viaja a EE. UU. mañana.",
        "Some fruit (e.g. Apples) is red.",
        "Use a tool, i.e. Something sharp.",
        "Vid. STS de 3 de mayo.",
        "Lo firmó J. Pérez en Madrid.",
        "D. Juan y Dña. María comparecen.",
        "Mr. Smith met Dr. Jones.",
        "See fig. 3 and vol. II for more.",
    ] {
        assert_eq!(split(whole), [whole]);
    }
}

#[test]
fn numbers_are_not_torn() {
    for whole in [
        "Son 3.14 metros y 1.000,50 euros.",
        "La sección 1.ª Rige.",
        "El 2.º Turno empieza.",
        "Version 4.5 is out.",
    ] {
        assert_eq!(split(whole), [whole]);
    }
}

#[test]
fn the_number_of_an_item_stays_with_it() {
    assert_eq!(split("1. Objeto de la ley. 2. Otro."), ["1. Objeto de la ley.", "2. Otro."]);
    assert_eq!(split("IV. El despido. Sigue."), ["IV. El despido.", "Sigue."]);
}

#[test]
fn an_ellipsis_ends_a_sentence_before_a_capital() {
    assert_eq!(split("Bueno… quizá. Pues… No sé."), ["Bueno… quizá.", "Pues…", "No sé."]);
    assert_eq!(split("Bueno... No sé."), ["Bueno...", "No sé."]);
}

#[test]
fn a_wrapped_line_goes_on_and_a_blank_line_ends() {
    assert_eq!(split("una línea que\nsigue aquí. Fin."), ["una línea que\nsigue aquí.", "Fin."]);
    assert_eq!(split("Un título\n\nsigue aquí"), ["Un título", "sigue aquí"]);
    assert_eq!(split("Nombre: Ana\nEdad: 3"), ["Nombre: Ana", "Edad: 3"]);
}

proptest! {
    #[test]
    fn sentences_are_the_text(text in "(\\PC|[.?!… \n\r\t]|art\\. |A|1\\.){0,80}") {
        let ranges = sentences(&text);
        let joined: String = ranges.iter().map(|range| text.get(range.clone()).unwrap()).collect();
        prop_assert_eq!(joined, text.as_str());
        prop_assert!(ranges.iter().all(|range| !range.is_empty()));
    }

    #[test]
    fn any_text_has_sentences(text in any::<String>()) {
        let joined: String = sentences(&text).into_iter().map(|range| text.get(range).unwrap().to_owned()).collect();
        prop_assert_eq!(joined, text);
    }
}
