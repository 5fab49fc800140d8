//! The parts of a message that says several things: "una limpieza el viernes a las 12, ¿y cuánto sale?"
//!
//! A part that asks something is answered; what is told is heard by the task. Only what plainly asks is taken out: a part
//! about which there is doubt stays with what is told, and the message is then heard whole, as one that says one thing.

use conserje_text::fold;

use super::topic::{Topic, policy_in};
use super::utterance::Utterance;

/// More parts than this are a story.
const MOST_PARTS: usize = 6;
/// Before the second of two things.
const JOINS: &str = "y e o pero tambien ademas aparte luego entonces and or but also plus then";
/// After a joining word, and before what is asked.
const FILLING: &str = "en a me de por una vez paso dime digame dame diganme tell me quiero saber ver oye tambien ademas aparte also please \
    pasame paseme mandame mandeme comparteme dame deme could can you know ah eh que bueno";
const ASKS: &str = "cuanto cuanta cuantos cuantas donde cual cuales que como quien cuando how what where which who when whats hay aceptan tienen \
    precio is are do does there";
const WISHES: &str = "quiero quisiera necesito apartame apartenme reservame reserveme agendame agendeme ponme pongame anotame anoteme reservenme book \
    reserve mesa cita id";
/// What is short with a point and ends nothing.
const SHORT: &str = "dr dra lic sr sra srta ing mr mrs ms st av avda col no num a p m";

/// What a message tells, and what it asks besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// All that is no question of its own.
    pub(crate) told: Utterance,
    pub(crate) asks: Vec<(Topic, Utterance)>,
}

impl Parts {
    /// `is_fact` tells of a part whether it asks for something that the business itself answers.
    pub(crate) fn of(said: &Utterance, is_fact: impl Fn(&Utterance) -> bool) -> Self {
        let mut told: Vec<String> = Vec::new();
        let mut asks: Vec<(Topic, Utterance)> = Vec::new();
        for part in cut(&said.text) {
            let part_said = Utterance::of(&part);
            let names_price = asks_price(&part_said);
            let topic =
                if !names_price && is_fact(&part_said) { Some(Topic::Fact) } else { asked(&part_said) };
            match topic {
                Some(topic) => asks.push((topic, part_said)),
                None => told.push(part),
            }
        }
        Self { told: Utterance::of(&told.join(" ")), asks }
    }

    /// Whether more is told than a greeting or a filling word.
    pub(crate) fn tells(&self) -> bool {
        let says = |word: &&String| {
            !is_in(FILLING, word)
                && !is_in(JOINS, word)
                && !is_in(
                    "hola buenas buenos dias tardes noches gracias hi hello hey thanks please favor porfa",
                    word,
                )
        };
        self.told.words.iter().any(|word| says(&word))
    }
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn bare(token: &str) -> String {
    fold(token).chars().filter(|ch| ch.is_alphanumeric()).collect()
}

/// The sentences, and within them what begins a question or a wish of its own.
fn cut(text: &str) -> Vec<String> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let words: Vec<String> = tokens.iter().map(|token| bare(token)).collect();
    let mut parts: Vec<String> = Vec::new();
    let mut begins = true;
    for (at, token) in tokens.iter().enumerate() {
        let after_comma =
            at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.ends_with(','));
        let is_next = begins || token.starts_with('¿') || begins_another(&words, at, after_comma);
        match parts.last_mut().filter(|_| !is_next) {
            Some(part) => {
                part.push(' ');
                part.push_str(token);
            }
            None => parts.push((*token).to_owned()),
        }
        let word = words.get(at).map_or("", String::as_str);
        begins = token.ends_with(['?', '!', ';'])
            || token.ends_with('.') && word.chars().count() > 1 && !is_in(SHORT, word);
    }
    if parts.len() > MOST_PARTS { vec![text.to_owned()] } else { parts }
}

/// "… y cuánto cuesta", "…, dime dónde están", "… and I'd like".
fn begins_another(words: &[String], at: usize, after_comma: bool) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let joins = is_in(JOINS, word(at));
    if at == 0 || !(joins || after_comma) {
        return false;
    }
    let mut next = if joins { at + 1 } else { at };
    while is_in(FILLING, word(next))
        && next < at + 6
        && !(is_in(ASKS, word(next)) && is_in(VERBS, word(next + 1)))
    {
        next += 1;
    }
    let after = word(next + 1);
    match word(next) {
        "que" => matches!(after, "precio" | "horario" | "hora" | "costo" | "dia" | "dias"),
        // "Y pásame la dirección."
        "la" | "el" | "los" | "the" => is_in(ASKED_FOR, after),
        "a" => false,
        first => is_in(ASKS, first) || is_in(WISHES, first),
    }
}

