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
    Detector {
        pii: Pii::Phone,
        pattern: r"\(?\d{2,3}\)?[ .-]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}",
        holds: mexican,
    },
    // As it was dialled before 2019: 044 and 045 to a mobile phone, 01 to another city; and from abroad.
    Detector {
        pii: Pii::Phone,
        pattern: r"\(?0(?:44|45|1)\)?[ .-]?\(?\d{2,3}\)?[ .-]?\d{3,4}[ .-]?\d{4}",
        holds: mexican_as_dialled,
    },
    Detector {
        pii: Pii::Phone,
        pattern: r"\(?(?:\+|00)? ?52\)?[ .-]?(?:\(?1\)?[ .-]?)?\(?\d{2,3}\)?[ .-]?\d{3,4}[ .-]?\d{4}",
        holds: mexican_from_abroad,
    },
];

const WORDS: &[&str] = &[
    "tel",
    "tfno",
    "tlf",
    "movil",
    "celular",
    "cel ",
    "cel.",
    "cel:",
    "whats",
    "wasap",
    "guasap",
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

/// A number that is nobody's in particular: whose it is, what stands before it says.
const NUMBER: &[&str] = &["mi numero", "numero es", "su numero", "numero:", "my number", "number is"];

/// What has numbers and is not called.
const OTHERS: &[&str] = &[
    "pedido",
    "orden",
    "folio",
    "factura",
    "cuenta",
    "guia",
    "reserva",
    "ticket",
    "boleto",
    "client",
    "referencia",
    "serie",
    "lote",
    "contrato",
    "poliza",
    "expediente",
    "socio",
    "tarjeta",
    "rastreo",
    "seguimiento",
    "codigo",
    "historia",
    "clabe",
    "order",
    "invoice",
    "account",
    "booking",
    "tracking",
    "member",
    "policy",
    "reference",
];

/// Whether words before it say that it is a number to call.
fn is_called(candidate: &Candidate<'_>) -> bool {
    candidate.after_word(WORDS) || (candidate.after_word(NUMBER) && !candidate.after_word(OTHERS))
}

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
                && (candidate.has(b"+") || (candidate.has(b" .-") && is_called(candidate)))
        }
    }
}

fn spanish(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    if digits.len() != 9 {
        return false;
    }
    let called = is_called(candidate);
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
            || is_called(candidate))
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
    is_mexican(&digits)
        && (is_called(candidate) || (is_large_city(&digits) && groups == [2, 4, 4] && !candidate.has(b".")))
}

fn mexican_as_dialled(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let (prefix, number) = match digits.as_slice() {
        [0, 4, 4 | 5, number @ ..] => (3, number),
        [0, 1, number @ ..] => (2, number),
        _ => return false,
    };
    // In one piece it could as well be a product's bar code.
    let is_in_groups = match candidate.groups().as_slice() {
        [first, 10] => *first == prefix,
        [first, 2, 8] | [first, 2, 4, 4] => *first == prefix && (prefix == 3 || is_large_city(number)),
        [first, 3, 3, 4] | [first, 3, 7] => *first == prefix && prefix == 3,
        _ => false,
    };
    is_mexican(number) && (is_called(candidate) || (is_in_groups && !candidate.has(b".")))
}

fn mexican_from_abroad(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    let number = match digits.strip_prefix(&[0, 0]).unwrap_or(&digits) {
        [5, 2, 1, number @ ..] if number.len() == 10 => number,
        [5, 2, number @ ..] => number,
        _ => return false,
    };
    let is_grouped = matches!(candidate.groups().as_slice(), [2 | 3, 2, 4, 4] | [2, 1, 2, 4, 4]);
    is_mexican(number)
        && (candidate.has(b"+") || is_called(candidate) || (is_grouped && is_large_city(number)))
}

fn is_mexican(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(digits.first(), Some(2..=9))
}

fn is_large_city(digits: &[u8]) -> bool {
    matches!(digits, [5, 5 | 6, ..] | [3, 3, ..] | [8, 1, ..])
}
