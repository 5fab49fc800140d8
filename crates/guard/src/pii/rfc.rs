//! RFC: three or four letters, a date, two signs that tell namesakes apart, and a check digit.

use super::curp::is_date;
use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] =
    &[Detector { pii: Pii::Rfc, pattern: r"[A-Z&]{3,4}[- ]?\d{6}[- ]?[A-Z0-9]{2}[0-9A]", holds }];

fn holds(candidate: &Candidate<'_>) -> bool {
    let compact: Vec<u8> = candidate
        .text
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || **byte == b'&')
        .map(u8::to_ascii_uppercase)
        .collect();
    let Some(date) = compact.get(compact.len().saturating_sub(9)..compact.len().saturating_sub(3)) else {
        return false;
    };
    let Some((check, rest)) = compact.split_last() else { return false };
    is_date(date) && (check_sign(rest) == Some(*check) || candidate.after_word(&["rfc", "r.f.c"]))
}

/// Stands for Ñ where signs are bytes.
const ENYE: u8 = 0xd1;
/// Whoever bought without saying who they are, and whoever lives abroad, have one in common.
const COMMON: [&str; 2] = ["XAXX010101000", "XEXX010101000"];

/// Whether this is a tax number as the Mexican tax office gives them: letters, a date, and the check digit that follows from
/// the rest.
pub fn is_rfc(text: &str) -> bool {
    let signs: Option<Vec<u8>> = text
        .chars()
        .map(|sign| match sign {
            'Ñ' | 'ñ' => Some(ENYE),
            sign => u8::try_from(sign).ok().filter(u8::is_ascii).map(|byte| byte.to_ascii_uppercase()),
        })
        .collect();
    let Some(signs) = signs else { return false };
    let Some((check, rest)) = signs.split_last() else { return false };
    let Some((name, tail)) = rest.split_at_checked(rest.len().saturating_sub(8)) else { return false };
    let Some((date, _)) = tail.split_at_checked(6) else { return false };
    let is_name = matches!(name.len(), 3 | 4)
        && name.iter().all(|byte| byte.is_ascii_uppercase() || matches!(*byte, b'&' | ENYE));
    is_name && is_date(date) && (check_sign(rest) == Some(*check) || COMMON.contains(&text))
}

fn check_sign(rest: &[u8]) -> Option<u8> {
    // An organisation's has a letter less, which counts as a space in front.
    let mut sum = if rest.len() == 11 { 37 * 13 } else { 0 };
    for (weight, byte) in (2..=12_u32).chain([13]).rev().skip(12 - rest.len()).zip(rest) {
        // Its place in 0–9, A–N, &, O–Z.
        let value = match byte {
            b'0'..=b'9' => u32::from(byte - b'0'),
            b'A'..=b'N' => u32::from(byte - b'A') + 10,
            b'&' => 24,
            b'O'..=b'Z' => u32::from(byte - b'A') + 11,
            &ENYE => 38,
            _ => return None,
        };
        sum += weight * value;
    }
    Some(match sum % 11 {
        0 => b'0',
        1 => b'A',
        rest => b'0' + u8::try_from(11 - rest).ok()?,
    })
}
