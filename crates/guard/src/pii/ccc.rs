//! CCC: bank, branch, two check digits, account.

use super::{Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Ccc,
    pattern: r"\d{4}(?: ?[./-] ?| )?\d{4}(?: ?[./-] ?| )?\d\d(?: ?[./-] ?| )?\d\d(?: ?[./-] ?| )?\d{4}(?: ?[./-] ?| )?\d{4}",
    holds: |candidate| checks(&candidate.compact()),
}];

const WEIGHTS: [u32; 10] = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/// Twenty digits whose two check digits hold.
pub(super) fn checks(account: &[u8]) -> bool {
    let digit = |position: usize| -> Option<u32> { char::from(*account.get(position)?).to_digit(10) };
    let check = |start: usize, weights: &[u32]| -> Option<u32> {
        let mut sum = 0;
        for (offset, weight) in weights.iter().enumerate() {
            sum += digit(start + offset)? * weight;
        }
        Some(match sum % 11 {
            0 => 0,
            1 => 1,
            rest => 11 - rest,
        })
    };
    account.len() == 20
        && account.iter().any(|byte| *byte != b'0')
        && check(0, &[4, 8, 5, 10, 9, 7, 3, 6]) == digit(8)
        && check(10, &WEIGHTS) == digit(9)
        && digit(8).is_some()
        && digit(9).is_some()
}
