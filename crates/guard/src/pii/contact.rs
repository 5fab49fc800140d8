//! E-mail addresses, also as people write them to hide them from programs.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        pii: Pii::Email,
        pattern: r"[A-Z0-9._%+'-]{1,64}@[A-Z0-9-]{1,63}(?:\.[A-Z0-9-]{1,63}){1,4}",
        holds: address,
    },
    Detector {
        pii: Pii::Email,
        pattern: r"[A-Z0-9._%+-]{1,64}(?: ?[(\[] ?(?:at|arroba) ?[)\]] ?| arroba )[A-Z0-9-]{1,63}(?:(?:\.| ?[(\[] ?(?:dot|punto) ?[)\]] ?| punto )[A-Z0-9-]{1,24}){1,3}",
        holds: |candidate| candidate.text.first().is_some_and(u8::is_ascii_alphanumeric),
    },
];

fn address(candidate: &Candidate<'_>) -> bool {
    let mut halves = candidate.text.splitn(2, |byte| *byte == b'@');
    let (local, domain) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
    let top = domain.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    local.iter().any(u8::is_ascii_alphanumeric)
        && (2..=24).contains(&top.len())
        && top.iter().all(u8::is_ascii_alphabetic)
        && domain.split(|byte| *byte == b'.').all(|label| !label.starts_with(b"-") && !label.ends_with(b"-"))
}
