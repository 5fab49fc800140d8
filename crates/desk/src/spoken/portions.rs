//! What somebody orders, and how many of it: "dos tacos al pastor sin cebolla y una agua de jamaica".

use conserje_kernel::Language;
use conserje_text::fold;

use super::number_word;

/// Words of ordering that name no dish.
const AROUND: &str = "quiero quisiera queria deseo me da das de del nos pone pones pon ponme pideme pidame mandame traigame traiga dame deme denos \
    para llevar recoger recojo pickup pick up delivery deliver delivered takeaway domicilio a al el la los las por favor please orden ordenes porcion \
    porciones order orders of i id want would like ll have get can could may ordenar pedir pedido hacer hola buenas buenos tardes \
    noches dias dia hello hi hey good evening afternoon morning agrega agregue agregar anade anadir add otra otro otras otros mas \
    more another extra mejor que sean solo only tambien also si yes ok gracias thanks to go take away out for ahora hoy manana \
    tomorrow today envio enviar lleven traer casa home mi my quita quite quitar remove it them lo les eso that sea algo something \
    comer eat cenar dinner lunch with us en in on the then entonces pues claro sure bueno perfecto cambia cambie make instead \
    servicio nombre name gustaria antoja vamos let lets do place just put some unos unas at by am pm around sobre tipo porfa porfis xfa ya nomas \
    no wait digo perdon sorry actually x y and e \
    alcance alcancen rinda suficiente";
/// How a dish is to be made; it is not its name.
const HOW: [&str; 16] = [
    "sin",
    "without",
    "a punto",
    "bien cocido",
    "bien cocida",
    "poco hecho",
    "poco hecha",
    "muy hecho",
    "muy hecha",
    "termino medio",
    "medium rare",
    "well done",
    "con poca",
    "con poco",
    "extra de",
    "no onion",
];
/// What a number is of that belongs to a name: "tres leches", "cuatro quesos", "2 litros".
const NAMED: &str = "leches milk quesos estaciones layer layers cheese cheeses litros litro lts lt l ml gr g kg oz huevos capas sabores carnes ingredientes \
    delicias pisos tiempos";
/// Of whom a dish is to be enough for so many.
const EATERS: &str = "personas persona people person persons pax comensales invitados guests adultos adults ninos kids porciones";
/// What comes after "para 12", besides words of ordering, when twelve are people.
const THEN: &str = ", con sin with without pero but este esta this next proximo";
const WEEKDAYS: &str = "lunes martes miercoles jueves viernes sabado domingo monday tuesday wednesday \
    thursday friday saturday sunday";
const MONTHS: &str = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre january february \
    march april may june july august september october november december";
/// Who asks orders nothing.
const ASKS: &str = "cuanto cuesta|cuanto vale|cuanto es|cuanto sale|que lleva|que trae|que tarta|que tartas|que tienen|que hay|whats in|what is in|how much|do you do|\
    do you have|teneis|tienen|es picante|alergic|allergic|alergia|cual es|que es|hay de";
const INSTEAD: [&str; 10] =
    ["no", "wait", "mejor", "digo", "perdon", "sorry", "actually", "instead", "corrijo", "make"];

/// One dish as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    pub quantity: u32,
    /// Whether a number was said.
    pub is_counted: bool,
    pub said: String,
    pub notes: Option<String>,
}

/// A dish as it is read: how many, and the words.
#[derive(Default)]
struct Group<'a> {
    number: Option<u32>,
    words: Vec<&'a str>,
    /// How many people it is to be enough for; never how many there are of it.
    serves: Option<u32>,
}

