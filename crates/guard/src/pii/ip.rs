//! Addresses of machines. Loopback and unspecified ones are nobody's.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[
    Detector { pii: Pii::Ip, pattern: r"\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}", holds: four },
    Detector { pii: Pii::Ip, pattern: r"[0-9A-F]{0,4}(?::[0-9A-F]{0,4}){2,7}", holds: six },
];

fn four(candidate: &Candidate<'_>) -> bool {
    let address = std::str::from_utf8(candidate.text).ok().and_then(|text| text.parse::<Ipv4Addr>().ok());
    address.is_some_and(|address| !address.is_loopback() && !address.is_unspecified() && !address.is_broadcast())
        // Four numbers are also what versions look like.
        && !candidate.after_word(&["version", "build", "release", "v "])
}

fn six(candidate: &Candidate<'_>) -> bool {
    let address = std::str::from_utf8(candidate.text).ok().and_then(|text| text.parse::<Ipv6Addr>().ok());
    // `de::ad` is a path in many a programming language.
    let groups = candidate.text.split(|byte| *byte == b':').filter(|group| !group.is_empty()).count();
    address.is_some_and(|address| !address.is_loopback() && !address.is_unspecified())
        && groups >= 3
        && candidate.text.iter().any(u8::is_ascii_digit)
}
