//! CURP: letters of the name, a date, sex, state, consonants, and a check digit.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Curp,
    pattern: r"[A-Z][AEIOUX][A-Z]{2}[- ]?\d{6}[- ]?[HMX][A-Z]{5}[- ]?[A-Z0-9]\d",
    holds,
}];

const STATES: [&[u8; 2]; 33] = [
    b"AS", b"BC", b"BS", b"CC", b"CL", b"CM", b"CS", b"CH", b"DF", b"DG", b"GT", b"GR", b"HG", b"JC", b"MC",
    b"MN", b"MS", b"NT", b"NL", b"OC", b"PL", b"QT", b"QR", b"SP", b"SL", b"SR", b"TC", b"TS", b"TL", b"VZ",
    b"YN", b"ZS", b"NE",
];

fn holds(candidate: &Candidate<'_>) -> bool {
    let compact = candidate.compact();
    let (Some(date), Some(state), Some((check, rest))) =
        (compact.get(4..10), compact.get(11..13), compact.split_last())
    else {
        return false;
    };
    let mut sum = 0;
    for (weight, byte) in (2..=18_u32).rev().zip(rest) {
        let Some(value) = value(*byte) else { return false };
        sum += weight * value;
    }
    is_date(date)
        && STATES.iter().any(|known| known.as_slice() == state)
        && u32::from(check.wrapping_sub(b'0')) == (10 - sum % 10) % 10
}

/// Its place in 0–9, A–N, Ñ, O–Z.
fn value(byte: u8) -> Option<u32> {
    Some(match byte {
        b'0'..=b'9' => u32::from(byte - b'0'),
        b'A'..=b'N' => u32::from(byte - b'A') + 10,
        b'O'..=b'Z' => u32::from(byte - b'A') + 11,
        _ => return None,
    })
}

/// Year, month and day in two digits each.
pub(super) fn is_date(digits: &[u8]) -> bool {
    let two = |start: usize| std::str::from_utf8(digits.get(start..start + 2)?).ok()?.parse::<u8>().ok();
    matches!(two(2), Some(1..=12)) && matches!(two(4), Some(1..=31))
}
