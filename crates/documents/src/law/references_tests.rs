use proptest::prelude::*;

use super::*;

fn found(text: &str) -> Vec<String> {
    let references = find_references(text, LawNames::spanish());
    let shown = references.into_iter().map(|reference| {
        let target = match reference.target {
            Target::Provision(key) => match &key.paragraph {
                Some(paragraph) => format!("{key}.{paragraph}"),
                None => key.to_string(),
            },
            Target::Previous => "previous".to_owned(),
            Target::Following => "following".to_owned(),
        };
        let law = match reference.law {
            CitedLaw::Own => "own".to_owned(),
            CitedLaw::Named(name) => LawNames::spanish().resolve(&name).unwrap().abbreviations[0].clone(),
            CitedLaw::Unknown => "?".to_owned(),
        };
        format!("{law} {target}")
    });
    shown.collect()
}

#[test]
fn laws_are_named_in_many_ways() {
    for (text, expected) in [
        ("el artículo 48 del Estatuto de los Trabajadores dice", &["ET 48"][..]),
        ("según el art. 48.4 ET.", &["ET 48.4"]),
        ("(art. 205.1.a) LGSS)", &["LGSS 205.1.a"]),
        ("artículo 48 bis del texto refundido de la Ley del Estatuto de los Trabajadores", &["ET 48 bis"]),
        ("en el artículo 64, apartado 4, letra c), de la Ley 36/2011, de 10 de octubre", &["LRJS 64"]),
        ("disposición adicional tercera de la Ley 36/2011", &["LRJS disposición adicional 3"]),
        ("artículo 24 de la Constitución", &["CE 24"]),
        ("el artículo 7 del Real Decreto Legislativo 8/2015, de 30 de octubre", &["LGSS 7"]),
        ("artículo 1902 del Código Civil", &["CC 1902"]),
        ("artículo 3 de la Ley 99/1901", &["? 3"]),
        ("artículo 3 del Código de Comercio", &["? 3"]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn what_names_no_law_is_of_this_one() {
    for (text, expected) in [
        ("conforme al artículo 5 de esta ley", &["own 5"][..]),
        ("el artículo 5 de la presente Ley", &["own 5"]),
        ("en los artículos 12 a 15, ambos inclusive", &["own 12", "own 13", "own 14", "own 15"]),
        ("los artículos 1, 2 y 7.3.", &["own 1", "own 2", "own 7.3"]),
        ("El artículo anterior rige.", &["own previous"]),
        ("en el artículo siguiente", &["own following"]),
        ("artículo 45.1, párrafo segundo, y demás", &["own 45.1"]),
        ("la disposición transitoria única", &["own disposición transitoria único"]),
        ("el anexo II", &["own anexo 2"]),
        ("artículo 10. Los trabajadores de la empresa", &["own 10"]),
        ("el artículo 3 y 5 días", &["own 3"]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn one_law_covers_its_list_and_a_citation_goes_back() {
    assert_eq!(found("los artículos 45.1.d) y 48.4 del ET"), ["ET 45.1.d", "ET 48.4"]);
    assert_eq!(
        found("el artículo 2 de la Ley 31/1995 y el artículo 3 de la citada Ley"),
        ["LPRL 2", "LPRL 3"]
    );
}

#[test]
fn its_article_is_of_the_law_before() {
    assert_eq!(found("el artículo 2 de la Ley 31/1995 y su artículo 9"), ["LPRL 2", "LPRL 9"]);
    assert_eq!(found("el art. único.20 del Real Decreto 772/2011"), ["? único.20"]);
    assert_eq!(found("por el art. 3.5 a 8 del ET"), ["ET 3.5"]);
    assert_eq!(found("los artículos 64 y siguientes del Texto Refundido de la Ley de Aguas"), ["? 64"]);
    assert_eq!(found("por el art. 4.12 Real Decreto-ley 6/2019"), ["? 4.12"]);
    assert_eq!(found("el artículo uno.c) de la Ley 36/2011"), ["LRJS 1.c"]);
    assert_eq!(
        found("la Ley; artículo 1 del ET; los artículos 13, 23.1 a) y 37.8 de dicha norma legal"),
        ["ET 1", "ET 13", "ET 23.1", "ET 37.8"]
    );
}

#[test]
fn a_provision_that_amends_speaks_of_the_other_law() {
    let amended = |heading: &str| amended_law(heading, LawNames::spanish());
    assert_eq!(
        amended(
            "Artículo primero. Modificación del texto refundido de la Ley del Estatuto de los Trabajadores, aprobado"
        ),
        Some(CitedLaw::Named("Estatuto de los Trabajadores".into()))
    );
    assert_eq!(
        amended("Disposición final 2. Modificación de la Ley 99/1901, de caza"),
        Some(CitedLaw::Unknown)
    );
    assert_eq!(amended("Artículo 41. Modificaciones sustanciales de condiciones de trabajo"), None);
    assert_eq!(amended("Artículo 5. Objeto"), None);
}

#[test]
fn words_are_not_numbers() {
    for text in [
        "el artículo una vez leído",
        "artículos de limpieza",
        "la disposición adicional",
        "sección de bolsos",
    ] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
}

fn own(number: &str) -> Article {
    let law = "Estatuto de los Trabajadores".to_owned();
    Article { law, title: None, chapter: None, section: None, number: Some(number.to_owned()) }
}

#[test]
fn references_lead_to_passages() {
    let index = |law: &str, number: &str| match (law, number) {
        ("Estatuto de los Trabajadores", "48" | "48 bis" | "49") => vec![format!("et_{number}")],
        ("Ley General de la Seguridad Social", "205") => {
            (0..9).map(|part| format!("lgss_205_{part}")).collect()
        }
        _ => vec![],
    };
    let ids = |text: &str, number: &str| {
        resolve_references(&find_references(text, LawNames::spanish()), Some(&own(number)), &index)
    };
    assert_eq!(
        ids("el artículo 48 y el art. 205 LGSS", "3"),
        ["et_48", "lgss_205_0", "lgss_205_1", "lgss_205_2"]
    );
    assert_eq!(ids("el artículo 48 de esta ley, y el artículo 48", "48"), Vec::<String>::new());
    assert_eq!(ids("el artículo anterior", "49"), ["et_48 bis"]);
    assert_eq!(ids("el artículo anterior", "48 bis"), ["et_48"]);
    assert_eq!(ids("el artículo siguiente", "48"), ["et_48 bis"]);
    assert_eq!(ids("el artículo siguiente", "48 bis"), ["et_49"]);
    assert_eq!(ids("artículo 48 del Código Civil", "49"), Vec::<String>::new());
}

#[test]
fn references_are_capped() {
    let index = |_: &str, number: &str| vec![number.to_owned()];
    let references = find_references("los artículos 1 a 30 y los artículos 100 a 130", LawNames::spanish());
    assert_eq!(resolve_references(&references, Some(&own("99")), &index).len(), MOST);
}

proptest! {
    #[test]
    fn any_text_can_be_searched(text in any::<String>()) {
        find_references(&text, LawNames::spanish());
    }

    #[test]
    fn references_lie_in_their_text(text in "(artículos? |art\\. |arts\\. |disposición final |[0-9]{1,4}|\\.|, |y | a |bis|º|del |de la |ET|Ley 31/1995|letra a\\)|anterior|ñ|\n){0,20}") {
        for reference in find_references(&text, LawNames::spanish()) {
            prop_assert!(text.get(reference.start..reference.end).is_some());
        }
    }
}
