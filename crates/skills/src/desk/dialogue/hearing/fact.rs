//! Questions that the business itself answers: insurers, ways to pay, parking, pets.

use conserje_desk::facts::{Asked, asked};

use super::mention::{Mention, mentioned, plain_words};
use super::setting::Setting;
use super::topic::Topic;
use super::utterance::Utterance;

/// What a message is about of what the business says of itself.
pub(crate) fn facts_asked<'b>(said: &Utterance, setting: &Setting<'b>) -> Vec<Asked<'b>> {
    asked(setting.business, &said.text, setting.business.today(setting.now))
}

/// Whether a message asks for such a thing. What it was taken for tells when the words alone do not: "mesa para 4 con silla de
/// bebé" asks nothing, "aceptan tarjeta" does without its question marks.
pub(crate) fn asks_a_fact(said: &Utterance, intent: &str, setting: &Setting<'_>) -> bool {
    const ASKING: &[&str] = &[
        "hay",
        "tienen",
        "tenes",
        "tienes",
        "teneis",
        "tendran",
        "se puede",
        "se pueden",
        "puedo",
        "podemos",
        "podria",
        "aceptan",
        "aceptais",
        "acepta",
        "reciben",
        "manejan",
        "admiten",
        "admitis",
        "dan",
        "hacen",
        "trabajan",
        "is there",
        "are there",
        "do you",
        "can i",
        "can we",
        "could i",
        "does it",
        "are you",
        "y si",
        "cuentan",
    ];
    let may_be_one = match Topic::of(intent) {
        Some(Topic::Policy | Topic::Location | Topic::Hours | Topic::Staff) | None => true,
        // What a service costs is told by its row, with its own promotion.
        Some(Topic::Price | Topic::Services) => {
            let business = setting.business;
            mentioned(&said.text, &business.services, &plain_words(business)) == Mention::Nothing
                && mentioned(&said.text, &business.menu, &[]) == Mention::Nothing
        }
        Some(_) => false,
    };
    let asks = said.is_question() || said.has(ASKING) || Topic::of(intent) == Some(Topic::Policy);
    may_be_one && asks && !facts_asked(said, setting).is_empty()
}
