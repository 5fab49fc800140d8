//! Passports: most have no check digit outside of the machine-readable lines, so that the word must stand before.

use super::{Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Passport,
    pattern: r"(?:[A-Z]{1,3}[ -]?)?\d{6,9}[A-Z]?",
    holds: |candidate| candidate.compact().len() >= 8 && candidate.after_word(&["pasaporte", "passport"]),
}];
