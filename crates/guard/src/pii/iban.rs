//! IBAN: remainder by 97, length and layout by country (`iban_validate`), and for Spain the account's own digits.

use super::{Candidate, Detector, Pii, ccc};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Iban,
    pattern: r"[A-Z]{2}(?: ?[.-] ?| )?\d\d(?:(?: ?[.-] ?| )?[A-Z0-9]){11,30}",
    holds,
}];

fn holds(candidate: &Candidate<'_>) -> bool {
    let compact = candidate.compact();
    let valid = std::str::from_utf8(&compact).is_ok_and(|text| text.parse::<iban::Iban>().is_ok());
    valid && compact.strip_prefix(b"ES").and_then(|rest| rest.get(2..)).is_none_or(ccc::checks)
}
