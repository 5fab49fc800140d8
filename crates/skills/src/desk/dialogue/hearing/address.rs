//! Where something is to be brought, said among other words.

use conserje_text::fold;

/// "… a domicilio en Callejón 5": what comes before the address, and the address.
pub(crate) fn with_address(text: &str) -> Option<(String, String)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let word = |at: usize| tokens.get(at).map(|token| fold(token)).unwrap_or_default();
    let names_delivery = |at: usize| {
        ["domicilio", "delivery", "deliver", "delivered", "entrega", "envio"]
            .contains(&word(at).trim_matches(','))
    };
    let is_lead = |at: usize| matches!(word(at).as_str(), "en" | "to" | "a" | "at");
    let start = (0..tokens.len()).find(|at| names_delivery(*at) && is_lead(at + 1))?;
    let address = tokens.get(start + 2..)?.join(" ");
    let is_place = address.chars().any(|ch| ch.is_ascii_digit()) && address.split(' ').count() >= 2;
    let before = tokens.get(..=start)?.join(" ");
    is_place.then(|| (before, address.trim_end_matches(['.', '!']).chars().take(200).collect()))
}
