//! What somebody orders: "dos tacos al pastor sin cebolla y una agua de jamaica".

use conserje_desk::model::{MenuItem, Named};
use conserje_desk::names::{Fit, find};
use conserje_desk::spoken::number_word;
use conserje_kernel::Language;
use conserje_text::fold;

use super::setting::Setting;

/// Words of ordering that name no dish.
const AROUND: &str = "quiero quisiera queria deseo me da das de del nos pone pones pon ponme pideme pidame mandame traigame traiga \
    para llevar recoger recojo pickup pick up delivery deliver delivered takeaway domicilio a al el la los las por favor please orden ordenes porcion \
    porciones order orders of i id want would like ll have get can could may ordenar pedir pedido hacer hola buenas buenos tardes \
    noches dias dia hello hi hey good evening afternoon morning agrega agregue agregar anade anadir add otra otro otras otros mas \
    more another extra mejor que sean solo only tambien also si yes ok gracias thanks to go take away out for ahora hoy manana \
    tomorrow today envio enviar lleven traer casa home mi my quita quite quitar remove it them lo les eso that sea algo something \
    comer eat cenar dinner lunch with us en in on the then entonces pues claro sure bueno perfecto cambia cambie make instead \
    servicio nombre name gustaria antoja vamos let lets do place just put some unos unas at by am pm around sobre tipo";

/// One dish as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WantedDish {
    pub(crate) quantity: u32,
    /// Whether a number was said.
    pub(crate) is_counted: bool,
    pub(crate) said: String,
    pub(crate) notes: Option<String>,
}

/// What it is on the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MeantDish {
    One(String),
    Several(Vec<String>),
    Nothing { near: Vec<String> },
}

/// Everything that may be a dish, in order.
pub(crate) fn wanted(text: &str, language: Language) -> Vec<WantedDish> {
    let spaced: String = fold(text)
        .replace(['\'', '’'], "")
        .chars()
        .take(400)
        .flat_map(|ch| {
            let is_word = ch.is_alphanumeric() || ch == ':';
            if is_word || ch.is_whitespace() { vec![ch] } else { vec![' ', ',', ' '] }
        })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut found = Vec::new();
    let mut current: (Option<u32>, Vec<&str>) = (None, Vec::new());
    for (at, word) in words.iter().copied().enumerate() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or_default();
        let after = words.get(at + 1).copied().unwrap_or_default();
        let article = language == Language::En && matches!(word, "a" | "an");
        let number = word.parse().ok().or_else(|| number_word(word)).or_else(|| article.then_some(1));
        if matches!(word, "," | "y" | "e" | "and" | "plus") || is_hour(word, before, after) {
            found.extend(one(std::mem::take(&mut current)));
        } else if let Some(number) = number {
            found.extend(one(std::mem::take(&mut current)));
            current = (Some(number), Vec::new());
        } else {
            current.1.push(word);
        }
    }
    found.extend(one(current));
    found
}

fn is_hour(word: &str, before: &str, after: &str) -> bool {
    let is_number = word.parse::<u32>().is_ok() || number_word(word).is_some();
    word.contains(':')
        || (is_number && matches!(before, "las" | "la" | "at" | "by" | "dia"))
        || (is_number
            && matches!(after, "am" | "pm" | "hrs" | "horas" | "h" | "personas" | "people" | "minutos"))
}

fn one((quantity, words): (Option<u32>, Vec<&str>)) -> Option<WantedDish> {
    let is_around = |word: &&&str| AROUND.split_whitespace().any(|other| other == **word);
    let cut = words.iter().skip(1).position(|word| matches!(*word, "sin" | "without")).map(|at| at + 1);
    let (name, notes) = words.split_at(cut.unwrap_or(words.len()));
    let start = name.iter().take_while(is_around).count();
    let end = name.iter().rev().take_while(is_around).count();
    let name = name.get(start..name.len().saturating_sub(end)).unwrap_or_default();
    (!name.is_empty()).then(|| WantedDish {
        quantity: quantity.unwrap_or(1).clamp(1, 100),
        is_counted: quantity.is_some(),
        said: name.join(" ").chars().take(60).collect(),
        notes: (!notes.is_empty()).then(|| notes.join(" ").chars().take(100).collect()),
    })
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
    use super::*;

    fn shown(text: &str, language: Language) -> String {
        let line = |one: &WantedDish| {
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
