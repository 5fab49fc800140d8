//! Whether a business offers what is asked for by name: "front brake pads" at a clinic are a thing of nobody.
//!
//! Only words are compared, without plural and with a slip of the pen, and nothing is decided here: how much of the thing
//! one offer has, and how much a text holds, from 0 to 1.

use conserje_desk::model::Business;
use conserje_desk::names;
use conserje_desk::text::Text;
use conserje_kernel::Language;
use conserje_text::{fold, is_stop_word, name_words};

use super::dialogue::hearing::asking::telling;

/// More words tell a story; what is asked for has fewer.
const MOST_WORDS: usize = 6;
/// Words of asking whether something can be had, and of when: they name nothing.
const USUAL: &str = "teneis tendras tendreis tienes haceis ofreceis vendeis venden vende vendes poneis ponen cobrais valdria \
    costara saldria quedan queda disponible disponibles disponibilidad stock existencias necesito busco buscando dime decidme digame \
    decirme gustaria interesa querria info informacion presupuesto coste valor euros euro pesos dolares tambien ahora hoy manana \
    semana mes lunes martes miercoles jueves viernes sabado domingo tarde noche dia persona personas gracias puedo podeis podrias \
    vosotros aqui alli caro barato total aproximadamente mas menos cada sell sells stock available availability get got need want \
    looking quote rate rates fee fees charge charges charged roughly about today tomorrow tonight week month monday tuesday \
    wednesday thursday friday saturday sunday morning afternoon evening night day person people there here give could would thanks \
    cheap expensive total each per also now there's wondering interested";

/// What a message asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedFor {
    /// In its own words.
    pub said: String,
    /// The same without plural.
    words: Vec<String>,
}

impl AskedFor {
    /// Nothing, if it names no thing or tells a story.
    pub fn of(text: &str) -> Option<Self> {
        let is_usual = |word: &str| {
            let folded = fold(word);
            is_stop_word(&folded, Language::Es)
                || is_stop_word(&folded, Language::En)
                || folded.chars().any(|ch| ch.is_ascii_digit())
                || folded.chars().count() < 2
                || USUAL.split_whitespace().any(|usual| usual == folded)
        };
        let told: Vec<&str> = telling(text).filter(|word| !is_usual(word)).take(MOST_WORDS + 1).collect();
        let words: Vec<String> = told.iter().flat_map(|word| name_words(word)).collect();
        let is_thing = !words.is_empty() && told.len() <= MOST_WORDS;
        is_thing.then(|| Self { said: told.join(" "), words })
    }

    /// The most that one offer has of it, by name or by what is told about it.
    pub fn offered_by(&self, business: &Business) -> f32 {
        let services = business.services.iter().map(|service| {
            let texts = [&service.name, &service.category, &service.description];
            all(service.id.as_str(), texts.into_iter().chain(&service.promotion))
        });
        let menu = business
            .menu
            .iter()
            .map(|item| all(item.id.as_str(), [&item.name, &item.category, &item.description].into_iter()));
        let staff = business
            .staff
            .iter()
            .map(|staff| all(staff.name.as_str(), std::iter::once(&staff.role).chain(&staff.specialty)));
        let rewards = business.loyalty.iter().flat_map(|loyalty| &loyalty.rewards);
        let rewards = rewards.map(|reward| all("", std::iter::once(&reward.name)));
        let policies = business.policies.iter();
        let policies = policies.map(|policy| all("", [&policy.title, &policy.full].into_iter()));
        let facts = business.facts.iter().map(|fact| {
            let words = fact.names.iter().chain(&fact.asked).flat_map(|name| name_words(name));
            all("", std::iter::once(&fact.text)).into_iter().chain(words).collect()
        });
        let branches =
            business.branches.iter().map(|branch| all(branch.city.as_str(), std::iter::once(&branch.name)));
        let own = std::iter::once(all("", std::iter::once(&business.name)));
        let offers = services
            .chain(menu)
            .chain(staff)
            .chain(rewards)
            .chain(policies)
            .chain(facts)
            .chain(branches)
            .chain(own);
        offers
            .map(|offer| self.share(&offer, |said, known| names::typos(said, known).is_some()))
            .fold(0.0, f32::max)
    }

    /// How much of it a text holds. A slip of the pen is none here: in a long text there is something near everything.
    pub fn held_by(&self, text: &str) -> f32 {
        let words: Vec<String> = text.split_whitespace().flat_map(name_words).collect();
        self.share(&words, |said, known| said == known)
    }

    fn share(&self, there: &[String], is_same: impl Fn(&str, &str) -> bool) -> f32 {
        let is_there = |said: &&String| there.iter().any(|known| is_same(said, known));
        let met = self.words.iter().filter(is_there).count();
        met as f32 / self.words.len().max(1) as f32
    }
}

fn all<'a>(name: &'a str, texts: impl Iterator<Item = &'a Text>) -> Vec<String> {
    let texts = texts.flat_map(Text::all);
    std::iter::once(name).chain(texts).flat_map(str::split_whitespace).flat_map(name_words).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use conserje_desk::import::read_folder;

    use super::*;

    fn demo(name: &str) -> Business {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(name);
        read_folder(&folder).unwrap()
    }

    fn asked(text: &str) -> AskedFor {
        AskedFor::of(text).unwrap_or_else(|| panic!("{text} asks for nothing"))
    }

    #[test]
    fn what_is_asked_for_is_what_is_left_of_a_question() {
        assert_eq!(asked("What do front brake pads cost?").said, "front brake pads");
        assert_eq!(asked("¿Cuánto valen las pastillas delanteras?").said, "pastillas delanteras");
        assert_eq!(asked("hola, ¿tenéis tarta de queso disponible hoy?").said, "tarta queso");
        for text in ["", "¿Cuánto cuesta?", "how much is it?", "¿Tenéis hueco el 24?", "and on Saturday?"]
        {
            let said = AskedFor::of(text).map(|asked| asked.said);
            assert!(said.as_deref().is_none_or(|said| said == "hueco"), "{text}: {said:?}");
        }
        let story =
            "mi hija pequeña empezó ayer una ortodoncia complicada tras perder dientes jugando al baloncesto";
        assert_eq!(AskedFor::of(story), None, "a story is no thing");
    }

    #[test]
    fn a_business_offers_what_stands_in_its_rows_in_either_language_and_with_a_slip() {
        let dental = demo("dental");
        for text in [
            "¿Cuánto cuesta una limpieza?",
            "how much is teeth whitening?",
            "precio de la endodonsia",
            "¿Hacen blanqueamientos?",
        ] {
            assert!(asked(text).offered_by(&dental) >= 0.9, "{text}");
        }
        for text in [
            "What do front brake pads cost?",
            "¿Cuánto valen las pastillas delanteras?",
            "¿tenéis croissants?",
        ] {
            assert!(asked(text).offered_by(&dental) < 0.1, "{text}: {}", asked(text).offered_by(&dental));
        }
        let half = asked("¿cuánto cuesta la limpieza de inyectores?").offered_by(&dental);
        assert!((0.4..=0.5).contains(&half), "one of its kind is no such thing: {half}");
    }

    #[test]
    fn a_text_holds_what_is_written_in_it() {
        let list = "| Pastillas de freno delanteras, juego montado | 118 € |";
        assert!(asked("¿Cuánto valen las pastillas delanteras?").held_by(list) > 0.9);
        assert!(asked("¿Cuánto vale la pastilla delantera?").held_by(list) > 0.9, "without the plural");
        assert!(asked("¿Cuánto cuesta una corona?").held_by(list) < 0.1);
    }
}
