//! Whether somebody wishes to come, whatever the message was taken for: "valoración inicial el martes a las 12 en plaza norte"
//! names what and when, and is no question about the branch.

use conserje_desk::spoken::{Portion, portions};
use conserje_text::fold;

use super::at_once::at_once;
use super::dishes::{MeantDish, meant};
use super::mention::{Mention, mentioned, plain_words};
use super::setting::Setting;
use super::utterance::Utterance;
use super::when::understand;

const WISHES: &[&str] = &[
    "quiero",
    "quisiera",
    "queria",
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
    "ayunar",
    "eat",
    "drink",
    "fast",
    "fasting",
    "skip",
    "embarazada",
    "pregnant",
    "despues de",
    "need to",
    "have to",
];

/// Between one wish and the next.
const AFTER_THAT: &[&str] = &[
    " and after that",
    " and then",
    " and also",
    ", also",
    " as well as",
    " y despues",
    " y luego",
    " y tambien",
    ", tambien",
    " y ademas",
    " y aparte",
    " y otra",
    " y de paso",
];
/// What is done with an appointment that there is.
const CHANGES: &[&str] = &[
    "cancel",
    "anul",
    "muev",
    "mov",
    "cambi",
    "chang",
    "resched",
    "reprogram",
    "reagend",
    "pospon",
    "postpon",
    "aplaz",
    "adelant",
    "atras",
    "retras",
    "recorr",
    "corre",
    "pasa",
    "pase",
    "push",
    "switch",
    "swap",
    "rebook",
    "bring",
];