/// Everything that may be a dish, in order. Nothing if it is a question.
pub fn portions(text: &str, language: Language) -> Vec<Portion> {
    let folded = fold(text).replace(['\'', '’'], "");
    let line = format!(" {} ", folded.split(|ch: char| !ch.is_alphanumeric()).collect::<Vec<_>>().join(" "));
    let is_order = [
        "quiero",
        "dame",
        "deme",
        "me da",
        "me pone",
        "ponme",
        "want",
        "id like",
        "ill have",
        "can i get",
        "quisiera",
    ]
    .iter()
    .any(|phrase| line.contains(&format!(" {phrase} ")));
    let is_allergy = line.contains(" alergic") || line.contains(" allergic");
    if is_allergy || !is_order && ASKS.split('|').any(|phrase| line.contains(&format!(" {phrase}"))) {
        return Vec::new();
    }
    let spaced = spaced(&folded);
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut found: Vec<Portion> = Vec::new();
    let mut group = Group::default();
    let mut at = 0;
    while let Some(word) = words.get(at).copied() {
        at += 1;
        let after = words.get(at).copied().unwrap_or_default();
        let ends = word == ","
            || matches!(word, "y" | "e" | "and" | "plus") && !matches!(after, "medio" | "media" | "half");
        if ends || is_hour(&words, at - 1) {
            finish(&std::mem::take(&mut group), (&words, at), language, &mut found);
            continue;
        }
        if let Some((length, count)) = serves(&words, at - 1) {
            group.serves = Some(count);
            at += length - 1;
            continue;
        }
        if let Some((length, count)) = dozens(&words, at - 1, language) {
            finish(&std::mem::take(&mut group), (&words, at - 1), language, &mut found);
            group.number = Some(count);
            at += length - 1;
            continue;
        }
        match number(word, language) {
            Some(_) if belongs(&group, after) => group.words.push(word),
            Some(count) => {
                let before = std::mem::take(&mut group);
                // "Para 4 personas quiero una paella": of what comes next.
                group.serves = before.serves.filter(|_| before.words.iter().all(|word| is_in(AROUND, word)));
                if group.serves.is_none() {
                    finish(&before, (&words, at - 1), language, &mut found);
                }
                group.number = Some(count);
            }
            None => group.words.push(word),
        }
    }
    finish(&group, (&words, words.len()), language, &mut found);
    found
}

