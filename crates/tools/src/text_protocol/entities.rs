//! `&lt;` and its like, in both directions.

/// The longest entity there is, without `&` and `;`.
const LONGEST: usize = 10;

/// What is not an entity stays as it is: models write `AT&T`.
pub(super) fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let end = after.bytes().take(LONGEST + 1).position(|byte| byte == b';');
        let entity = end.and_then(|end| Some((after.get(..end)?, after.get(end + 1..)?)));
        match entity.and_then(|(name, left)| Some((meaning(name)?, left))) {
            Some((sign, left)) => {
                decoded.push(sign);
                rest = left;
            }
            None => {
                decoded.push('&');
                rest = after;
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

fn meaning(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return code.ok().and_then(char::from_u32).filter(|sign| *sign != '\0');
    }
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "aacute" => 'á',
        "eacute" => 'é',
        "iacute" => 'í',
        "oacute" => 'ó',
        "uacute" => 'ú',
        "uuml" => 'ü',
        "ntilde" => 'ñ',
        "Aacute" => 'Á',
        "Eacute" => 'É',
        "Iacute" => 'Í',
        "Oacute" => 'Ó',
        "Uacute" => 'Ú',
        "Uuml" => 'Ü',
        "Ntilde" => 'Ñ',
        "iquest" => '¿',
        "iexcl" => '¡',
        "ordf" => 'ª',
        "ordm" => 'º',
        "euro" => '€',
        _ => return None,
    })
}

/// So that [`decode`] gives the same text back, and space at either end survives.
pub(super) fn encode(text: &str) -> String {
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    let mut encoded = String::with_capacity(text.len() + 8);
    for (place, sign) in text.char_indices() {
        let at_an_end = place < start || place >= start + inner.len();
        match sign {
            '<' => encoded.push_str("&lt;"),
            '>' => encoded.push_str("&gt;"),
            '&' => encoded.push_str("&amp;"),
            _ if at_an_end => encoded.push_str(&format!("&#{};", u32::from(sign))),
            _ => encoded.push(sign),
        }
    }
    encoded
}
