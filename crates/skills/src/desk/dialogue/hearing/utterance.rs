//! What a message says by itself: yes or no, a number, a place in a list, a name, a telephone number.

use conserje_desk::spoken::{self, People, number_word};
use conserje_text::fold;

const YES: &str = "si sip sii claro ok oki okay vale dale correcto correcta perfecto confirmo confirma confirmar \
    confirme confirmado adelante exacto acuerdo listo sale va bueno bien hagalo hazlo hazla hagala reserva reservala \
    reservela agendala agendela yes yep yeah yup sure correct confirm confirmed perfect great fine good works ahead \
    absolutely definitely right agreed";
const NO: &str = "no nop nope nah todavia aun not yet nada nunca never tampoco";
/// Words that change nothing about a yes or a no.
const FILLER: &str = "de me parece esta asi es eso esa ese that thats sounds it is s go do por favor porfa please gracias \
    thanks thank you muy muchas pues todo the la lo le les i all with con mejor just then entonces mi";
const DROPS: [&str; 24] = [
    "dejalo",
    "dejelo",
    "dejala",
    "dejemoslo",
    "olvidalo",
    "olvidelo",
    "olvida eso",
    "olvide eso",
    "ya no",
    "mejor no",
    "no quiero nada",
    "no hace falta",
    "never mind",
    "nevermind",
    "forget it",
    "forget that",
    "forget about it",
    "drop it",
    "no thanks",
    "no thank you",
    "scrap that",
    "stop",
    "not anymore",
    "i changed my mind",
];
const CANCELS: [&str; 11] = [
    "cancela",
    "cancele",
    "cancelar",
    "cancelalo",
    "cancelala",
    "cancelelo",
    "cancelela",
    "cancel",
    "anula",
    "anulalo",
    "anular",
];
const ANY: [&str; 17] = [
    "cualquiera",
    "cualquier",
    "da igual",
    "me es igual",
    "es lo mismo",
    "la que sea",
    "el que sea",
    "lo antes posible",
    "cuanto antes",
    "cuando sea",
    "mas pronto",
    "any",
    "anyone",
    "whichever",
    "whenever",
    "soonest",
    "as soon as possible",
];
const ASKING: &str =
    "cuanto cuanta cuantos cuantas donde cual cuales quien quienes how what where who why which";
const ORDINALS: [(&str, usize); 16] = [
    ("primera", 1),
    ("primer", 1),
    ("segunda", 2),
    ("segundo", 2),
    ("tercera", 3),
    ("tercer", 3),
    ("tercero", 3),
    ("cuarta", 4),
    ("cuarto", 4),
    ("quinta", 5),
    ("quinto", 5),
    ("sexta", 6),
    ("sexto", 6),
    ("1st", 1),
    ("2nd", 2),
    ("3rd", 3),
];
/// Words around a place in a list: "quiero la segunda, por favor".
const AROUND_A_PLACE: &str = "la el lo the opcion option numero number no n one quiero prefiero mejor por favor please de esa ese i want prefer take \
     ll would like hora cita would que tengan tengas tenga tienen tienes haya hay you have got available disponible posible latest";
const WHEN_ITSELF: &str = "hoy manana lunes martes miercoles jueves viernes sabado domingo today tomorrow monday tuesday wednesday thursday \
    friday saturday sunday mediodia noon primera";
/// Words of days and hours, and around them.
const WHEN: &str = "hoy manana pasado lunes martes miercoles jueves viernes sabado domingo today tomorrow monday tuesday wednesday thursday friday \
    saturday sunday mediodia noon primera primer hora horas a al el las los del por tarde noche am pm p m y media cuarto menos en punto mes semana \
    proximo proxima siguiente at on in half past quarter to next week morning afternoon evening entonces pues mejor ah oh no enero febrero marzo abril \
    mayo junio julio agosto septiembre octubre noviembre diciembre january february march april may june july august september october november december";