/// Words with a space between, and a comma where something ends.
fn spaced(folded: &str) -> String {
    let signs: Vec<char> = folded.chars().take(400).collect();
    let is_letter =
        |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(|ch| ch.is_alphanumeric());
    signs
        .iter()
        .enumerate()
        .flat_map(|(at, ch)| {
            let is_word = ch.is_alphanumeric() || *ch == ':';
            // "Three-milk cake" is one dish.
            let is_hyphen = *ch == '-' && is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
            match (is_word || ch.is_whitespace(), is_hyphen) {
                (true, _) => vec![*ch],
                (false, true) => vec![' '],
                (false, false) => vec![' ', ',', ' '],
            }
        })
        .collect()
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

/// "Paella para 4" is one that is enough for four: how many words say so, and for how many.
fn serves(words: &[&str], at: usize) -> Option<(usize, u32)> {
    let word = |place: usize| words.get(at + place).copied().unwrap_or_default();
    let (lead, next) = (word(0), word(2));
    let count = word(1).parse().ok().or_else(|| number_word(word(1)))?;
    if is_in(EATERS, next) {
        return matches!(lead, "para" | "for" | "de").then_some((3, count));
    }
    let is_day = matches!(next, "de" | "of") && (word(3) == "la" || is_in(MONTHS, word(3)));
    let is_hour_or_day = is_day || matches!(next, "am" | "pm" | "in");
    let is_alone = next.is_empty() || [AROUND, THEN, WEEKDAYS].into_iter().any(|list| is_in(list, next));
    // "Para 2 y media" is an hour.
    let is_half = next == "y" && matches!(word(3), "media" | "cuarto" | "pico");
    let is_people = matches!(lead, "para" | "for") && is_alone && !is_hour_or_day && !is_half;
    is_people.then_some((2, count))
}

fn number(word: &str, language: Language) -> Option<u32> {
    let article = language == Language::En && matches!(word, "a" | "an");
    word.parse().ok().or_else(|| number_word(word)).or_else(|| article.then_some(1))
}

/// `media docena`, `3 docenas`: how many words, and how many pieces.
fn dozens(words: &[&str], at: usize, language: Language) -> Option<(usize, u32)> {
    let word = |place: usize| words.get(at + place).copied().unwrap_or_default();
    match (word(0), word(1), word(2)) {
        ("media", "docena", _) | ("half", "dozen", _) => Some((2, 6)),
        ("half", "a", "dozen") => Some((3, 6)),
        (count, "docena" | "docenas" | "dozen", _) => Some((2, number(count, language)?.saturating_mul(12))),
        // `a couple of`, `un par de`.
        ("a" | "un", "couple" | "par", _) => Some((2, 2)),
        _ => None,
    }
}

/// Whether a number is a part of the name that is being read: "pastel de tres leches", "coca de 600".
fn belongs(group: &Group<'_>, after: &str) -> bool {
    let is_named = NAMED.split_whitespace().any(|word| word == after);
    match group.words.as_slice() {
        [.., "de" | "del"] => group.number.is_some() || group.words.len() > 1 || is_named,
        [.., "de", "los" | "las"] => true,
        // "Tres leches" is the cake, whoever leaves out that it is one.
        [] if matches!(after, "leches" | "estaciones") => true,
        _ => is_named && (group.number.is_some() || !group.words.is_empty()),
    }
}

fn is_hour(words: &[&str], at: usize) -> bool {
    let word = |place: Option<usize>| place.and_then(|at| words.get(at)).copied().unwrap_or_default();
    let (this, before, after) = (word(Some(at)), word(at.checked_sub(1)), word(Some(at + 1)));
    let is_number = this.parse::<u32>().is_ok() || number_word(this).is_some();
    this.contains(':')
        || (is_number
            && matches!(before, "las" | "la" | "at" | "by" | "dia")
            && word(at.checked_sub(2)) != "de")
        || (is_number
            && matches!(after, "am" | "pm" | "hrs" | "horas" | "h" | "personas" | "people" | "minutos"))
}

/// Takes in what was read of one dish. A number alone is for the dish before it, if that had none or it is said instead.
fn finish(group: &Group<'_>, (words, at): (&[&str], usize), language: Language, found: &mut Vec<Portion>) {
    let is_around = |word: &&&str| is_in(AROUND, word);
    // "Una paella para 4 el domingo."
    let is_the_day = |word: &&&str| group.serves.is_some() && is_in(WEEKDAYS, word);
    let is_how = |at: usize| {
        let rest = group.words.get(at..).unwrap_or_default();
        HOW.iter().any(|phrase| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            rest.starts_with(&phrase)
        })
    };
    let cut = (1..group.words.len()).find(|at| is_how(*at)).unwrap_or(group.words.len());
    let (name, notes) = group.words.split_at(cut);
    let start = name.iter().take_while(is_around).count();
    // "Menú del día" is a name.
    let ends_with_day = matches!(name, [.., "del", "dia"]);
    let end = if ends_with_day {
        0
    } else {
        name.iter().rev().take_while(|word| is_around(word) || is_the_day(word)).count()
    };
    // "No quiero tacos."
    let is_refused = name.windows(2).take(start.max(1)).any(|pair| {
        matches!(
            pair,
            ["no" | "dont" | "not", "quiero" | "queremos" | "want" | "pongas" | "ponga" | "traigas" | "me"]
        )
    });
    if is_refused {
        return;
    }
    let name = name.get(start..name.len().saturating_sub(end)).unwrap_or_default();
    if name.is_empty() {
        let before = words.get(at.saturating_sub(6)..at.min(words.len())).unwrap_or_default();
        let is_instead = before.iter().any(|word| INSTEAD.contains(word));
        if let (Some(number), Some(last)) = (group.number, found.last_mut())
            && (is_instead || !last.is_counted)
        {
            (last.quantity, last.is_counted) = (number.clamp(1, 100), true);
        }
        if let (Some(count), Some(last)) = (group.serves, found.last_mut()) {
            last.notes = Some(with_serves(last.notes.take(), count, language));
        }
        return;
    }
    let notes = (!notes.is_empty()).then(|| notes.join(" ").chars().take(100).collect());
    let notes = match group.serves {
        Some(count) => Some(with_serves(notes, count, language)),
        None => notes,
    };
    found.push(Portion {
        quantity: group.number.unwrap_or(1).clamp(1, 100),
        is_counted: group.number.is_some(),
        said: name.join(" ").chars().take(60).collect(),
        notes,
    });
}

/// With how many it is to be enough for, as the kitchen reads it.
fn with_serves(notes: Option<String>, count: u32, language: Language) -> String {
    let serves = match language {
        Language::Es => format!("para {count}"),
        Language::En => format!("for {count}"),
    };
    match notes {
        Some(notes) => format!("{notes}, {serves}"),
        None => serves,
    }
}
