//! NUSS: province, number, and the remainder of both by 97.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Nuss,
    pattern: r"\d\d(?: ?[./-] ?| )?(?:\d{7,8}|\d{4}(?: ?[./-] ?| )\d{4})(?: ?[./-] ?| )?\d\d",
    holds,
}];

fn holds(candidate: &Candidate<'_>) -> bool {
    let compact = candidate.compact();
    let (Some(province), Some(number), Some(check)) = (
        compact.get(..2),
        compact.get(2..compact.len().saturating_sub(2)),
        compact.get(compact.len().saturating_sub(2)..),
    ) else {
        return false;
    };
    let value = |digits: &[u8]| {
        digits.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(digit.saturating_sub(b'0')))
    };
    let (province, number, check) = (value(province), value(number), value(check));
    let whole =
        if number < 10_000_000 { province * 10_000_000 + number } else { province * 100_000_000 + number };
    // Provinces, Ceuta and Melilla, and 66 for those without one.
    (matches!(province, 1..=53 | 66) && whole % 97 == check)
        // The shorter form is a company's.
        && (compact.len() == 12 || candidate.after_word(&["seguridad", "nuss", "naf", "afilia", "social", "cotiza"]))
}
