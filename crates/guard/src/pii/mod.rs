//! Personal data: what it looks like, and whether its check digits hold.
//!
//! Each type is a pattern and a check, in a module of its own. The patterns of all types are one automaton that is fed
//! byte by byte, because a stream must be able to say "this may become a match, wait": crates that validate a whole
//! number cannot. Of those, `iban_validate` is used for what it knows (lengths and layouts by country); for Spanish,
//! Mexican and US numbers there is none that is kept up, and `phonenumber` wants megabytes of metadata and the whole text.

mod card;
mod ccc;
mod cif;
mod contact;
mod curp;
mod dni;
mod iban;
mod ip;
mod nuss;
mod passport;
mod phone;
#[cfg(test)]
mod pii_tests;
mod plate;
mod rfc;
mod scan;
mod ssn;

pub use rfc::is_rfc;
use serde::{Deserialize, Serialize};

pub(crate) use scan::{Patterns, Piece, Scanner};

/// A type of personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pii {
    /// Spanish identity card, and the tax number of people without one (`K`, `L`, `M`).
    Dni,
    /// Spanish number of foreigners.
    Nie,
    /// Spanish tax number of organisations.
    Cif,
    /// Spanish social security number.
    Nuss,
    Iban,
    /// Spanish bank account as it was before IBAN.
    Ccc,
    /// Payment card.
    Card,
    Phone,
    /// Mexican population registry code.
    Curp,
    /// Mexican tax number.
    Rfc,
    /// US social security number.
    Ssn,
    Email,
    Passport,
    /// Spanish vehicle plate.
    Plate,
    Ip,
}

impl Pii {
    pub const ALL: [Self; 15] = [
        Self::Dni,
        Self::Nie,
        Self::Cif,
        Self::Nuss,
        Self::Iban,
        Self::Ccc,
        Self::Card,
        Self::Phone,
        Self::Curp,
        Self::Rfc,
        Self::Ssn,
        Self::Email,
        Self::Passport,
        Self::Plate,
        Self::Ip,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Dni => "dni",
            Self::Nie => "nie",
            Self::Cif => "cif",
            Self::Nuss => "nuss",
            Self::Iban => "iban",
            Self::Ccc => "ccc",
            Self::Card => "card",
            Self::Phone => "phone",
            Self::Curp => "curp",
            Self::Rfc => "rfc",
            Self::Ssn => "ssn",
            Self::Email => "email",
            Self::Passport => "passport",
            Self::Plate => "plate",
            Self::Ip => "ip",
        }
    }

    /// Contact data, and numbers that an assistant has to see to do its work.
    pub(crate) fn is_needed_to_help(self) -> bool {
        matches!(self, Self::Cif | Self::Phone | Self::Email | Self::Plate | Self::Ip)
    }
}

/// What a pattern matched, folded to ASCII, with what stands around it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub(crate) text: &'a [u8],
    /// At most [`CONTEXT`] bytes.
    pub(crate) before: &'a [u8],
}

/// How far back a word such as "pasaporte" still speaks for a number.
pub(crate) const CONTEXT: usize = 48;

impl Candidate<'_> {
    /// Letters in upper case and digits, nothing else.
    fn compact(&self) -> Vec<u8> {
        self.text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_uppercase).collect()
    }

    fn digits(&self) -> Vec<u8> {
        self.text.iter().filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0').collect()
    }

    fn has(&self, bytes: &[u8]) -> bool {
        self.text.iter().any(|byte| bytes.contains(byte))
    }

    /// Whether a word that begins with one of these stands shortly before, in any case.
    fn after_word(&self, words: &[&str]) -> bool {
        let before = self.before.to_ascii_lowercase();
        words.iter().any(|word| {
            before.windows(word.len()).enumerate().any(|(start, window)| {
                window == word.as_bytes()
                    && start
                        .checked_sub(1)
                        .and_then(|start| before.get(start))
                        .is_none_or(|byte| !is_letter(*byte))
            })
        })
    }

    /// The lengths of the runs of digits, such as 3, 2, 2, 2.
    fn groups(&self) -> Vec<usize> {
        self.text.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len).filter(|length| *length > 0).collect()
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// A pattern of folded text and what must hold of a match. A pattern never matches a line break.
pub(crate) struct Detector {
    pub(crate) pii: Pii,
    /// Case does not matter.
    pub(crate) pattern: &'static str,
    pub(crate) holds: fn(&Candidate<'_>) -> bool,
}

/// All of them. Of two that match the same text the first one names it.
const DETECTORS: [&[Detector]; 14] = [
    iban::DETECTORS,
    ccc::DETECTORS,
    card::DETECTORS,
    dni::DETECTORS,
    cif::DETECTORS,
    curp::DETECTORS,
    rfc::DETECTORS,
    ssn::DETECTORS,
    passport::DETECTORS,
    plate::DETECTORS,
    nuss::DETECTORS,
    contact::DETECTORS,
    ip::DETECTORS,
    phone::DETECTORS,
];
