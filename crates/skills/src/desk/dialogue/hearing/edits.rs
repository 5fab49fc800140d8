//! What a message takes off an order, and what it puts on it: "quita el flan y ponme un guacamole", "dos aguas en vez de los cafés".

use conserje_text::fold;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    Put,
    TakeOff,
}

const TAKES_OFF: &[&[&str]] = &[
    &["quita"],
    &["quitale"],
    &["quitame"],
    &["quiteme"],
    &["quitele"],
    &["quitar"],
    &["quite"],
    &["quitamos"],
    &["elimina"],
    &["elimine"],
    &["borra"],
    &["saca"],
    &["sacale"],
    &["remove"],
    &["drop"],
    &["scratch"],
    &["ya", "no", "quiero"],
    &["no", "quiero"],
    &["ya", "no"],
    &["take", "out"],
    &["take", "off"],
    &["leave", "out"],
    &["skip"],
    &["forget"],
    &["en", "vez", "de"],
    &["en", "vez", "del"],
    &["en", "lugar", "de"],
    &["en", "lugar", "del"],
    &["instead", "of"],
    &["rather", "than"],
    &["cancel", "the"],
    &["cancela", "el"],
    &["cancela", "la"],
    &["cancela", "los"],
    &["cancela", "las"],
    &["no", "more"],
];
/// What goes in the place of something else is counted anew: "en vez de la arrachera un mole".
const IN_PLACE: &[&[&str]] = &[
    &["en", "vez", "de"],
    &["en", "vez", "del"],
    &["en", "lugar", "de"],
    &["en", "lugar", "del"],
    &["instead", "of"],
    &["rather", "than"],
];
const COUNTS: &str =
    "un una unos unas dos tres cuatro cinco seis siete ocho nueve diez a an one two three four five six que";
/// Around a "no" that is about a dish.
const AROUND_NO: &str = "ah ay oh ok okay vale bueno pues entonces then ojo eh y and mejor perdon perdona sorry gracias thanks uy";
/// After "no", what makes it a sentence of its own.
const NO_DISH: &str = "mejor perdon perdona sorry gracias thanks thank espera wait quiero quisiera puedo i lo me se te le nos hay tengo tienen es era \
    fue son esta si ya se problem problema more mas way hace hagas pongas ponga pica muy tan onions";
const SWAPS: &[&str] = &[
    "cambia",
    "cambiame",
    "cambie",
    "cambieme",
    "cambiar",
    "swap",
    "change",
    "switch",
    "replace",
    "sustituye",
];
const PUTS: &[&str] = &[
    "ponme", "pongame", "ponle", "pon", "ponga", "agrega", "agregame", "agregale", "agregue", "anade",
    "anademe", "anadele", "suma", "sumale", "dame", "deme", "mejor", "add", "give", "put", "make", "ill",
    "lets", "traeme", "quiero", "want",
];

/// The pieces of a message, without the words that say what is done with them.
pub(crate) fn edits(text: &str) -> Vec<(Edit, String)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let words: Vec<String> =
        tokens.iter().map(|token| fold(token).chars().filter(|ch| ch.is_alphanumeric()).collect()).collect();
    let mut pieces = Pieces { list: vec![(Edit::Put, Vec::new())], swaps: false, in_place: false };
    let mut at = 0;
    while at < tokens.len() {
        if let Some((of, next)) = denied(&tokens, &words, at) {
            pieces.list.push((Edit::TakeOff, of));
            pieces.begin(Edit::Put);
            at = next;
        } else {
            at += pieces.take(tokens.get(at..).unwrap_or_default(), words.get(at..).unwrap_or_default());
        }
    }
    let told = pieces.list.into_iter().filter(|(_, piece)| !piece.is_empty());
    told.map(|(edit, piece)| (edit, piece.join(" "))).collect()
}

struct Pieces<'t> {
    list: Vec<(Edit, Vec<&'t str>)>,
    /// What is taken off now is so "for" something else.
    swaps: bool,
    /// What is taken off now is so in the place of what is counted next.
    in_place: bool,
}

impl<'t> Pieces<'t> {
    fn begin(&mut self, edit: Edit) {
        (self.swaps, self.in_place) = (false, false);
        self.list.push((edit, Vec::new()));
    }

