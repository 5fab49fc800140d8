use proptest::prelude::*;

use super::*;

const PLAIN: Style = Style { limit: 4096, size: Size::Characters, markup: Markup::Plain };
const WHATSAPP: Style = Style { markup: Markup::WhatsApp, ..PLAIN };

const ANSWER: &str = "# Precios\n\nLa **limpieza** cuesta *desde* `600`. Ver [tarifas](https://a.example/t).\n\n\
    - Lunes\n- Martes\n\n| Día | Hora |\n| --- | --- |\n| Lunes | 9 |\n\n<b>Hola</b><br>1. uno [1]";

#[test]
fn an_answer_reads_well_without_any_marks() {
    let shown = PLAIN.rendered(ANSWER);
    for said in [
        "Precios\n",
        "La limpieza cuesta desde 600.",
        "tarifas (https://a.example/t)",
        "• Lunes\n• Martes",
        "Lunes – 9",
        "[1]",
    ] {
        assert!(shown.contains(said), "{said:?} in {shown:?}");
    }
    assert!(!shown.contains(['*', '`', '<', '#', '|']), "{shown:?}");
}

#[test]
fn whatsapp_has_marks_of_its_own() {
    let shown = WHATSAPP.rendered(ANSWER);
    for said in ["*Precios*", "La *limpieza* cuesta _desde_ `600`.", "• Lunes"] {
        assert!(shown.contains(said), "{said:?} in {shown:?}");
    }
}

#[test]
fn a_long_text_is_cut_between_sentences() {
    let style = Style { limit: 30, ..PLAIN };
    assert_eq!(style.split("Primera frase aquí. Segunda frase."), ["Primera frase aquí.", "Segunda frase."]);
    let bytes = Style { limit: 3, size: Size::Bytes, ..PLAIN };
    assert_eq!(bytes.split("ñandú"), ["ña", "nd", "ú"]);
}

proptest! {
    /// Whatever is said: every part fits, none is empty, and together they say it.
    #[test]
    fn parts_fit_and_say_it_all(text in "\\PC{0,400}", limit in 4_usize..60, which in 0..3) {
        let size = [Size::Characters, Size::Utf16, Size::Bytes][usize::try_from(which).unwrap()];
        let style = Style { limit, size, markup: Markup::Plain };
        let parts = style.split(&text);
        for part in &parts {
            prop_assert!(!part.is_empty() && size.of(part) <= limit, "{part:?}");
        }
        let words = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(words(&parts.concat()), words(&text));
    }

    #[test]
    fn any_markdown_can_be_shown(text in "[\\PC\\n]{0,300}") {
        WHATSAPP.messages(&text);
    }
}
