//! What somebody orders: "dos tacos al pastor sin cebolla y una agua de jamaica".

use conserje_desk::model::{MenuItem, Named};
use conserje_desk::names::{Fit, find};
pub(crate) use conserje_desk::spoken::portions as wanted;

use super::setting::Setting;

/// What it is on the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MeantDish {
    One(String),
    Several(Vec<String>),
    Nothing { near: Vec<String> },
}

pub(crate) fn meant(said: &str, setting: &Setting<'_>) -> MeantDish {
    among(said, &setting.business.menu.iter().collect::<Vec<_>>())
}

/// Which of these items is meant.
pub(crate) fn among(said: &str, items: &[&MenuItem]) -> MeantDish {
    let ids = |places: Vec<usize>| -> Vec<String> {
        places.into_iter().filter_map(|place| items.get(place)).map(|item| item.id.clone()).collect()
    };
    match find(said, items.iter().map(|item| item.names())) {
        Fit::One(place) => items
            .get(place)
            .map_or(MeantDish::Nothing { near: Vec::new() }, |item| MeantDish::One(item.id.clone())),
        Fit::Several(places) => MeantDish::Several(ids(places)),
        Fit::Near(places) => MeantDish::Nothing { near: ids(places) },
        Fit::Nothing => MeantDish::Nothing { near: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use conserje_kernel::Language;

    use super::*;

    fn shown(text: &str, language: Language) -> String {
        let line = |one: &conserje_desk::spoken::Portion| {
            let notes = one.notes.as_ref().map(|notes| format!(" ({notes})")).unwrap_or_default();
            format!("{}{} {}{notes}", one.quantity, if one.is_counted { "" } else { "?" }, one.said)
        };
        wanted(text, language).iter().map(line).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn dishes_are_told_from_other_words() {
        for (text, expected) in [
            ("dos paellas y una coca cola", "2 paellas | 1 coca cola"),
            (
                "Quiero pedir 2 órdenes de tacos al pastor, un guacamole y tres aguas de jamaica para llevar",
                "2 tacos al pastor | 1 guacamole | 3 aguas de jamaica",
            ),
            ("quisiera tacos al pastor sin cebolla", "1? tacos al pastor (sin cebolla)"),
            ("quiero hacer un pedido", ""),
            ("para mañana a las 3", ""),
            ("hola, buenas tardes", ""),
            ("quiero pedir una pizza a domicilio", "1 pizza"),
        ] {
            assert_eq!(shown(text, Language::Es), expected, "{text}");
        }
        assert_eq!(
            shown("I'd like two fish tacos and a hibiscus water for pickup at 3 pm", Language::En),
            "2 fish tacos | 1 hibiscus water"
        );
    }
}
