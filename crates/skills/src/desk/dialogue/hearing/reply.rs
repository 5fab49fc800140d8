//! What somebody answers to a reminder of an appointment.

use super::utterance::Utterance;

/// "C", "ahí estaré": one of them is enough.
const COMES: &str = "c confirmo confirmamos confirmada confirmado confirmar confirm confirmed confirming estare estaremos asistire \
    asistiremos ire iremos acudire acudiremos voy vamos llegare llegaremos vemos coming there";
/// Around them.
const AROUND: &str = "si yes yep yeah ok okay vale claro perfecto listo great perfect ahi alli alla nos a la el lo mi de cita hora will be \
    ill i ll see you then im m am we well re are gracias muchas thanks thank please por favor my appointment it sure";
/// Nothing else, and it is meant of the appointment.
const CHANGES: [&str; 6] = ["cambio", "cambia", "cambie", "change", "cambiarla", "mover"];
const STAYS_AWAY: [&str; 26] = [
    "no puedo",
    "no podre",
    "no podremos",
    "no podemos",
    "no voy a poder",
    "no vamos a poder",
    "no voy a ir",
    "no voy a asistir",
    "no ire",
    "no iremos",
    "no asistire",
    "no llego",
    "no voy",
    "not coming",
    "not able to",
    "cant make",
    "can t make",
    "cant come",
    "can t come",
    "cannot make",
    "cannot come",
    "cant go",
    "can t go",
    "wont make",
    "won t make",
    "won t be able",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Confirms,
    Moves,
    Cancels,
}

impl Reply {
    /// Nothing, if it answers none of what the reminder offered.
    pub(crate) fn of(said: &Utterance) -> Option<Self> {
        if said.is_question() {
            return None;
        }
        let is_short = said.words.len() <= 3;
        // "Make it Friday" moves it, "I can't make it" does not.
        let cannot_make_it = said.has(&["make it"]) && said.has(&STAYS_AWAY);
        if (said.moves_it() && !cannot_make_it) || (is_short && said.has(&CHANGES)) {
            return Some(Self::Moves);
        }
        if said.cancels() || said.cancels_it() || said.has(&STAYS_AWAY) {
            return Some(Self::Cancels);
        }
        (said.is_yes() || says_so(said)).then_some(Self::Confirms)
    }
}

fn says_so(said: &Utterance) -> bool {
    if said.words.is_empty() {
        return said.text.contains(['👍', '✅', '👌']);
    }
    let is_in = |list: &str, word: &String| list.split_whitespace().any(|one| one == word);
    let comes = said.words.iter().any(|word| is_in(COMES, word));
    comes && said.words.iter().all(|word| is_in(COMES, word) || is_in(AROUND, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Reply> {
        Reply::of(&Utterance::of(text))
    }

    #[test]
    fn who_will_come_says_so_in_few_words() {
        for text in [
            "C",
            "c.",
            "C!",
            "confirmo",
            "Sí, ahí estaré",
            "sí",
            "ok gracias",
            "Confirmed",
            "👍",
            "👍🏽",
            "ahí nos vemos",
            "Sí, voy",
            "I'll be there",
            "see you there",
            "confirmo mi cita, gracias",
            "yes, confirmed",
        ] {
            assert_eq!(of(text), Some(Reply::Confirms), "{text}");
        }
    }

    #[test]
    fn who_cannot_come_moves_it_or_cancels() {
        for text in [
            "cambiar",
            "Change",
            "cámbiala",
            "cambiar al jueves a las 5",
            "sí, pero muévela al viernes",
            "can you move it",
        ] {
            assert_eq!(of(text), Some(Reply::Moves), "{text}");
        }
        for text in ["cancelar", "no puedo ir", "Cancel", "no voy a poder", "I can't make it", "no iré"] {
            assert_eq!(of(text), Some(Reply::Cancels), "{text}");
        }
    }

    #[test]
    fn what_asks_or_says_something_else_is_none_of_these() {
        for text in [
            "¿a qué hora era?",
            "no",
            "gracias",
            "hola",
            "voy a llegar tarde",
            "¿cuánto cuesta?",
            "quiero otra cita",
            "",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
