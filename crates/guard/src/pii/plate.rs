//! Spanish plates: four digits and three consonants look like many a code, so that a vehicle must be spoken of before.

use super::{Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[Detector {
    pii: Pii::Plate,
    // As since 2000, and with a province as before.
    pattern: r"\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}|[A-Z]{1,2}[ -]?\d{4}[ -]?[A-Z]{1,2}",
    holds: |candidate| {
        candidate.after_word(&[
            "matricula",
            "placa",
            "vehiculo",
            "coche",
            "furgon",
            "moto",
            "turismo",
            "plate",
            "licence",
            "license",
            "vehicle",
            "car ",
        ])
    },
}];
