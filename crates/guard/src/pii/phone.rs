//! Phone numbers of Spain, the United States and Mexico, and any other with its country code.
//!
//! There is no check digit; the plan of numbers and the way of writing them stand in for one. A number that could as
//! well be an amount needs a word such as "teléfono" before it.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        pii: Pii::Phone,
        pattern: r"\(?(?:\+|00) ?[1-9]\d{0,2}\)?[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,13}",
        holds: international,
    },
    Detector { pii: Pii::Phone, pattern: r"\d{2,3}(?:[ .-]?\d){6,7}", holds: spanish },
    Detector {
        pii: Pii::Phone,
        pattern: r"(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-]?)\d{3}[ .-]?\d{4}",
        holds: american,
    },
    Detector { pii: Pii::Phone, pattern: r"\(?\d{2,3}\)?[ .-]?\d{3,4}[ .-]?\d{4}", holds: mexican },
];

const WORDS: [&str; 20] = [
    "tel",
    "tfno",
    "tlf",
    "movil",
    "celular",
    "whatsapp",
    "llam",
    "fax",
    "phone",
    "call",
    "mobile",
    "cell",
    "numero de contacto",
    "contacto",
    "contact",
    "text me",
    "sms",
    "reach me",
    "localiza",
    "marca",
];

fn international(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let digits = digits.strip_prefix(&[0, 0]).unwrap_or(&digits);
    match digits {
        [3, 4, rest @ ..] => rest.len() == 9 && matches!(rest.first(), Some(6..=9)),
        [1, rest @ ..] => is_american(rest),
        [5, 2, 1, rest @ ..] if rest.len() == 10 => true,
        [5, 2, rest @ ..] => rest.len() == 10,
        // Without a plus sign a number that begins with zeros is not yet a call abroad.
        _ => {
            (9..=15).contains(&digits.len())
                && (candidate.has(b"+") || (candidate.has(b" .-") && candidate.after_word(&WORDS)))
        }
    }
}

fn spanish(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    if digits.len() != 9 {
        return false;
    }
    let called = candidate.after_word(&WORDS);
    let groups = candidate.groups();
    match digits.as_slice() {
        _ if candidate.has(b".") && groups == [3, 3, 3] => called && matches!(digits.first(), Some(6..=9)),
        [6, ..] | [7, 1..=9, ..] => {
            matches!(groups.as_slice(), [9] | [3, 3, 3] | [3, 2, 2, 2] | [3, 6]) || called
        }
        [8 | 9, 1..=8, ..] => {
            matches!(groups.as_slice(), [3, 3, 3] | [3, 2, 2, 2] | [2, 3, 2, 2] | [3, 6]) || called
        }
        // Free and shared-cost numbers belong to companies; they are told apart only when they are called numbers.
        [8 | 9, ..] => called,
        _ => false,
    }
}

fn american(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let digits = if digits.len() == 11 { digits.get(1..).unwrap_or_default() } else { &digits };
    let groups = candidate.groups();
    is_american(digits)
        && (candidate.has(b"(")
            || matches!(groups.as_slice(), [3, 3, 4] | [1, 3, 3, 4])
            || candidate.after_word(&WORDS))
}

fn is_american(digits: &[u8]) -> bool {
    match digits {
        [_, 1, 1, ..] | [_, 9, ..] | [_, _, _, _, 1, 1, ..] => false,
        [2..=9, _, _, 2..=9, _, _, _, _, _, _] => true,
        _ => false,
    }
}

fn mexican(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let groups = candidate.groups();
    let large_city = matches!(digits.as_slice(), [5, 5 | 6, ..] | [3, 3, ..] | [8, 1, ..]);
    digits.len() == 10
        && matches!(digits.first(), Some(2..=9))
        && (candidate.after_word(&WORDS)
            || (large_city && matches!(groups.as_slice(), [2, 4, 4]) && !candidate.has(b".")))
}
