use proptest::prelude::*;

use super::*;

const ET: &str = "Real Decreto Legislativo 2/2015, de 23 de octubre, por el que se aprueba el texto refundido de la Ley del \
                  Estatuto de los Trabajadores";

fn name(names: &LawNames, asked: &str) -> String {
    names.resolve(asked).map_or_else(|| "-".to_owned(), |law| law.name.clone())
}

#[test]
fn the_fillers_can_be_searched() {
    assert!(FILLERS.is_sorted());
}

#[test]
fn one_law_has_many_names() {
    let mut names = LawNames::spanish().clone();
    names.add(ET);
    for asked in [
        ET,
        "ET",
        "et",
        "el ET",
        "E.T.",
        "Estatuto de los Trabajadores",
        "el estatuto de los trabajadores",
        "ESTATUTO TRABAJADORES",
        "la Ley del Estatuto de los Trabajadores",
        "texto refundido de la Ley del Estatuto de los Trabajadores",
        "Real Decreto Legislativo 2/2015",
        "RDLeg 2/2015",
        "R.D. Legislativo 2/2015, de 23 de octubre",
        "2/2015",
    ] {
        assert_eq!(name(&names, asked), "Estatuto de los Trabajadores", "{asked}");
    }
    assert_eq!(name(&names, "Ley General de la Seguridad Social"), "Ley General de la Seguridad Social");
    assert_eq!(name(&names, "lgss"), "Ley General de la Seguridad Social");
    assert_eq!(name(&names, "L.O. 11/85"), "Ley Orgánica de Libertad Sindical");
}

#[test]
fn what_is_no_law_is_none() {
    for asked in ["", "la", "de los", "ley", "mi convenio", "XYZ", "Ley 1/1900"] {
        assert_eq!(LawNames::spanish().resolve(asked), None, "{asked}");
    }
}

#[test]
fn a_law_that_is_not_known_is_called_as_its_title_says() {
    let mut names = LawNames::default();
    assert_eq!(names.add("Ley 7/2030, de 3 de mayo, de Cosas Muy Raras"), "Ley de Cosas Muy Raras");
    for asked in ["Ley 7/2030", "Ley de cosas muy raras", "cosas muy raras", "LCMR"] {
        assert_eq!(name(&names, asked), "Ley de Cosas Muy Raras", "{asked}");
    }
    assert_eq!(
        names.add(
            "Real Decreto 8/2030, de 3 de mayo, por el que se aprueba el Reglamento de Cosas y se deroga otro"
        ),
        "Reglamento de Cosas"
    );
    assert_eq!(names.add("Fuero Juzgo"), "Fuero Juzgo");
    assert_eq!(name(&names, "el fuero juzgo"), "Fuero Juzgo");
}

#[test]
fn the_longest_name_at_the_start_counts() {
    let names = LawNames::spanish();
    let at = |text: &str| match names.at_start(text)? {
        (Named::Known(law), length) => Some((law.name.clone(), text.get(..length).unwrap().to_owned())),
        (Named::Unknown, length) => Some(("?".to_owned(), text.get(..length).unwrap().to_owned())),
    };
    assert_eq!(
        at("Estatuto de los Trabajadores, que dice"),
        Some(("Estatuto de los Trabajadores".into(), "Estatuto de los Trabajadores".into()))
    );
    assert_eq!(at("ET."), Some(("Estatuto de los Trabajadores".into(), "ET".into())));
    assert_eq!(
        at("Ley 36/2011, de 10 de octubre"),
        Some(("Ley Reguladora de la Jurisdicción Social".into(), "Ley 36/2011".into()))
    );
    assert_eq!(at("Ley 1/1900, de caza"), Some(("?".into(), "Ley 1/1900".into())));
    assert_eq!(at("Código de Comercio"), Some(("?".into(), "Código".into())));
    assert_eq!(at("empresa que"), None);
}

proptest! {
    #[test]
    fn any_name_can_be_asked_for(asked in any::<String>()) {
        let names = LawNames::spanish();
        let _ = (names.resolve(&asked), names.at_start(&asked), names.name_of(&asked));
        let mut names = names.clone();
        names.add(&asked);
    }

    #[test]
    fn a_law_answers_to_its_title(title in "(Ley|Real Decreto|Ley Orgánica) [1-9]/20[0-9]{2}, de [1-9] de mayo, (de|sobre|por la que se regula) [A-Za-zñ ]{1,30}") {
        let mut names = LawNames::spanish().clone();
        let name = names.add(&title);
        prop_assert_eq!(&names.resolve(&title).unwrap().name, &name);
    }
}
