//! DNI and NIE, and the tax numbers with `K`, `L`, `M`: seven or eight digits and the letter that their remainder
//! by 23 names.

use super::{Candidate, Detector, Pii};

const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
const WORDS: [&str; 7] = ["dni", "nif", "nie", "documento", "identi", "d.n.i", "n.i.f"];

pub(super) const DETECTORS: &[Detector] = &[
    Detector {
        pii: Pii::Dni,
        pattern: r"(?:(?-i:ES)[- ]?)?\d(?:[ .-]?\d){6,7}(?: ?[-.] ?| )?[A-Z]",
        holds: dni,
    },
    Detector {
        pii: Pii::Dni,
        pattern: r"(?:(?-i:ES)[- ]?)?[KLM][- .]?\d(?:[.]?\d){6}[- .]?[A-Z]",
        holds: letter_first,
    },
    Detector {
        pii: Pii::Nie,
        pattern: r"(?:(?-i:ES)[- ]?)?[XYZ][- .]?\d(?:[ .]?\d){6}(?: ?[-.] ?| )?[A-Z]",
        holds: nie,
    },
];

fn dni(candidate: &Candidate<'_>) -> bool {
    let compact = without_country(candidate);
    let Some((&letter, number)) = compact.split_last() else { return false };
    if letter_of(number) != Some(letter) {
        return false;
    }
    // A number in an order of digits that nobody writes, or a letter that may be a word, needs to be called a DNI.
    let groups = candidate.groups();
    let usual = match groups.as_slice() {
        [8] => true,
        [7] => candidate.has(b"-."),
        [1 | 2, 3, 3] => true,
        _ => false,
    };
    let a_word = candidate.text.last().is_some_and(u8::is_ascii_lowercase)
        && candidate.text.iter().rev().nth(1) == Some(&b' ');
    (usual && !a_word) || candidate.after_word(&WORDS)
}

fn letter_first(candidate: &Candidate<'_>) -> bool {
    let compact = without_country(candidate);
    let Some((&letter, number)) = compact.split_last() else { return false };
    number.get(1..).is_some_and(|number| letter_of(number) == Some(letter))
}

fn nie(candidate: &Candidate<'_>) -> bool {
    let mut compact = without_country(candidate);
    let Some(letter) = compact.pop() else { return false };
    if let Some(first) = compact.first_mut() {
        *first = match first {
            b'X' => b'0',
            b'Y' => b'1',
            _ => b'2',
        };
    }
    letter_of(&compact) == Some(letter)
}

fn without_country(candidate: &Candidate<'_>) -> Vec<u8> {
    let compact = candidate.compact();
    compact.strip_prefix(b"ES").map_or_else(|| compact.clone(), <[u8]>::to_vec)
}

fn letter_of(number: &[u8]) -> Option<u8> {
    let number: usize = std::str::from_utf8(number).ok()?.parse().ok()?;
    LETTERS.get(number % 23).copied()
}
