//! Whether somebody wishes to come, whatever the message was taken for: "valoración inicial el martes a las 12 en plaza norte"
//! names what and when, and is no question about the branch.

use super::mention::{Mention, mentioned, plain_words};
use super::setting::Setting;
use super::utterance::Utterance;
use super::when::understand;

const WISHES: &[&str] = &[
    "quiero",
    "quisiera",
    "necesito",
    "me gustaria",
    "querria",
    "agenda",
    "agendar",
    "agendame",
    "agendeme",
    "reserva",
    "reservar",
    "reservame",
    "reserveme",
    "aparta",
    "apartar",
    "apartame",
    "apartenme",
    "ponme",
    "pongame",
    "anotame",
    "anoteme",
    "apuntame",
    "apunteme",
    "dame",
    "deme",
    "hazme",
    "me das",
    "me da",
    "me pones",
    "me ponga",
    "me puedes poner",
    "me pueden poner",
    "me haga",
    "me hagan",
    "puedo ir",
    "puedo pasar",
    "puedo hacerme",
    "podria ir",
    "podria hacerme",
    "puede verme",
    "me puede ver",
    "me atienda",
    "see me",
    "can i get",
    "can i have",
    "can i do",
    "can i come",
    "could i get",
    "could i have",
    "could i come",
    "could you do",
    "can you do",
    "id like",
    "i d like",
    "i would like",
    "i need",
    "i want",
    "book",
    "schedule",
    "fit me in",
    "put me down",
    "sign me up",
    "get me in",
    "la primera",
    "me gustaria una",
    "squeeze me in",
];
/// Somebody who speaks of these asks about what they have, or wants to know something.
const NO_WISH: &[&str] = &[
    "mi cita",
    "mi reserva",
    "mi hora",
    "mi turno",
    "mi limpieza",
    "mi visita",
    "mi mesa",
    "mi consulta",
    "my appointment",
    "my booking",
    "my reservation",
    "my table",
    "my visit",
    "my cleaning",
    "tengo",
    "tenia",
    "tenemos",
    "tuve",
    "i have a",
    "i have an",
    "i had",
    "we have",
    "we had",
    "ive got",
    "i ve got",
    "cancelar",
    "cancela",
    "cancel",
    "anular",
    "mover",
    "cambiar",
    "move",
    "reschedule",
    "saber",
    "know",
    "informacion",
    "informes",
    "info",
    "duele",
    "duelen",
    "hurts",
    "pain",
    "comer",
    "beber",
    "tomar",
    "tomo",
    "ayunas",
    "ayuno",
    "eat",
    "drink",
    "fasting",
    "embarazada",
    "pregnant",
    "despues de",
];

/// Whether it names what this business does and when, or wishes for it in so many words.
pub(crate) fn wishes_to_come(setting: &Setting<'_>, told: &Utterance, intent: &str) -> bool {
    let Some(branch) = setting.business.branches.first() else { return false };
    if told.words.len() > 40 || told.has(NO_WISH) {
        return false;
    }
    let business = setting.business;
    let names_service =
        !matches!(mentioned(&told.text, &business.services, &plain_words(business)), Mention::Nothing);
    if !names_service {
        return false;
    }
    let says_when =
        understand(setting, &told.text, branch).is_ok_and(|when| when.has_day() || when.time.is_some());
    let wishes = told.has(WISHES);
    match intent {
        // Who is answered from documents may ask about a treatment on a day, too.
        "faq" | "question" | "policy" | "price" | "hours" => {
            says_when && (wishes || !told.is_question()) || wishes && told.words.len() <= 14
        }
        _ => says_when || wishes,
    }
}

/// Whether it wishes for something at a time, whatever that is: "y de una vez apártame el viernes a las 12".
pub(crate) fn wishes_in_words(setting: &Setting<'_>, told: &Utterance) -> bool {
    let Some(branch) = setting.business.branches.first() else { return false };
    let says_when =
        || understand(setting, &told.text, branch).is_ok_and(|when| when.has_day() || when.time.is_some());
    told.has(WISHES) && !told.has(NO_WISH) && says_when()
}