/// What somebody says who corrects themselves, and nothing else.
const REPAIRS: &str = "no not perdon perdona perdone sorry espera espere wait uy ay oye oiga disculpa disculpe my bad mejor actually ah oh bueno hmm digo";
/// After "no", what makes it a sentence of its own.
const NOT_DENIED: &str = "mejor perdon perdona perdone sorry gracias thanks thank espera espere wait quiero quisiera puedo podria i lo la me se te le nos     hay tengo tienen es era fue son esta hace no si ya se problem problema worries need more mas way";
/// Longer messages are no answers.
const LONGEST: usize = 600;

fn is_in_lines(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// A message, ready to be looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utterance {
    pub(crate) text: String,
    pub(crate) words: Vec<String>,
    /// The words with a space on both sides of each.
    line: String,
}

impl Utterance {
    pub(crate) fn of(text: &str) -> Self {
        let text: String = text.chars().take(LONGEST).collect();
        let folded = fold(&text);
        let words: Vec<String> = folded
            .split(|ch: char| !ch.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(ToOwned::to_owned)
            .collect();
        let line = format!(" {} ", words.join(" "));
        Self { text: text.trim().to_owned(), words, line }
    }

    /// Whether it has one of these, each one word or several.
    pub(crate) fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.line.contains(&format!(" {phrase} ")))
    }

    /// Whether a word begins with one of these.
    pub(crate) fn begins(&self, stems: &[&str]) -> bool {
        self.words.iter().any(|word| stems.iter().any(|stem| word.starts_with(stem)))
    }

    fn is_only(&self, kind: &str) -> bool {
        self.words.iter().any(|word| is_in(kind, word))
            && self.words.iter().all(|word| is_in(kind, word) || is_in(FILLER, word))
    }

    /// Yes and nothing else.
    pub(crate) fn is_yes(&self) -> bool {
        self.is_only(YES)
    }

    /// Yes, and more that takes nothing back.
    pub(crate) fn agrees(&self) -> bool {
        let begins = self.words.first().is_some_and(|word| is_in(YES, word));
        begins
            && self.words.len() <= 8
            && !self.has(&["no", "not", "pero", "but", "mejor", "instead", "except", "salvo"])
    }

    /// No and nothing else.
    pub(crate) fn is_no(&self) -> bool {
        self.is_only(NO)
    }

    /// Wants no more of what is in hand.
    pub(crate) fn drops(&self) -> bool {
        self.is_no() || (self.words.len() <= 6 && self.has(&DROPS))
    }

    /// "Cancela", "cancel that": of what is in hand, if something is.
    pub(crate) fn cancels(&self) -> bool {
        self.words.len() <= 6 && self.has(&CANCELS)
    }

    /// Wants something gone that is there already: "anúlala", "bin the cleaning".
    pub(crate) fn cancels_it(&self) -> bool {
        let is_past = self.begins(&["cancelled", "canceled", "cancelaron", "anularon"])
            || self.has(&["cancelo", "anulo"]);
        self.begins(&["cancel", "anul"]) && !is_past && !self.has(&["instead", "could it be"])
            || self.has(&[
                "bin the",
                "bin it",
                "drop the",
                "scrap the",
                "scratch the",
                "forget the",
                "scrap that",
                "scrap it",
                "scrap mine",
                "borrala",
                "quitala",
            ])
    }

    /// Says that what was understood or said before is wrong.
    pub(crate) fn was_mistaken(&self) -> bool {
        self.begins(&["equivoqu", "equivoc", "confund", "mistak"])
            || self.has(&[
                "wrong",
                "i meant",
                "i mean",
                "mixed up",
                "mix those",
                "mix them",
                "should be",
                "should have been",
                "shouldve been",
                "was supposed to be",
                "quise decir",
                "queria decir",
                "debia ser",
                "debio ser",
                "tenia que ser",
                "era para",
                "no era",
                "me refiero a",
                "me referia a",
            ])
    }

    /// Wants one more of what was booked.
    pub(crate) fn wants_another(&self) -> bool {
        self.has(&[
            "otra",
            "otro",
            "another",
            "one more",
            "tambien para",
            "also for",
            "tambien la de",
            "tambien una",
        ]) && !self.has(&[
            "otra hora",
            "otro dia",
            "otro horario",
            "otra fecha",
            "another time",
            "another day",
            "another date",
        ])
    }

    /// Wants something to be at another time.
    pub(crate) fn moves_it(&self) -> bool {
        self.begins(&[
            "cambiam",
            "cambiala",
            "cambiar",
            "pasam",
            "pasal",
            "muev",
            "mover",
            "recorr",
            "adelant",
            "atras",
            "retras",
            "reprogram",
            "reagend",
            "reschedul",
            "pospon",
            "aplaz",
            "postpon",
        ]) || self.has(&[
            "move",
            "could it be",
            "can it be",
            "puede ser mejor",
            "push it",
            "bring it forward",
            "change it",
            "make it",
            "solo la hora",
            "just the time",
            "only the time",
            "nada mas la hora",
        ])
    }

    /// "Y otra para mi esposo", "one at 12 for my flatmate": not for who writes.
    pub(crate) fn is_for_another(&self) -> bool {
        const WHOSE: &[&str] =
            &["para mi", "para su", "para el", "para la", "for my", "for her", "for his", "y mi", "and my"];
        const KIN: &str = "hijo hija nino nina hermano hermana esposo esposa marido mujer novio novia pareja mama papa madre padre abuelo \
            abuela suegro suegra amigo amiga jefe jefa companero companera son daughter brother sister husband wife boyfriend girlfriend \
            partner mother father mom mum dad friend boss flatmate roommate colleague";
        WHOSE.iter().any(|whose| {
            let length = whose.split(' ').count();
            self.words.windows(length + 1).any(|window| {
                window.join(" ").strip_prefix(whose).is_some_and(|kin| is_in_lines(KIN, kin.trim()))
            })
        })
    }

    /// Leaves the choice to us.
    pub(crate) fn is_any(&self) -> bool {
        self.has(&ANY)
    }

    pub(crate) fn is_question(&self) -> bool {
        self.text.contains(['?', '¿']) || self.words.iter().any(|word| is_in(ASKING, word))
    }

    /// The numbers in it, with their places among the words.
    pub(crate) fn numbers(&self) -> Vec<(usize, u32)> {
        let read = |word: &String| word.parse().ok().or_else(|| number_word(word));
        self.words.iter().enumerate().filter_map(|(at, word)| Some((at, read(word)?))).collect()
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    pub(crate) fn word_before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// A number and nothing else.
    pub(crate) fn only_number(&self) -> Option<u32> {
        match self.numbers().as_slice() {
            [(_, number)] if self.words.len() == 1 => Some(*number),
            _ => None,
        }
    }

    /// Which of a list is meant by its place in it, from 0.
    pub(crate) fn place(&self, length: usize) -> Option<usize> {
        if length == 0 || self.words.len() > 8 {
            return None;
        }
        let mut found: Option<usize> = None;
        for word in &self.words {
            let named = ORDINALS.iter().find(|(name, _)| name == word).map(|(_, place)| *place);
            let last = matches!(word.as_str(), "ultima" | "ultimo" | "last" | "latest").then_some(length);
            let number =
                || word.parse().ok().or_else(|| number_word(word)).and_then(|n| usize::try_from(n).ok());
            match named.or(last).or_else(|| if word == "one" { None } else { number() }) {
                // "11:15" is an hour, and no place.
                Some(place) if found.is_some_and(|found| found != place) => return None,
                Some(place) => found = Some(place),
                None if is_in(AROUND_A_PLACE, word) => {}
                None => return None,
            }
        }
        found?.checked_sub(1).filter(|place| *place < length)
    }

    /// How many people: "para cuatro", "somos 5", "a party of six".
    pub(crate) fn party(&self, was_asked: bool) -> Option<People> {
        spoken::people(&self.text, was_asked)
    }

    /// A day or an hour and nothing else: "va, entonces hoy a las 12 y media".
    pub(crate) fn is_only_a_time(&self) -> bool {
        let is_number = |word: &String| word.parse::<u32>().is_ok() || number_word(word).is_some();
        let is_of_it =
            |word: &String| is_number(word) || is_in(WHEN, word) || is_in(FILLER, word) || is_in(YES, word);
        (1..=12).contains(&self.words.len())
            && self.words.iter().all(is_of_it)
            && self.words.iter().any(|word| is_number(word) || is_in(WHEN_ITSELF, word))
    }

    /// The same without what is denied of it: "en la del centro, no en norte", "a cleaning instead of a filling".
    pub(crate) fn without_denied(&self) -> Self {
        let kept: Vec<&str> = self.text.split([',', ';', '.']).filter(|part| !denies(part)).collect();
        let says = |part: &&str| part.split_whitespace().any(|word| !is_in(REPAIRS, &fold(word)));
        if !kept.iter().any(says) {
            return self.clone();
        }
        let kept: Vec<String> = kept.into_iter().map(before_instead).collect();
        Self::of(&kept.join(", "))
    }

    /// The same without the words of a name: "soy Nora" names no branch.
    pub(crate) fn without(&self, name: &str) -> Self {
        let name: Vec<String> = name.split_whitespace().map(fold).collect();
        let is_of_it = |token: &&str| {
            let word = fold(token);
            let word = word.trim_matches(|ch: char| !ch.is_alphanumeric());
            name.iter().any(|part| part == word)
        };
        Self::of(&self.text.split_whitespace().filter(|token| !is_of_it(token)).collect::<Vec<_>>().join(" "))
    }

    /// A telephone number.
    pub(crate) fn phone(&self) -> Option<String> {
        let kept = |ch: char| ch.is_ascii_digit() || " +-().".contains(ch);
        let runs = self.text.split(|ch: char| !kept(ch));
        let digits = |run: &&str| (7..=15).contains(&run.chars().filter(char::is_ascii_digit).count());
        runs.filter(digits)
            .map(|run| run.trim_matches([' ', '-', '.']).to_owned())
            .find(|run| !run.contains("- ") && !is_date(run))
    }

    /// Somebody's name. Asked for it, all that is left may be one; otherwise it must be said that it is.
    pub(crate) fn name(&self, was_asked: bool) -> Option<String> {
        spoken::person(&self.text, was_asked && !self.is_yes() && !self.is_no() && !self.is_any())
    }
}

