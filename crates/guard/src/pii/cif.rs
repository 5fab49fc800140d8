//! CIF: a letter for the kind of organisation, seven digits, and a control that is a digit, a letter or either.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Cif,
    pattern: r"(?:(?-i:ES)[- ]?)?[A-HJNPQRSUVW][- .]?\d\d[. ]?\d\d\d[. ]?\d\d[- .]?[0-9A-J]",
    holds,
}];

fn holds(candidate: &Candidate<'_>) -> bool {
    let compact = candidate.compact();
    let compact = compact.strip_prefix(b"ES").unwrap_or(&compact);
    let (Some(kind), Some(number), Some(control)) = (compact.first(), compact.get(1..8), compact.get(8))
    else {
        return false;
    };
    let Some(check) = check_digit(number) else { return false };
    let as_digit = *control == b'0' + check;
    let as_letter = b"JABCDEFGHI".get(usize::from(check)) == Some(control);
    match kind {
        b'A' | b'B' | b'E' | b'H' => as_digit,
        b'P' | b'Q' | b'R' | b'S' | b'N' | b'W' => as_letter,
        _ => as_digit || as_letter,
    }
}

/// Luhn's sum over the seven digits.
fn check_digit(number: &[u8]) -> Option<u8> {
    let mut sum = 0;
    for (position, byte) in number.iter().enumerate() {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        sum += if position % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit };
    }
    Some((10 - sum % 10) % 10)
}