/// Whether it names what this business does and when, or wishes for it in so many words.
pub(crate) fn wishes_to_come(setting: &Setting<'_>, told: &Utterance, intent: &str) -> bool {
    let Some(branch) = setting.business.branches.first() else { return false };
    let changes = told.begins(CHANGES) && !told.has(&["me pasa", "nos pasa", "le pasa", "que pasa"]);
    if told.words.len() > 40 || told.has(NO_WISH) || changes {
        return false;
    }
    if !names_a_service(setting, told) {
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

/// Whether it names what this business does and when, whatever else is said: of what was judged to be nothing urgent.
pub(crate) fn names_what_and_when(setting: &Setting<'_>, said: &Utterance) -> bool {
    let business = setting.business;
    let Some(branch) = business.branches.first() else { return false };
    let when = understand(setting, &said.text, branch);
    names_a_service(setting, said) && when.is_ok_and(|when| when.has_day() || when.time.is_some())
}

fn names_a_service(setting: &Setting<'_>, said: &Utterance) -> bool {
    let business = setting.business;
    mentioned(&said.text, &business.services, &plain_words(business)) != Mention::Nothing
}

/// "A vaccination tomorrow at 9, and after that a medical certificate": the first, and what is wished for after it.
pub(crate) fn two_wishes(setting: &Setting<'_>, said: &Utterance) -> (Utterance, Option<Utterance>) {
    let whole = || (said.clone(), None);
    let folded = fold(&said.text);
    // Folding keeps the number of characters, so that a place in one is a place in the other.
    let chars: Vec<char> = said.text.chars().collect();
    if folded.chars().count() != chars.len() {
        return whole();
    }
    let found = AFTER_THAT.iter().filter_map(|phrase| folded.find(phrase)).min();
    let Some(at) = found.map(|at| folded.get(..at).unwrap_or_default().chars().count()) else {
        return at_once(&said.text).map_or_else(whole, |(first, later)| (first, Some(later)));
    };
    let part = |of: &[char]| Utterance::of(&of.iter().collect::<String>());
    let (first, later) = chars.split_at(at);
    let (first, later) = (part(first), part(later));
    let begins_something = names_a_service(setting, &first) || names_a_dish(setting, &first);
    if begins_something && names_a_service(setting, &later) {
        (first, Some(later))
    } else {
        at_once(&said.text).map_or_else(whole, |(first, later)| (first, Some(later)))
    }
}

/// "Cancélame la valoración, y aparte quiero blanqueamiento el viernes a la 1": what is to go or to be at another time, and what is
/// wished for besides.
pub(crate) fn changes_and_wishes(setting: &Setting<'_>, said: &Utterance) -> (Utterance, Option<Utterance>) {
    let changes = |one: &Utterance| one.cancels_it() || one.moves_it();
    cut_in_two(said, |first, later| {
        let wishes = names_what_and_when(setting, later) || names_a_dish(setting, later);
        changes(first) && !changes(later) && wishes && (later.has(WISHES) || later.has(BRINGS))
    })
}

/// "Two orders of tacos for pickup, and also a table for 4 on Sunday at 1": what is ordered, and what is booked.
pub(crate) fn order_and_booking(setting: &Setting<'_>, said: &Utterance) -> (Utterance, Option<Utterance>) {
    let books = |one: &Utterance| names_what_and_when(setting, one) && !names_a_dish(setting, one);
    cut_in_two(said, |first, later| {
        names_a_dish(setting, first) && books(later) || books(first) && names_a_dish(setting, later)
    })
}

/// At the first place between two clauses where both halves are what is looked for.
fn cut_in_two(
    said: &Utterance,
    are_two: impl Fn(&Utterance, &Utterance) -> bool,
) -> (Utterance, Option<Utterance>) {
    let tokens: Vec<&str> = said.text.split_whitespace().collect();
    let joins = |at: usize| {
        let begins =
            tokens.get(at).is_some_and(|token| matches!(fold(token).as_str(), "y" | "and" | "pero" | "but"));
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        begins || before.is_some_and(|token| token.ends_with([',', '.', ';', '!']))
    };
    let cut = (1..tokens.len()).filter(|at| joins(*at)).find_map(|at| {
        let part = |of: Option<&[&str]>| Utterance::of(&of.unwrap_or_default().join(" "));
        let (first, later) = (part(tokens.get(..at)), part(tokens.get(at..)));
        are_two(&first, &later).then_some((first, later))
    });
    cut.map_or_else(|| (said.clone(), None), |(first, later)| (first, Some(later)))
}

/// How something to eat is asked for.
const BRINGS: &[&str] = &[
    "mandame",
    "mandenme",
    "traeme",
    "traiganme",
    "enviame",
    "envienme",
    "quiero pedir",
    "pideme",
    "send me",
    "bring me",
    "order",
    "put",
];

/// Whether it names something of the menu.
pub(crate) fn names_a_dish(setting: &Setting<'_>, said: &Utterance) -> bool {
    let is_dish =
        |one: &Portion| matches!(meant(&one.said, setting), MeantDish::One(_) | MeantDish::Several(_));
    portions(&said.text, setting.language).iter().any(is_dish)
}

/// Whether it wishes for something at a time, whatever that is: "y de una vez apártame el viernes a las 12".
pub(crate) fn wishes_in_words(setting: &Setting<'_>, told: &Utterance) -> bool {
    let Some(branch) = setting.business.branches.first() else { return false };
    let says_when =
        || understand(setting, &told.text, branch).is_ok_and(|when| when.has_day() || when.time.is_some());
    told.has(WISHES) && !told.has(NO_WISH) && says_when()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use conserje_desk::import::read_folder;
    use conserje_desk::model::Business;
    use conserje_kernel::{Address, Language};

    use super::*;

    /// Monday 8 June 2026, 10:30 in Mexico City.
    const NOW: i64 = 1_780_936_200;

    fn business(demo: &str) -> Business {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(demo);
        read_folder(&folder).unwrap()
    }

    fn setting(business: &Business, language: Language) -> Setting<'_> {
        Setting { business, now: NOW, language, address: Address::Usted, agent: "general", tools: &[] }
    }

    fn wishes(demo: &str, (language, intent): (Language, &str), text: &str) -> bool {
        let business = business(demo);
        let setting = setting(&business, language);
        wishes_to_come(&setting, &Utterance::of(text), intent)
    }

    #[test]
    fn what_and_when_is_a_wish_whatever_it_was_taken_for() {
        for (demo, language, intent, text) in [
            ("dental", Language::Es, "location", "valoración inicial el martes a las 12 en plaza norte"),
            (
                "dental",
                Language::Es,
                "move_appointment",
                "el 3 de julio me puedes poner una resina en norte?",
            ),
            (
                "dental",
                Language::Es,
                "move_appointment",
                "ponme valoración en centro el miércoles a las 5... no, mejor a las 6 pm",
            ),
            (
                "dental",
                Language::Es,
                "cancel_appointment",
                "agendar ortodoncia (estudio y plan) el jueves 12 del día, centro",
            ),
            (
                "dental",
                Language::Es,
                "staff",
                "quiero que la dra Ruiz me ponga una resina, este sábado en el centro",
            ),
            ("dental", Language::En, "my_appointments", "dental cleaning Wed 10am North Plaza please"),
            ("dental", Language::En, "question", "first assessment on Saturday at 10am downtown"),
            (
                "dental",
                Language::En,
                "list_services",
                "could you do teeth whitening 3 days from now at North Plaza",
            ),
            ("dental", Language::En, "question", "can I get a dental cleaning at north plaza"),
            (
                "medical",
                Language::En,
                "question",
                "need a medical certificate for a race, tomorrow at 12 if you can",
            ),
        ] {
            assert!(wishes(demo, (language, intent), text), "{text}");
        }
    }

    #[test]
    fn two_wishes_are_told_apart() {
        let two = |text: &str| {
            let business = business("medical");
            let setting = setting(&business, Language::En);
            let (first, later) = two_wishes(&setting, &Utterance::of(text));
            (first.text, later.map(|later| later.text))
        };
        assert_eq!(
            two("i need a vaccination tomorrow at 9 and after that i'll also need a medical certificate"),
            (
                "i need a vaccination tomorrow at 9".to_owned(),
                Some("and after that i'll also need a medical certificate".to_owned())
            )
        );
        let one = "una vacuna mañana a las 9 y después me voy";
        assert_eq!(two(one), (one.to_owned(), None));
    }

    #[test]
    fn questions_about_a_treatment_are_no_wish() {
        for (demo, language, intent, text) in [
            ("dental", Language::En, "question", "do I need to fast before a cleaning?"),
            ("dental", Language::Es, "question", "¿puedo comer antes de la limpieza del viernes?"),
            ("dental", Language::Es, "price", "¿cuánto cuesta la limpieza?"),
            ("dental", Language::Es, "my_appointments", "¿a qué hora es mi limpieza del viernes?"),
            ("dental", Language::Es, "move_appointment", "pasa mi limpieza al viernes a las 5"),
            ("dental", Language::Es, "question", "me hicieron una limpieza ayer y me sangran las encías"),
            ("dental", Language::En, "move_appointment", "can we push the cleaning to Friday"),
            ("dental", Language::Es, "question", "hola"),
        ] {
            assert!(!wishes(demo, (language, intent), text), "{text}");
        }
    }
}
