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
    &["en", "lugar", "de"],
    &["instead", "of"],
    &["rather", "than"],
    &["cancel", "the"],
    &["cancela", "el"],
    &["cancela", "la"],
    &["cancela", "los"],
    &["cancela", "las"],
    &["no", "more"],
];
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
    let mut pieces: Vec<(Edit, Vec<&str>)> = vec![(Edit::Put, Vec::new())];
    let (mut at, mut swaps) = (0, false);
    while let (Some(token), Some(word)) = (tokens.get(at), words.get(at)) {
        let now = pieces.last().map_or(Edit::Put, |(edit, _)| *edit);
        let rest = words.get(at..).unwrap_or_default();
        let taken = TAKES_OFF.iter().find(|phrase| {
            rest.len() >= phrase.len() && rest.iter().zip(**phrase).all(|(word, of)| word == of)
        });
        if let Some(phrase) = taken {
            pieces.push((Edit::TakeOff, Vec::new()));
            at += phrase.len();
            continue;
        }
        if SWAPS.contains(&word.as_str()) {
            (swaps, at) = (true, at + 1);
            pieces.push((Edit::TakeOff, Vec::new()));
            continue;
        }
        let is_for = swaps && matches!(word.as_str(), "por" | "for" | "with" | "to");
        if now == Edit::TakeOff && (is_for || PUTS.contains(&word.as_str())) {
            (swaps, at) = (false, at + 1);
            pieces.push((Edit::Put, Vec::new()));
            continue;
        }
        if let Some((_, piece)) = pieces.last_mut() {
            piece.push(token);
        }
        at += 1;
    }
    pieces
        .into_iter()
        .filter(|(_, piece)| !piece.is_empty())
        .map(|(edit, piece)| (edit, piece.join(" ")))
        .collect()
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
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
