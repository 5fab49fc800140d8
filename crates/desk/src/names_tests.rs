use proptest::prelude::*;

use super::*;

const SERVICES: [&[&str]; 7] = [
    &["limpieza-dental", "Limpieza dental", "Dental cleaning"],
    &["limpieza-profunda", "Limpieza profunda", "Deep cleaning"],
    &["extraccion", "Extracción simple", "Simple extraction"],
    &["ortodoncia", "Ortodoncia: valoración", "Orthodontics assessment"],
    &["blanqueamiento", "Blanqueamiento", "Whitening"],
    &["endodoncia", "Endodoncia", "Root canal"],
    &["corona", "Corona de porcelana", "Porcelain crown"],
];

fn meant(said: &str) -> Fit {
    find(said, SERVICES.iter().map(|names| names.iter().copied()))
}

#[test]
fn names_are_found_without_accents_in_part_and_with_typos() {
    for (said, place) in [
        ("Limpieza dental", 0),
        ("LIMPIEZA DENTAL", 0),
        ("limpieza-dental", 0),
        ("limpeza dental", 0),
        ("una limpieza dental, por favor", 0),
        ("extraccion", 2),
        ("extracción", 2),
        ("estraccion", 2),
        ("extracciones", 2),
        ("ortodonsia", 3),
        ("valoracion de ortodoncia", 3),
        ("orthodontics", 3),
        ("blanqueamento", 4),
        ("blanquemiento", 4),
        ("whitenning", 4),
        ("root canal", 5),
        ("corona", 6),
        ("coronas porcelana", 6),
        ("porcelain crown", 6),
    ] {
        assert_eq!(meant(said), Fit::One(place), "{said}");
    }
}

/// "Soy Nora" was taken for the branch Norte.
#[test]
fn a_short_word_is_no_slip_for_another() {
    for (said, name) in [("nora", "nort"), ("cara", "cata"), ("luz", "lu")] {
        assert_eq!(typos(said, name), None, "{said}");
    }
    assert_eq!(typos("corna", "corona"), Some(1));
}

#[test]
fn several_that_fit_are_all_listed() {
    for said in ["limpieza", "Limpiezas", "cleaning", "limpiesa"] {
        assert_eq!(meant(said), Fit::Several(vec![0, 1]), "{said}");
    }
}

#[test]
fn what_there_is_not_is_not_made_up() {
    for said in ["implante", "masaje", "", "   ", "¿?", "de la", "xyz"] {
        assert_eq!(meant(said), Fit::Nothing, "{said}");
    }
    assert_eq!(meant("limpieza de alfombras"), Fit::Near(vec![0, 1]));
}

proptest! {
    #[test]
    fn any_words_give_places_of_the_list_or_nothing(said in any::<String>()) {
        let places = match meant(&said) {
            Fit::One(place) => vec![place],
            Fit::Several(places) => {
                prop_assert!(places.len() > 1);
                places
            }
            Fit::Near(places) => {
                prop_assert!(!places.is_empty() && places.len() <= MOST_NEAR);
                places
            }
            Fit::Nothing => Vec::new(),
        };
        prop_assert!(places.iter().all(|place| *place < SERVICES.len()));
    }

    /// One letter changed, left out, doubled or swapped in a long word.
    #[test]
    fn one_slip_does_not_lose_a_long_name(at in 1..13_usize, kind in 0..4_u8, letter in "[a-z]") {
        let mut signs: Vec<char> = "blanqueamiento".chars().collect();
        match kind {
            0 => signs[at] = letter.chars().next().unwrap(),
            1 => { signs.remove(at); }
            2 => signs.insert(at, letter.chars().next().unwrap()),
            _ => signs.swap(at, at - 1),
        }
        let said: String = signs.into_iter().collect();
        prop_assert_eq!(meant(&said), Fit::One(4), "{}", said);
    }
}