const ASKED_FOR: &str = "direccion ubicacion mapa precio precios horario costo address location price hours";
const VERBS: &str = "precio horario hora costo much";

/// Whether a part plainly asks what something costs.
fn asks_price(part: &Utterance) -> bool {
    const PRICE: &[&str] = &[
        "cuanto cuesta",
        "cuanto cuestan",
        "cuanto sale",
        "cuanto salen",
        "cuanto vale",
        "cuanto valen",
        "cuanto seria",
        "cuanto es",
        "cuanto cobra",
        "cuanto cobran",
        "cuanto cobrais",
        "cuanto cobras",
        "cuanto costaria",
        "cuanto me sale",
        "cuanto me cuesta",
        "cuanto me cobran",
        "que precio",
        "que costo",
        "precio de",
        "precio del",
        "precios de",
        "el precio",
        "en cuanto",
        "a cuanto",
        "cuanto por",
        "cuanto saldria",
        "how much",
        "what price",
        "what is the price",
        "whats the price",
        "the price",
        "price of",
        "the cost",
        "what does it cost",
        "do you charge",
        "cost",
        "costs",
    ];
    let names_price = part.begins(&["preci", "price", "pricing"]) && asks(part);
    part.has(PRICE) || names_price
}

/// Whether a part is put as a question.
fn asks(part: &Utterance) -> bool {
    part.is_question()
        || part.has(&[
            "when",
            "cuando",
            "a que hora",
            "desde que hora",
            "hasta que hora",
            "tell me",
            "dime",
            "digame",
        ])
}

/// What a part plainly asks.
fn asked(part: &Utterance) -> Option<Topic> {
    const PLACE: &[&str] = &[
        "donde estan",
        "donde queda",
        "donde quedan",
        "donde es",
        "donde esta",
        "donde se encuentran",
        "donde estais",
        "que direccion",
        "la direccion",
        "como llego",
        "como llegar",
        "where are you",
        "where is",
        "the address",
        "your address",
        "how do i get",
    ];
    if asks_price(part) {
        return Some(Topic::Price);
    }
    let opens = part.begins(&["abre", "abri", "cierr", "cerrar", "horario"])
        || part.has(&["open", "close", "opening", "hours"]);
    if asks(part) && opens && !part.has(&["any"]) {
        return Some(Topic::Hours);
    }
    if part.has(PLACE) {
        return Some(Topic::Location);
    }
    let pays = part.begins(&[
        "pago", "pagar", "paga", "pay", "acept", "tarjet", "efectiv", "cash", "seguro", "insur", "garant",
        "warrant", "reembols", "devuelv", "refund",
    ]) || part.has(&["card", "cards"]);
    (asks(part) && pays && policy_in(part).is_some()).then_some(Topic::Policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let parts = Parts::of(&Utterance::of(text), |_| false);
        let asks = parts.asks.iter().map(|(topic, said)| format!("{topic:?}: {}", said.text));
        std::iter::once(parts.told.text.clone()).chain(asks).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn what_is_asked_besides_is_told_from_what_is_wished() {
        for (text, expected) in [
            (
                "quiero limpieza dental el viernes a las 12 en norte, y en cuánto sale?",
                "quiero limpieza dental el viernes a las 12 en norte, | Price: y en cuánto sale?",
            ),
            (
                "cuánto cuesta la limpieza dental y de una vez apártame el viernes a las 12 en plaza norte",
                "y de una vez apártame el viernes a las 12 en plaza norte | Price: cuánto cuesta la limpieza dental",
            ),
            (
                "mesa para 4 el sábado a las 8 de la noche y dime cuánto cuesta la cata con el chef",
                "mesa para 4 el sábado a las 8 de la noche | Price: y dime cuánto cuesta la cata con el chef",
            ),
            (
                "how much for a filling? and when does North Plaza open on Saturdays",
                " | Price: how much for a filling? | Hours: and when does North Plaza open on Saturdays",
            ),
            ("las 10, ¿aceptan tarjeta?", "las 10, | Policy: ¿aceptan tarjeta?"),
            ("at 10 please. where are you exactly?", "at 10 please. | Location: where are you exactly?"),
            ("una mesa para dos y una silla de bebé", "una mesa para dos y una silla de bebé"),
            ("con la Dra. Ruiz a las 5 p.m. por favor", "con la Dra. Ruiz a las 5 p.m. por favor"),
            ("¿tienen el jueves a las 5?", "¿tienen el jueves a las 5?"),
            ("dos tacos y una coca", "dos tacos y una coca"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_greeting_tells_nothing() {
        assert!(!Parts::of(&Utterance::of("hola buenas, ¿cuánto cuesta la limpieza?"), |_| false).tells());
        assert!(Parts::of(&Utterance::of("el martes. ¿cuánto cuesta la limpieza?"), |_| false).tells());
    }
}