    /// Takes the next word, or the words that say what is done with those after them; how many that were.
    fn take(&mut self, tokens: &[&'t str], words: &[String]) -> usize {
        let begins_with = |phrase: &&[&str]| {
            words.len() >= phrase.len() && words.iter().zip(*phrase).all(|(word, of)| word == of)
        };
        let word = words.first().map_or("", String::as_str);
        if let Some(phrase) = TAKES_OFF.iter().copied().find(begins_with) {
            self.begin(Edit::TakeOff);
            self.in_place = IN_PLACE.contains(&phrase);
            return phrase.len();
        }
        if SWAPS.contains(&word) {
            self.begin(Edit::TakeOff);
            self.swaps = true;
            return 1;
        }
        let (now, is_empty) =
            self.list.last().map_or((Edit::Put, true), |(edit, piece)| (*edit, piece.is_empty()));
        let is_for = self.swaps && matches!(word, "por" | "for" | "with" | "to");
        if now == Edit::TakeOff && (is_for || PUTS.contains(&word)) {
            self.begin(Edit::Put);
            return 1;
        }
        // "A la leña" counts nothing.
        let is_led_on =
            word == "a" && words.get(1).is_some_and(|next| matches!(next.as_str(), "la" | "las" | "los"));
        let is_number = !word.is_empty() && word.chars().all(|ch| ch.is_ascii_digit());
        let is_count = !is_led_on && (is_in(COUNTS, word) || is_number);
        if now == Edit::TakeOff && self.in_place && !is_empty && is_count {
            self.begin(Edit::Put);
            // "Que sea un café."
            if word == "que" {
                return 2;
            }
        }
        if let (Some((_, piece)), Some(token)) = (self.list.last_mut(), tokens.first()) {
            piece.push(token);
        }
        1
    }
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// "No los tacos", "la sopa no entonces": a clause that only says what is not wanted, and where the next begins.
fn denied<'t>(tokens: &[&'t str], words: &[String], at: usize) -> Option<(Vec<&'t str>, usize)> {
    let ends = |token: &&str| token.ends_with([',', ';', '.', '!']);
    if at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| !ends(token)) {
        return None;
    }
    let length = tokens.get(at..)?.iter().position(ends).map_or(tokens.len() - at, |place| place + 1);
    let clause = words.get(at..at + length)?;
    let filling = |word: &&String| is_in(AROUND_NO, word);
    let begin = clause.iter().take_while(filling).count();
    let end = clause.len() - clause.iter().rev().take_while(filling).count();
    let core = clause.get(begin..end).filter(|core| (2..=7).contains(&core.len()))?;
    let is_no = |word: &String| matches!(word.as_str(), "no" | "not");
    let (from, to) = match core {
        [first, second, ..] if is_no(first) && !is_in(NO_DISH, second) => (begin + 1, end),
        [.., last] if is_no(last) => (begin, end - 1),
        _ => return None,
    };
    Some((tokens.get(at + from..at + to)?.to_vec(), at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_off_is_told_from_what_is_put() {
        let shown = |text: &str| {
            edits(text)
                .into_iter()
                .map(|(edit, piece)| format!("{edit:?} {piece}"))
                .collect::<Vec<_>>()
                .join(" | ")
        };
        for (text, expected) in [
            ("dos tacos y un agua", "Put dos tacos y un agua"),
            (
                "ah entonces quita el flan y ponme un guacamole",
                "Put ah entonces | TakeOff el flan y | Put un guacamole",
            ),
            (
                "en vez de los cafés ponme dos aguas de jamaica",
                "TakeOff los cafés | Put dos aguas de jamaica",
            ),
            ("dos aguas en lugar de los cafés", "Put dos aguas | TakeOff los cafés"),
            (
                "hmm drop the three-milk cake, the rest is fine",
                "Put hmm | TakeOff the three-milk cake, the rest is fine",
            ),
            ("swap the coffee for a hibiscus water", "TakeOff the coffee | Put a hibiscus water"),
            (
                "en vez de la arrachera un mole poblano, y ya",
                "TakeOff la arrachera | Put un mole poblano, y ya",
            ),
            ("en lugar de la jamaica que sea un cafe de olla", "TakeOff la jamaica | Put un cafe de olla"),
            ("no flan then, one three-milk cake instead", "TakeOff flan | Put one three-milk cake instead"),
            ("ok la sopa no entonces. un guacamole", "TakeOff la sopa | Put un guacamole"),
            ("ojo, no los tacos eh, la pesca del dia", "Put ojo, | TakeOff los tacos | Put la pesca del dia"),
            (
                "guacamole nomás uno, y en vez del flan un pastel de tres leches",
                "Put guacamole nomás uno, y | TakeOff flan | Put un pastel de tres leches",
            ),
            ("no, mejor dos tacos", "Put no, mejor dos tacos"),
            ("tacos, no pica?", "Put tacos, no pica?"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
