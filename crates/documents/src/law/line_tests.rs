use proptest::prelude::*;

use super::*;

fn read(line: &str, is_heading: bool) -> Option<Line> {
    Line::read(line, Place { is_heading, ..Place::default() })
}

fn number_of(line: &str, is_heading: bool) -> Option<String> {
    match read(line, is_heading)? {
        Line::Provision { key, is_quoted: false, .. } => Some(key.to_string()),
        Line::Provision { .. } | Line::Division { .. } | Line::Group { .. } | Line::Preamble { .. } => None,
    }
}

#[test]
fn articles_of_many_countries_are_seen() {
    for (line, number) in [
        ("Artículo 48. Suspensión con reserva de puesto.", "48"),
        ("Art. 48 bis. Permiso parental.", "48 bis"),
        ("ARTÍCULO 5o.- Para los efectos de esta Ley", "5"),
        ("Artículo 123.- Toda persona tiene derecho", "123"),
        ("ARTICULO PRIMERO.- Se reforma", "1"),
        ("Artículo único.", "único"),
        ("**Artículo 7.** Texto.", "7"),
        ("Artículo treinta y siete bis.", "37 bis"),
        ("Disposición adicional primera. Trabajo.", "disposición adicional 1"),
        ("Disposición derogatoria.", "disposición derogatoria"),
        ("Disposición transitoria trigésima quinta [sic]. Algo.", "disposición transitoria 35"),
        ("ANEXO II", "anexo 2"),
        ("Section 5. Definitions.", "5"),
        ("Article 5", "5"),
        ("§ 12. Scope", "12"),
        ("Artículo 3 Ámbito de aplicación", "3"),
    ] {
        assert_eq!(number_of(line, false).as_deref(), Some(number), "{line}");
    }
}

#[test]
fn what_speaks_of_an_article_begins_none() {
    for line in [
        "Artículo 48 del Estatuto de los Trabajadores.",
        "Artículo 48.4 y siguientes.",
        "artículo 5. Cuando proceda",
        "El artículo 5. Dice",
        "Artículos varios",
        "Artículo 5. Objeto .............. 12",
        "Artículo 9 y concordantes",
        "Anexos de la memoria",
        "«Artículo 7. Nuevo texto.",
        "Sección primera del Registro Civil",
    ] {
        assert_eq!(number_of(line, false), None, "{line}");
    }
}

#[test]
fn divisions_have_levels() {
    for (line, expected) in [
        ("LIBRO PRIMERO", Level::Book),
        ("TÍTULO I. Disposiciones generales", Level::Title),
        ("Título preliminar", Level::Title),
        ("CAPITULO II", Level::Chapter),
        ("Sección 1.ª Duración", Level::Section),
        ("Subsección 2.ª Otros", Level::Subsection),
        ("Chapter III", Level::Chapter),
    ] {
        match read(line, false) {
            Some(Line::Division { level, label }) => assert_eq!((level, label.as_str()), (expected, line)),
            other => panic!("{line}: {other:?}"),
        }
    }
    assert_eq!(read("Título I de la Ley citada", false), None);
    assert!(matches!(
        read("REGLAMENTO DE LOS SERVICIOS", true),
        Some(Line::Division { level: Level::Text, .. })
    ));
}

#[test]
fn items_of_a_group_have_its_part() {
    let place = Place { group: Some(Part::Transitional), ..Place::default() };
    match Line::read("PRIMERO.- La presente Ley entrará en vigor", place) {
        Some(Line::Provision { key, .. }) => assert_eq!(key.to_string(), "disposición transitoria 1"),
        other => panic!("{other:?}"),
    }
    assert_eq!(Line::read("Primero.- Algo", Place::default()), None);
}

proptest! {
    #[test]
    fn any_line_can_be_read(line in any::<String>(), is_heading in any::<bool>()) {
        let _ = read(&line, is_heading);
    }

    #[test]
    fn any_line_like_a_heading_can_be_read(line in "[«\"*]?(Artículo|TÍTULO|Disposición final|Sección|ANEXO|§|PRIMERO)[ .\\-ºª0-9IVXa-zñé«»]{0,12}", is_heading in any::<bool>()) {
        let _ = Line::read(&line, Place { is_heading, group: Some(Part::Final), sections_are_articles: true });
    }
}
