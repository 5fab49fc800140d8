//! What somebody wants an appointment for, in their own words: to say that there is no such thing.

use super::utterance::Utterance;

/// Without the article before it.
pub(crate) fn bare(text: &str) -> String {
    let articles = ["un ", "una ", "unos ", "unas ", "el ", "la ", "a ", "an ", "the "];
    let folded = text.trim().to_lowercase();
    let skip = articles
        .iter()
        .find(|article| folded.starts_with(**article))
        .map_or(0, |article| article.chars().count());
    text.trim().chars().skip(skip).take(60).collect()
}

/// What somebody wants an appointment for, in their words, if they say so.
pub(crate) fn wanted(said: &Utterance) -> Option<String> {
    const LEADS: [&str; 14] = [
        "cita para un",
        "cita para una",
        "cita para",
        "cita de",
        "agendar un",
        "agendar una",
        "reservar un",
        "reservar una",
        "appointment for a",
        "appointment for an",
        "appointment for",
        "book a",
        "book an",
        "need an",
    ];
    const ENDS: &str = "cita appointment mesa table hora reserva reservacion booking reservation visita visit para el la los las mi \
        mis me mañana manana hoy today tomorrow on at for this next lunes martes miercoles jueves viernes sabado domingo monday \
        tuesday wednesday thursday friday saturday sunday a con with por please favor y and esta este proximo proxima my someone \
        pasado time place spot lugar espacio uno una un";
    let words: Vec<&str> = said.words.iter().map(String::as_str).collect();
    LEADS.iter().find_map(|lead| {
        let lead: Vec<&str> = lead.split(' ').collect();
        let at = words.windows(lead.len()).position(|window| window == lead)?;
        let is_end = |word: &&&str| {
            ENDS.split_whitespace().any(|end| end == **word) || word.chars().any(|ch| ch.is_ascii_digit())
        };
        let rest: Vec<&str> =
            words.get(at + lead.len()..)?.iter().take_while(|word| !is_end(word)).take(4).copied().collect();
        let is_number = rest.first().is_some_and(|word| conserje_desk::spoken::number_word(word).is_some());
        (!rest.is_empty() && !is_number).then(|| rest.join(" "))
    })
}
