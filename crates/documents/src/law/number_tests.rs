use proptest::prelude::*;

use super::*;

fn key(asked: &str) -> String {
    article_key(asked).map_or_else(|| "-".to_owned(), |key| key.to_string())
}

#[test]
fn one_form_for_each_way_to_write_a_number() {
    for (asked, number) in [
        ("48", "48"),
        (" 048 ", "48"),
        ("art. 48", "48"),
        ("Artículo 48", "48"),
        ("ARTÍCULO 5o.-", "5"),
        ("Artículo 5º", "5"),
        ("1.º", "1"),
        ("48 bis", "48 bis"),
        ("48.bis", "48 bis"),
        ("48bis", "48 bis"),
        ("48 BIS", "48 bis"),
        ("38 quáter", "38 quater"),
        ("47-A", "47 A"),
        ("uno", "1"),
        ("primero", "1"),
        ("treinta y siete bis", "37 bis"),
        ("veintidós", "22"),
        ("ciento uno", "101"),
        ("único", "único"),
        ("Disposición adicional tercera", "disposición adicional 3"),
        ("disposición transitoria vigésima séptima", "disposición transitoria 27"),
        ("Disposición adicional vigésima bis", "disposición adicional 20 bis"),
        ("disposición adicional vigesimoctava", "disposición adicional 28"),
        ("disposición adicional decimoséptima", "disposición adicional 17"),
        ("disposición adicional décimo primera", "disposición adicional 11"),
        ("disposición adicional centésima cuadragésima primera", "disposición adicional 141"),
        ("disposición final única", "disposición final único"),
        ("DA 3ª", "disposición adicional 3"),
        ("D.T. 2ª", "disposición transitoria 2"),
        ("anexo II", "anexo 2"),
        ("ANEXO", "anexo"),
        ("Disposición derogatoria.", "disposición derogatoria"),
        ("curenta y tres", "43"),
        ("Section 5", "5"),
        ("Article XIV", "14"),
    ] {
        assert_eq!(key(asked), number, "{asked}");
    }
}

#[test]
fn what_is_no_number_is_none() {
    for asked in ["", "artículo", "vacaciones", "0", "1234567", "de la ley", "anexos varios"] {
        assert_eq!(article_key(asked), None, "{asked}");
    }
}

#[test]
fn a_paragraph_is_not_the_article() {
    for (asked, number, paragraph) in [
        ("205.1", "205", Some("1")),
        ("48.4.a)", "48", Some("4.a")),
        ("48 bis.2", "48 bis", Some("2")),
        ("48.", "48", None),
        ("único.20", "único", Some("20")),
    ] {
        let key = article_key(asked).unwrap();
        assert_eq!((key.to_string().as_str(), key.paragraph.as_deref()), (number, paragraph), "{asked}");
    }
}

proptest! {
    #[test]
    fn any_text_can_be_asked_for(asked in any::<String>()) {
        let _ = article_key(&asked);
    }

    #[test]
    fn what_is_shown_means_the_same(asked in "(art\\. |DA |disposición final |anexo )?([1-9][0-9]{0,3}|única|quinto|trigésima cuarta|XIV)( bis|\\.ter|º)?") {
        let key = article_key(&asked).unwrap();
        prop_assert_eq!(article_key(&key.to_string()).unwrap(), key);
    }

    #[test]
    fn a_number_ends_inside_its_text(text in "[0-9A-Za-zº. áé)-]{0,20}") {
        if let Some(number) = number(&text) {
            prop_assert!(text.is_char_boundary(number.length) && number.length <= text.len());
        }
    }
}