/// "No en norte", "not a cleaning"; but not "no puedo el martes" or "no, mejor …", which say something of their own.
fn denies(part: &str) -> bool {
    let words: Vec<String> = part.split_whitespace().map(fold).collect();
    let words: Vec<&str> =
        words.iter().map(String::as_str).skip_while(|word| matches!(*word, "y" | "and")).collect();
    match words.as_slice() {
        ["no" | "not", second, ..] => words.len() <= 6 && !is_in(NOT_DENIED, second),
        _ => false,
    }
}

/// "Una limpieza en vez de la resina": what comes before. "En vez de la resina ponme una limpieza": what is to be instead.
fn before_instead(part: &str) -> String {
    const INSTEAD: &[&[&str]] = &[
        &["en", "vez", "de"],
        &["en", "vez", "del"],
        &["en", "lugar", "de"],
        &["en", "lugar", "del"],
        &["instead", "of"],
        &["rather", "than"],
    ];
    const RATHER: &str =
        "ponme pongame pon ponga mejor quiero quisiera prefiero dame hazme que put make book id ill want";
    let words: Vec<&str> = part.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let at = |of: &&[&str]| {
        let is_it = |window: &[String]| window.iter().zip(*of).all(|(word, other)| word == other);
        folded.windows(of.len()).position(is_it)
    };
    let Some(end) = INSTEAD.iter().filter_map(at).min() else { return part.trim().to_owned() };
    let kept = if end > 0 {
        words.get(..end)
    } else {
        let rather = folded.iter().position(|word| is_in(RATHER, word));
        rather.and_then(|rather| words.get(rather + 1..)).or(Some(words.as_slice()))
    };
    kept.unwrap_or_default().join(" ")
}

