//! US SSN: no check digit, so that only the ranges in use count, and only with hyphens or when it is called one.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] =
    &[Detector { pii: Pii::Ssn, pattern: r"\d{3}[- .]?\d\d[- .]?\d{4}", holds }];

fn holds(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let part = |range: std::ops::Range<usize>| {
        digits.get(range).map_or(0, |part| part.iter().fold(0_u32, |sum, digit| sum * 10 + u32::from(*digit)))
    };
    let (area, group, serial) = (part(0..3), part(3..5), part(5..9));
    let hyphens = candidate.text.get(3) == Some(&b'-') && candidate.text.get(6) == Some(&b'-');
    matches!(area, 1..=665 | 667..=899)
        && group > 0
        && serial > 0
        && (hyphens || candidate.after_word(&["ssn", "social security", "seguro social", "seguridad social"]))
}
