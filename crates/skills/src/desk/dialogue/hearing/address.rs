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
    let names_street = |at: usize| {
        let is_street = matches!(
            word(at).trim_matches(|ch: char| !ch.is_alphanumeric()),
            "calle"
                | "avenida"
                | "av"
                | "callejon"
                | "boulevard"
                | "blvd"
                | "paseo"
                | "plaza"
                | "privada"
                | "andador"
                | "carrera"
        );
        is_street
            && tokens.get(at + 1).is_some_and(|next| next.chars().next().is_some_and(char::is_uppercase))
    };
    let by_lead = (0..tokens.len()).find(|at| names_delivery(*at) && is_lead(at + 1)).map(|at| (at, at + 2));
    // "… a Calle Nogal 31", "it's Calle Almendro 14": a street is no dish.
    let by_street = || {
        let at = (0..tokens.len()).find(|at| names_street(*at))?;
        let leads = |at: usize| {
            is_lead(at) || matches!(word(at).as_str(), "its" | "it's" | "es" | "direccion" | "address")
        };
        let before = at.checked_sub(1)?;
        Some((if leads(before) { before.checked_sub(1)? } else { before }, at))
    };
    let (start, begin) = by_lead.or_else(by_street)?;
    let ends = |token: &&str| token.ends_with([',', ';', '.']) && token.chars().any(|ch| ch.is_ascii_digit());
    let rest = tokens.get(begin..)?;
    let length = rest.iter().position(ends).map_or(rest.len(), |at| at + 1);
    let address = rest.get(..length)?.join(" ");
    let is_place = address.chars().any(|ch| ch.is_ascii_digit()) && address.split(' ').count() >= 2;
    let before = tokens.get(..=start)?.join(" ");
    is_place.then(|| (before, address.trim_end_matches(['.', '!', ',', ';']).chars().take(200).collect()))
}