/// `2026-06-09` has as many digits as a telephone number.
fn is_date(run: &str) -> bool {
    run.get(..10).is_some_and(|start| start.parse::<jiff::civil::Date>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_no_and_dropping_are_told_apart() {
        for yes in
            ["sí", "Si, por favor", "ok", "está bien", "de acuerdo", "yes please", "sounds good", "go ahead"]
        {
            assert!(Utterance::of(yes).is_yes() && !Utterance::of(yes).drops(), "{yes}");
        }
        for no in ["no", "No, gracias", "nope", "déjalo", "olvídelo", "never mind", "mejor no", "no thanks"]
        {
            assert!(Utterance::of(no).drops() && !Utterance::of(no).is_yes(), "{no}");
        }
        for neither in ["no, mejor el martes", "a las 5", "Ana López", "sí, pero a las 6", ""] {
            assert!(!Utterance::of(neither).drops() && !Utterance::of(neither).is_yes(), "{neither}");
        }
    }

    #[test]
    fn a_time_alone_is_told_from_what_happened_then() {
        for said in [
            "va, entonces hoy a las 12 y media",
            "el jueves 10 de diciembre a las 5 de la tarde",
            "tomorrow at 5 pm",
        ] {
            assert!(Utterance::of(said).is_only_a_time(), "{said}");
        }
        for said in ["a las 12 me desmayé", "hoy me duele el pecho", "no", "sí", "ok", "", "me muero a las 5"]
        {
            assert!(!Utterance::of(said).is_only_a_time(), "{said}");
        }
    }

    #[test]
    fn what_is_denied_names_nothing() {
        for (said, left) in [
            ("no no, perdón, en la del centro, no en norte", "no no, perdón, en la del centro"),
            ("not a cleaning, I meant teeth whitening", "I meant teeth whitening"),
            ("una limpieza en vez de la resina", "una limpieza"),
            ("no, mejor el viernes", "no, mejor el viernes"),
            ("no en norte", "no en norte"),
            ("no puedo el martes, mejor el jueves", "no puedo el martes, mejor el jueves"),
        ] {
            assert_eq!(Utterance::of(said).without_denied().text, left, "{said}");
        }
    }

    #[test]
    fn places_of_a_list_are_understood() {
        for (said, place) in [("la segunda", 1), ("2", 1), ("la primera por favor", 0), ("the second one", 1)]
        {
            assert_eq!(Utterance::of(said).place(3), Some(place), "{said}");
        }
        assert_eq!(Utterance::of("the last one").place(3), Some(2));
        assert_eq!(Utterance::of("4").place(3), None);
        assert_eq!(Utterance::of("11:15").place(12), None, "an hour");
        assert_eq!(Utterance::of("dos tacos").place(3), None);
    }

    #[test]
    fn names_and_numbers_are_found() {
        for (said, was_asked, name) in [
            ("Ana López", true, Some("Ana López")),
            ("ana lópez, 55 1234 5678", true, Some("Ana López")),
            ("a nombre de Luis de la Fuente por favor", false, Some("Luis de la Fuente")),
            ("My name is John Smith and I want a table", false, Some("John Smith")),
            ("soy alérgica", false, None),
            ("¿cuánto cuesta?", true, None),
            ("mañana a las 5", false, None),
        ] {
            assert_eq!(Utterance::of(said).name(was_asked).as_deref(), name, "{said}");
        }
        assert_eq!(Utterance::of("Ana, 55 1234 5678").phone().as_deref(), Some("55 1234 5678"));
        assert_eq!(Utterance::of("2026-06-09").phone(), None);
        assert_eq!(Utterance::of("una mesa para cuatro a las 9").party(false), Some(People::Said(4)));
        assert_eq!(Utterance::of("para las 9").party(false), None);
        assert_eq!(Utterance::of("somos cinco personas").party(false), Some(People::Said(5)));
    }
}
