//! Payment cards: the ranges that issuers use, their lengths, and Luhn's check. In groups of at least three digits: who
//! counts from 2 to 13 writes no card.

use super::{Candidate, Detector, Pii};

pub(super) const DETECTORS: &[Detector] =
    &[Detector { pii: Pii::Card, pattern: r"\d{4}[ .-]?\d{3,6}[ .-]?\d{3,6}(?:[ .-]?\d{1,6}){0,2}", holds }];

fn holds(candidate: &Candidate<'_>) -> bool {
    let digits = candidate.digits();
    luhn(&digits) && issued(&digits)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(position, digit)| {
            let digit = u32::from(*digit) << (position % 2);
            digit / 10 + digit % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

fn issued(digits: &[u8]) -> bool {
    let first = digits.iter().take(6).fold(0_u32, |sum, digit| sum * 10 + u32::from(*digit));
    let length = digits.len();
    match first {
        // Visa
        400_000..=499_999 => matches!(length, 13 | 16 | 19),
        // Mastercard
        510_000..=559_999 | 222_100..=272_099 => length == 16,
        // American Express
        340_000..=349_999 | 370_000..=379_999 => length == 15,
        // Diners
        300_000..=305_999 | 309_500..=309_599 | 360_000..=369_999 | 380_000..=399_999 => {
            matches!(length, 14..=19)
        }
        // JCB
        352_800..=358_999 => matches!(length, 16..=19),
        // Discover, UnionPay
        601_100..=601_199 | 644_000..=659_999 | 620_000..=629_999 => matches!(length, 16..=19),
        // Maestro
        500_000..=509_999 | 560_000..=589_999 | 630_000..=639_999 | 670_000..=679_999 => {
            matches!(length, 16..=19)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Guard, Limits, Policy};

    #[test]
    fn who_counts_writes_no_card() {
        let guard = Guard::new(&Policy::default()).unwrap();
        let said = |text: &str| guard.message(text, Limits::default()).unwrap().text.into_inner();
        let counted = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";
        assert_eq!(said(counted), counted);
        for card in ["4111 1111 1111 1111", "4111111111111111", "3782 822463 10005", "5500-0000-0000-0004"] {
            assert_eq!(said(card), "[DATO PROTEGIDO]", "{card}");
        }
    }
}
